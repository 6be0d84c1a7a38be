package tables

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model"
	"profstation/model/labels"
	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/table"
	"profstation/views/surface"
)

// Labels shows what labels weigh: the keys with the values of one, or one key against another or against functions.
type Labels struct {
	surface.Page
	send screen.Send

	keys, values *surface.Grid
	against      *surface.Select
	axes         []model.LabelAxis // for the choices in against, after the first two
	ranges, cum  *surface.Check
	root         *surface.Button
	controls     *surface.Controls
	bars         [2]fyne.CanvasObject // for keys and for values
	split        *container.Split     // both
	shown        *ask.LabelsAnswer
	result       *query.Result
	picked       int  // the row with the value
	first        int  // the row that was picked before it, which a comparison has as its base; −1: none
	held         bool // the first row stays while others are picked
	column       int  // the column of the pivot table that was clicked; −1: none
}

// NewLabels makes the view. A click on a value, a range or a cell picks what the buttons act on.
func NewLabels(send screen.Send) *Labels {
	v := &Labels{send: send, keys: surface.NewGrid(send), values: surface.NewGrid(send), picked: -1, first: -1, column: -1}
	v.keys.Pick = func(row int) {
		axis := v.shown.Keys[row].Axis
		send(screen.Show{Change: func(d *ask.Display) { d.Labels.Axis, d.Labels.Against = axis, model.LabelAxis{} }})
	}
	v.keys.Open = func(int) {
		if c := fyne.CurrentApp().Driver().CanvasForObject(v.keys.Surface); c != nil {
			surface.Pass(c, v.keys.Surface, v.values.Surface)
		}
	}
	v.values.Pick = v.pick
	v.values.Keys = func(row int, key fyne.KeyName) bool {
		if key != fyne.KeySpace || row < 0 {
			return false
		}
		v.hold(row)
		return true
	}
	v.values.Cell = func(_, col int) { v.column = col }
	v.values.Clicked = v.clicked
	v.values.Open = func(row int) { v.narrow(row, false) }
	v.values.MenuOf = v.menu
	v.values.Copied = func() {
		if v.picked < 0 {
			send(surface.Unselected())
			return
		}
		send(screen.Copy{Text: v.name(v.picked)})
	}
	ofKey, c := surface.NewControls(send, nil), surface.NewControls(send, nil)
	v.controls = c
	v.root = ofKey.Button(lang.L("As roots"), nil, surface.Explain("tagroot"), v.asTags("tagroot"))
	leaf := ofKey.Button(lang.L("As leaves"), nil, surface.Explain("tagleaf"), v.asTags("tagleaf"))
	color := ofKey.Button(lang.L("Colour by this key"), nil, lang.L("Colours the flame graph by the values of this key."),
		v.withKey(func(key model.LabelAxis) {
			send(screen.Show{Change: func(d *ask.Display) { d.Coloring, d.ColorLabel = flame.ByLabel, key }})
			send(screen.Jump{Tab: ask.FlameTab})
		}))
	v.against = c.Choice(nil, lang.L("A table of this key against another key or against functions."), func(i int) {
		v.withKey(func(key model.LabelAxis) {
			send(screen.Show{Change: func(d *ask.Display) {
				d.Labels.Axis, d.Labels.Against, d.Labels.Functions = key, model.LabelAxis{}, i == 1
				if i > 1 {
					d.Labels.Against = v.axes[i-2]
				}
			}})
		})()
	})
	v.ranges = c.Switch(lang.L("in ranges"), lang.L("Group numbers into ranges."),
		func(d *ask.Display) *bool { return &d.Labels.Ranges })
	v.cum = c.Switch(lang.L("cum"), lang.L("Functions by cum (with callees) instead of flat."),
		func(d *ask.Display) *bool { return &d.Labels.Cum })
	these := c.Button(lang.L("Only these"), nil,
		lang.Sentences(lang.L("Filter: only samples with the values selected below."), surface.Explain("tagfocus")),
		func() { v.narrow(v.picked, false) })
	without := c.Button(lang.L("Without these"), nil,
		lang.Sentences(lang.L("Filter: exclude samples with the values selected below."), surface.Explain("tagignore")),
		func() { v.narrow(v.picked, true) })
	compare := c.Button(lang.L("Compare"), nil,
		lang.L("Compares two selected values (Ctrl+click the second), or the rest with a single one."), v.compare)
	v.bars = [2]fyne.CanvasObject{
		ofKey.Lay(surface.Wrap(v.root, leaf, color)),
		c.Lay(surface.Wrap(widget.NewLabel(lang.L("crossed with")), v.against, v.ranges, v.cum, these, without, compare)),
	}
	v.split = container.NewHSplit(surface.Border(v.bars[0], nil, nil, nil, v.keys.Surface),
		surface.Border(v.bars[1], nil, nil, nil, v.values.Surface))
	v.split.SetOffset(0.36)
	v.Object, v.Parts = v.split, []surface.Part{v.values}
	return v
}

