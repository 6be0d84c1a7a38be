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

func TestBuilderType(t *testing.T) {
	b := NewBuilder(nil)
	x := ValueType{"x", "count"}
	if b.Type(x) != 0 || b.Type(x) != 0 {
		t.Error("x is not one column")
	}
	b.Sample(nil, 0, []int64{7})
	if b.Type(ValueType{"y", "count"}) != 1 {
		t.Error("y is not the second column")
	}
	b.Sample(nil, 0, []int64{1, 2})
	p := b.Profile(Header{})
	if len(p.Types) != 2 || p.Samples.Values[0][0] != 7 || p.Samples.Values[1][0] != 0 || p.Samples.Values[1][1] != 2 {
		t.Errorf("%v of %v", p.Samples.Values, p.Types)
	}
}
