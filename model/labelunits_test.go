package model_test

import (
	"slices"
	"strings"
	"testing"

	"profstation/model"
	"profstation/model/explain"
)

// TestLabelUnits shows numbers of one key in their own units, and warns of the others as pprof does.
func TestLabelUnits(t *testing.T) {
	b := model.NewBuilder([]model.ValueType{{Type: "samples", Unit: "count"}})
	number := func(key string, n int64, unit string) model.Label {
		return model.Label{Key: b.String(key), Num: n, IsNum: true, Unit: b.String(unit)}
	}
	for _, set := range [][]model.Label{
		{number("lat", 1_500_000, "nanoseconds"), number("size", 4096, "bytes")},
		{number("lat", 2, "seconds"), number("size", 2, "")},
		{number("lat", 7, "nanoseconds")}, {number("lat", 7, "seconds")}, {number("lat", 3, "")}, {number("lat", 4, "ms")},
	} {
		b.Sample(nil, b.LabelSet(set), []int64{1})
	}
	p := b.Profile(model.Header{})
	for _, c := range []struct {
		key  string
		num  int64
		want string
	}{
		{"lat", 1_500_000, "1.50ms"}, {"lat", 2, "2s"}, {"lat", 7, "7ns"}, {"lat", 3, "3ns"}, {"lat", 4, "4ms"}, {"lat", 1000, "1µs"}, {"size", 2, "2B"},
	} {
		if got := p.LabelText(model.LabelAxis{Key: c.key, Numeric: true}, model.LabelValue{Num: c.num}, ""); got != c.want {
			t.Errorf("%s %d: %q, want %q", c.key, c.num, got, c.want)
		}
	}
	hints, err := explain.Hints(t.Context(), p)
	warned := slices.DeleteFunc(slices.Clone(hints), func(h string) bool { return !strings.HasPrefix(h, "the label ") })
	if err != nil || len(warned) != 1 || !strings.Contains(warned[0], "the label lat has numbers in nanoseconds, but also in seconds, ms") {
		t.Errorf("%q, %v", warned, err)
	}
}
