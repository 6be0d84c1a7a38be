package tables

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/internal/viewtest"
	"profstation/model/explain"
	"profstation/model/query"
	"profstation/table"
	"profstation/views/surface"
)

type topRig struct {
	*Top
	viewtest.Sent
	window fyne.Window
	clock  time.Time
}

func shownTop(t testing.TB) (*topRig, *screen.Snapshot) {
	test.NewTempApp(t)
	r := &topRig{clock: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	r.Top = NewTop(r.Sent.Send)
	r.Now = func() time.Time { return r.clock }
	r.window = viewtest.Window(t, r.Object, 800, float32(table.HeaderHeight+3*table.RowHeight))
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	s.Tab = ask.TopTab
	r.Show(s)
	return r, s
}

// line is the middle of a visible row.
func line(n int) float32 { return float32(table.HeaderHeight + (float64(n)+0.5)*table.RowHeight) }

// picked is the selection of the row of that index.
func (r *topRig) picked(row int) screen.Intent {
	return screen.Select{Selection: ask.Selection{Node: r.nameOf(row)}}
}

func TestTopSort(t *testing.T) {
	r, s := shownTop(t)
	at := func(column int) float32 {
		for x := range 800 {
			if r.State.Table.ColumnAt(r.View(), surface.Point(fyne.NewPos(float32(x), 5))) == column {
				return float32(x)
			}
		}
		t.Fatalf("column %d is not on the screen", column)
		return 0
	}
	for _, c := range []struct {
		name         string
		sorted, want int
		down, then   bool
	}{
		{"the same column turns round", table.TopFlat, table.TopFlat, true, false},
		{"and back", table.TopFlat, table.TopFlat, false, true},
		{"figures begin with the largest", table.TopFlat, table.TopCum, false, true},
		{"names begin with the first", table.TopFlat, table.TopName, true, false},
	} {
		n := viewtest.Again(s)
		n.Display.SortColumn, n.Display.Descending = c.sorted, c.down
		r.Show(n)
		viewtest.Click(r.Surface, at(c.want), 5)
		got := r.Take()
		if len(got) != 1 {
			t.Fatalf("%s: sent %v", c.name, got)
		}
		d := n.Display
		got[0].(screen.Show).Change(&d)
		if d.SortColumn != c.want || d.Descending != c.then {
			t.Errorf("%s: column %d, descending %v", c.name, d.SortColumn, d.Descending)
		}
		r.clock = r.clock.Add(time.Second)
	}
}

func TestTopClick(t *testing.T) {
	r, _ := shownTop(t)
	viewtest.Click(r.Surface, 600, line(1))
	r.Want(t, r.picked(1))
	viewtest.Click(r.Surface, 600, line(1)) // twice
	r.Want(t, screen.Pivot{Node: r.nameOf(1)}, screen.Jump{Tab: ask.FlameTab})
	viewtest.RightClick(r.Surface, 600, line(0))
	r.Want(t, r.picked(0))
	name := r.nameOf(0)
	viewtest.MenuOf(t, r.window)["Show in the flame graph"].Action()
	r.Want(t, screen.Pivot{Node: name}, screen.Jump{Tab: ask.FlameTab})
}

// From a row there are ways to the tabs that tell more of it.
func TestTopMenu(t *testing.T) {
	r, _ := shownTop(t)
	for _, i := range r.menu(1).Items {
		if i.Label == "Show in Peek" || i.Label == "Show its source" {
			i.Action()
		}
	}
	r.Want(t, r.picked(1), screen.Jump{Tab: ask.PeekTab}, r.picked(1), screen.Jump{Tab: ask.SourceTab})
}

func TestTopKeys(t *testing.T) {
	r, s := shownTop(t)
	last := r.State.Table.Rows - 1
	key := func(k fyne.KeyName) { r.TypedKey(&fyne.KeyEvent{Name: k}) }
	selectRow := func(row int) {
		n := viewtest.Again(s)
		n.Answer.Details = &ask.Details{Node: r.rows[row].Node}
		r.Show(n)
	}
	key(fyne.KeyReturn)
	r.Want(t, surface.Unselected())
	for _, c := range []struct {
		from, to int
		key      fyne.KeyName
	}{{0, 1, fyne.KeyDown}, {1, 0, fyne.KeyUp}, {0, 0, fyne.KeyUp}, {last, last, fyne.KeyDown}, {1, last, fyne.KeyEnd},
		{2, 0, fyne.KeyHome}, {0, 2, fyne.KeyPageDown}, {2, 0, fyne.KeyPageUp}} {
		selectRow(c.from)
		key(c.key)
		r.Want(t, r.picked(c.to))
	}
	r.Object.Resize(fyne.NewSize(800, float32(table.HeaderHeight))) // too low for a row: a page is still one
	selectRow(1)
	key(fyne.KeyPageDown)
	r.Want(t, r.picked(2))
	key(fyne.KeyEnter)
	r.Want(t, screen.Pivot{Node: r.nameOf(1)}, screen.Jump{Tab: ask.FlameTab})
	key(fyne.KeyEscape)
	r.Want(t, screen.Escape{})
}

func TestTopShowsTheSelection(t *testing.T) {
	r, s := shownTop(t)
	for row := range r.rows {
		n := viewtest.Again(s)
		n.Answer.Details = &ask.Details{Node: r.rows[row].Node}
		r.Show(n)
		b := r.State.Table.RowRect(r.View(), row)
		if r.State.Selected != row || b.Y0 < table.HeaderHeight-1e-9 || b.Y1 > r.Area().H()+1e-9 {
			t.Errorf("row %d lies at %v of %v", row, b, r.Area())
		}
	}
	// The wheel stays within the rows.
	for _, dy := range []float32{-1000, 1000} {
		viewtest.Wheel(r.Surface, 100, line(1), 0, dy)
		if most := r.State.Table.Height() - r.Area().H(); r.Above < 0 || r.Above > most {
			t.Errorf("%v pixels lie above, at most %v may", r.Above, most)
		}
	}
}

func TestTopHover(t *testing.T) {
	r, _ := shownTop(t)
	r.MouseMoved(viewtest.Mouse(100, line(1), 0))
	if r.HoverRow != 1 {
		t.Errorf("row %d is marked", r.HoverRow)
	}
	r.MouseMoved(viewtest.Mouse(10, 5, 0))
	if r.TipText() == "" || !strings.Contains(r.TipText(), explain.Glossary("flat")) || r.HoverRow != -1 {
		t.Errorf("over a heading %q is told, row %d marked", r.TipText(), r.HoverRow)
	}
	r.MouseOut()
	if r.TipText() != "" || r.HoverRow != -1 {
		t.Error("a mark stays when the pointer leaves")
	}
}

func TestTopWithoutAnything(t *testing.T) {
	r, s := shownTop(t)
	for _, n := range []*screen.Snapshot{{Display: s.Display}, viewtest.Snapshot(t, viewtest.Profile(), flame.Options{Pivot: query.NoNode})} {
		r.Show(n)
		viewtest.Click(r.Surface, 100, line(0))
		viewtest.RightClick(r.Surface, 100, line(0))
		r.MouseMoved(viewtest.Mouse(100, line(0), 0))
		viewtest.Wheel(r.Surface, 100, line(0), 0, 9)
		for _, k := range []fyne.KeyName{fyne.KeyDown, fyne.KeyEnd, fyne.KeyReturn} {
			r.TypedKey(&fyne.KeyEvent{Name: k})
		}
		r.window.Canvas().Capture()
		r.Want(t, surface.Unselected(), surface.Unselected(), surface.Unselected())
	}
}
