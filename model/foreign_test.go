package model

import (
	"strings"
	"testing"
)

// TestForeignKinds holds that nothing is said of Go where a recording is not Go's.
func TestForeignKinds(t *testing.T) {
	for _, types := range [][]ValueType{
		{{"samples", "count"}, {"cpu", "nanoseconds"}}, {{"time", "nanoseconds"}}, {{"space", "bytes"}}, {{"alloc_space", "bytes"}},
		{{"goroutine", "count"}}, {{"contentions", "count"}, {"delay", "nanoseconds"}}, {{"weight", "count"}}, {{"samples", "count"}},
	} {
		b := NewBuilder(types)
		b.Sample(nil, 0, make([]int64, len(types)))
		p := b.Profile(Header{Foreign: true})
		about := p.About()
		said := append([]string{about.Title, about.Measures, about.Sampling}, about.Limits...)
		for _, typ := range types {
			said = append(said, p.Explain(typ.Type))
		}
		hints, err := p.Hints(t.Context())
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