// Unused implements [surface.View].
func (v *Labels) Unused(f func(rune)) {
	v.keys.Unused(f)
	v.values.Unused(func(r rune) {
		switch {
		case r == 'n' && v.step(1), r == 'N' && v.step(-1):
		default:
			f(r)
		}
	})
}

// step picks the next value that the search found, and reports whether there is one.
func (v *Labels) step(by int) bool {
	if v.shown == nil || !slices.Contains(v.shown.Found, true) {
		return false
	}
	n := len(v.shown.Found)
	row := v.picked
	if row < 0 && by < 0 {
		row = 0
	}
	for row = (row + by + n) % n; !v.shown.Found[row]; {
		row = (row + by + n) % n
	}
	v.pick(row)
	return true
}

// Show shows a snapshot.
func (v *Labels) Show(s *screen.Snapshot) {
	defer v.controls.Showing(s)()
	state := surface.GridState{Theme: s.Display.Theme, Selected: -1, SortColumn: -1}
	a := s.Answer
	some := a != nil && a.Labels != nil && a.Labels.At >= 0
	for _, bar := range v.bars { // without labels there is nothing that they could act on
		surface.SetVisible(bar, some)
	}
	if v.split.Leading.Visible() != some {
		surface.SetVisible(v.split.Leading, some)
		v.split.Refresh()
	}
	if !some {
		v.shown, v.picked, v.first, v.held = nil, -1, -1, false
		state.Empty = surface.EmptyText(s)
		switch {
		case a == nil || a.Labels == nil || a.FilteredOut:
		case len(s.Place.Query.Filters()) > 0:
			state.Empty = lang.L("None of the filtered samples has a label.\nRemove a filter above, or press Ctrl+Backspace to remove all.")
		case !names.OfGo(a.Result.Profile):
			state.Empty = lang.L("No sample has a label.")
		default:
			state.Empty = lang.L("No sample has a label.\nPrograms set labels with pprof.Do and pprof.SetGoroutineLabels; heap profiles have the sizes of objects.")
		}
		v.keys.Set(surface.GridState{Theme: s.Display.Theme, Selected: -1, SortColumn: -1})
		v.values.Set(state)
		return
	}
	l := a.Labels
	fresh := v.shown != l
	v.shown, v.result = l, a.Result
	if fresh {
		v.picked, v.first, v.held = -1, -1, false
		v.values.Rewind()
		v.offer()
		v.keys.Set(surface.GridState{Table: table.LabelKeys(a.Result, l.Keys), Theme: s.Display.Theme, Selected: l.At, SortColumn: -1})
	} else {
		keys := v.keys.State
		keys.Theme = s.Display.Theme
		v.keys.Set(keys)
	}
	surface.SetVisible(v.cum, l.Pivot != nil && l.Pivot.Functions)
	surface.SetVisible(v.ranges, l.Keys[l.At].Axis.Numeric && l.Pivot == nil)
	state.Table, state.Selected, state.Also = l.Values, v.picked, v.also()
	v.values.Sideways = l.Pivot != nil
	if l.Pivot != nil {
		state.Table = l.Cells
	}
	if l.Found != nil {
		state.Match = func(row int) bool { return l.Found[row] }
	}
	v.values.Set(state)
	if at := slices.Index(l.Found, true); fresh && at >= 0 {
		v.values.Center(at)
	}
	surface.SetVisible(v.root, !l.Keys[l.At].Axis.Numeric || l.Pivot == nil)
}

