package model

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"profstation/model/lang"
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

// busy is a CPU profile of 10 s with samples at some seconds, each of so many seconds.
func busy(samples ...[2]int64) *Profile {
	b := NewBuilder(columns("samples/count cpu/nanoseconds"))
	at := b.Location(NoMapping, 0, []Line{{Func: b.Function(Function{Name: b.String("f")})}})
	other := b.Location(NoMapping, 0, []Line{{Func: b.Function(Function{Name: b.String("g")})}})
	for _, s := range samples {
		b.SampleAt(s[0]*1e9, []LocID{at}, 0, []int64{1, s[1] * 1e9})
		at, other = other, at
	}
	return b.Profile(Header{Time: time.Unix(100, 0).UTC(), Duration: 10 * time.Second})
}

// What is said of how long was recorded, and of how busy it was, is of the time that the query chooses.
func TestDurationOfTime(t *testing.T) {
	p := busy([2]int64{1, 2}, [2]int64{4, 1}, [2]int64{8, 6})
	for _, c := range []struct {
		query          Query
		began          int64
		headline, fact string
	}{
		{Query{}, 100, "cpu · 10s · 9s samples (90%, 0.90 cores) · 2 nodes", "Duration: 10s, Total samples = 9s (90.00%) | Utilization: 0.90 cores"},
		{Query{Time: "0s:5s"}, 100, "cpu · 5s of 10s · 3s of 9s samples (60%, 0.60 cores) · 2 nodes", "Duration: 5s of 10s, Total samples = 3s (60.00%) | Utilization: 0.60 cores"},
		{Query{Time: "7s:"}, 107, "cpu · 3s of 10s · 6s of 9s samples (200%, 2.00 cores) · 1 node", "Duration: 3s of 10s, Total samples = 6s (200.00%) | Utilization: 2.00 cores"},
		{Query{Time: "0s:8s\n3s:20s"}, 103, "cpu · 5s of 10s · 1s of 9s samples (20%, 0.20 cores) · 1 node", "Duration: 5s of 10s, Total samples = 1s (20.00%) | Utilization: 0.20 cores"},
		{Query{Time: "0s:5s", Focus: "f"}, 100, "cpu · 5s of 10s · 2s of 9s samples (60%, 0.60 cores) · 1 node", "Duration: 5s of 10s, Total samples = 3s (60.00%) | Utilization: 0.60 cores"},
		{Query{Time: "0s:5s", RelativePercentages: true}, 100, "cpu · 5s of 10s · 3s samples (60%, 0.60 cores) · 2 nodes", "Duration: 5s of 10s, Total samples = 3s (60.00%) | Utilization: 0.60 cores"},
		{Query{Time: "0s:5s", SampleIndex: "samples"}, 100, "samples · 5s of 10s · 2 of 3 samples · 2 nodes", "Duration: 5s of 10s, Total samples = 2 "},
		{Query{Time: "0s:5s", Mean: true}, 100, "mean_cpu · 5s of 10s · 3s of 9s samples (60%, 0.60 cores) · 2 nodes", "Duration: 5s of 10s, Total samples = 1.50s (30.00%) | Utilization: 0.60 cores"},
		{Query{Time: "-1s:20s"}, 100, "cpu · 10s · 9s samples (90%, 0.90 cores) · 2 nodes", "Duration: 10s, Total samples = 9s (90.00%) | Utilization: 0.90 cores"},
		{Query{Time: "20s:30s"}, 100, "cpu · 0 of 9s samples · 0 nodes", ""},
	} {
		c.query.SampleIndex = cmp.Or(c.query.SampleIndex, "cpu")
		r := evaluate(t, p, c.query)
		var facts []string
		for _, f := range r.Facts(lang.English, "auto") {
			if f.Name == "Duration" || f.Name == "Utilization" {
				facts = append(facts, f.String())
			}
		}
		if got := r.Headline(); got != c.headline {
			t.Errorf("%+v: %q, not %q", c.query.Filters(), got, c.headline)
		}
		if got := strings.Join(facts, " | "); got != c.fact {
			t.Errorf("%+v: %q, not %q", c.query.Filters(), got, c.fact)
		}
		if got := r.Began().Unix(); got != c.began {
			t.Errorf("%+v: it began at %d, not %d", c.query.Filters(), got, c.began)
		}
	}
	// Parts that follow each other are the whole, also where times do not begin at 0.
	for name, p := range map[string]*Profile{
		"from 0": p, "from 40 s": busy([2]int64{40, 1}, [2]int64{45, 1}, [2]int64{50, 1}), "before 0": busy([2]int64{-3, 1}, [2]int64{7, 1}),
	} {
		var sum time.Duration
		for _, part := range []string{":-1s", "-1s:2s", "2s:44s", "44s:"} {
			sum += evaluate(t, p, Query{Time: part}).Duration()
		}
		if least, most := 10*time.Second, 13*time.Second; sum < least || sum > most || name != "before 0" && sum != least {
			t.Errorf("%s: the parts last %v", name, sum)
		}
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
