package query_test

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/internal/reference"
	"profstation/internal/typed"
	"profstation/model"
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/query"
)

func TestTimeRange(t *testing.T) {
	for text, want := range map[string]query.TimeRange{
		"1.5s:2.25s": {From: 15e8, Until: 225e7}, "1.5s:": {From: 15e8, Until: math.MaxInt64}, ":250ms": {From: math.MinInt64, Until: 25e7}, "-1s:0s": {From: -1e9, Until: 0},
		" 1m0s : 1h0m0s ": {From: 60e9, Until: 3600e9}, "1s:3s\n2s:4s": {From: 2e9, Until: 3e9}, "1s:2s\n3s:4s": {From: 3e9, Until: 2e9},
	} {
		got, err := query.ParseTimeRange(text)
		if err != nil || got != want {
			t.Errorf("%q is %v, %v; want %v", text, got, err, want)
		}
		if again, err := query.ParseTimeRange(got.String()); !got.Empty() && (again != got || err != nil) {
			t.Errorf("%q is written %q, which is %v, %v", text, got, again, err)
		}
	}
	for _, text := range []string{":", "", "1s", "2s:1s", "1s:1s", "1:2", "a:b", "1s:2s:3s", "99999999h:", "1s:2s\n"} {
		if got, err := query.ParseTimeRange(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
	r := query.TimeRange{From: 1, Until: 3}
	for at, want := range map[int64]bool{0: false, 1: true, 2: true, 3: false, model.NoTime: false} {
		if r.Holds(at) != want || query.AllTimes.Holds(at) != (at != model.NoTime) {
			t.Errorf("%v holds %d: %v", r, at, r.Holds(at))
		}
	}
	if !query.AllTimes.Holds(math.MaxInt64) {
		t.Error("the last moment is in no range")
	}
}

// timed is a profile of samples of 1, each with a time, a stack of letters from root to leaf, and a label.
func timed(samples ...string) *model.Profile {
	b := model.NewBuilder([]model.ValueType{{Type: "samples", Unit: "count"}})
	locs := map[rune]model.LocID{}
	for _, s := range samples {
		var at int64
		var frames, lane string
		fmt.Sscan(s, &at, &frames, &lane)
		var stack []model.LocID
		for _, f := range frames {
			if _, ok := locs[f]; !ok {
				fn := b.Function(model.Function{Name: b.String(string(f))})
				locs[f] = b.Location(model.NoMapping, 0, []model.Line{{Func: fn}})
			}
			stack = append([]model.LocID{locs[f]}, stack...)
		}
		set := b.LabelSet([]model.Label{{Key: b.String("thread"), Str: b.String(lane)}})
		if at == -1 {
			b.Sample(stack, set, []int64{1})
		} else {
			b.SampleAt(at, stack, set, []int64{1})
		}
	}
	return b.Profile(model.Header{})
}

// A time filter leaves what a walk over all samples finds in it, whatever else is asked: times stay with
// their samples when stacks are cut, filtered and given frames of labels.
func TestTimeFilter(t *testing.T) {
	p := timed("3 abc x", "1 abc y", "-1 abc x", "2 ab x", "7 ad y", "5 abc x", "9 ad x")
	queries := []query.Query{{}, {Focus: "c"}, {Hide: "b"}, {PruneFrom: "b"}, {TagRoot: "thread"}, {TagLeaf: "thread", PruneFrom: "b"}, {TagFocus: "thread=x"}, {ShowFrom: "b"}, {NoInlines: true, RelativePercentages: true}}
	for _, q := range queries {
		whole := must.Have(query.Evaluate(t.Context(), p, q))
		for from := int64(0); from < 11; from++ {
			for until := from + 1; until < 12; until++ {
				var want, got []query.TimedSample
				whole.EachTimed(t.Context(), func(s query.TimedSample) {
					if s.At != model.NoTime && from <= s.At && s.At < until {
						want = append(want, s)
					}
				})
				q := q
				q.Time = query.TimeRange{From: from, Until: until}.String()
				r := must.Have(query.Evaluate(t.Context(), p, q))
				r.EachTimed(t.Context(), func(s query.TimedSample) { got = append(got, s) })
				if !slices.Equal(got, want) || r.Records != len(want) {
					t.Fatalf("%+v leaves %v, %d records; want %v", q, got, r.Records, want)
				}
			}
		}
	}
	if _, err := query.Evaluate(t.Context(), p, query.Query{Time: "soon"}); err == nil || errors.As(err, new(*query.Error)) == false {
		t.Errorf("time=soon: %v", err)
	}
	none, _ := query.Evaluate(t.Context(), timed("-1 a x"), query.Query{Time: "0s:1s"})
	if none.Records != 0 || !slices.Equal(none.Unused, []string{"time"}) || none.Profile.Samples.Times != nil {
		t.Errorf("without times: %d records, unused %v", none.Records, none.Unused)
	}
}

// busy is a CPU profile of 10 s with samples at some seconds, each of so many seconds.
func busy(samples ...[2]int64) *model.Profile {
	b := model.NewBuilder(typed.Types("samples/count cpu/nanoseconds"))
	at := b.Location(model.NoMapping, 0, []model.Line{{Func: b.Function(model.Function{Name: b.String("f")})}})
	other := b.Location(model.NoMapping, 0, []model.Line{{Func: b.Function(model.Function{Name: b.String("g")})}})
	for _, s := range samples {
		b.SampleAt(s[0]*1e9, []model.LocID{at}, 0, []int64{1, s[1] * 1e9})
		at, other = other, at
	}
	return b.Profile(model.Header{Time: time.Unix(100, 0).UTC(), Duration: 10 * time.Second})
}

// What is said of how long was recorded, and of how busy it was, is of the time that the query chooses.
func TestDurationOfTime(t *testing.T) {
	p := busy([2]int64{1, 2}, [2]int64{4, 1}, [2]int64{8, 6})
	for _, c := range []struct {
		query          query.Query
		began          int64
		headline, fact string
	}{
		{query.Query{}, 100, "cpu · 10s · 9s samples (90%, 0.90 cores) · 2 nodes", "Duration: 10s, Total samples = 9s (90.00%) | Utilization: 0.90 cores"},
		{query.Query{Time: "0s:5s"}, 100, "cpu · 5s of 10s · 3s of 9s samples (60%, 0.60 cores) · 2 nodes", "Duration: 5s of 10s, Total samples = 3s (60.00%) | Utilization: 0.60 cores"},
		{query.Query{Time: "7s:"}, 107, "cpu · 3s of 10s · 6s of 9s samples (200%, 2.00 cores) · 1 node", "Duration: 3s of 10s, Total samples = 6s (200.00%) | Utilization: 2.00 cores"},
		{query.Query{Time: "0s:8s\n3s:20s"}, 103, "cpu · 5s of 10s · 1s of 9s samples (20%, 0.20 cores) · 1 node", "Duration: 5s of 10s, Total samples = 1s (20.00%) | Utilization: 0.20 cores"},
		{query.Query{Time: "0s:5s", Focus: "f"}, 100, "cpu · 5s of 10s · 2s of 9s samples (60%, 0.60 cores) · 1 node", "Duration: 5s of 10s, Total samples = 3s (60.00%) | Utilization: 0.60 cores"},
		{query.Query{Time: "0s:5s", RelativePercentages: true}, 100, "cpu · 5s of 10s · 3s samples (60%, 0.60 cores) · 2 nodes", "Duration: 5s of 10s, Total samples = 3s (60.00%) | Utilization: 0.60 cores"},
		{query.Query{Time: "0s:5s", SampleIndex: "samples"}, 100, "samples · 5s of 10s · 2 of 3 samples · 2 nodes", "Duration: 5s of 10s, Total samples = 2 "},
		{query.Query{Time: "0s:5s", Mean: true}, 100, "mean_cpu · 5s of 10s · 3s of 9s samples (60%, 0.60 cores) · 2 nodes", "Duration: 5s of 10s, Total samples = 1.50s (30.00%) | Utilization: 0.60 cores"},
		{query.Query{Time: "-1s:20s"}, 100, "cpu · 10s · 9s samples (90%, 0.90 cores) · 2 nodes", "Duration: 10s, Total samples = 9s (90.00%) | Utilization: 0.90 cores"},
		{query.Query{Time: "20s:30s"}, 100, "cpu · 0 of 9s samples · 0 nodes", ""},
	} {
		c.query.SampleIndex = cmp.Or(c.query.SampleIndex, "cpu")
		r := reference.Evaluate(t, p, c.query)
		var facts []string
		for _, f := range explain.Facts(r, lang.English, "auto") {
			if f.Name == "Duration" || f.Name == "Utilization" {
				facts = append(facts, f.String())
			}
		}
		if got := explain.Headline(r); got != c.headline {
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
	for name, p := range map[string]*model.Profile{
		"from 0": p, "from 40 s": busy([2]int64{40, 1}, [2]int64{45, 1}, [2]int64{50, 1}), "before 0": busy([2]int64{-3, 1}, [2]int64{7, 1}),
	} {
		var sum time.Duration
		for _, part := range []string{":-1s", "-1s:2s", "2s:44s", "44s:"} {
			sum += reference.Evaluate(t, p, query.Query{Time: part}).Duration()
		}
		if least, most := 10*time.Second, 13*time.Second; sum < least || sum > most || name != "before 0" && sum != least {
			t.Errorf("%s: the parts last %v", name, sum)
		}
	}
}

// Profiles that are added up have no times.
func TestUnionHasNoTimes(t *testing.T) {
	u := model.NewUnion(1)
	for _, p := range []*model.Profile{timed("3 abc x", "1 abc x"), timed("2 abc x")} {
		must.Do(u.Add(t.Context(), p, p.Samples.Values))
	}
	_, s, err := u.Finish(t.Context())
	if err != nil || s.Times != nil || s.Len() != 1 || s.Values[0][0] != 3 {
		t.Errorf("the sum is %+v, %v", s, err)
	}
}