func (v *Labels) offer() {
	l := v.shown
	options := []string{lang.L("nothing"), lang.L("functions")}
	v.axes = nil
	at := 0
	for i, k := range l.Keys {
		if i == l.At {
			continue
		}
		v.axes = append(v.axes, k.Axis)
		options = append(options, safe.Text(k.Axis.Key))
		if l.Pivot != nil && !l.Pivot.Functions && l.Pivot.Cols == k.Axis {
			at = len(options) - 1
		}
	}
	if l.Pivot != nil && l.Pivot.Functions {
		at = 1
	}
	surface.Offer(v.against, options, at)
}

// withKey returns a function that does something with the key that is shown, if there is one.
func (v *Labels) withKey(do func(key model.LabelAxis)) func() {
	return func() {
		if v.shown != nil {
			do(v.shown.Keys[v.shown.At].Axis)
		}
	}
}

// asTags returns a function that puts the key at the root, or at the leaves, of the flame graph.
func (v *Labels) asTags(name string) func() {
	return v.withKey(func(key model.LabelAxis) {
		v.send(screen.Refine{Name: name, Text: key.Key})
		v.send(screen.Jump{Tab: ask.FlameTab})
	})
}

func (v *Labels) pick(row int) {
	if !v.held {
		v.first = -1
	}
	v.picked, v.column = row, -1
	v.selected()
}

// clicked picks a row besides another one, if it is clicked with Ctrl. A click for the menu leaves two that are picked as
// they are.
func (v *Labels) clicked(row int, p surface.Pointer) bool {
	primary := p.Button == desktop.MouseButtonPrimary
	if primary && p.Mods&fyne.KeyModifierShortcutDefault != 0 {
		v.pickAlso(row)
		return true
	}
	return !primary && slices.Contains(v.also(), row)
}

// pickAlso picks a row besides the one that is picked, or takes that back.
func (v *Labels) pickAlso(row int) {
	switch {
	case row == v.first:
		v.first, v.held = -1, false
	case row == v.picked && v.first >= 0:
		v.picked, v.first = v.first, -1
	case row != v.picked && v.picked >= 0 && v.first < 0:
		v.first, v.picked = v.picked, row
	default:
		v.picked = row
	}
	v.column = -1
	v.selected()
}

// hold keeps a row picked while the keys go on to another one, or lets it go.
func (v *Labels) hold(row int) {
	v.held = !v.held
	v.first = -1
	if v.held {
		v.first = row
	}
	v.selected()
}

// also returns the rows that are selected together; nil if there is one at most.
func (v *Labels) also() []int {
	if v.first < 0 {
		return nil
	}
	return []int{v.first, v.picked}
}

// selected shows what is selected, and says it.
func (v *Labels) selected() {
	s := v.values.State
	s.Selected, s.Also = v.picked, v.also()
	v.values.Set(s)
	v.send(screen.MarkValues{In: v.shown, Parts: v.parts(v.picked)})
}

