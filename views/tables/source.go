package tables

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/table"
	"profstation/views/surface"
)

// Source shows the selected function's file with figures for each line, and its heaviest lines.
type Source struct {
	surface.Page
	send screen.Send

	sourceBar
	code, hot *surface.Grid
	shown     *ask.SourceAnswer
	offered   []string // the hottest files, and the one that is shown
	result    *query.Result
	picked    int
	lines     openLines
	listed    hotOrder
	pane      *fyne.Container  // the whole tab
	split     *container.Split // the code and the hot lines
	shared    float64          // where the split was last set; if it is elsewhere, the user has moved it
	controls  *surface.Controls
}

// sourceBar is the bar above the code.
type sourceBar struct {
	line     *fyne.Container
	files    *surface.Select
	folder   *surface.Button
	assembly *surface.Check
	byLine   *surface.Check
	reasons  *surface.Check // what the compiler says of the lines
	listing  *surface.Check // the hot lines replace the code
	note     *widget.Label
	asks     *fyne.Container // asks for a binary, or whether to compile, with:
	compile  *surface.Button
	read     *surface.Button // reads the one that the profile names
	choose   *surface.Button // chooses another one
}

// hotOrder is how the hot lines are listed.
type hotOrder struct {
	byCum bool  // and not by flat
	order []int // their indices
}

// NewSource makes the view.
func NewSource(send screen.Send) *Source {
	v := &Source{send: send, code: surface.NewGrid(send), hot: surface.NewGrid(send), picked: -1}
	v.code.Pick = v.pick
	v.code.MenuOf = v.menu
	v.code.Copied = func() {
		if v.picked < 0 || v.shown == nil {
			send(surface.Unselected())
			return
		}
		send(screen.Copy{Text: v.codeOf(v.picked)})
	}
	v.code.Sideways = true
	v.code.Open = func(row int) {
		if i := v.inEditor(row); i.File != "" {
			send(i)
		}
	}
	v.code.Cell = func(row, col int) {
		if col == numberColumn {
			v.toggle(row)
		}
	}
	v.code.Keys = v.step
	v.hot.Pick = func(i int) {
		if v.shown != nil && i < len(v.listed.order) {
			row := v.rowOf(v.listed.order[i])
			v.pick(row)
			v.code.Center(row)
		}
	}
	v.hot.Cell = func(int, int) { v.toCode() }
	v.hot.Open = func(int) { v.toCode() }
	v.hot.Sort = func(column int) {
		if (column == hotFlat || column == hotCum) && v.shown != nil && len(v.shown.HotLines) > 0 {
			v.listed.byCum = column == hotCum
			v.showHot()
		}
	}
	c := surface.NewControls(send, nil)
	v.controls = c
	v.files = c.Choice(nil, "", func(i int) {
		file := v.offered[i]
		send(screen.Show{Change: func(d *ask.Display) { d.SourceFile, d.SourceLine = file, 0 }})
	})
	v.note = widget.NewLabel("")
	v.note.Wrapping = fyne.TextWrapWord
	v.note.Hide()
	v.folder = c.Button("", nil, "", func() { send(screen.ChooseFolder{Folder: v.shown.Folder}) })
	v.read = surface.NewButton(lang.L("Read the binary"), nil, func() { send(screen.ReadBinary{Named: v.shown.Binary}) })
	v.choose = c.Button(lang.L("Choose the binary…"), nil, "", func() { send(screen.ReadBinary{Named: v.shown.Binary, Choose: true}) })
	v.assembly = c.Switch(lang.L("instructions"), "", func(d *ask.Display) *bool { return &d.Assembly })
	v.byLine = c.Switch(lang.L("below their lines"),
		lang.L("Shows below each line the machine instructions that were made from it. A click on a line's number opens or closes them."),
		func(d *ask.Display) *bool { return &d.ByLine })
	v.reasons = c.Switch(lang.L("why it escapes"),
		lang.L("Shows beside each line what the Go compiler says of it: why values escape to the heap or, for time, what it inlines and where it checks bounds. It asks before it compiles."),
		func(d *ask.Display) *bool { return &d.Reasons })
	v.compile = surface.NewButton(lang.L("Compile"), nil, func() { send(screen.Compile{}) })
	v.listing = c.Check(lang.L("hot lines"),
		lang.L("Lists the hot lines in place of the code: there is no room for both. A click or Enter on one goes there."),
		func(bool) { surface.Place(v.Object) })
	v.asks = container.NewHBox(v.read, v.choose, v.compile)
	v.asks.Hide()
	v.line = surface.Wrap(surface.Wide(fileWidth, v.files), v.folder, v.assembly, v.byLine, v.reasons, v.listing)
	c.Tells(v.note, func() string {
		if v.note.Truncation == fyne.TextTruncateOff {
			return ""
		}
		return v.note.Text
	})
	top := c.Lay(container.NewVBox(v.line, v.note, v.asks))
	v.split = container.NewHSplit(v.code.Surface, v.hot.Surface)
	v.shared = 0.76
	v.split.SetOffset(v.shared)
	v.pane = surface.Border(top, nil, nil, nil, v.split)
	v.Object = container.New(surface.Laid{Min: v.pane.MinSize, Lay: v.layOut}, v.pane)
	v.Parts = []surface.Part{v.code, v.hot}
	return v
}

