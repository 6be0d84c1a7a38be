package series

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"profstation/model/compare"
)

// Verdict is a judgement of the growth of a line.
type Verdict string

// From sure to unknown.
const (
	Grows   Verdict = "grows"
	Shrinks Verdict = "shrinks"
	Unsure  Verdict = "no sure trend"
	TooFew  Verdict = "too few profiles"
)

// leastPoints is how many profiles a trend needs: of fewer no order would be surprising at 5%.
const leastPoints = 5

// Growth is how one name changes over time.
type Growth struct {
	Name        string
	First, Last int64   // at the first and last point; 0 if it was not kept
	Slope       float64 // per hour, the median of the slopes between all pairs of points (Theil and Sen)
	Low, High   float64 // 95% interval of the slope; NaN where there are too few points
	Tau         float64 // how steady: 1 only ever grows, −1 only ever shrinks (Kendall)
	P           float64 // probability of such a tau without a trend (Mann and Kendall); NaN as above
	Verdict     Verdict // at a false discovery rate of 5% over all names of the answer
}

// Growth ranks the names of a question: names that grow for sure come first, the fastest of them
// first, then the others by slope. The test is of Mann and Kendall, with its variance corrected for
// values that follow each other (Yue and Wang 2004, with the lag-1 autocorrelation of what is left
// of the line), as heap profiles of one process share samples. More than 150 points are put
// together to 150 means. The errors are the context's, and of a sample type that there is not.
func (s *Series) Growth(ctx context.Context, q Question) ([]Growth, error) {
	var rows []Growth
	err := s.inBlocks(ctx, q, func(g group, c int) []string { return s.heaviest(g, c, q.Cum) }, func(lines *Lines) error {
		hours := hoursOf(lines.Points)
		for _, l := range lines.Lines {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			rows = append(rows, growthOf(l, hours))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	judge(rows)
	slices.SortStableFunc(rows, func(a, b Growth) int {
		return cmp.Or(cmp.Compare(b.rank(), a.rank()), cmp.Compare(b.Slope, a.Slope), strings.Compare(a.Name, b.Name))
	})
	return rows, nil
}

// mostHeld is how many values of lines are held at a time.
const mostHeld = 1 << 22

// inBlocks calls f with the lines of the names that choose returns, some at a time: all of a long
// series are too much to hold.
func (s *Series) inBlocks(ctx context.Context, q Question, choose func(g group, column int) []string, f func(*Lines) error) error {
	var names []string
	_, _, err := s.lines(q, func(g group, c int) []string {
		names = slices.Clone(choose(g, c))
		return nil
	})
	if err != nil {
		return err
	}
	some := max(1, mostHeld/max(1, s.Len()))
	for block := range slices.Chunk(names, some) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		lines, err := s.Lines(q, block...)
		if err == nil {
			err = f(lines)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (g *Growth) rank() int {
	if g.Verdict == Grows {
		return 1
	}
	return 0
}

func hoursOf(points []Point) []float64 {
	h := make([]float64, len(points))
	for i, p := range points {
		h[i] = p.Time.Sub(points[0].Time).Hours()
	}
	return h
}

func growthOf(l Line, hours []float64) Growth {
	y := make([]float64, len(l.Values))
	for i, v := range l.Values {
		y[i] = float64(v)
	}
	out := trendOf(means(hours, y))
	out.Name = l.Name
	if n := len(y); n > 0 {
		out.First, out.Last = l.Values[0], l.Values[n-1]
	}
	return out
}

// judge gives verdicts at a false discovery rate of 5% (Benjamini and Hochberg 1995).
func judge(rows []Growth) {
	p := make([]float64, len(rows))
	for i, r := range rows {
		p[i] = r.P
	}
	q := compare.Adjusted(p)
	for i := range rows {
		r := &rows[i]
		switch {
		case !(q[i] <= 0.05): // nor lines with too few points
		case r.Slope > 0:
			r.Verdict = Grows
		case r.Slope < 0:
			r.Verdict = Shrinks
		}
	}
}

// OnlyGrows is a goroutine stack whose number never went down.
type OnlyGrows struct {
	Stack       []string // root first
	First, Last int64
	Rises       int // how often it went up
	PerHour     float64
}

// OnlyGrowing are the stacks of a goroutine series whose number never went down
// from one profile to the next and went up at least twice (once where there are
// two profiles only), the one that grew most first. The errors are those of [Series.Growth].
func (s *Series) OnlyGrowing(ctx context.Context) ([]OnlyGrows, error) {
	var out []OnlyGrows
	err := s.inBlocks(ctx, Question{By: Stacks}, func(g group, _ int) []string { return s.names.text[g] }, func(lines *Lines) error {
		least := 2
		if len(lines.Points) == 2 {
			least = 1
		}
		for _, l := range lines.Lines {
			rises := len(slices.Compact(slices.Clone(l.Values))) - 1
			if rises < least || !slices.IsSorted(l.Values) {
				continue
			}
			n := len(l.Values) - 1
			r := OnlyGrows{Stack: strings.Split(l.Name, separator), First: l.Values[0], Last: l.Values[n], Rises: rises}
			if d := lines.Points[n].Time.Sub(lines.Points[0].Time); d > 0 {
				r.PerHour = float64(r.Last-r.First) / (float64(d) / float64(time.Hour))
			}
			out = append(out, r)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(out, func(a, b OnlyGrows) int {
		return cmp.Or(cmp.Compare(b.Last-b.First, a.Last-a.First), slices.Compare(a.Stack, b.Stack))
	})
	return out, nil
}
