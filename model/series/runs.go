package series

import (
	"math"
	"slices"
	"sort"
	"time"
)

// mark marks the points that begin a run (the profiles from one process) and those after a gap. The series
// must be locked.
func (s *Series) mark() {
	if s.marked {
		return
	}
	s.marked = true
	points := s.ordered()
	restarts := 0
	for i, p := range points {
		p.Restarted = i > 0 && s.restarted(points[i-1], p)
		if p.Restarted {
			restarts++
		}
	}
	// If many neighbours come from different processes, these run side by side or one after the other, and it
	// is not one service being restarted.
	if restarts >= 3 && restarts*3 > len(points) {
		for _, p := range points {
			p.Restarted = false
		}
	}
	interval := defaultInterval(points)
	for i, p := range points {
		p.AfterGap = i > 0 && (interval > 0 && p.Time.Sub(points[i-1].Time) > 3*interval || points[i-1].lacks(p))
	}
}

// lacks reports whether there is time between two pooled profiles that no profile covers.
func (p *point) lacks(next *point) bool { return !p.Until.IsZero() && next.Time.After(p.Until) }

// defaultInterval returns the usual distance between profiles, or 0 if there are too few to know. Nine in ten
// distances are no larger. The largest one does not count.
func defaultInterval(points []*point) time.Duration {
	if len(points) < 4 {
		return 0
	}
	apart := make([]time.Duration, len(points)-1)
	for i := range apart {
		apart[i] = points[i+1].Time.Sub(points[i].Time)
	}
	slices.Sort(apart)
	return apart[(len(apart)-1)*9/10]
}

// restarted reports whether a point comes from a different process than the one before it. The result is
// computed once.
func (s *Series) restarted(before, p *point) bool {
	if p.before != before.serial {
		p.before, p.fresh = before.serial, s.fresh(before, p)
	}
	return p.fresh
}

// fresh reports whether a profile comes from a different process than the one before it: it was at other
// addresses in memory, or something that only ever grows in one process has become less.
func (s *Series) fresh(before, p *point) bool {
	if s.recordings {
		return false
	}
	if before.process.Other(p.process) {
		return true
	}
	for i, t := range s.types {
		// Rounding makes small differences.
		if s.kind.Counts(t.Type) &&
			(float64(p.Totals[i]) < 0.999*float64(before.Totals[i]) || lost(before, p, i) > 0.01*float64(before.Totals[i])) {
			return true
		}
	}
	return false
}

// lost returns by how much a counter's functions are less than before, in total.
func lost(before, p *point, column int) (sum float64) {
	now := map[uint32]int64{}
	p.figures[column].each(group{by: Functions}, func(r row) { now[r.id] = r.flat })
	bound := p.bound(group{by: Functions}, column)
	before.figures[column].each(group{by: Functions}, func(r row) {
		v, ok := now[r.id]
		if !ok {
			sum += max(0, float64(r.flat)-bound)
			return
		}
		sum += float64(max(0, r.flat-v))
	})
	return sum
}

// bound returns a limit for figures in a group: those that the point does not have are less.
func (p *point) bound(g group, column int) float64 {
	switch {
	case p.min > 1:
		return math.Inf(1) // no figures are kept any more
	case g.by == Stacks && p.min <= minShare:
		return 0 // stacks are kept completely
	}
	return p.min * float64(p.figures[column].weight)
}

// LastRun returns the index of the first point since the last restart.
func LastRun(points []Point) int {
	for i, p := range slices.Backward(points) {
		if p.Restarted {
			return i
		}
	}
	return 0
}

// partial reports whether a store added a point up over a time that is not known to be covered completely.
// Its values grow with the time that is covered, so it cannot be compared with others.
func (p *Point) partial() bool { return !p.Until.IsZero() && p.Duration == 0 }

// Partial returns how many points since the last restart are not judged because a store added them up over a
// time that is not known to be covered completely.
func Partial(points []Point) (n int) {
	for _, p := range points[LastRun(points):] {
		if p.partial() {
			n++
		}
	}
	return n
}

// Measure says what is judged in a series.
type Measure string

// The measures.
const (
	Values Measure = "value" // the figures as they are
	Rates  Measure = "rate"  // how much is added per unit of time
)

// judged is what is judged in a series' lines: their points since the last restart, as values or as rates.
type judged struct {
	lines   *Lines
	from    int
	measure Measure
	counter bool
	at      []int         // the point for each judged figure
	times   []float64     // their times, in hours
	quanta  []float64     // what one sample stands for in each line; 0, or nil: not known
	per     time.Duration // the time unit for rates
}

