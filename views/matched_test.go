package views

import (
	"testing"

	"profstation/desk/screen"
	"profstation/model"
	"profstation/model/compare"
	"profstation/table"
)

// Two tables are matched once, however often they are shown.
func TestMatchedOnce(t *testing.T) {
	_, _, s := twinGraphs(t)
	c := s.Answer.Compared.Comparison
	var m matched
	m.set(c.Base.Nodes, c.New.Nodes)
	first := &m.across[0]
	m.set(c.Base.Nodes, c.New.Nodes)
	if &m.across[0] != first {
		t.Error("the same nodes are matched anew")
	}
	m.set(c.New.Nodes, c.New.Nodes)
	if got := m.other(1); got != 1 {
		t.Errorf("node 1 of the same table is %d", got)
	}
}

// Functions that are written alike are told apart, as those without a name of two
// libraries that are called the same.
func TestTwinTopsAlike(t *testing.T) {
	_, _, s := twins(t, false)
	profile := func(paths ...string) *model.Profile {
		b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}})
		for i, path := range paths {
			m := b.Mapping(model.Mapping{File: b.String(path)})
			b.Sample([]model.LocID{b.Location(m, 0, nil)}, 0, []int64{int64(10 - i)})
		}
		return b.Profile(model.Header{})
	}
	pair, err := compare.Join(profile("/a/lib.so", "/b/lib.so"), profile("/b/lib.so", "/c/lib.so"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := pair.Evaluate(model.DefaultQuery().Whole(), compare.Normalisation{})
	if err != nil {
		t.Fatal(err)
	}
	side := func(r *model.Result) *screen.Answer {
		rows := r.Top().Rows
		return &screen.Answer{Document: 1, Result: r, TopRows: rows, Top: table.Top(r, rows)}
	}
	s.Answer = side(c.New)
	s.Answer.Compared = &screen.Compared{Comparison: c, Other: side(c.Base)}
	s.Display.Compare.TopBeside = true
	v := NewTwinTopView((&sent{}).send)
	inWindow(t, v.Object, 806, 300)
	v.Show(s)
	object := func(side, row int) string {
		v := v.sides[side]
		return v.result.Nodes.Node(v.rows[row].Node).Object
	}
	if n := len(v.sides[0].rows); n != 2 {
		t.Fatalf("%d rows", n)
	}
	for row := range v.sides[0].rows {
		v.sides[0].Over(row)
		want := object(0, row)
		if want == "/a/lib.so" {
			if at := v.sides[1].hover; at != -1 {
				t.Errorf("%s is lit for %s, which is only in the base", object(1, at), want)
			}
		} else if at := v.sides[1].hover; at < 0 || object(1, at) != want {
			t.Errorf("row %d is lit for %s", at, want)
		}
	}
}
