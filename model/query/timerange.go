package query

import (
	"context"
	"math"
	"strings"
	"time"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/units"
	"profstation/model/work"
)

// TimeRange is a part of a recording, from one moment up to, but not including, another. Both are in
// nanoseconds, counted as in [model.Samples.Times]. Since the end is excluded, adjacent ranges share no
// sample. An end that is not limited is the smallest or the largest number.
type TimeRange struct{ From, Until int64 }

// AllTimes is the range without limits.
var AllTimes = TimeRange{math.MinInt64, math.MaxInt64}

// Holds reports whether a sample's time is in the range. A sample without a time is in no range.
func (r TimeRange) Holds(at int64) bool {
	return at != model.NoTime && r.From <= at && (at < r.Until || r.Until == math.MaxInt64)
}

// Empty reports whether the range contains no time.
func (r TimeRange) Empty() bool { return r.From >= r.Until }

// Meet returns what lies in both ranges.
func (r TimeRange) Meet(o TimeRange) TimeRange {
	return TimeRange{max(r.From, o.From), min(r.Until, o.Until)}
}

// String writes the range as the option "time" takes it: 1.5s:2.25s, 1.5s:, :250ms.
func (r TimeRange) String() string {
	from, until := "", ""
	if r.From != math.MinInt64 {
		from = time.Duration(r.From).String()
	}
	if r.Until != math.MaxInt64 {
		until = time.Duration(r.Until).String()
	}
	return from + ":" + until
}

// ParseTimeRange reads what [TimeRange.String] writes. One end may be missing. If there are several lines,
// all must hold.
func ParseTimeRange(text string) (TimeRange, error) {
	r := AllTimes
	for line := range strings.SplitSeq(text, "\n") {
		from, until, ok := strings.Cut(strings.TrimSpace(line), ":")
		one := AllTimes
		for _, end := range []struct {
			text string
			to   *int64
		}{{from, &one.From}, {until, &one.Until}} {
			if end.text = strings.TrimSpace(end.text); end.text == "" {
				continue
			}
			d, err := time.ParseDuration(end.text)
			*end.to, ok = int64(d), ok && err == nil
		}
		if !ok || one == AllTimes || one.Empty() {
			return r, lang.Error("expected a time from a moment to a later one, such as 1.5s:2.25s, 1.5s: or :250ms")
		}
		r = r.Meet(one)
	}
	return r, nil
}

// TimeFilter returns the time range that the query chooses, or [AllTimes] if it chooses none.
func (q Query) TimeFilter() TimeRange {
	r, err := ParseTimeRange(q.Time)
	if err != nil {
		return AllTimes
	}
	return r
}

// chosenTime is the time range that a query chooses.
type chosenTime struct {
	TimeRange
	part     TimeRange     // the part of the recording that lies in the range
	duration time.Duration // how long that part is; 0: not known
	total    int64         // Σ|value| over the samples in the range, whatever the other filters leave
}

// keepTimes lets samples pass only if the query chooses their time.
func (r *Result) keepTimes(ctx context.Context) error {
	if r.Query.Time == "" {
		return nil
	}
	of, err := ParseTimeRange(r.Query.Time)
	if err != nil {
		return &Error{"time", err}
	}
	p, steps := r.Profile, work.StepsUntil(ctx)
	first, last, any := int64(math.MaxInt64), int64(math.MinInt64), false
	for _, at := range p.Samples.Times {
		if steps.Over(1) {
			return ctx.Err()
		}
		if at != model.NoTime {
			first, last = min(first, at), max(last, at)
			any = any || of.Holds(at)
		}
	}
	r.time = &chosenTime{TimeRange: of, part: of.Meet(recording(p.Duration, first, last))}
	if part := r.time.part; p.Duration > 0 && !part.Empty() {
		r.time.duration = min(time.Duration(part.Until-part.From), p.Duration)
	}
	if !any {
		r.Unused = append(r.Unused, "time")
	}
	return nil
}

