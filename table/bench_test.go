package table_test

import (
	"context"
	"fmt"
	"image"
	"testing"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/query"
	"profstation/scene"
	"profstation/table"
)

// large is a result with that many functions in as many stacks.
func large(b *testing.B, functions int) *query.Result {
	b.Helper()
	build := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}})
	for i := range functions {
		name := fmt.Sprintf("example.com/some/module/package%d.(*Type).Method%d", i%100, i)
		fn := build.Function(model.Function{Name: build.String(name)})
		loc := build.Location(model.NoMapping, 0, []model.Line{{Func: fn}})
		build.Sample([]model.LocID{loc}, 0, []int64{int64(i) * 10_000_000})
	}
	r := must.Have(query.Evaluate(context.Background(), build.Profile(model.Header{}), query.Query{}))
	return r
}

// A frame of a window full of rows.
func BenchmarkPaint(b *testing.B) {
	r := large(b, 100_000)
	tab := table.Top(r, must.Have(r.Top(context.Background())).Rows, nil)
	cv := scene.NewRaster(image.NewRGBA(image.Rect(0, 0, 1400, 900)), 1)
	v := view(scene.Rect{X1: 1400, Y1: 900})
	b.ReportAllocs()
	for b.Loop() {
		v.Top += 7
		tab.Paint(cv, v)
	}
}

func BenchmarkTop(b *testing.B) {
	r := large(b, 100_000)
	rows := must.Have(r.Top(context.Background())).Rows
	b.ReportAllocs()
	for b.Loop() {
		table.Top(r, rows, nil)
	}
}

func BenchmarkTopSort(b *testing.B) {
	r := large(b, 100_000)
	rows := must.Have(r.Top(context.Background())).Rows
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		table.TopSort(b.Context(), r, rows, nil, table.TopName, i%2 == 0)
	}
}
