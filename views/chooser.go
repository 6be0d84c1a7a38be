package views

import (
	"cmp"
	"image/color"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model"
	"profstation/model/lang"
	"profstation/views/surface"
)

// Listing is what a folder holds.
type Listing struct {
	Entries []Entry
	More    bool   // it holds more than is listed
	Why     string // it cannot be read; "": it can
}

// Entry is a file or folder in a folder.
type Entry struct {
	Name   string
	Folder bool
	Size   int64     // −1: not known
	Time   time.Time // of its last change; zero: not known
}

// Place is a folder that one may want to go to.
type Place struct{ Name, Path string }

// Chooser asks for files or for a folder. What is typed leads to a folder, and finds names in it; Up and Down go
// through them. It reads folders beside the window, and waits for none.
type Chooser struct {
	Object fyne.CanvasObject
	Input  *DialogEntry
	// Answer takes what is chosen: one or more files, or a folder.
	Answer func(paths []string)

	folders bool                        // a folder is asked for, and files are not listed
	read    func(folder string) Listing // is called beside the window
	post    func(func())
	now     func() time.Time
	mods    func() fyne.KeyModifier

	list   *surface.List
	about  *widget.Label
	folder string // the one that is listed, or is being read
	asked  int    // counts folders, so that late answers are dropped
	unread int    // folders that have no answer yet
	found  *Listing
	shown  []Entry
	at     int             // the marked line, −1 for none
	chosen map[string]bool // names, besides the marked one
	last   click
}

// click is the last one on a line.
type click struct {
	line int
	at   time.Time
}

// mostUnread is how many folders may be unread: each holds a thread of the system until it is answered.
const mostUnread = 4

// NewChooser makes a chooser that begins in a folder.
func NewChooser(post func(func()), read func(folder string) Listing, folder string, folders bool, places []Place) *Chooser {
	v := &Chooser{folders: folders, read: read, post: post, now: time.Now, mods: surface.CurrentModifiers, at: -1, chosen: map[string]bool{}}
	v.Input = NewDialogEntry("", "")
	v.Input.Takes = v.takes
	v.Input.OnChanged = func(string) { v.typed() }
	v.about = surface.Paragraph("", widget.LowImportance)
	v.list = surface.NewList(
		func() int { return len(v.shown) },
		func() fyne.CanvasObject { return newChooserRow(v) },
		func(i widget.ListItemID, o fyne.CanvasObject) { o.(*chooserRow).show(i) },
	)
	v.list.HideSeparators = true
	v.list.OnSelected = func(i widget.ListItemID) { v.at = i }
	up := surface.NewButton(lang.L("Parent folder"), theme.MoveUpIcon(), v.up)
	bar := surface.Wrap(up)
	for _, p := range places {
		bar.Add(surface.NewButton(model.CutEnd(model.Sanitise(p.Name), 24), nil, func() { v.goTo(p.Path) }))
	}
	v.Object = surface.Border(container.NewVBox(bar, v.Input), v.about, nil, nil, v.list)
	v.goTo(folder)
	return v
}

// goTo lists a folder.
func (v *Chooser) goTo(folder string) {
	if !strings.HasSuffix(folder, string(filepath.Separator)) {
		folder += string(filepath.Separator)
	}
	v.Input.SetText(folder)
	v.Input.CursorColumn = len([]rune(folder))
	v.Input.Refresh()
	if v.folder != filepath.Clean(folder) {
		v.typed()
	}
}

// up lists the folder above.
func (v *Chooser) up() { v.goTo(filepath.Dir(v.folder)) }

// split is the folder that a text leads to, and what begins a name in it.
func (v *Chooser) split() (folder, name string) {
	text := v.Input.Text
	if rest, ok := strings.CutPrefix(text, "~"); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		if home, err := os.UserHomeDir(); err == nil {
			text = home + cmp.Or(rest, string(filepath.Separator))
		}
	}
	folder, name = filepath.Split(text)
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(v.folder, folder)
	}
	return filepath.Clean(folder), name
}

// typed follows the text.
func (v *Chooser) typed() {
	folder, _ := v.split()
	if folder == v.folder {
		v.filter()
		return
	}
	v.folder, v.found = folder, nil
	v.asked++
	v.filter()
	if v.unread >= mostUnread {
		v.about.SetText(lang.L("The folders that were asked for do not answer. They may be on a network drive that is away."))
		return
	}
	v.about.SetText(lang.L("Reading {{.Name}}", lang.With{"Name": model.Sanitise(folder)}))
	asked := v.asked
	v.unread++
	go func() {
		found := v.read(folder)
		slices.SortFunc(found.Entries, func(a, b Entry) int {
			if a.Folder != b.Folder {
				return map[bool]int{true: -1, false: 1}[a.Folder]
			}
			return screen.CompareNames(a.Name, b.Name)
		})
		v.post(func() {
			v.unread--
			if asked == v.asked {
				v.found = &found
				v.filter()
			}
		})
	}()
}