// parts returns what a row stands for as a part of the profile, after the row that was picked before it; nil if that
// cannot be compared.
func (v *Labels) parts(row int) (all []labels.Part) {
	for _, row := range []int{v.first, row} {
		if p := v.part(row); p.Key != "" && !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	return all
}

func (v *Labels) part(row int) (none labels.Part) {
	l := v.shown
	switch {
	case l == nil || row < 0:
	case l.Pivot == nil && row < len(l.Parts):
		return l.Parts[row]
	case l.Pivot != nil && !l.Pivot.Functions && row < len(l.Pivot.Pivot.Rows):
		h := &l.Pivot.Pivot.Rows[row]
		return labels.PartOf(v.result.Profile, h.Axis, h.Value, h.Without)
	}
	return none
}

// compare compares two values, or a single one with the rest.
func (v *Labels) compare() {
	if parts := v.parts(v.picked); len(parts) > 0 {
		v.send(screen.CompareValues(parts))
		return
	}
	v.send(screen.Remark{Text: lang.L("Select a value first; Ctrl+click a second one to compare the two.")})
}

// cell returns the column of the pivot table that was clicked in a row; −1: none.
func (v *Labels) cell(row int) int {
	col := v.column - table.PivotFirst
	if row != v.picked || col < 0 || col >= min(len(v.shown.Pivot.Pivot.Cols), ask.MaxPivotColumns) {
		return -1
	}
	return col
}

func (v *Labels) selecting(row int) []labels.Selecting {
	l := v.shown
	switch {
	case l == nil || row < 0:
		return nil
	case l.Pivot == nil && row < len(l.Selecting):
		return l.Selecting[row : row+1]
	case l.Pivot != nil && !l.Pivot.Functions && row < len(l.Pivot.Pivot.Rows):
		if col := v.cell(row); col >= 0 {
			return l.Pivot.Pivot.Select(v.result.Profile, row, col)
		}
		return []labels.Selecting{l.Pivot.Pivot.Rows[row].Select(v.result.Profile)}
	}
	return nil
}

// narrow keeps only what a row stands for, or with leave leaves that out.
func (v *Labels) narrow(row int, leave bool) {
	if l := v.shown; l != nil && l.Pivot != nil && l.Pivot.Functions {
		if row >= 0 && row < len(l.Pivot.Pivot.Rows) {
			name := "focus"
			if leave {
				name = "ignore"
			}
			v.send(screen.Refine{Name: name, Text: v.result.Only(l.Pivot.Pivot.Rows[row].Node)})
			if col := v.cell(row); col >= 0 && !leave {
				v.send(screen.Narrow{To: []labels.Selecting{l.Pivot.Pivot.Cols[col].Select(v.result.Profile)}})
			}
		}
		return
	}
	if to := v.selecting(row); len(to) > 0 && to[0].Text != "" {
		v.send(screen.Narrow{To: to, Leave: leave})
	}
}

// name returns the name in a row with a value: the text in the first column without figures.
func (v *Labels) name(row int) string {
	t := v.values.State.Table
	return t.Cell(row, max(0, slices.IndexFunc(t.Columns, func(c table.Column) bool { return !c.Right })))
}

// menu returns a row's context menu. In a table with two keys, a single cell can be chosen too.
func (v *Labels) menu(row int) *fyne.Menu {
	items := []*fyne.MenuItem{
		fyne.NewMenuItem(lang.L("Only these"), func() { v.narrow(row, false) }),
		fyne.NewMenuItem(lang.L("Without these"), func() { v.narrow(row, true) }),
	}
	if parts := v.parts(row); len(parts) > 0 {
		text := lang.L("Compare the rest with this")
		if len(parts) == 2 {
			text = lang.L("Compare {{.Base}} → {{.New}}", lang.With{"Base": parts[0].String(), "New": parts[1].String()})
		}
		items = append(items, fyne.NewMenuItem(surface.Arrows(text), v.compare))
	}
	if l := v.shown; l.Pivot != nil {
		cells := fyne.NewMenuItem(lang.L("Only with"), nil)
		cells.ChildMenu = fyne.NewMenu("")
		for col := range min(len(l.Pivot.Pivot.Cols), ask.MaxPivotColumns) {
			if l.Pivot.Pivot.Cell(row, col) == 0 {
				continue
			}
			to := l.Pivot.Pivot.Select(v.result.Profile, row, col)
			name := l.Cells.Columns[table.PivotFirst+col].Help
			cells.ChildMenu.Items = append(cells.ChildMenu.Items, fyne.NewMenuItem(name, func() { v.send(screen.Narrow{To: to}) }))
		}
		items = append(items, cells)
	}
	if text := v.name(row); text != "" {
		items = append(items, fyne.NewMenuItem(lang.L("Copy"), func() { v.send(screen.Copy{Text: text}) }))
	}
	return fyne.NewMenu("", items...)
}
