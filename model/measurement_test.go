package model_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/internal/reference"
	"profstation/internal/typed"
	"profstation/model"
	"profstation/model/explain"
	"profstation/model/labels"
	"profstation/model/query"
)

func TestMeasurement(t *testing.T) {
	cpu, samples := model.ValueType{Type: "cpu", Unit: "nanoseconds"}, model.ValueType{Type: "samples", Unit: "count"}
	header := func(period int64, unit string) model.Header {
		return model.Header{Period: period, PeriodType: model.ValueType{Type: "cpu", Unit: unit}}
	}
	const ms = "000000"
	for _, c := range []struct {
		name   string
		stacks string
		types  []model.ValueType
		h      model.Header
		want   model.Measurement // of the last type
		hint   string
	}{
		{"the count decides", "A 3 30" + ms + "\nB 1 9", []model.ValueType{samples, cpu}, header(7, "nanoseconds"), model.Measurement{Size: 1, Total: 4}, ""},
		{"so does that of a difference", "A 3 30" + ms + "\nB -2 -20" + ms, []model.ValueType{samples, cpu}, model.Header{}, model.Measurement{Size: 1, Total: 5}, ""},
		{"one count for each event", "A 1 2 70 80\nB 1 1 5 5", []model.ValueType{{Type: "cycles_sample", Unit: "count"}, {Type: "misses_sample", Unit: "count"}, {Type: "cycles_event", Unit: "count"}, {Type: "misses_event", Unit: "count"}},
			model.Header{}, model.Measurement{Column: 1, Size: 1, Total: 3}, ""},
		{"a count by the event's name", "A 1 70 2 80\nB 1 5 1 5", []model.ValueType{{Type: "sched:switch_sample", Unit: "count"}, {Type: "sched:switch", Unit: "count"}, {Type: "misses_sample", Unit: "count"}, {Type: "misses", Unit: "count"}},
			model.Header{}, model.Measurement{Column: 2, Size: 1, Total: 3}, ""},
		{"the period", "A 40" + ms + "\nB 60" + ms, []model.ValueType{cpu}, header(10e6, "nanoseconds"), model.Measurement{Size: 10e6, Total: 10}, ""},
		{"the period in another unit", "A 40" + ms + "\nB 60" + ms, []model.ValueType{cpu}, header(10e3, "microseconds"), model.Measurement{Size: 10e6, Total: 10}, ""},
		{"cycles have a period", "A 4000\nB 6000", []model.ValueType{{Type: "cpu", Unit: "cycles"}}, header(1000, "cycles"), model.Measurement{Size: 1000, Total: 10}, ""},
		{"what all are multiples of", "A 40" + ms + "\nB 2130" + ms, []model.ValueType{cpu}, header(1e9, "nanoseconds"),
			model.Measurement{Size: 10e6, Total: 217, Found: true, Recorded: 1e9}, "one sample is 10ms, not the recorded period of 1s"},
		{"and no period", "A 40" + ms + "\nB 0\nC -60" + ms, []model.ValueType{cpu}, model.Header{}, model.Measurement{Size: 20e6, Total: 5, Found: true}, ""},
		{"a sum of a store", "A 60" + ms + "\nB 90" + ms, []model.ValueType{cpu}, model.Header{Pooled: true}, model.Measurement{Size: 10e6, Total: 15, Found: true}, ""},
		{"a sum of a store with another period", "A 60" + ms + "\nB 95" + ms, []model.ValueType{cpu}, model.Header{Pooled: true}, model.Measurement{Size: 5e6, Total: 31, Found: true}, ""},
		{"0.1ms is the least", "A 100000\nB 300000", []model.ValueType{cpu}, model.Header{}, model.Measurement{Size: 100e3, Total: 4, Found: true}, ""},
		{"less is not plausible", "A 99999\nB 299997", []model.ValueType{cpu}, header(1e9, "nanoseconds"), model.Measurement{}, "the number of samples is unknown"},
		{"more is not plausible", "A 2000" + ms + "\nB 4000" + ms, []model.ValueType{cpu}, model.Header{}, model.Measurement{}, "the number of samples is unknown"},
		{"nothing was found", "A 0", []model.ValueType{cpu}, header(10e6, "nanoseconds"), model.Measurement{Size: 10e6}, ""},
		{"objects are scaled", "A 100 64000", []model.ValueType{{Type: "inuse_objects", Unit: "count"}, {Type: "inuse_space", Unit: "bytes"}},
			model.Header{Period: 512 << 10, PeriodType: model.ValueType{Type: "space", Unit: "bytes"}}, model.Measurement{}, ""},
		{"contentions are scaled", "A 100 64" + ms, []model.ValueType{{Type: "contentions", Unit: "count"}, {Type: "delay", Unit: "nanoseconds"}}, model.Header{}, model.Measurement{}, ""},
		{"goroutines are counted", "A 100", []model.ValueType{{Type: "goroutine", Unit: "count"}}, model.Header{Period: 1, PeriodType: model.ValueType{Type: "goroutine", Unit: "count"}}, model.Measurement{}, ""},
		{"a period of 1 says nothing", "A 100", []model.ValueType{{Type: "files", Unit: "count"}}, model.Header{Period: 1, PeriodType: model.ValueType{Type: "files", Unit: "count"}}, model.Measurement{}, ""},
	} {
		p := typed.ProfileOf(t, c.stacks, c.types, c.h)
		if got := must.Have(p.Measurement(context.Background(), len(p.Types)-1)); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
		var said []string
		for _, h := range must.Have(explain.Hints(context.Background(), p)) {
			if strings.Contains(h, "one sample") || strings.Contains(h, "number of samples") {
				said = append(said, h)
			}
		}
		if all := strings.Join(said, "\n"); len(said) > 1 || !strings.HasPrefix(all, c.hint) || (c.hint == "") != (all == "") {
			t.Errorf("%s: the hints are %q, want one of %q", c.name, all, c.hint)
		}
	}
}

