package views

import (
	"slices"
	"strings"

	"profstation/desk/screen"
)

// Row heights: for documents and folders, for files, and for files that say what is wrong with them.
const (
	sideRowHeight = float32(40)
	fileRowHeight = float32(21)
	toldRowHeight = float32(37)
)

// sideLine is what a row shows: a file if there is one, or else a folder, a document, or a text.
type sideLine struct {
	document *screen.Document
	folder   *screen.Folder
	file     *screen.File // in the folder
	text     string
	active   bool   // what it names is on the screen
	shows    bool   // a file in the folder is
	worth    string // what is worth a look in what it names; "": nothing that is known
	marks    int    // how many are selected, if this is selected
	base     bool   // it is the baseline, or in its group
	part     bool   // the list shows only some
	fits     bool   // it may be compared with what is shown
	pinned   bool   // there is a baseline
	alone    bool   // no other document is open
}

// mark is what is selected by a line.
func (l *sideLine) mark() screen.Mark {
	switch {
	case l.file != nil:
		return screen.Mark{Document: l.folder.Document, File: l.file.Path}
	case l.document != nil:
		return screen.Mark{Document: l.document.ID}
	}
	return screen.Mark{}
}

func (l sideLine) height() float32 {
	switch {
	case l.file != nil && l.file.Told():
		return toldRowHeight
	case l.file != nil:
		return fileRowHeight
	case l.text == "":
		return sideRowHeight
	case l.text == sidebarHeading():
		return 22
	}
	return 80
}

// key is what a line is known by.
func (l sideLine) key() string {
	switch {
	case l.file != nil:
		return l.file.Path
	case l.folder != nil:
		return l.folder.Path
	case l.document != nil:
		return l.document.Path
	}
	return l.text
}

// sideLines are the list's lines. A folder may have 100,000 files, and each snapshot has other
// lines, so file lines are made when somebody asks for one.
type sideLines struct {
	blocks []sideBlock
	n      int
	height float64
	shown  int // the line for what is on the screen, −1 for none
	head   int // the line of its folder, −1 for none
	beside int // how many lines are texts, or folders that stand there for their files only
}

// sideBlock is a line and the files below it.
type sideBlock struct {
	sideLine
	first       int     // the line's place
	top         float64 // where it begins
	files, told []*screen.File
	ofShown     string // what is worth a look in the file that is shown, or was last
}

func (l *sideLines) add(line sideLine) {
	b := sideBlock{sideLine: line, first: l.n, top: l.height}
	if line.text != "" {
		l.beside++
	}
	if f := line.folder; f != nil && !f.Closed {
		b.ofShown, b.worth = b.worth, ""
		b.files, b.told = f.Files, f.Told
	}
	l.blocks = append(l.blocks, b)
	l.n += 1 + len(b.files)
	l.height = b.topOf(len(b.files))
}

// named is how many lines have what is looked for in their names.
func (l *sideLines) named() int64 { return int64(l.n - l.beside) }

// topOf returns where a file in a block begins, or where the last one ends.
func (b *sideBlock) topOf(file int) float64 {
	told := len(b.told)
	if file < len(b.files) && told > 0 {
		told, _ = slices.BinarySearchFunc(b.told, b.files[file], screen.Newest)
	}
	return b.top + float64(b.height()) + float64(file)*float64(fileRowHeight) + float64(told)*float64(toldRowHeight-fileRowHeight)
}

// block is the block that a line is in.
func (l *sideLines) block(i int) *sideBlock {
	k, found := slices.BinarySearchFunc(l.blocks, i, func(b sideBlock, i int) int { return b.first - i })
	if !found {
		k--
	}
	return &l.blocks[k]
}

func (l *sideLines) at(i int) sideLine {
	b := l.block(i)
	if i == b.first {
		return b.sideLine
	}
	file := b.files[i-b.first-1]
	line := sideLine{folder: b.folder, file: file, active: b.shows && file.Path == b.folder.Shown}
	if line.file.Path == b.folder.Shown {
		line.worth = b.ofShown
	}
	return line
}

// top is where a line begins, or where the last one ends.
func (l *sideLines) top(i int) float64 {
	if i >= l.n {
		return l.height
	}
	if b := l.block(i); i > b.first {
		return b.topOf(i - b.first - 1)
	} else {
		return b.top
	}
}

// find returns the place for what another list has in a line, −1 if it is gone. A file that is gone leaves
// its place to the next older one.
func (l *sideLines) find(x sideLine) int {
	head := x
	head.file = nil
	i := slices.IndexFunc(l.blocks, func(b sideBlock) bool { return b.key() == head.key() })
	if i < 0 {
		return -1
	}
	b := &l.blocks[i]
	if x.file == nil || len(b.files) == 0 {
		return b.first
	}
	k, _ := slices.BinarySearchFunc(b.files, x.file, screen.Newest)
	return b.first + 1 + min(k, len(b.files)-1)
}

// named reports whether a name has what is looked for.
func named(name, only string) bool {
	return only == "" || strings.Contains(strings.ToLower(name), only)
}

// part returns a folder with only those files whose names have what is looked for; nil if it has none, and
// neither has its own name.
func part(f *screen.Folder, only string) *screen.Folder {
	if f == nil || only == "" || f.Closed && named(f.Name, only) {
		return f
	}
	of := func(files []*screen.File) (out []*screen.File) {
		for _, file := range files {
			if named(file.Name, only) {
				out = append(out, file)
			}
		}
		return out
	}
	p := *f
	p.Files, p.Told = of(f.Files), of(f.Told)
	p.At = slices.IndexFunc(p.Files, func(x *screen.File) bool { return x.Path == f.Shown })
	if len(p.Files) == 0 && !named(f.Name, only) {
		return nil
	}
	return &p
}
