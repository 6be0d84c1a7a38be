package finding

import (
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/query"
	"profstation/model/series"
)

// counted is a CPU profile of two functions, by their numbers of samples.
func counted(decode, price int64) *model.Profile {
	b := model.NewBuilder([]model.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}})
	for name, n := range map[string]int64{"json.Decode": decode, "shop.Price": price} {
		f := b.Function(model.Function{Name: b.String(name)})
		l := b.Location(model.NoMapping, 0, []model.Line{{Func: f}})
		b.Sample([]model.LocID{l}, 0, []int64{n, n * 10e6})
	}
	return b.Profile(model.Header{})
}

// TestChange holds that the change of one function is found, with the figures and the place that show it, and that
// none is found between equal recordings.
func TestChange(t *testing.T) {
	found := func(decode int64) []Finding {
		pair := must.Have(compare.Join(t.Context(), counted(600, 400), counted(decode, 410)))
		c := must.Have(pair.Evaluate(t.Context(), query.Default(), compare.Normalisation{}))
		return must.Have(In(t.Context(), Subject{Comparison: c}))
	}
	all := found(300)
	if len(all) != 1 || all[0].Rule != "change" || all[0].Severity != Worth || all[0].Place.Selected != "json.Decode" ||
		all[0].Figures[0].Text != "6s" || all[0].Figures[1].Text != "3s" {
		t.Errorf("found: %+v", all)
	}
	if all := found(605); len(all) > 0 {
		t.Errorf("found where nothing changed: %+v", all)
	}
}

// TestGrowth holds that what grows and what went up are found, each with its figures, and nothing else is.
func TestGrowth(t *testing.T) {
	at := time.Date(2026, 11, 20, 15, 4, 5, 0, time.UTC)
	g := &Growth{Unit: "bytes", Question: series.Question{By: series.Functions}, Ranking: &series.Ranking{Measure: series.Values, Since: at, Rows: []series.Growth{
		{Name: "main.leak", Verdict: series.Grows, Slope: 1 << 20, Low: 1 << 19, High: 1 << 21, First: 0, Last: 8 << 20},
		{Name: "main.cache", Verdict: series.StepUp, Step: series.Step{Size: 4 << 20, Time: at}, Last: 4 << 20},
		{Name: "main.freed", Verdict: series.Shrinks, Slope: -1 << 20},
		{Name: "main.maybe", Verdict: series.Unsure, Slope: 1 << 10},
	}}}
	all := must.Have(In(t.Context(), Subject{Growth: g}))
	if len(all) != 2 || all[0].Place.Selected != "main.leak" || all[1].Place.Selected != "main.cache" {
		t.Fatalf("found: %+v", all)
	}
	if f := all[0].Figures; f[0].Text != "+1MB" || f[3].Text != "8MB" {
		t.Errorf("the figures of what grows: %+v", f)
	}
	if f := all[1].Figures; f[0].Name != "step" || f[0].Text != "+4MB" {
		t.Errorf("the figures of a step: %+v", f)
	}
}