// filter lists the names that go with the text: first those that begin with it.
func (v *Chooser) filter() {
	_, typed := v.split()
	v.shown, v.at = nil, -1
	clear(v.chosen)
	if v.found != nil {
		var within []Entry
		for _, e := range v.found.Entries {
			switch {
			case !v.lists(e, typed):
			case begins(e.Name, typed):
				v.shown = append(v.shown, e)
			default:
				within = append(within, e)
			}
		}
		v.shown = append(v.shown, within...)
		v.comment(typed)
	}
	v.list.UnselectAll()
	v.list.Refresh()
	v.list.ScrollToTop()
	if typed != "" && len(v.shown) > 0 {
		v.list.Select(0)
	}
}

// lists reports whether a name is listed under a text. Hidden ones are where their dot is typed.
func (v *Chooser) lists(e Entry, typed string) bool {
	if v.folders && !e.Folder || strings.HasPrefix(e.Name, ".") && !strings.HasPrefix(typed, ".") {
		return false
	}
	return strings.Contains(strings.ToLower(e.Name), strings.ToLower(typed))
}

func begins(name, typed string) bool {
	return len(name) >= len(typed) && strings.EqualFold(name[:len(typed)], typed)
}

// comment says below the list what it does not show.
func (v *Chooser) comment(typed string) {
	text := ""
	switch f := v.found; {
	case f.Why != "":
		text = lang.L("{{.Name}} cannot be read: {{.Why}}", lang.With{"Name": model.Sanitise(v.folder), "Why": f.Why})
	case f.More:
		text = lang.L("The folder holds more than the {{.N}} entries listed. Type the whole path of another one.", lang.With{"N": model.Count(int64(len(f.Entries)))})
	case len(v.shown) == 0 && typed != "":
		text = lang.L("No name in this folder contains that text.")
	case len(v.shown) == 0 && v.folders:
		text = lang.L("There is no folder in here. “Choose” takes this one.")
	case len(v.shown) == 0:
		text = lang.L("The folder is empty.")
	case len(v.chosen) > 0:
		text = lang.N(v.count(), "1 file chosen", "{{.N}} files chosen", nil)
	}
	v.about.SetText(text)
}

// takes has the keys that go through the list.
func (v *Chooser) takes(key fyne.KeyName) bool {
	extend := v.mods()&fyne.KeyModifierShift != 0
	switch {
	case key == fyne.KeyUp && v.mods()&fyne.KeyModifierAlt != 0:
		v.up()
	case key == fyne.KeyDown:
		v.step(1, extend)
	case key == fyne.KeyUp:
		v.step(-1, extend)
	case key == fyne.KeyPageDown:
		v.step(10, extend)
	case key == fyne.KeyPageUp:
		v.step(-10, extend)
	default:
		return false
	}
	return true
}

// step marks another line, and keeps those passed chosen if extend is set.
func (v *Chooser) step(by int, extend bool) {
	if len(v.shown) == 0 {
		return
	}
	to := max(0, min(v.at+by, len(v.shown)-1))
	if v.at < 0 {
		to = 0
	}
	v.mark(to, extend, v.at)
}

// mark marks a line. With extend, all from another line on are chosen, else no other is.
func (v *Chooser) mark(to int, extend bool, from int) {
	if !extend || v.folders {
		clear(v.chosen)
	} else if from >= 0 {
		for i := min(from, to); i <= max(from, to); i++ {
			v.choose(i, true)
		}
	}
	v.list.Select(to)
	v.comment("")
	v.list.Refresh()
}

// choose chooses a file besides others, or no more.
func (v *Chooser) choose(i int, on bool) {
	if e := v.shown[i]; !on {
		delete(v.chosen, e.Name)
	} else if !e.Folder && !v.folders {
		v.chosen[e.Name] = true
	}
}

// count is how many files are chosen, with the marked one.
func (v *Chooser) count() int {
	n := len(v.chosen)
	if v.at >= 0 && !v.shown[v.at].Folder && !v.chosen[v.shown[v.at].Name] {
		n++
	}
	return n
}

// tap is a click on a line: a second one at once opens it.
func (v *Chooser) tap(i int) {
	again := v.last.line == i && v.now().Sub(v.last.at) < doubleClick
	v.last = click{i, v.now()}
	mods := v.mods()
	switch {
	case mods&fyne.KeyModifierShift != 0:
		v.mark(i, true, max(0, v.at))
	case mods&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0 && !v.folders:
		if v.at >= 0 {
			v.choose(v.at, true)
		}
		v.choose(i, !v.chosen[v.shown[i].Name])
		v.mark(i, true, -1)
	default:
		v.mark(i, false, -1)
		if again {
			v.last = click{line: -1}
			v.open(v.shown[i])
		}
	}
}

