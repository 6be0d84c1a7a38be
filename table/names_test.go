package table_test

import (
	"strings"
	"testing"

	"profstation/model"
	"profstation/model/query"
	"profstation/scene"
	"profstation/table"
)

// A name that is too long loses its beginning: the path of the package, the package, the receiver.
func TestLongNamesLoseTheirBeginning(t *testing.T) {
	const name = "example.com/very/long/path/pkg.(*Writer[go.shape.int]).writeBlock"
	b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}})
	f := b.Function(model.Function{Name: b.String(name), File: b.String("/home/me/src/pkg/w.go")})
	b.Sample([]model.LocID{b.Location(model.NoMapping, 0, []model.Line{{Func: f, Line: 7}})}, 0, []int64{5})
	p := b.Profile(model.Header{})
	for _, c := range []struct {
		by    query.Granularity
		width float64
		want  string
	}{
		{query.Functions, 2000, name},
		{query.Functions, 345, "example.com/very/long/path/pkg.(*Writer[…]).writeBlock"},
		{query.Functions, 200, "pkg.(*Writer[…]).writeBlock"},
		{query.Functions, 160, "(*Writer[…]).writeBlock"},
		{query.Functions, 125, "writeBlock"},
		{query.Lines, 300, "pkg.(*Writer[…]).writeBlock w.go:7"},
		{query.Files, 120, "w.go"},
	} {
		q := query.Default().Whole()
		q.Granularity = c.by
		r := evaluate(t, p, q)
		rows := []query.Row{{Node: 0, Flat: 5, Cum: 5}}
		x := table.Top(r, rows, nil)
		width := c.width
		for _, col := range x.Columns {
			width += col.Width
		}
		rec := &scene.Recorder{Width: width, Height: 60}
		x.Paint(rec, table.View{Area: scene.Rect{X1: width, Y1: 60}, Theme: &scene.Light, Selected: -1, Hover: -1, SortColumn: -1})
		if !strings.Contains(rec.String(), `"`+c.want+`"`) {
			t.Errorf("by %s in %v pixels there is no %q:\n%s", c.by, c.width, c.want, rec)
		}
	}
}

// Spare columns go where the names do not fit, the least important first, but not the sorted one.
func TestSpareColumns(t *testing.T) {
	x := &table.Table{
		Columns: []table.Column{{Title: "one", Width: 60}, {Title: "two", Width: 60}, {Title: "3", Width: 60}, {Title: "name"}},
		Rows:    1, Cell: func(int, int) string { return "x" }, Spare: []int{1, 2},
	}
	for _, c := range []struct {
		width  float64
		sorted int
		want   string
	}{{300, -1, "one two 3 name"}, {299, -1, "one 3 name"}, {239, -1, "one name"}, {100, -1, "one"}, {239, 1, "one two name"}} {
		rec := &scene.Recorder{Width: c.width, Height: 60}
		x.Paint(rec, table.View{Area: scene.Rect{X1: c.width, Y1: 60}, Theme: &scene.Light, Selected: -1, Hover: -1, SortColumn: c.sorted})
		var seen []string
		for _, col := range x.Columns {
			if strings.Contains(rec.String(), `"`+col.Title) {
				seen = append(seen, col.Title)
			}
		}
		if got := strings.Join(seen, " "); got != c.want {
			t.Errorf("in %v pixels, sorted by %d: %s, want %s", c.width, c.sorted, got, c.want)
		}
	}
	if got := x.Needs(nil); got != 180 {
		t.Errorf("it needs %v", got)
	}
}
