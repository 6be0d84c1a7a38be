package model

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
)

func TestTimeRange(t *testing.T) {
	for text, want := range map[string]TimeRange{
		"1.5s:2.25s": {15e8, 225e7}, "1.5s:": {15e8, math.MaxInt64}, ":250ms": {math.MinInt64, 25e7}, "-1s:0s": {-1e9, 0},
		" 1m0s : 1h0m0s ": {60e9, 3600e9}, "1s:3s\n2s:4s": {2e9, 3e9}, "1s:2s\n3s:4s": {3e9, 2e9},
	} {
		got, err := ParseTimeRange(text)
		if err != nil || got != want {
			t.Errorf("%q is %v, %v; want %v", text, got, err, want)
		}
		if again, err := ParseTimeRange(got.String()); !got.Empty() && (again != got || err != nil) {
			t.Errorf("%q is written %q, which is %v, %v", text, got, again, err)
		}
	}
	for _, text := range []string{":", "", "1s", "2s:1s", "1s:1s", "1:2", "a:b", "1s:2s:3s", "99999999h:", "1s:2s\n"} {
		if got, err := ParseTimeRange(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
	r := TimeRange{1, 3}
	for at, want := range map[int64]bool{0: false, 1: true, 2: true, 3: false, NoTime: false} {
		if r.Holds(at) != want || AllTimes.Holds(at) != (at != NoTime) {
			t.Errorf("%v holds %d: %v", r, at, r.Holds(at))
		}
	}
	if !AllTimes.Holds(math.MaxInt64) {
		t.Error("the last moment is in no range")
	}
}

// timed is a profile of samples of 1, each with a time, a stack of letters from root to leaf, and a label.
func timed(samples ...string) *Profile {
	b := NewBuilder([]ValueType{{Type: "samples", Unit: "count"}})
	locs := map[rune]LocID{}
	for _, s := range samples {
		var at int64
		var frames, lane string
		fmt.Sscan(s, &at, &frames, &lane)
		var stack []LocID
		for _, f := range frames {
			if _, ok := locs[f]; !ok {
				fn := b.Function(Function{Name: b.String(string(f))})
				locs[f] = b.Location(NoMapping, 0, []Line{{Func: fn}})
			}
			stack = append([]LocID{locs[f]}, stack...)
		}
		set := b.LabelSet([]Label{{Key: b.String("thread"), Str: b.String(lane)}})
		if at == -1 {
			b.Sample(stack, set, []int64{1})
		} else {
			b.SampleAt(at, stack, set, []int64{1})
		}
	}
	return b.Profile(Header{})
}

// A time filter leaves what a walk over all samples finds in it, whatever else is asked: times stay with
// their samples when stacks are cut, filtered and given frames of labels.
func TestTimeFilter(t *testing.T) {
	p := timed("3 abc x", "1 abc y", "-1 abc x", "2 ab x", "7 ad y", "5 abc x", "9 ad x")
	queries := []Query{{}, {Focus: "c"}, {Hide: "b"}, {PruneFrom: "b"}, {TagRoot: "thread"}, {TagLeaf: "thread", PruneFrom: "b"}, {TagFocus: "thread=x"}, {ShowFrom: "b"}, {NoInlines: true, RelativePercentages: true}}
	for _, q := range queries {
		whole, err := p.Evaluate(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for from := int64(0); from < 11; from++ {
			for until := from + 1; until < 12; until++ {
				var want, got []TimedSample
				whole.EachTimed(t.Context(), func(s TimedSample) {
					if s.At != NoTime && from <= s.At && s.At < until {
						want = append(want, s)
					}
				})
				q := q
				q.Time = TimeRange{from, until}.String()
				r, err := p.Evaluate(t.Context(), q)
				if err != nil {
					t.Fatal(err)
				}
				r.EachTimed(t.Context(), func(s TimedSample) { got = append(got, s) })
				if !slices.Equal(got, want) || r.Records != len(want) {
					t.Fatalf("%+v leaves %v, %d records; want %v", q, got, r.Records, want)
				}
			}
		}
	}
	if _, err := p.Evaluate(t.Context(), Query{Time: "soon"}); err == nil || errors.As(err, new(*QueryError)) == false {
		t.Errorf("time=soon: %v", err)
	}
	none, _ := timed("-1 a x").Evaluate(t.Context(), Query{Time: "0s:1s"})
	if none.Records != 0 || !slices.Equal(none.Unused, []string{"time"}) || none.Profile.Samples.Times != nil {
		t.Errorf("without times: %d records, unused %v", none.Records, none.Unused)
	}
}

// Profiles that are added up have no times.
func TestUnionHasNoTimes(t *testing.T) {
	u := NewUnion(1)
	for _, p := range []*Profile{timed("3 abc x", "1 abc x"), timed("2 abc x")} {
		if err := u.Add(t.Context(), p, p.Samples.Values); err != nil {
			t.Fatal(err)
		}
	}
	_, s, err := u.Finish(t.Context())
	if err != nil || s.Times != nil || s.Len() != 1 || s.Values[0][0] != 3 {
		t.Errorf("the sum is %+v, %v", s, err)
	}
}
