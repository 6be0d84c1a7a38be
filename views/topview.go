package views

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"profstation/model"
	"profstation/scene"
	"profstation/table"
)

// TopView shows the table of all nodes.
type TopView struct {
	*surface
	Object fyne.CanvasObject // the surface
	send   Send

	table    *table.Table
	result   *model.Result
	rows     []model.Row
	theme    *scene.Theme
	sorted   int
	down     bool
	match    []bool
	empty    string
	top      float64
	hover    int
	selected int
	tip      *tip
}

// NewTopView makes the view.
func NewTopView(send Send) *TopView {
	v := &TopView{send: send, hover: -1, selected: -1, tip: newTip()}
	v.surface = newSurface(v, v.tip.box)
	v.copied = func() { send(Copy{Selected}) }
	v.Object = v.surface
	return v
}

// Show shows a snapshot.
func (v *TopView) Show(s *Snapshot) {
	v.theme = s.Display.Theme
	v.sorted, v.down = s.Display.SortColumn, s.Display.Descending
	v.empty = emptyText(s)
	a := s.Answer
	if a == nil || a.Top == nil {
		v.table, v.result, v.rows = nil, nil, nil
		v.repaint()
		return
	}
	if v.result != a.Result {
		v.top = 0
	}
	before := v.selected
	v.table, v.result, v.rows, v.match = a.Top, a.Result, a.TopRows, a.Match
	v.selected = -1
	if a.Details != nil {
		v.selected = rowOf(a.TopRows, a.Details.Node)
	}
	if v.selected != before {
		v.reveal()
	}
	v.clamp()
	v.repaint()
}

func rowOf(rows []model.Row, n model.NodeID) int {
	for i, r := range rows {
		if r.Node == n {
			return i
		}
	}
	return -1
}

func (v *TopView) view() table.View {
	view := table.View{
		Area: v.area(), Top: v.top, Theme: v.theme, Selected: v.selected, Hover: v.hover,
		SortColumn: v.sorted, Descending: v.down,
	}
	if v.match != nil {
		view.Match = func(row int) bool { return v.match[v.rows[row].Node] }
	}
	return view
}

// paint implements picture.
func (v *TopView) paint(cv scene.Canvas) {
	if v.table == nil || v.table.Rows == 0 {
		paintEmpty(cv, v.theme, v.empty)
		return
	}
	v.table.Paint(cv, v.view())
	rows := v.area()
	rows.Y0 += table.HeaderHeight
	paintThumb(cv, v.theme, rows, v.top, v.table.Height()-table.HeaderHeight)
}

func (v *TopView) clamp() {
	if v.table == nil {
		return
	}
	v.top = math.Max(0, math.Min(v.top, v.table.Height()-v.area().H()))
}

// reveal scrolls until the selected row is in sight.
func (v *TopView) reveal() {
	if v.selected < 0 {
		return
	}
	y := float64(v.selected) * table.RowHeight
	room := v.area().H() - table.HeaderHeight
	if y < v.top {
		v.top = y
	}
	if y+table.RowHeight > v.top+room {
		v.top = y + table.RowHeight - room
	}
}

func (v *TopView) resized() { v.clamp() }

// over implements picture.
func (v *TopView) over(at scene.Point) {
	if v.table == nil {
		return
	}
	if c := v.table.ColumnAt(v.view(), at); c >= 0 {
		v.tip.show(v.table.Columns[c].Help, at, v.Size(), v.theme)
	} else {
		v.tip.hide()
	}
	if row := v.table.RowAt(v.view(), at); row != v.hover {
		v.hover = row
		v.repaint()
	}
}

// out implements picture.
func (v *TopView) out() {
	v.tip.hide()
	if v.hover >= 0 {
		v.hover = -1
		v.repaint()
	}
}

// clicked implements picture: on a heading it sorts, on a row it selects, on
// a row twice it turns the flame graph around it.
func (v *TopView) clicked(p pointer) {
	if v.table == nil {
		return
	}
	if c := v.table.ColumnAt(v.view(), p.at); c >= 0 {
		v.sortBy(c)
		return
	}
	row := v.table.RowAt(v.view(), p.at)
	if row < 0 {
		return
	}
	name := v.nameOf(row)
	v.send(Select{Selection{Node: name}})
	switch {
	case p.button == desktop.MouseButtonSecondary:
		v.popUp(nodeMenu(v.result, v.rows[row].Node, v.send,
			fyne.NewMenuItem("Show in the flame graph", func() { v.send(Pivot{name}); v.send(ShowTab{FlameTab}) })), p.abs)
	case p.count == 2:
		v.send(Pivot{name})
		v.send(ShowTab{FlameTab})
	}
}

func (v *TopView) nameOf(row int) string { return v.result.Nodes.Node(v.rows[row].Node).String() }

// sortBy sorts by a column; the same one again turns the order round.
func (v *TopView) sortBy(c int) {
	down := !v.table.Columns[c].Right
	if c == v.sorted {
		down = v.down
	}
	v.send(Show{func(d *Display) { d.SortColumn, d.Descending = c, !down }})
}

func (v *TopView) dragged(_, dy float64, _ pointer) { v.scroll(dy) }

func (v *TopView) scrolled(_, dy float64, _ pointer) { v.scroll(dy * 2) }

func (v *TopView) scroll(dy float64) {
	v.top -= dy
	v.hover = -1
	v.clamp()
	v.repaint()
}

// key implements picture.
func (v *TopView) key(name fyne.KeyName, _ fyne.KeyModifier) bool {
	if v.table == nil || v.table.Rows == 0 {
		return false
	}
	page := max(1, int(v.area().H()/table.RowHeight)-2)
	to := v.selected
	switch name {
	case fyne.KeyUp:
		to--
	case fyne.KeyDown:
		to++
	case fyne.KeyPageUp:
		to -= page
	case fyne.KeyPageDown:
		to += page
	case fyne.KeyHome:
		to = 0
	case fyne.KeyEnd:
		to = v.table.Rows - 1
	case fyne.KeyReturn, fyne.KeyEnter:
		if to >= 0 {
			v.send(Pivot{v.nameOf(to)})
			v.send(ShowTab{FlameTab})
		}
		return true
	case fyne.KeyEscape:
		v.send(Escape{})
		return true
	default:
		return false
	}
	to = max(0, min(to, v.table.Rows-1))
	v.send(Select{Selection{Node: v.nameOf(to)}})
	return true
}

func (v *TopView) rune(rune) bool { return false }
