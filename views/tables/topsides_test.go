package tables

import (
	"context"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"profstation/ask"
	"profstation/internal/must"
	"profstation/internal/viewtest"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/query"
	"profstation/table"
)

// What is pointed at in the table of one side is lit in that of the other, where
// it is there; the table of what changed stands in the place of both.
func TestTopSides(t *testing.T) {
	test.NewTempApp(t)
	s := viewtest.Compared(t, false)
	a, other := *s.Answer, *s.Answer.Compared.Other
	a.TopRows, other.TopRows = must.Have(a.Result.Top(context.Background())).Rows, must.Have(other.Result.Top(context.Background())).Rows
	a.Top, other.Top = table.Top(a.Result, a.TopRows, nil), table.Top(other.Result, other.TopRows, nil)
	compared := *a.Compared
	compared.Other = &other
	a.Compared = &compared
	beside := *s
	beside.Answer, beside.Tab, beside.Display.Compare.TopBeside = &a, ask.TopTab, true
	v := NewTopSides((&viewtest.Sent{}).Send)
	viewtest.Window(t, v.Object, 806, 300)
	v.Show(&beside)
	base, now := v.Two[0], v.Two[1]
	row := rowOf(base.rows, base.rows[2].Node)
	base.Pointed(row)
	if now.HoverRow < 0 || now.nameOf(now.HoverRow) != base.nameOf(row) {
		t.Errorf("row %d of the new side is lit for %s", now.HoverRow, base.nameOf(row))
	}
	for i := range now.rows {
		if now.nameOf(i) == "main.slow" {
			now.Pointed(i)
		}
	}
	if base.HoverRow != -1 {
		t.Error("what only the new side has lights a row of the base")
	}
	for _, i := range base.menu(row).Items { // a comparison has no tabs of one profile
		if i.Label == "Show in Peek" || i.Label == "Show its source" {
			t.Errorf("the menu has %q", i.Label)
		}
	}
	at := func(x float32) int { return v.SideAt(fyne.NewPos(x, 150)) }
	if at(100) != 0 || at(700) != 1 {
		t.Errorf("halves at %d, %d", at(100), at(700))
	}
	changes := *s
	c := *s.Answer.Compared
	c.Other, c.Table = nil, table.Diff(c.Comparison, must.Have(c.Comparison.Rows(context.Background())))
	d := *s.Answer
	d.Compared, changes.Answer, changes.Tab = &c, &d, ask.TopTab
	v.Show(&changes)
	if v.both.Visible() || !v.changes.Object.Visible() || at(100) != -1 {
		t.Error("the table of what changed does not stand alone")
	}
}

// Functions that are written alike are told apart, as those without a name of two
// libraries that are called the same.
func TestTopSidesAlike(t *testing.T) {
	test.NewTempApp(t)
	s := viewtest.Compared(t, false)
	profile := func(paths ...string) *model.Profile {
		b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}})
		for i, path := range paths {
			m := b.Mapping(model.Mapping{File: b.String(path)})
			b.Sample([]model.LocID{b.Location(m, 0, nil)}, 0, []int64{int64(10 - i)})
		}
		return b.Profile(model.Header{})
	}
	pair, err := compare.Join(context.Background(), profile("/a/lib.so", "/b/lib.so"), profile("/b/lib.so", "/c/lib.so"))
	if err != nil {
		t.Fatal(err)
	}
	c := must.Have(pair.Evaluate(context.Background(), query.Default().Whole(), compare.Normalisation{}))
	side := func(r *query.Result) *ask.Answer {
		rows := must.Have(r.Top(context.Background())).Rows
		return &ask.Answer{Document: 1, Result: r, Shown: ask.Shown{TopRows: rows, Top: table.Top(r, rows, nil)}}
	}
	s.Answer = side(c.New)
	s.Answer.Compared = &ask.Compared{Comparison: c, Other: side(c.Base)}
	s.Display.Compare.TopBeside = true
	v := NewTopSides((&viewtest.Sent{}).Send)
	viewtest.Window(t, v.Object, 806, 300)
	v.Show(s)
	object := func(side, row int) string {
		v := v.Two[side]
		return v.result.Nodes.Node(v.rows[row].Node).Object
	}
	if n := len(v.Two[0].rows); n != 2 {
		t.Fatalf("%d rows", n)
	}
	for row := range v.Two[0].rows {
		v.Two[0].Pointed(row)
		want := object(0, row)
		if want == "/a/lib.so" {
			if at := v.Two[1].HoverRow; at != -1 {
				t.Errorf("%s is lit for %s, which is only in the base", object(1, at), want)
			}
		} else if at := v.Two[1].HoverRow; at < 0 || object(1, at) != want {
			t.Errorf("row %d is lit for %s", at, want)
		}
	}
}
