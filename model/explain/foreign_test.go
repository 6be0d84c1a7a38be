package explain_test

import (
	"strings"
	"testing"

	"profstation/model"
	"profstation/model/explain"
)

// TestForeignKinds holds that nothing is said of Go where a recording is not Go's.
func TestForeignKinds(t *testing.T) {
	for _, types := range [][]model.ValueType{
		{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}}, {{Type: "time", Unit: "nanoseconds"}}, {{Type: "space", Unit: "bytes"}}, {{Type: "alloc_space", Unit: "bytes"}},
		{{Type: "goroutine", Unit: "count"}}, {{Type: "contentions", Unit: "count"}, {Type: "delay", Unit: "nanoseconds"}}, {{Type: "weight", Unit: "count"}}, {{Type: "samples", Unit: "count"}},
	} {
		b := model.NewBuilder(types)
		b.Sample(nil, 0, make([]int64, len(types)))
		p := b.Profile(model.Header{Foreign: true})
		about := explain.About(p)
		said := append([]string{about.Title, about.Measures, about.Sampling}, about.Limits...)
		for _, typ := range types {
			said = append(said, explain.SampleType(p, typ.Type))
		}
		hints, err := explain.Hints(t.Context(), p)
		if err != nil || about.Title == "" || about.Measures == "" {
			t.Errorf("%v: %+v, %v", types, about, err)
		}
		for _, s := range append(said, hints...) {
			for _, word := range []string{"Go ", "Go'", "goroutine ", "runtime", "MemProfileRate", "garbage"} {
				if strings.Contains(s, word) {
					t.Errorf("%v: %q", types, s)
				}
			}
		}
	}
}
