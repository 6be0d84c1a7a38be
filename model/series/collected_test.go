package series_test

import (
	"fmt"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/query"
	"profstation/model/series"
)

// heapOf is a heap profile of main.keep and main.drop, which have allocated and have in use so many bytes.
func heapOf(keep, drop [2]int64) *model.Profile {
	b := model.NewBuilder([]model.ValueType{
		{Type: "alloc_objects", Unit: "count"}, {Type: "alloc_space", Unit: "bytes"},
		{Type: "inuse_objects", Unit: "count"}, {Type: "inuse_space", Unit: "bytes"},
	})
	for i, v := range [][2]int64{keep, drop} {
		f := b.Function(model.Function{Name: b.String([]string{"main.keep", "main.drop"}[i])})
		b.Sample([]model.LocID{b.Location(model.NoMapping, 0, []model.Line{{Func: f}})}, b.LabelSet(nil), []int64{v[0] / 8, v[0], v[1] / 8, v[1]})
	}
	return b.Profile(model.Header{Period: 1, PeriodType: model.ValueType{Type: "space", Unit: "bytes"}})
}

// A series keeps no figures for what was collected, and knows them: they are those of two others.
func TestSeriesOfCollected(t *testing.T) {
	s := series.New(query.Query{})
	for i := range 6 {
		k := int64(i + 1)
		must.Do(s.Add(t.Context(), fmt.Sprint(i), heapOf([2]int64{800 * k, 800 * k}, [2]int64{8000 * k, 80}), time.Unix(1000+60*k, 0)))
	}
	q := series.Question{Type: "collected_space"}
	lines := must.Have(s.Lines(q, "main.drop", "main.keep"))
	total := must.Have(s.Total("collected_space"))
	for i := range lines.Points {
		want := 8000*int64(i+1) - 80
		if lines.Lines[0].Values[i] != want || lines.Lines[1].Values[i] != 0 || total.Lines[0].Values[i] != want {
			t.Errorf("profile %d: %d and %d of %d, want %d", i, lines.Lines[0].Values[i], lines.Lines[1].Values[i], total.Lines[0].Values[i], want)
		}
	}
	if names := must.Have(s.Names(q)); len(names) != 1 || names[0] != "main.drop" || !lines.Counter || lines.Type.Unit != "bytes" {
		t.Errorf("%q, %+v", names, lines.Type)
	}
	if types, _ := s.Types(); len(types) != 4 {
		t.Errorf("the series has %v", types)
	}
	stack := must.Have(s.Stack(q, 5))
	if len(stack.Lines) != 1 {
		t.Errorf("%d layers", len(stack.Lines))
	}
}
