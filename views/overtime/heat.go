package overtime

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/heatmap"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/scene"
	"profstation/views/surface"
)

// heat is the heat map. What is being chosen goes from one cell to another one in time order.
type heat struct {
	surface.Inert
	v              *View
	m              *heatmap.Map
	chosen         query.TimeRange // in force
	cursor, anchor int             // the ends where one chooses; −1: nothing is
	dragging       bool
	columns        bool // whole ones are being chosen, by a drag
}

func (h *heat) show(o *ask.OverTimeAnswer) {
	if o == nil || o.Heat == nil {
		h.m = nil
		return
	}
	if h.m != o.Heat || h.chosen != o.Chosen {
		h.drop()
		h.v.Leave()
	}
	h.m, h.chosen = o.Heat, o.Chosen
}

// drop forgets what is being chosen.
func (h *heat) drop() { h.cursor, h.anchor, h.dragging, h.columns = -1, -1, false, false }

func (h *heat) view() heatmap.View {
	view := heatmap.View{Area: h.v.Area(), Theme: h.v.Theme, Chosen: h.chosen, Cursor: h.cursor}
	if h.anchor >= 0 {
		view.Chosen = h.m.Time(h.anchor, h.cursor)
	}
	if h.columns {
		view.Cursor = -1
	}
	return view
}

// under is the cells that a point chooses, from a first to a last one: the cell under it, or the column under a
// point on the curve or the axis. They are −1 if there are none.
func (h *heat) under(at scene.Point) (first, last int) {
	if column := h.m.ColumnAt(h.view(), at); column >= 0 {
		return h.m.Columns(column*h.m.Rows, column*h.m.Rows)
	}
	cell := h.m.At(h.view(), at)
	return cell, cell
}

// Paint implements [surface.Picture].
func (h *heat) Paint(cv scene.Canvas) { h.m.Paint(cv, h.view()) }

// Hover implements [surface.Picture].
func (h *heat) Hover(at scene.Point) {
	first, last := h.under(at)
	if first < 0 {
		h.v.HideTip()
		return
	}
	h.v.ShowTip(h.m.Describe(first, last)+"\n"+lang.L("Click or drag to choose a time"), at)
}

// Leave implements [surface.Picture].
func (h *heat) Leave() { h.v.Leave() }

// Click implements [surface.Picture].
func (h *heat) Click(p surface.Pointer) {
	first, last := h.under(p.At)
	switch {
	case first < 0:
	case p.Button == desktop.MouseButtonSecondary:
		h.menu(first, last, p)
	default:
		h.choose(first, last)
	}
}

func (h *heat) menu(first, last int, p surface.Pointer) {
	var items []*fyne.MenuItem
	if first == last {
		items = append(items, fyne.NewMenuItem(lang.L("Only the time of this cell"), func() { h.choose(first, last) }))
	}
	items = append(items, fyne.NewMenuItem(lang.L("Only the time of this column"), func() { h.choose(h.m.Columns(first, last)) }))
	if h.chosen != query.AllTimes {
		items = append(items, fyne.NewMenuItem(lang.L("All times"), h.v.takeBack))
	}
	h.v.PopUp(fyne.NewMenu("", append(items, fyne.NewMenuItem(lang.L("Export…"), func() { h.v.send(screen.Export{}) }))...), p.Abs)
}

func (h *heat) choose(a, b int) {
	h.drop()
	h.v.choose(h.m.Time(a, b))
}

// Drag implements [surface.Picture].
func (h *heat) Drag(_, _ float64, p surface.Pointer) {
	if p.Button != desktop.MouseButtonPrimary {
		return
	}
	if !h.dragging {
		first, last := h.under(h.v.Pressed.At)
		if first < 0 {
			return
		}
		h.anchor, h.dragging, h.columns = first, true, first != last
	}
	if h.cursor = h.m.Nearest(h.view(), p.At); h.columns {
		h.anchor, h.cursor = h.m.Columns(h.anchor, h.cursor)
	}
	h.v.ShowTip(h.m.Describe(h.anchor, h.cursor), p.At)
	h.v.Repaint()
}

