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
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/model/units"
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
	Time   time.Time // when it last changed; zero: not known
}

// Place is a folder that one may want to go to.
type Place struct{ Name, Path string }

// ChooserOptions say what a chooser asks for, and where it begins.
type ChooserOptions struct {
	Folder  string // it begins here
	Home    string // what ~ stands for; "": nothing
	Folders bool   // a folder is asked for, and files are not listed
	Places  []Place
}

// Chooser asks for files or for a folder. What is typed leads to a folder, and finds names in it; Up and Down go
// through them. It reads folders beside the window, and waits for none.
type Chooser struct {
	Object fyne.CanvasObject
	Input  *DialogEntry
	// Answer takes what is chosen: one or more files, or a folder.
	Answer func(paths []string)

	options ChooserOptions
	read    func(folder string) Listing // is called beside the window
	post    func(func())
	now     func() time.Time
	mods    func() fyne.KeyModifier

	list    *surface.List
	about   *widget.Label
	folder  string   // the one that is typed
	asked   int      // counts folders, so that late answers are dropped
	unread  int      // folders that have no answer yet
	found   *Listing // in folder; nil: it is unread
	waits   bool     // folder is to be read as soon as another is
	entered bool     // Enter came before the answer
	shown   []Entry
	at      int             // the line that keys start from, −1 for none
	chosen  map[string]bool // file names
	last    click
}

// click is the last one on a line.
type click struct {
	line int
	at   time.Time
}

// maxUnread is how many folders may be unread: each holds a system thread until it is answered.
const maxUnread = 4

// NewChooser makes a chooser. read lists a folder beside the window; post runs a function on the UI goroutine.
func NewChooser(post func(func()), read func(folder string) Listing, o ChooserOptions) *Chooser {
	v := &Chooser{options: o, read: read, post: post, now: time.Now, mods: surface.CurrentModifiers, at: -1, chosen: map[string]bool{}}
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
	v.list.OnSelected = func(i widget.ListItemID) {
		if i != v.at { // by the list's own key
			v.mark(i)
		}
	}
	up := surface.NewButton(lang.L("Parent folder"), theme.MoveUpIcon(), v.up)
	bar := surface.Wrap(up)
	for _, p := range o.Places {
		bar.Add(surface.NewButton(safe.CutStart(safe.Text(p.Name), 24), nil, func() { v.goTo(p.Path) }))
	}
	v.Object = surface.Border(container.NewVBox(bar, v.Input), v.about, nil, nil, v.list)
	v.goTo(o.Folder)
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
}

// up lists the folder above.
func (v *Chooser) up() { v.goTo(filepath.Dir(v.folder)) }

// split is the folder that a text leads to, and what begins a name in it.
func (v *Chooser) split() (folder, name string) {
	text := v.Input.Text
	if rest, ok := strings.CutPrefix(text, "~"); ok && v.options.Home != "" && (rest == "" || os.IsPathSeparator(rest[0])) {
		text = v.options.Home + cmp.Or(rest, string(filepath.Separator))
	}
	folder, name = filepath.Split(text)
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(v.folder, folder)
	}
	return filepath.Clean(folder), name
}

// typed follows the text.
func (v *Chooser) typed() {
	v.entered = false
	if folder, _ := v.split(); folder != v.folder {
		v.folder, v.found = folder, nil
		v.asked++
		v.ask()
	}
	v.filter()
}

// ask reads the folder, or waits until fewer are being read.
func (v *Chooser) ask() {
	if v.waits = v.unread >= maxUnread; v.waits {
		return
	}
	folder, asked := v.folder, v.asked
	v.unread++
	go func() {
		found := v.read(folder)
		slices.SortFunc(found.Entries, func(a, b Entry) int {
			switch {
			case a.Folder == b.Folder:
				return screen.CompareNames(a.Name, b.Name)
			case a.Folder:
				return -1
			}
			return 1
		})
		v.post(func() { v.answered(asked, &found) })
	}()
}

// answered takes what a folder holds.
func (v *Chooser) answered(asked int, found *Listing) {
	v.unread--
	if v.waits {
		v.ask()
	}
	if asked != v.asked {
		return
	}
	v.found = found
	v.filter()
	if v.entered {
		v.Enter()
	}
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
	}
	v.list.UnselectAll()
	v.refresh()
	v.list.ScrollToTop()
	if typed != "" && len(v.shown) > 0 {
		v.mark(0)
	}
}

// lists reports whether a name is listed under a text. Hidden ones are where their dot is typed.
func (v *Chooser) lists(e Entry, typed string) bool {
	if v.options.Folders && !e.Folder || strings.HasPrefix(e.Name, ".") && !strings.HasPrefix(typed, ".") {
		return false
	}
	return strings.Contains(strings.ToLower(e.Name), strings.ToLower(typed))
}