// Main implements [surface.View].
func (v *Source) Main() *surface.Surface {
	if v.code.Visible() {
		return v.code.Surface
	}
	return v.hot.Surface
}

// toCode shows the code instead of the list.
func (v *Source) toCode() {
	if v.code.Visible() {
		return
	}
	v.listing.SetChecked(false)
	v.code.Center(v.picked) // it had no size before
	if c := fyne.CurrentApp().Driver().CanvasForObject(v.hot.Surface); c != nil && c.Focused() == fyne.Focusable(v.hot.Surface) {
		surface.Pass(c, v.hot.Surface, v.code.Surface)
	}
}

const (
	minCode = float32(380) // when the list is beside it
	minNote = float32(520) // from this width, a note may have several lines

	maxShare = float32(1) / 3 // of the width, for the list beside the code
)

// layOut places the tab's parts. The code gets space before the list of hot lines beside it, and before the
// end of a long note. If there is no space for both, the list replaces the code when it is asked for.
func (v *Source) layOut(size fyne.Size) {
	needs := float32(surface.ThumbSpace) + 12 // with the divider
	if t := v.hot.State.Table; t != nil {
		needs += float32(t.Width(nil))
	}
	listed := v.hot.State.Table != nil
	beside := listed && size.Width-needs >= minCode && needs <= size.Width*maxShare
	alone := listed && !beside && v.listing.Checked
	surface.SetVisible(v.listing, listed && !beside)
	if v.hot.Visible() != (beside || alone) || v.code.Visible() == alone {
		surface.SetVisible(v.hot.Surface, beside || alone)
		surface.SetVisible(v.code.Surface, !alone)
		v.split.Refresh()
	}
	cut, wrap := fyne.TextTruncateOff, fyne.TextWrapWord
	if size.Width < minNote {
		cut, wrap = fyne.TextTruncateEllipsis, fyne.TextWrapOff
	}
	if v.note.Truncation != cut {
		v.note.Truncation, v.note.Wrapping = cut, wrap
		v.note.Refresh()
	}
	if share := float64(1 - needs/max(needs, size.Width)); v.split.Offset == v.shared && listed && size.Width > 0 {
		v.shared = share
		v.split.SetOffset(share)
		v.shared = v.split.Offset
	}
	v.pane.Move(fyne.Position{})
	v.pane.Resize(size)
}

// InSight implements [surface.View]: an export has the whole file.
func (v *Source) InSight() ask.Sight {
	if v.shown == nil || v.picked < 0 {
		return ask.Sight{}
	}
	return ask.Sight{Line: v.inEditor(v.picked).Line}
}

// fileWidth is how wide the file's name is, in logical pixels.
const fileWidth = 240