// LetGo implements [surface.Picture].
func (h *heat) LetGo() {
	if h.dragging {
		h.choose(h.anchor, h.cursor)
	}
}

// marked returns a point in the cell that the keyboard is at, or else in the first that is chosen.
func (h *heat) marked() (scene.Point, bool) {
	cell := h.cursor
	if first, _, ok := h.m.Cells(h.chosen); cell < 0 && ok && h.chosen != query.AllTimes {
		cell = first
	}
	if cell < 0 {
		return scene.Point{}, false
	}
	return h.m.Rect(h.view(), cell).Middle(), true
}

// step is where an arrow leads to from the cell at hand, or a Page key, which go to its column's ends.
func (h *heat) step(name fyne.KeyName) (to int, ok bool) {
	at := max(h.cursor, 0)
	foot, head := h.m.Columns(at, at)
	to, ok = map[fyne.KeyName]int{
		fyne.KeyUp: at + 1, fyne.KeyDown: at - 1, fyne.KeyRight: at + h.m.Rows, fyne.KeyLeft: at - h.m.Rows,
		fyne.KeyPageUp: head, fyne.KeyPageDown: foot,
	}[name]
	return to, ok
}

// extend makes what is chosen, by a click as well, what a key extends.
func (h *heat) extend(name fyne.KeyName) {
	_, moves := h.step(name)
	if moves = moves || name == fyne.KeyHome || name == fyne.KeyEnd; !moves || h.cursor >= 0 || h.chosen == query.AllTimes {
		return
	}
	if first, last, ok := h.m.Cells(h.chosen); ok {
		h.anchor, h.cursor = first, last
	}
}

// Key implements [surface.Picture].
func (h *heat) Key(name fyne.KeyName, mods fyne.KeyModifier) bool {
	last := len(h.m.Sums) - 1
	if mods&fyne.KeyModifierShift != 0 {
		h.extend(name)
	}
	to := h.cursor
	switch next, step := h.step(name); {
	case step && h.cursor < 0: // it begins where the choice does
		to = 0
		if first, _, ok := h.m.Cells(h.chosen); ok && h.chosen != query.AllTimes {
			to = first
		}
	case step && (next < 0 || next > last || next == h.cursor):
		h.v.send(screen.Remark{Text: lang.L("There is no cell on that side.")})
	case step:
		to = next
	case name == fyne.KeyHome:
		to = 0
	case name == fyne.KeyEnd:
		to = last
	case (name == fyne.KeyReturn || name == fyne.KeyEnter) && h.cursor < 0:
		h.v.send(surface.Unselected())
		return true
	case name == fyne.KeyReturn || name == fyne.KeyEnter:
		a := h.anchor
		if a < 0 {
			a = h.cursor
		}
		h.choose(a, h.cursor)
		return true
	case name == fyne.KeyEscape:
		h.escape()
		return true
	default:
		return false
	}
	switch {
	case mods&fyne.KeyModifierShift == 0:
		h.anchor = -1
	case h.anchor < 0:
		h.anchor = max(h.cursor, 0)
	}
	h.cursor = to
	a := h.anchor
	if a < 0 {
		a = to
	}
	r := h.m.Rect(h.view(), to)
	h.v.ShowTip(h.m.Describe(a, to), scene.Point{X: r.X1, Y: r.Y1})
	h.v.Repaint()
	return true
}

// escape takes back what is being chosen, or else what was chosen.
func (h *heat) escape() {
	h.v.HideTip()
	switch {
	case h.cursor >= 0:
		h.drop()
		h.v.Repaint()
	case h.chosen != query.AllTimes:
		h.v.takeBack()
	default:
		h.v.send(screen.Escape{})
	}
}