// doubleClick is how soon a second click follows the first.
const doubleClick = 400 * time.Millisecond

// Enter answers with what is chosen, or goes into the marked folder.
func (v *Chooser) Enter() {
	switch {
	case v.count() > 1, v.count() == 1 && len(v.chosen) == 1:
		var all []string
		for i, e := range v.shown {
			if v.chosen[e.Name] || i == v.at && !e.Folder {
				all = append(all, filepath.Join(v.folder, e.Name))
			}
		}
		v.Answer(all)
	case v.at >= 0:
		v.open(v.shown[v.at])
	default:
		folder, name := v.split()
		switch {
		case name != "" && v.found != nil && v.found.Why == "" && !v.found.More:
			// Nothing is called so, and the line below the list says that.
		case name != "":
			v.Answer([]string{filepath.Join(folder, name)})
		case v.folders:
			v.Answer([]string{folder})
		}
	}
}

// open goes into a folder, or answers with a file.
func (v *Chooser) open(e Entry) {
	path := filepath.Join(v.folder, e.Name)
	if e.Folder {
		v.goTo(path)
		return
	}
	v.Answer([]string{path})
}

// chooserRow is a line of the list.
type chooserRow struct {
	widget.BaseWidget
	of               *Chooser
	line             int
	name, size, time *canvas.Text
	back             *canvas.Rectangle
}

func newChooserRow(of *Chooser) *chooserRow {
	r := &chooserRow{
		of: of, name: surface.Text("", nil, 0, false), size: surface.Text("", nil, 0, false), time: surface.Text("", nil, 0, false),
		back: canvas.NewRectangle(color.Transparent),
	}
	r.ExtendBaseWidget(r)
	return r
}

func (r *chooserRow) show(line int) {
	r.line = line
	r.Refresh()
}

// MouseDown implements desktop.Mouseable.
func (r *chooserRow) MouseDown(*desktop.MouseEvent) {}

// MouseUp implements desktop.Mouseable.
func (r *chooserRow) MouseUp(*desktop.MouseEvent) {}

// Tapped implements fyne.Tappable. The keyboard stays where names are typed.
func (r *chooserRow) Tapped(*fyne.PointEvent) {
	if r.line < len(r.of.shown) {
		r.of.tap(r.line)
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(r.of.Input); c != nil {
		c.Focus(r.of.Input)
	}
}

// The widths of what stands at the right of a name.
const (
	sizeWidth = float32(90)
	timeWidth = float32(150)
)

// CreateRenderer implements fyne.Widget.
func (r *chooserRow) CreateRenderer() fyne.WidgetRenderer {
	d := &surface.Drawing{
		Least: func() fyne.Size { return fyne.NewSize(200, r.name.MinSize().Height+4) },
		Lay:   r.lay,
		Color: r.color,
		On:    []fyne.CanvasObject{r.back, r.name, r.size, r.time},
	}
	return d.Draw(r)
}

func (r *chooserRow) lay(all fyne.Size) {
	if r.line >= len(r.of.shown) {
		return
	}
	const left = float32(6)
	e := r.of.shown[r.line]
	room, name := all.Width-2*left-sizeWidth-timeWidth, model.Sanitise(e.Name)
	wide := room > 160 // else the name has all
	if !wide {
		room = all.Width - 2*left
	}
	if e.Folder {
		name += string(filepath.Separator)
	}
	size, changed := "", ""
	if wide && !e.Folder && e.Size >= 0 {
		size = model.FormatShort(e.Size, "bytes", "auto")
	}
	if wide && !e.Time.IsZero() {
		changed = e.Time.Local().Format("2006-01-02 15:04")
	}
	r.name.Text, r.size.Text, r.time.Text = surface.FitMiddle(name, room), size, changed
	r.back.Resize(all)
	surface.Put(r.name, left, 2)
	surface.Put(r.size, all.Width-timeWidth-r.size.MinSize().Width-left-10, 2)
	surface.Put(r.time, all.Width-timeWidth+left, 2)
}

func (r *chooserRow) color() {
	text := theme.Color(theme.ColorNameForeground)
	r.name.Color, r.size.Color, r.time.Color = text, text, text
	r.back.FillColor = color.Transparent
	if r.line < len(r.of.shown) {
		e := r.of.shown[r.line]
		r.name.TextStyle.Bold = e.Folder
		if r.of.chosen[e.Name] && r.line != r.of.at { // the list marks that one
			r.back.FillColor = theme.Color(theme.ColorNameSelection)
		}
	}
}