// Show shows a snapshot.
func (v *Source) Show(s *screen.Snapshot) {
	defer v.controls.Showing(s)()
	empty := surface.GridState{Theme: s.Display.Theme, Selected: -1, SortColumn: -1}
	a := s.Answer
	surface.SetVisible(v.line, a != nil && a.Source != nil)
	if a == nil || a.Source == nil {
		v.shown, v.picked = nil, -1
		v.hot.Set(empty)
		empty.Empty = surface.EmptyText(s)
		v.code.Set(empty)
		v.note.SetText("")
		surface.SetVisible(v.note, false)
		surface.SetVisible(v.folder, false)
		surface.SetVisible(v.asks, false)
		return
	}
	src := a.Source
	fresh := v.shown != src
	kept := int64(0) // the line to select again: its file is shown as before, but was found only now
	if fresh && v.shown != nil && v.shown.File == src.File && v.result == a.Result && !src.Chosen {
		kept = v.lines.lineOf(v.picked)
	}
	v.shown, v.result = src, a.Result
	if fresh {
		v.picked = -1
		v.lines.show(src)
		v.offer()
	}
	asks := s.Display.Assembly && (src.Table == nil || s.Display.ByLine && src.Source.Code == nil) && (src.Binary != "" || src.Missing)
	v.tell(s, src, asks)
	v.folder.SetText(lang.L("Choose a folder…"))
	if src.Folder != "" { // it is the one that the note names
		v.folder.SetText(lang.L("Allow its folder"))
	}
	surface.SetVisible(v.folder, src.File != "" && (len(src.Source.Text) == 0 || src.Folder != "") && !s.Display.OnlyInstructions())
	surface.SetVisible(v.byLine, s.Display.Assembly)
	v.line.Refresh() // the file's name takes the width of a hidden button
	why := lang.L("inlining, bounds")
	if k := a.Result.Profile.Kind; k == model.Heap || k == model.Allocs {
		why = lang.L("why it escapes")
	}
	if v.reasons.Text != why {
		v.reasons.SetText(why)
	}
	surface.SetVisible(v.reasons, !s.Display.OnlyInstructions())
	surface.SetVisible(v.read, asks && !src.Missing)
	surface.SetVisible(v.choose, asks)
	compiles := src.Compiling.Any()
	surface.SetVisible(v.compile, compiles)
	surface.SetVisible(v.asks, (asks || compiles) && !s.Stale)
	state := empty
	state.Table, state.Selected = v.lines.table(v.result), v.picked
	if src.Table == nil {
		state.Empty = lang.L("This profile names no source files.\nProfiles of stripped programs, and some converted ones, have none.")
		if len(src.Files) > 0 {
			state.Empty = lang.L("The selected function has no source file.\nChoose a file above, or another function.")
		}
		switch {
		case a.FilteredOut:
			state.Empty = surface.EmptyText(s)
		case s.Display.OnlyInstructions():
			state.Empty = askBinary(src)
		}
	}
	v.code.Set(state)
	v.hot.Set(empty)
	v.listed.order = nil
	if len(src.HotLines) > 0 {
		v.showHot()
	}
	if fresh && src.Table != nil {
		v.code.Center(src.First)
		if src.Chosen {
			v.pick(src.First)
		} else if row := v.lines.rowAt(kept); row >= 0 {
			v.code.Center(row)
			v.pick(row)
		}
	}
}

// askBinary says which file the instructions would be read from, and that they have not been read yet.
func askBinary(src *ask.SourceAnswer) string {
	how := lang.L("Instructions come from go tool objdump, which reads the binary the profile was made from.") + "\n"
	name := lang.With{"Name": safe.Text(src.Binary)}
	switch {
	case src.Note != "":
		return src.Note
	case src.Binary == "":
		return how + lang.L("The profile does not name its binary: choose it above.")
	case src.Missing:
		return how + lang.L("The binary “{{.Name}}” was not found: choose it above.", name)
	}
	return how + lang.L("The profile names the binary “{{.Name}}”.\nRead it, or choose another one, above.", name)
}

// maxFiles is how many files the menu offers. Others are reached by their functions.
const maxFiles = 100

func (v *Source) offer() {
	v.offered = v.shown.Files
	if len(v.offered) > maxFiles {
		v.offered = slices.Clip(v.offered[:maxFiles])
		if !slices.Contains(v.offered, v.shown.File) && v.shown.File != "" {
			v.offered = append(v.offered, v.shown.File)
		}
	}
	options := make([]string, len(v.offered))
	for i, f := range v.offered {
		options[i] = fileFirst(safe.Text(f))
	}
	v.files.PlaceHolder = "file"
	surface.Offer(v.files, options, slices.Index(v.offered, v.shown.File))
}

// fileFirst returns a path with the file's name before its folder, because a narrow window cuts the end.
func fileFirst(path string) string {
	at := strings.LastIndexByte(path, '/')
	if at <= 0 {
		return path
	}
	return path[at+1:] + "  –  " + safe.CutStart(path[:at], 60)
}

// hotFlat and hotCum are columns in the list of hot lines.
const hotFlat, hotCum = 1, 2

