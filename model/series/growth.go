package series

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"profstation/model/statistics"
)

// Verdict is the judgement on a line's growth.
type Verdict string

// The verdicts, from sure to unknown.
const (
	Grows    Verdict = "grows"
	StepUp   Verdict = "step up"
	StepDown Verdict = "step down"
	Shrinks  Verdict = "shrinks"
	Steady   Verdict = "steady" // the same in every profile
	Unsure   Verdict = "not sure"
	TooFew   Verdict = "too few profiles"
)

// Growth says how one name changes over time. Its figures are what the ranking judges: values, or rates per
// Ranking.Per.
type Growth struct {
	Name        string
	First, Last float64 // the first and the last figure; 0 if a value was not kept
	Slope       float64 // per hour; NaN if it cannot be known
	Low, High   float64 // 95% interval for the slope; NaN if there are too few points
	Step        Step    // the step that fits best; set if the verdict is a step
	P           float64 // probability that such a slope or step appears without a trend; NaN as above
	Verdict     Verdict // at a false discovery rate of 5% over all names in the answer
	Life        *Life   // in heap profiles of one process; nil: not known
	rise        float64 // the total growth
}

// Stepped reports whether the verdict is a step.
func (g *Growth) Stepped() bool { return g.Verdict == StepUp || g.Verdict == StepDown }

// Step is a change from one level to another.
type Step struct {
	Size, Low, High float64   // the figure's change, with its 95% interval
	Time            time.Time // time of the first profile after the step
	From, To        time.Time // 95% interval for the step's time
}

// Ranking says what grows in a series since the last restart.
type Ranking struct {
	Rows    []Growth
	Measure Measure
	Per     time.Duration // the time unit for rates; 0 for values
	Since   time.Time     // when the first judged profile was taken
	Judged  int           // how many profiles are judged
	Covers  time.Duration // from the first of them to the last
	Lives   bool          // some name's life is known
}

// Growth ranks the names in a question. Names that surely grow or step up come first, ordered by total
// growth, then the others, the most likely to grow first. Only the last run is judged, that is, the profiles
// since the process was last started. [statistics.Courses] explains the method. A counter, which grows in any
// case, is judged by its rate.
//
// In a heap, few samples stay from profile to profile, or many come all at once, so that one more looks like
// a step without noise. Therefore p is at least that of a sign test: as many samples as the line rose by,
// where each could as well have been one less. A name seen in fewer than five profiles gets no verdict. It
// returns the context's error, or an error if the sample type does not exist.
func (s *Series) Growth(ctx context.Context, q Question) (*Ranking, error) {
	none, err := s.Lines(q)
	if err != nil {
		return nil, err
	}
	out := &Ranking{}
	j := judgedOf(none)
	if out.Measure, out.Judged = j.measure, len(none.Points)-j.from-Partial(none.Points[j.from:]); out.Judged > 0 {
		out.Since = none.Points[j.from].Time
		out.Covers = none.Points[len(none.Points)-1].Time.Sub(out.Since)
	}
	var errors *statistics.Errors
	choose := func(g group, c int) []string { return s.heaviest(g, c, q.Cum) }
	err = s.inBlocks(ctx, q, choose, func(lines *Lines) error {
		j := judgedOf(lines)
		var err error
		if j.quanta, err = s.quanta(lines); err != nil {
			return err
		}
		j.per = out.Per
		all := j.judgeable()
		out.Per = j.per
		if errors == nil { // the heaviest lines come first
			errors = j.errorsOf(all)
		}
		first := len(out.Rows)
		for _, l := range all {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			out.Rows = append(out.Rows, j.growth(l, *errors))
		}
		return s.lived(lines.Question, out.Rows[first:])
	})
	if err != nil {
		return nil, err
	}
	judge(out.Rows)
	out.Lives = slices.ContainsFunc(out.Rows, func(g Growth) bool { return g.Life != nil })
	if q.Lasting != "" && out.Lives {
		out.Rows = slices.DeleteFunc(out.Rows, func(g Growth) bool { return g.Life == nil || g.Life.Lasting != q.Lasting })
	}
	slices.SortStableFunc(out.Rows, func(a, b Growth) int { return a.order(&b) })
	return out, nil
}

// maxHeld is how many values in lines are held at a time.
const maxHeld = 1 << 22

// inBlocks calls f with lines for the names that choose returns, some at a time, because all lines in a long
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
	some := max(1, maxHeld/max(1, s.Len()))
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

// unitOf returns a second if the rates per second are at least 1 on average, else an hour.
func unitOf(rates []float64) time.Duration {
	sum := 0.0
	for _, r := range rates {
		sum += math.Abs(r)
	}
	if sum < float64(len(rates)) {
		return time.Hour
	}
	return time.Second
}

// judgedLine is a line to be judged.
type judgedLine struct {
	*Line
	y       []float64           // the figures that are judged
	first   int                 // the index of the first among all judged figures
	courses *statistics.Courses // for the figures' times
	quantum float64             // what one sample stands for; 0: not known
}

