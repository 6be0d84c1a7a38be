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

// Verdict is a judgement of the growth of a line.
type Verdict string

// From sure to unknown.
const (
	Grows    Verdict = "grows"
	StepUp   Verdict = "step up"
	StepDown Verdict = "step down"
	Shrinks  Verdict = "shrinks"
	Unsure   Verdict = "not sure"
	TooFew   Verdict = "too few profiles"
)

// Growth is how one name changes over time. Its figures are of what the ranking judges: values, or
// rates for each of its unit of time.
type Growth struct {
	Name        string
	First, Last float64 // the first and the last figure; 0 if a value was not kept
	Slope       float64 // per hour; NaN where it cannot be known
	Low, High   float64 // 95% interval of the slope; NaN where there are too few points
	Step        Step    // the step that fits best, of a verdict of a step
	P           float64 // probability of such a slope or step without a trend; NaN as above
	Verdict     Verdict // at a false discovery rate of 5% over all names of the answer
	rise        float64 // by how much it grows in all
}

// Stepped reports whether the verdict is of a step.
func (g *Growth) Stepped() bool { return g.Verdict == StepUp || g.Verdict == StepDown }

// Step is a change from one level to another.
type Step struct {
	Size, Low, High float64   // of the figure, with its 95% interval
	Time            time.Time // of the first profile after it
	From, To        time.Time // 95% interval of its time
}

// Ranking is what grows in a series since the last restart.
type Ranking struct {
	Rows    []Growth
	Measure Measure
	Per     time.Duration // the unit of time of rates; 0 of values
	Since   time.Time     // when the first profile was taken that is judged
	Judged  int           // how many profiles are
}

// Growth ranks the names of a question: names that grow or step up for sure come first, those that
// grew most in all first of these, then the others, the most likely to grow first. What is judged is
// the last run: the profiles since the process was last started. [statistics.Courses] says how; a
// counter, which grows in any case, is judged by its rate. Of a heap, few samples stay from profile to
// profile, or come all at once, so that one more is a step without noise; p is therefore at least that
// of as many samples by which it rose, if each could as well have been one less (a sign test). A name
// that is seen in fewer than five profiles gets no verdict. The errors are the context's, and of a
// sample type that there is not.
func (s *Series) Growth(ctx context.Context, q Question) (*Ranking, error) {
	none, err := s.Lines(q)
	if err != nil {
		return nil, err
	}
	out := &Ranking{}
	j := judgedOf(none)
	if out.Measure, out.Judged = j.measure, len(none.Points)-j.from-Partial(none.Points[j.from:]); out.Judged > 0 {
		out.Since = none.Points[j.from].Time
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
		for _, l := range all {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			out.Rows = append(out.Rows, j.growth(l, *errors))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	judge(out.Rows)
	slices.SortStableFunc(out.Rows, func(a, b Growth) int { return a.order(&b) })
	return out, nil
}

// maxHeld is how many values of lines are held at a time.
const maxHeld = 1 << 22

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

// unitOf is the unit of time in which rates for each second are at least 1, or else an hour.
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

// judgedLine is a line that is judged.
type judgedLine struct {
	*Line
	y       []float64           // the figures that are judged
	first   int                 // the first of them among all
	courses *statistics.Courses // of their times
	quantum float64             // what one sample stands for; 0: not known
}

// judgeable are the lines that have anything to judge. The first chooses the unit of time of rates.
func (j *judged) judgeable() (out []judgedLine) {
	courses := map[[2]int]*statistics.Courses{} // by the figures that are judged
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

// errorsOf learns from lines what errors are like.
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

// growth is what the course of a line says of it.
func (j *judged) growth(l judgedLine, errors statistics.Errors) Growth {
	y, n := l.y, len(l.y)
	c := l.courses.Of(y, errors)
	if j.seen(&l) < statistics.MinOfLine {
		c.P = math.NaN() // it is nearly never there
	}
	if l.quantum > 0 && n > 0 {
		c = c.Least(math.Exp2(1 - j.samples(&l, &c)))
	}
	g := Growth{Name: l.Name, Slope: c.Slope, Low: c.Low, High: c.High, P: c.P, Verdict: Unsure}
	if math.IsNaN(c.P) {
		g.Verdict = TooFew
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

// seen is how many figures of a line are known and not 0.
func (j *judged) seen(l *judgedLine) (n int) {
	for i, v := range l.y {
		if point := j.at[l.first+i]; v != 0 && (l.Known == nil || l.Known[point]) {
			n++
		}
	}
	return n
}

// order puts first what goes up for sure, by how much, and then the others by how likely that is.
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

// judge gives verdicts at a false discovery rate of 5% (Benjamini and Hochberg 1995). Of other rows
// there is no step to speak of.
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
		case !(q[i] <= 0.05): // nor lines with too few points
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

// OnlyGrows is a goroutine stack whose number never went down.
type OnlyGrows struct {
	Stack       []string // root first
	First, Last int64
	Rises       int // how often it went up
	PerHour     float64
}

// OnlyGrowing are the stacks of a goroutine series whose number, since the last restart, never went
// down from one profile to the next and went up at least twice (once where there are two profiles
// only), the one that grew most first. The errors are those of [Series.Growth].
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
		least := 2
		if len(points) == 2 {
			least = 1
		}
		for _, l := range lines.Lines {
			values := make([]int64, len(kept))
			for i, k := range kept {
				values[i] = l.Values[k]
			}
			rises := len(slices.Compact(slices.Clone(values))) - 1
			if rises < least || !slices.IsSorted(values) {
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
