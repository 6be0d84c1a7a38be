package answer

import (
	"cmp"
	"context"
	"path/filepath"
	"regexp"
	"slices"

	"profstation/desk/screen"
	"profstation/loader/source"
	"profstation/model"
	"profstation/table"
)

// Sources finds the text of source files, for one goroutine at a time.
type Sources struct {
	turn   chan struct{} // holds one token
	finder *source.Finder
}

func NewSources(o source.Options) *Sources {
	s := &Sources{turn: make(chan struct{}, 1), finder: source.New(o)}
	s.turn <- struct{}{}
	return s
}

// With runs f while nobody else uses the finder.
func (s *Sources) With(ctx context.Context, f func(*source.Finder)) error {
	select {
	case <-s.turn:
		defer func() { s.turn <- struct{}{} }()
		f(s.finder)
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// sourceKey is what the answer of the Source tab depends on, besides the result.
type sourceKey struct {
	file, function string
	folders        int // how many were allowed
	assembly       bool
	binary         string // that may be read for the function's; "": none
}

// source reads the file of the selected function, or the one that was picked.
func (a *Answer) source(ctx context.Context, before *Answer) error {
	key := sourceKey{file: a.Request.Display.SourceFile, folders: a.Request.Folders, assembly: a.Request.Display.Assembly}
	if n := a.Node(a.Request.Place.Selected.Node); n != model.NoNode && (key.file == "" || key.assembly) {
		key.function = a.Result.Nodes.Node(n).Name
	}
	if key.assembly && key.function != "" {
		key.binary = a.allowed(key.function)
	}
	if before != nil && before.Source != nil && before.Result == a.Result && before.sourceKey == key {
		a.Source, a.sourceKey = before.Source, key
		return nil
	}
	a.sourceKey = key
	r := a.Result
	s := &screen.SourceAnswer{Files: r.SourceFiles()}
	a.Source = s
	if key.assembly {
		s.File = key.file
		return a.instructions(ctx, s, key.function)
	}
	first := int64(0)
	s.File = key.file
	if s.File == "" && key.function != "" {
		for _, l := range r.List(regexp.MustCompile("^" + regexp.QuoteMeta(key.function) + "$")) {
			s.File, first = l.File, hottest(l.Lines)
			if l.StartLine > 0 {
				first = l.StartLine
			}
		}
	}
	if s.File == "" && len(s.Files) > 0 && key.function == "" {
		s.File = s.Files[0]
	}
	if s.File == "" {
		return nil
	}
	s.Source.Listing = r.ListFile(s.File)
	if s.Source.Listing == nil {
		s.Source.Listing = &model.Listing{File: s.File}
	}
	err := a.Request.Sources.With(ctx, func(f *source.Finder) {
		file := f.Find(s.File, r.Profile.Time)
		s.Source.Text, s.Source.Note = file.Lines, model.Sanitise(file.Note())
		if miss, ok := file.Err.(*source.NotFound); ok && miss.Exists != "" {
			s.Folder = filepath.Dir(miss.Exists)
		}
	})
	if err != nil {
		return err
	}
	if first == 0 {
		first = hottest(s.Source.Lines)
	}
	s.Table = table.FileLines(r, &s.Source)
	rows := rowsByLine(&s.Source)
	s.First = rows[first]
	if _, ok := rows[first]; !ok && first > 0 && first <= int64(len(s.Source.Text)) {
		s.First = int(first) - 1 // where a function begins, nothing is counted
	}
	lines := slices.Clone(s.Source.Lines)
	slices.SortStableFunc(lines, func(x, y model.LineSum) int { return cmp.Compare(model.Magnitude(y.Flat), model.Magnitude(x.Flat)) })
	for _, l := range lines {
		if l.Flat == 0 || len(s.Hot) == mostHotLines {
			break
		}
		s.Hot = append(s.Hot, rows[l.Line])
		s.HotLines = append(s.HotLines, l)
	}
	return nil
}

// mostHotLines is how many lines are listed beside the code.
const mostHotLines = 40

// hottest is the line with most flat, else with most cum.
func hottest(lines []model.LineSum) int64 {
	var best model.LineSum
	for _, l := range lines {
		if cmp.Or(cmp.Compare(model.Magnitude(l.Flat), model.Magnitude(best.Flat)), cmp.Compare(model.Magnitude(l.Cum), model.Magnitude(best.Cum))) > 0 {
			best = l
		}
	}
	return best.Line
}

// rowsByLine tells at which row of table.FileLines a line with a figure stands.
func rowsByLine(s *table.Source) map[int64]int {
	rows := map[int64]int{}
	before := 0 // lines before the first, such as the one that is not known
	for _, l := range s.Lines {
		if l.Line < 1 {
			rows[l.Line] = before
			before++
		}
	}
	behind := 0
	for _, l := range s.Lines {
		switch {
		case l.Line < 1:
		case l.Line <= int64(len(s.Text)):
			rows[l.Line] = before + int(l.Line) - 1
		default:
			rows[l.Line] = before + len(s.Text) + behind
			behind++
		}
	}
	return rows
}
