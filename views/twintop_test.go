package views

import (
	"testing"

	"fyne.io/fyne/v2"

	"profstation/desk/screen"
	"profstation/table"
)

// What is pointed at in the table of one side is lit in that of the other, where
// it is there; the table of what changed stands in the place of both.
func TestTwinTops(t *testing.T) {
	_, _, s := twins(t, false)
	a, other := *s.Answer, *s.Answer.Compared.Other
	a.TopRows, other.TopRows = a.Result.Top().Rows, other.Result.Top().Rows
	a.Top, other.Top = table.Top(a.Result, a.TopRows), table.Top(other.Result, other.TopRows)
	compared := *a.Compared
	compared.Other = &other
	a.Compared = &compared
	beside := *s
	beside.Answer, beside.Tab, beside.Display.Compare.TopBeside = &a, screen.TopTab, true
	v := NewTwinTopView((&sent{}).send)
	inWindow(t, v.Object, 806, 300)
	v.Show(&beside)
	base, now := v.sides[0], v.sides[1]
	row := rowOf(base.rows, base.rows[2].Node)
	base.Over(row)
	if now.hover < 0 || now.nameOf(now.hover) != base.nameOf(row) {
		t.Errorf("row %d of the new side is lit for %s", now.hover, base.nameOf(row))
	}
	for i := range now.rows {
		if now.nameOf(i) == "main.slow" {
			now.Over(i)
		}
	}
	if base.hover != -1 {
		t.Error("what only the new side has lights a row of the base")
	}
	for _, i := range base.menu(row).Items { // a comparison has no tabs of one profile
		if i.Label == "Peek at it" || i.Label == "Show its source" {
			t.Errorf("the menu has %q", i.Label)
		}
	}
	at := func(x float32) int { return v.SideAt(fyne.NewPos(x, 150)) }
	if at(100) != 0 || at(700) != 1 {
		t.Errorf("halves at %d, %d", at(100), at(700))
	}
	changes := *s
	c := *s.Answer.Compared
	c.Other, c.Table = nil, table.Diff(c.Comparison, c.Comparison.Rows())
	d := *s.Answer
	d.Compared, changes.Answer, changes.Tab = &c, &d, screen.TopTab
	v.Show(&changes)
	if v.both.Visible() || !v.changes.Object.Visible() || at(100) != -1 {
		t.Error("the table of what changed does not stand alone")
	}
}