// judgeable returns the lines that have anything to judge. The first line determines the time unit for rates.
func (j *judged) judgeable() (out []judgedLine) {
	courses := map[[2]int]*statistics.Courses{} // by the range of figures that are judged
	for i := range j.lines.Lines {
		l := &j.lines.Lines[i]
		if !j.holds(l) {
			continue
		}
		y := j.figures(l)
		if j.measure == Rates {
			if j.per == 0 {
				j.per = unitOf(y)
			}
			for i := range y {
				y[i] *= j.per.Seconds()
			}
		}
		from, to := j.span(l)
		span := [2]int{from, to}
		if courses[span] == nil {
			courses[span] = statistics.NewCourses(j.times[from:to])
		}
		line := judgedLine{Line: l, y: y[from:to], first: from, courses: courses[span]}
		if j.quanta != nil {
			line.quantum = j.quanta[i]
		}
		out = append(out, line)
	}
	return out
}

// errorsOf learns the properties of errors from lines.
func (j *judged) errorsOf(all []judgedLine) *statistics.Errors {
	var correlations []float64
	for _, l := range all {
		if rho := l.courses.Correlation(l.y); !math.IsNaN(rho) {
			correlations = append(correlations, rho)
		}
	}
	errors := statistics.ErrorsOf(correlations, len(j.at))
	return &errors
}

// growth returns what a line's course says about its growth.
func (j *judged) growth(l judgedLine, errors statistics.Errors) Growth {
	y, n := l.y, len(l.y)
	c := l.courses.Of(y, errors)
	if j.seen(&l) < statistics.MinOfLine {
		c.P = math.NaN() // it is almost never present
	}
	if l.quantum > 0 && n > 0 {
		c = c.AtLeast(math.Exp2(1 - j.samples(&l, &c)))
	}
	g := Growth{Name: l.Name, Slope: c.Slope, Low: c.Low, High: c.High, P: c.P, Verdict: Unsure}
	switch {
	case math.IsNaN(c.P):
		g.Verdict = TooFew
	case slices.Min(y) == slices.Max(y):
		g.Verdict = Steady
	}
	switch {
	case j.measure == Values:
		g.First, g.Last = float64(l.Values[j.from]), float64(l.Values[len(l.Values)-1])
	case n > 0:
		g.First, g.Last = y[0], y[n-1]
	}
	switch {
	case c.Shape == statistics.Step:
		g.rise = c.Jump.Size
		when := func(i int) time.Time { return j.lines.Points[j.at[l.first+i]].Time }
		s := c.Jump
		g.Step = Step{s.Size, s.Low, s.High, when(s.At), when(s.First), when(s.Last)}
	case n > 0:
		g.rise = c.Slope * (j.times[l.first+n-1] - j.times[l.first])
	}
	return g
}

// seen counts a line's figures that are known and not 0.
func (j *judged) seen(l *judgedLine) (n int) {
	for i, v := range l.y {
		if point := j.at[l.first+i]; v != 0 && (l.Known == nil || l.Known[point]) {
			n++
		}
	}
	return n
}

// order puts lines that surely go up first, by how much, and then the others by how likely that is.
func (g *Growth) order(h *Growth) int {
	weight := func(g *Growth) (rank int, weight float64) {
		switch {
		case g.Verdict == Grows || g.Verdict == StepUp:
			return 1, g.rise
		case math.IsNaN(g.P):
			return 0, g.rise
		}
		return 0, math.Copysign(1-g.P, g.rise)
	}
	a, x := weight(g)
	b, y := weight(h)
	return cmp.Or(b-a, cmp.Compare(y, x), strings.Compare(g.Name, h.Name))
}

// judge sets verdicts at a false discovery rate of 5% (Benjamini and Hochberg 1995). It clears the step in
// rows that have no verdict.
func judge(rows []Growth) {
	p := make([]float64, len(rows))
	for i, r := range rows {
		p[i] = r.P
	}
	q := statistics.Adjusted(p)
	for i := range rows {
		r := &rows[i]
		step := !r.Step.Time.IsZero()
		switch {
		case !(q[i] <= 0.05): // this includes lines with too few points
			r.Step = Step{}
		case step && r.Step.Size > 0:
			r.Verdict = StepUp
		case step:
			r.Verdict = StepDown
		case r.Slope > 0:
			r.Verdict = Grows
		case r.Slope < 0:
			r.Verdict = Shrinks
		}
	}
}

// OnlyGrows is a goroutine stack whose count never went down.
type OnlyGrows struct {
	Stack       []string // root first
	First, Last int64
	Rises       int // how often it went up
	PerHour     float64
}

// OnlyGrowing returns the stacks in a goroutine series whose count, since the last restart, never went down
// from one profile to the next and went up at least twice (once if there are only two profiles). The stack
// that grew most comes first. It returns the same errors as [Series.Growth].
func (s *Series) OnlyGrowing(ctx context.Context) ([]OnlyGrows, error) {
	var out []OnlyGrows
	err := s.inBlocks(ctx, Question{By: Stacks}, func(g group, _ int) []string { return s.names.text[g] }, func(lines *Lines) error {
		var points []Point
		var kept []int
		for i := LastRun(lines.Points); i < len(lines.Points); i++ {
			if p := lines.Points[i]; !p.partial() {
				points, kept = append(points, p), append(kept, i)
			}
		}
		minRises := 2
		if len(points) == 2 {
			minRises = 1
		}
		for _, l := range lines.Lines {
			values := make([]int64, len(kept))
			for i, k := range kept {
				values[i] = l.Values[k]
			}
			rises := len(slices.Compact(slices.Clone(values))) - 1
			if rises < minRises || !slices.IsSorted(values) {
				continue
			}
			n := len(values) - 1
			r := OnlyGrows{Stack: strings.Split(l.Name, separator), First: values[0], Last: values[n], Rises: rises}
			if d := points[n].Time.Sub(points[0].Time); d > 0 {
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