// showHot lists the hot lines in the order that was chosen.
func (v *Source) showHot() {
	lines := v.shown.HotLines
	v.listed.order = make([]int, len(lines))
	for i := range v.listed.order {
		v.listed.order[i] = i
	}
	state := surface.GridState{Theme: v.code.State.Theme, SortColumn: hotFlat, Descending: true}
	if v.listed.byCum {
		state.SortColumn = hotCum
		slices.SortStableFunc(v.listed.order, func(i, k int) int {
			return cmp.Compare(units.Magnitude(lines[k].Cum), units.Magnitude(lines[i].Cum))
		})
	}
	state.Table, state.Selected = v.hotTable(), v.hotRow()
	v.hot.Set(state)
}

func (v *Source) hotTable() *table.Table {
	r := v.result
	lines := make([]query.LineSum, len(v.listed.order))
	format := r.InOneUnit(func(yield func(int64) bool) {
		for _, at := range v.listed.order {
			if l := &v.shown.HotLines[at]; !yield(l.Flat) || !yield(l.Cum) {
				return
			}
		}
	})
	var flat, cum []string
	var highest [3]int64
	for i, at := range v.listed.order {
		l := v.shown.HotLines[at]
		lines[i] = l
		flat, cum = append(flat, format(l.Flat)), append(cum, format(l.Cum))
		highest[hotFlat], highest[hotCum] = max(highest[hotFlat], units.Magnitude(l.Flat)), max(highest[hotCum], units.Magnitude(l.Cum))
	}
	first, base := table.Column{Title: lang.L("hot line"), Width: 76, Right: true,
		Help: lang.L("The lines with most flat and those with most cum. A click goes there; a click on a heading sorts.")}, 10
	if v.shown.Source.Listing == nil {
		first, base = table.Column{Title: lang.L("hot address"), Width: 100, Right: true,
			Help: lang.L("The instructions with most flat and those with most cum. A click goes there; a click on a heading sorts.")}, 16
	}
	columns := []table.Column{
		first,
		{Title: "flat", Width: table.ValueWidth(flat...), Right: true, Help: lang.L("The value of the line itself.")},
		{Title: "cum", Width: table.ValueWidth(cum...), Right: true, Help: lang.L("The value of the line and all it calls.")},
	}
	if v.shown.Source.Reasons != nil {
		columns = append(columns, table.Column{Title: lang.L("compiler"), Width: 180, Help: lang.L("What the compiler says of the line.")})
	}
	return &table.Table{
		Columns: columns,
		Rows:    len(lines),
		Cell: func(row, col int) string {
			l := &lines[row]
			switch col {
			case 0:
				return strconv.FormatUint(uint64(l.Line), base)
			case hotFlat:
				return format(l.Flat)
			case hotCum:
				return format(l.Cum)
			}
			return v.shown.Source.InShort(l.Line)
		},
		Bar: func(row, col int) float64 {
			value := lines[row].Flat
			if col == hotCum {
				value = lines[row].Cum
			}
			if col != hotFlat && col != hotCum || highest[col] == 0 {
				return 0
			}
			return float64(value) / float64(highest[col])
		},
	}
}

// hotRow returns the row of the hot line that is picked in the code; −1: none.
func (v *Source) hotRow() int {
	return slices.IndexFunc(v.listed.order, func(i int) bool { return v.rowOf(i) == v.picked })
}

func (v *Source) pick(row int) {
	v.picked = row
	v.code.Select(row)
	if v.shown != nil {
		v.hot.Select(v.hotRow())
	}
}

// codeOf returns a row's text.
func (v *Source) codeOf(row int) string {
	t := v.code.State.Table
	return t.Cell(row, len(t.Columns)-1)
}

func (v *Source) menu(row int) *fyne.Menu {
	text := v.codeOf(row)
	items := []*fyne.MenuItem{fyne.NewMenuItem(lang.L("Copy line"), func() { v.send(screen.Copy{Text: text}) })}
	if v.shown.File != "" {
		file := v.shown.File
		items = append(items, surface.InEditor(v.send, v.inEditor(row)),
			fyne.NewMenuItem(lang.L("Copy path"), func() { v.send(screen.Copy{Text: file}) }),
			surface.Item(v.send, lang.L("Group all views by line"), screen.Ask{Change: func(q *query.Query) { q.Granularity = query.Lines }}))
	}
	return fyne.NewMenu("", items...)
}