func begins(name, typed string) bool {
	return len(name) >= len(typed) && strings.EqualFold(name[:len(typed)], typed)
}

// refresh shows what is chosen, and says below the list what that does not show.
func (v *Chooser) refresh() {
	v.list.Refresh()
	_, typed := v.split()
	text := ""
	switch f := v.found; {
	case v.waits:
		text = lang.L("The requested folders do not answer. They may be on a network drive that is not connected.")
	case f == nil:
		text = lang.L("Reading {{.Name}}", lang.With{"Name": safe.Text(v.folder)})
	case f.Why != "":
		text = lang.L("{{.Name}} cannot be read: {{.Why}}", lang.With{"Name": safe.Text(v.folder), "Why": f.Why})
	case f.More:
		text = lang.L("The folder holds more than the {{.N}} entries listed. Type the whole path of another one.",
			lang.With{"N": units.Count(int64(len(f.Entries)))})
	case len(v.shown) == 0 && typed != "":
		text = lang.L("No name in this folder contains that text.")
	case len(v.shown) == 0 && v.options.Folders:
		text = lang.L("This folder has no subfolders. “Choose” takes it.")
	case len(v.shown) == 0:
		text = lang.L("The folder is empty.")
	case len(v.chosen) > 1:
		text = lang.N(len(v.chosen), "1 file chosen", "{{.N}} files chosen", nil)
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
	switch to := max(0, min(v.at+by, len(v.shown)-1)); {
	case len(v.shown) == 0:
	case v.at < 0:
		v.mark(0)
	case extend:
		v.extend(to)
	default:
		v.mark(to)
	}
}

// mark chooses a line alone.
func (v *Chooser) mark(line int) {
	clear(v.chosen)
	v.choose(line, true)
}

// extend chooses all lines from the last one to another.
func (v *Chooser) extend(line int) {
	for i := min(v.at, line); i <= max(v.at, line); i++ {
		if e := v.shown[i]; !e.Folder {
			v.chosen[e.Name] = true
		}
	}
	v.choose(line, true)
}

// choose chooses a line besides others, or no more. Keys go on from it.
func (v *Chooser) choose(line int, on bool) {
	e := v.shown[line]
	if on && !e.Folder {
		v.chosen[e.Name] = true
	} else {
		delete(v.chosen, e.Name)
	}
	v.at = line
	if v.list.Select(line); !on {
		v.list.UnselectAll()
	}
	v.refresh()
}

// tap is a click on a line: a second one at once opens it.
func (v *Chooser) tap(line int) {
	now, mods := v.now(), v.mods()
	again := v.last.line == line && now.Sub(v.last.at) < surface.DoubleClick
	v.last = click{line, now}
	switch {
	case mods&fyne.KeyModifierShift != 0 && v.at >= 0:
		v.extend(line)
	case mods&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0:
		v.choose(line, !v.chosen[v.shown[line].Name])
	case again:
		v.last = click{line: -1}
		v.open(v.shown[line])
	default:
		v.mark(line)
	}
}

// Enter answers with what is chosen, or goes into the marked folder. While the folder is being read, it waits.
func (v *Chooser) Enter() {
	folder, name := v.split()
	switch {
	case v.found == nil:
		v.entered = true
	case len(v.chosen) > 0:
		var all []string
		for _, e := range v.shown {
			if v.chosen[e.Name] {
				all = append(all, filepath.Join(folder, e.Name))
			}
		}
		v.Answer(all)
	case v.at >= 0 && v.shown[v.at].Folder:
		v.open(v.shown[v.at])
	case name != "" && (v.found.Why != "" || v.found.More):
		v.Answer([]string{filepath.Join(folder, name)}) // it may be there all the same
	case name == "" && v.options.Folders:
		v.Answer([]string{folder})
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

// chooserRow is a list line.
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

// The widths for what stands at the right of a name.
const (
	sizeWidth = float32(90)
	timeWidth = float32(150)
)

// CreateRenderer implements fyne.Widget.
func (r *chooserRow) CreateRenderer() fyne.WidgetRenderer {
	d := &surface.Drawing{
		Min:   func() fyne.Size { return fyne.NewSize(200, r.name.MinSize().Height+4) },
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
	width, name := all.Width-2*left-sizeWidth-timeWidth, safe.Text(e.Name)
	wide := width > 160 // else the name has all
	if !wide {
		width = all.Width - 2*left
	}
	if e.Folder {
		name += string(filepath.Separator)
	}
	size, changed := "", ""
	if wide && !e.Folder && e.Size >= 0 {
		size = units.FormatShort(e.Size, "bytes", "auto")
	}
	if wide && !e.Time.IsZero() {
		changed = e.Time.Local().Format("2006-01-02 15:04")
	}
	r.name.Text, r.size.Text, r.time.Text = surface.Written(surface.FitMiddle(name, width)), size, changed
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