// recording returns the time range of a whole recording. It begins at the header's time unless the samples,
// from the first to the last, show that it began later: the Firefox Profiler counts from the browser's start.
func recording(duration time.Duration, first, last int64) TimeRange {
	whole := TimeRange{0, int64(duration)}
	if last > whole.Until {
		whole = TimeRange{last - whole.Until, last}
	}
	whole.From = min(whole.From, first)
	return whole
}

// ChoosesTime reports whether the query chooses samples by their time.
func (r *Result) ChoosesTime() bool { return r.time != nil }

// Duration returns how long the samples were recorded that the query chooses by their time; 0: not known.
func (r *Result) Duration() time.Duration {
	if r.time == nil {
		return r.Profile.Duration
	}
	return r.time.duration
}

// Began returns when the chosen samples began to be recorded; zero: not known.
func (r *Result) Began() time.Time {
	began := r.Profile.Time
	if r.time == nil || began.IsZero() || r.time.part.Empty() {
		return began
	}
	return began.Add(time.Duration(r.time.part.From))
}

// recorded returns [Result.Total] for the time that the query chooses.
func (r *Result) recorded() int64 {
	if r.time == nil || r.Query.RelativePercentages {
		return r.Total
	}
	return r.time.total
}

// Portion is what a recording holds in a time.
type Portion struct {
	Records, Stacks int
	Net, Abs        []int64 // Σvalue and Σ|value| for each sample type
}

// InTime returns what was recorded in the time that the query chooses, whatever its other filters leave. Its only
// error is the context's.
func (r *Result) InTime(ctx context.Context) (Portion, error) {
	p, steps := r.Profile, work.StepsUntil(ctx)
	x := Portion{Net: make([]int64, len(p.Types)), Abs: make([]int64, len(p.Types))}
	seen := make([]bool, p.Stacks.Len())
	for i, stack := range p.Samples.Stack {
		if steps.Over(1) {
			return Portion{}, ctx.Err()
		}
		if r.time != nil && !r.time.Holds(p.Samples.Time(i)) {
			continue
		}
		if !p.Continues(i) {
			x.Records++
		}
		if !seen[stack] {
			seen[stack] = true
			x.Stacks++
		}
		for k, values := range p.Samples.Values {
			x.Net[k] = units.Plus(x.Net[k], values[i])
			x.Abs[k] = units.Plus(x.Abs[k], units.Magnitude(values[i]))
		}
	}
	return x, ctx.Err()
}

// TimedSample is one sample that passed, with its time.
type TimedSample struct {
	At    int64 // [model.NoTime]: not known
	Stack model.StackID
	Set   model.LabelSetID
	Value int64
	Lasts int64 // duration in nanoseconds from At on, as [model.Header.Lasting] says; 0: not known
}

// EachTimed calls f for each sample that passed and is not zero or has a duration, in file order. Its only
// error is the context's.
func (r *Result) EachTimed(ctx context.Context, f func(TimedSample)) error {
	p, steps := r.Profile, work.StepsUntil(ctx)
	lasts := lastingOf(p)
	for i, v := range p.Samples.Values[r.Column] {
		if steps.Over(1) {
			return ctx.Err()
		}
		s := TimedSample{At: p.Samples.Time(i), Value: v}
		if lasts != nil && s.At != model.NoTime {
			s.Lasts = max(0, lasts[i])
		}
		if (v != 0 || s.Lasts > 0) && r.Passes(i) {
			s.Stack, s.Set = p.Samples.Stack[i], p.Samples.LabelSet(i)
			f(s)
		}
	}
	return nil
}

// lastingOf returns the column that says how long samples last, or nil if there is none.
func lastingOf(p *model.Profile) []int64 {
	i := p.ColumnOf(p.Lasting)
	if p.Lasting == "" || i < 0 || p.Types[i].Unit != "nanoseconds" || p.Samples.Times == nil {
		return nil
	}
	return p.Samples.Values[i]
}
