package model_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/internal/reference"
	"profstation/internal/typed"
	"profstation/model"
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/query"
)

func TestSaturate(t *testing.T) {
	const most, least = math.MaxInt64, math.MinInt64
	for _, c := range []struct {
		in, out []int64
		cut     bool
	}{
		{nil, nil, false},
		{[]int64{1, -2, 3}, []int64{1, -2, 3}, false},
		{[]int64{most}, []int64{most}, false},
		{[]int64{most, 1}, []int64{most, 0}, true},
		{[]int64{most - 5, -3, 9, 1}, []int64{most - 5, -3, 2, 0}, true},
		{[]int64{least}, []int64{-most}, true},
		{[]int64{1, least, 1}, []int64{1, -(most - 1), 0}, true},
		{[]int64{-most, 0, least}, []int64{-most, 0, 0}, true},
	} {
		got := slices.Clone(c.in)
		if cut := model.Saturate(got); cut != c.cut || !slices.Equal(got, c.out) {
			t.Errorf("Saturate(%d) = %d, %v; want %d, %v", c.in, got, cut, c.out, c.cut)
		}
	}
}

// TestHugeValues holds that no figure turns round where a file's values do not
// fit, and that the profile says so.
func TestHugeValues(t *testing.T) {
	p := typed.Profile(t, "A 9223372036854775807\nA B 9223372036854775807\nB -9223372036854775808")
	r := reference.Evaluate(t, p, query.Default())
	if r.Total != math.MaxInt64 || must.Have(r.Sums(context.Background())).Cum[reference.Node(t, r, "A")] != math.MaxInt64 {
		t.Errorf("total %d, A %d", r.Total, must.Have(r.Sums(context.Background())).Cum[reference.Node(t, r, "A")])
	}
	if !slices.ContainsFunc(p.Warnings, func(w string) bool { return strings.Contains(w, "64 bits") }) {
		t.Errorf("warnings %q", p.Warnings)
	}
	top := must.Have(r.Top(context.Background()))
	for _, line := range append(explain.Summary(r, lang.English, top, r.RowsInOneUnit(top.Rows)), explain.Headline(r)) {
		if strings.Contains(line, "-") {
			t.Error(line)
		}
	}
}

func TestDefaultSampleType(t *testing.T) {
	types := []model.ValueType{{Type: "a", Unit: "count"}, {Type: "b", Unit: "count"}, {Type: "c", Unit: "count"}}
	for name, want := range map[string]int{"": 2, "a": 0, "b": 1, "nowhere": 2} {
		if p := typed.ProfileOf(t, "X 1 2 3", types, model.Header{DefaultSampleType: name}); p.Default != want {
			t.Errorf("default %q: column %d, want %d", name, p.Default, want)
		}
	}
}

func TestLabelSetsAreShared(t *testing.T) {
	p := typed.Profile(t, "A 1 k=v\nB 1\nC 1 k=v\nD 1 k:=1\nE 1 k:=1b")
	if got := p.Samples.Labels; got[0] != got[2] || got[0] == got[3] || got[3] == got[4] || got[1] != 0 {
		t.Errorf("label sets %v", got)
	}
	if p := typed.Profile(t, "A 1"); p.Samples.Labels != nil {
		t.Errorf("label sets without labels: %v", p.Samples.Labels)
	}
}

func TestSampleTimes(t *testing.T) {
	b := model.NewBuilder([]model.ValueType{{Type: "samples", Unit: "count"}})
	at := b.Location(b.Mapping(model.Mapping{}), 1, nil)
	b.Sample([]model.LocID{at}, 0, []int64{1})
	b.SampleAt(7, []model.LocID{at}, 0, []int64{1})
	b.Sample(nil, 0, []int64{1})
	if p := b.Profile(model.Header{}); !slices.Equal(p.Samples.Times, []int64{model.NoTime, 7, model.NoTime}) {
		t.Errorf("the times are %v", p.Samples.Times)
	}
	b = model.NewBuilder([]model.ValueType{{Type: "samples", Unit: "count"}})
	b.Sample(nil, 0, []int64{1})
	if p := b.Profile(model.Header{}); p.Samples.Times != nil {
		t.Errorf("the times are %v where no sample has one", p.Samples.Times)
	}
}

func TestBuilderType(t *testing.T) {
	b := model.NewBuilder(nil)
	x := model.ValueType{Type: "x", Unit: "count"}
	if first := b.Type(x); first != 0 || b.Type(x) != first {
		t.Error("x is not one column")
	}
	b.Sample(nil, 0, []int64{7})
	if b.Type(model.ValueType{Type: "y", Unit: "count"}) != 1 {
		t.Error("y is not the second column")
	}
	b.Sample(nil, 0, []int64{1, 2})
	p := b.Profile(model.Header{})
	if len(p.Types) != 2 || p.Samples.Values[0][0] != 7 || p.Samples.Values[1][0] != 0 || p.Samples.Values[1][1] != 2 {
		t.Errorf("%v of %v", p.Samples.Values, p.Types)
	}
}