// judgedOf chooses what is judged. Counters are judged by what is added between neighbours. Recordings with
// different lengths are judged by their figures per second.
func judgedOf(lines *Lines) judged {
	j := judged{lines: lines, from: LastRun(lines.Points), measure: Values, counter: lines.Counter}
	for j.from < len(lines.Points) && j.from < len(lines.bounds) && math.IsInf(lines.bounds[j.from], 1) {
		j.from++ // only totals may be left for the oldest
	}
	points := lines.Points[j.from:]
	if j.counter || differentLengths(points) {
		j.measure = Rates
	}
	last := time.Time{}
	for i, p := range points {
		if p.partial() {
			continue
		}
		when := p.Time
		if j.counter {
			if i == 0 || !p.Time.After(last) {
				last = p.Time
				continue
			}
			when, last = last.Add(p.Time.Sub(last)/2), p.Time
		}
		j.at = append(j.at, j.from+i)
		j.times = append(j.times, when.Sub(points[0].Time).Hours())
	}
	return j
}

// differentLengths reports whether points are recordings whose lengths are known and differ.
func differentLengths(points []Point) bool {
	smallest, largest := time.Duration(math.MaxInt64), time.Duration(0)
	for i := range points {
		if p := &points[i]; !p.partial() {
			smallest, largest = min(smallest, p.Duration), max(largest, p.Duration)
		}
	}
	return smallest > 0 && float64(largest) > 1.05*float64(smallest)
}

// figures returns a line's judged figures. Rates are per second.
func (j *judged) figures(l *Line) []float64 {
	y := j.filled(l)
	out := make([]float64, len(j.at))
	before := j.from
	for i, at := range j.at {
		switch v := y[at-j.from]; {
		case j.counter:
			p, q := &j.lines.Points[before], &j.lines.Points[at]
			out[i] = (v - y[before-j.from]) / q.Time.Sub(p.Time).Seconds()
			before = at
		case j.measure == Rates:
			out[i] = v / j.lines.Points[at].Duration.Seconds()
		default:
			out[i] = v
		}
	}
	return out
}

// filled returns a line's values since the last restart. A value that was not kept is interpolated between
// its neighbours, within its bound, because as 0 it would look like a jump.
func (j *judged) filled(l *Line) []float64 {
	y := make([]float64, len(l.Values)-j.from)
	last := -1 // last known
	for i := range y {
		y[i] = float64(l.Values[j.from+i])
		if l.Known != nil && !l.Known[j.from+i] {
			continue
		}
		for k := last + 1; k < i; k++ {
			between := y[i]
			if last >= 0 {
				between = y[last] + (y[i]-y[last])*float64(k-last)/float64(i-last)
			}
			y[k] = j.within(between, k)
		}
		last = i
	}
	for k := last + 1; k < len(y) && last >= 0; k++ {
		y[k] = j.within(y[last], k)
	}
	return y
}

// span returns the range of judged figures for which something is known about a line. Old profiles may only
// have large figures left, and a line may fall below a thousandth. If a line may have been as large at a
// point as when it was known, nothing is known there. A counter cannot fall, so nothing is known about it
// where it was not kept.
func (j *judged) span(l *Line) (from, to int) {
	first, last := j.from, len(l.Values)-1
	if l.Known != nil {
		for first < last && !l.Known[first] {
			first++
		}
		for last > first && !l.Known[last] {
			last--
		}
		surely := func(point, known int) bool { // it was less than at a known point
			return !j.counter && j.lines.bounds[point] <= math.Abs(float64(l.Values[known]))/2
		}
		for known := first; first > j.from && surely(first-1, known); {
			first--
		}
		for known := last; last+1 < len(l.Values) && surely(last+1, known); {
			last++
		}
	}
	from = sort.Search(len(j.at), func(i int) bool { return j.at[i] > first || j.at[i] == first && !j.counter })
	to = sort.Search(len(j.at), func(i int) bool { return j.at[i] > last })
	return from, max(from, to)
}

// within limits a value to a point's bound.
func (j *judged) within(v float64, i int) float64 {
	bound := j.lines.bounds[j.from+i]
	return max(-bound, min(v, bound))
}

// holds reports whether a line has a non-zero figure to judge.
func (j *judged) holds(l *Line) bool {
	for _, v := range l.Values[j.from:] {
		if v != 0 {
			return true
		}
	}
	return false
}