// Labels have samples where they can be counted, and always records.
func TestSamplesOfLabels(t *testing.T) {
	const stacks = "A 40000000 user=bob\nB 20000000 user=bob\nC 70000000"
	cpu := []model.ValueType{{Type: "cpu", Unit: "nanoseconds"}}
	p := typed.ProfileOf(t, stacks, cpu, model.Header{})
	l := must.Have(labels.Of(context.Background(), reference.Evaluate(t, p, query.Query{})))[0]
	if bob, none := l.Values[0], l.Without; !l.Counted || bob.Records != 2 || bob.Samples != 6 || none.Records != 1 || none.Samples != 7 {
		t.Errorf("%+v of bob, %+v of nobody", bob, none)
	}
	l = must.Have(labels.Of(context.Background(), reference.Evaluate(t, typed.Profile(t, stacks), query.Query{})))[0]
	if l.Counted || l.Values[0].Records != 2 {
		t.Errorf("of a count of something: %+v", l)
	}
}

// A context that has ended ends the pass over the values, and the next who asks gets an answer.
func TestMeasurementStops(t *testing.T) {
	b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}})
	for range 20_000 {
		b.Sample(nil, 0, []int64{10e6})
	}
	p := b.Profile(model.Header{})
	over, cancel := context.WithCancel(context.Background())
	cancel()
	if m, err := p.Measurement(over, 0); err == nil {
		t.Errorf("%+v after the end", m)
	}
	if m := must.Have(p.Measurement(context.Background(), 0)); m.Total != 20_000 {
		t.Errorf("%+v, want 20,000 samples", m)
	}
}

func TestAgree(t *testing.T) {
	found := func(size, total int64) model.Measurement {
		return model.Measurement{Size: size, Total: total, Found: true}
	}
	for _, c := range []struct{ all, want []model.Measurement }{
		{[]model.Measurement{found(20e6, 5), found(30e6, 1)}, []model.Measurement{found(10e6, 10), found(10e6, 3)}},
		{[]model.Measurement{found(100_000, 5), found(150_000, 1)}, []model.Measurement{found(100_000, 5), found(150_000, 1)}}, // 50 µs are not plausible
		{[]model.Measurement{found(20e6, 5), {Size: 30e6, Total: 1}}, []model.Measurement{found(20e6, 5), {Size: 30e6, Total: 1}}},
		{[]model.Measurement{found(20e6, 5), {}}, []model.Measurement{found(20e6, 5), {}}},
	} {
		got := slices.Clone(c.all)
		model.Agree("nanoseconds", got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v of %+v, want %+v", got, c.all, c.want)
		}
	}
}
