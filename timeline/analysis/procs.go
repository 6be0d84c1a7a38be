package analysis

import (
	"context"
	"slices"
	"sort"

	"profstation/model/trace"
	"profstation/timeline/parallel"
)

// Utilisation is a heat map: for each P and each bin of time, how long the P was at work.
type Utilisation struct {
	Interval trace.Interval
	Bins     int
	Procs    []trace.ProcIndex // the rows, by P number
	running  []trace.Time
	busy     []trace.Time
	borders  []trace.Time // the bins' borders: one more than there are bins
	perTime  float64      // bins for each nanosecond
}

// Bin returns a column's time. All bins have the same length, give or take a nanosecond.
func (u *Utilisation) Bin(i int) trace.Interval {
	return trace.Interval{From: u.borders[i], To: u.borders[i+1]}
}

func (u *Utilisation) cut() {
	n, bins := u.Interval.Len(), trace.Time(u.Bins)
	u.borders = make([]trace.Time, bins+1)
	for i := range u.borders {
		i := trace.Time(i)
		u.borders[i] = u.Interval.From + n/bins*i + n%bins*i/bins
	}
	if n > 0 {
		u.perTime = float64(bins) / float64(n)
	}
}

// Running returns how long goroutines ran on a row's P.
func (u *Utilisation) Running(row, bin int) trace.Time { return u.running[row*u.Bins+bin] }

// Busy returns how long the P was not idle. That includes looking for work, and its goroutine's short system calls.
func (u *Utilisation) Busy(row, bin int) trace.Time { return u.busy[row*u.Bins+bin] }

// Share returns the fraction of a bin in which goroutines ran, from 0 to 1.
func (u *Utilisation) Share(row, bin int) float64 {
	if n := u.Bin(bin).Len(); n > 0 {
		return float64(u.Running(row, bin)) / float64(n)
	}
	return 0
}

// maxCells limits the figures in a heat map. With very many Ps the bins are wider.
const maxCells = 4 << 20

// Utilisation makes the heat map with at most that many bins, and at least one.
func (a *Analysis) Utilisation(ctx context.Context, iv trace.Interval, bins int) (*Utilisation, error) {
	t := a.t
	bins = min(bins, maxCells/(len(t.Procs)+1))
	u := &Utilisation{Interval: a.Within(iv), Bins: max(bins, 1)}
	u.cut()
	for p := range t.Procs {
		u.Procs = append(u.Procs, trace.ProcIndex(p))
	}
	sort.SliceStable(u.Procs, func(i, j int) bool { return t.Procs[u.Procs[i]].ID < t.Procs[u.Procs[j]].ID })
	u.running = make([]trace.Time, len(u.Procs)*u.Bins)
	u.busy = make([]trace.Time, len(u.Procs)*u.Bins)
	rowOf := make([]int, len(u.Procs))
	err := parallel.For(ctx, len(u.Procs), func(_, row int) {
		p := u.Procs[row]
		rowOf[p] = row
		sums := u.busy[row*u.Bins : (row+1)*u.Bins]
		r := &t.Procs[p]
		first := r.First + int32(sort.Search(int(r.End-r.First), func(i int) bool {
			return t.ProcSpanEnd(p, r.First+int32(i)) > u.Interval.From
		}))
		for i := first; i < r.End && t.ProcSpans.Start.At(int(i)) < u.Interval.To; i++ {
			if t.ProcSpans.State[i] == trace.ProcRunning {
				u.add(sums, trace.Interval{From: t.ProcSpans.Start.At(int(i)), To: t.ProcSpanEnd(p, i)})
			}
		}
	})
	if err != nil {
		return nil, err
	}
	// Go by goroutine, since the spans are in memory in that order.
	parts := make([][]trace.Time, parallel.Workers())
	err = a.eachRun(ctx, u.Interval, func(worker int, g trace.GoIndex, lo, hi trace.SpanIndex) {
		if parts[worker] == nil {
			parts[worker] = make([]trace.Time, len(u.running))
		}
		for s := lo; s < hi; s++ {
			if a.kinds[t.Spans.Cond(s)] != trace.RunningTime {
				continue
			}
			if p := t.Spans.Proc(s); p != trace.NoProc {
				row := rowOf[p]
				u.add(parts[worker][row*u.Bins:(row+1)*u.Bins], t.SpanTime(g, s))
			}
		}
	})
	for _, part := range parts {
		for i, v := range part {
			u.running[i] += v
		}
	}
	return u, err
}

func (u *Utilisation) add(sums []trace.Time, at trace.Interval) {
	at = u.Interval.Clip(at)
	if at.Empty() {
		return
	}
	from, to := at.From, at.To
	// Rounding may have led to a neighbouring bin.
	i := min(int(float64(from-u.Interval.From)*u.perTime), u.Bins-1)
	for i > 0 && u.borders[i] > from {
		i--
	}
	for ; i < u.Bins; i++ {
		end := u.borders[i+1]
		if to <= end {
			sums[i] += to - from
			return
		}
		if end > from {
			sums[i] += end - from
			from = end
		}
	}
}

// LostTime returns how much time of Ps was lost to goroutines that waited for one: at each moment as many Ps count as
// were idle, or as goroutines waited if these are fewer. Nothing counts while the world is stopped, and a P of which the
// trace does not say what it did is not idle. of is how much time all Ps had; 0: the trace does not say how many there were.
func LostTime(ctx context.Context, a *Analysis) (lost, of trace.Time, err error) {
	t := a.t
	procs := t.Metric(trace.GoMaxProcs)
	if procs == nil || procs.Time.Len() == 0 {
		return 0, 0, nil
	}
	const spans = 1 << 20 // at a time, so that a long trace needs no more memory
	parts := trace.Time(1 + t.Spans.Len()/spans)
	for i := range parts {
		iv := trace.Interval{From: t.End / parts * i, To: t.End / parts * (i + 1)}
		if i == parts-1 {
			iv.To = t.End
		}
		all, err := turnsIn(ctx, a, iv, procs)
		if err != nil {
			return 0, 0, err
		}
		lost += lostIn(iv, all, procs)
	}
	return lost, procTime(t, t.Whole()), nil
}

// turn is a time, in its upper bits, and what begins or ends then: so turns are sorted as numbers.
type turn int64

const (
	waitTurn turn = iota << 1 // a goroutine waits for a P
	runTurn                   // a P is not idle
	stopTurn                  // the world is stopped
	turnEnds turn = 1
	turnBits      = 3
)

// turnsIn returns what begins and ends in an interval, by time: what Ps did, and waits while one was idle.
func turnsIn(ctx context.Context, a *Analysis, iv trace.Interval, procs *trace.Metric) ([]turn, error) {
	t, all, parts := a.t, []turn(nil), make([][]turn, parallel.Workers())
	for p := range t.Procs {
		r := &t.Procs[p]
		first := r.First + int32(sort.Search(int(r.End-r.First), func(i int) bool {
			return t.ProcSpanEnd(trace.ProcIndex(p), r.First+int32(i)) > iv.From
		}))
		for i := first; i < r.End && t.ProcSpans.Start.At(int(i)) < iv.To; i++ {
			if t.ProcSpans.State[i] != trace.ProcIdle {
				all = addTurn(all, runTurn, iv.Clip(trace.Interval{From: t.ProcSpans.Start.At(int(i)), To: t.ProcSpanEnd(trace.ProcIndex(p), i)}))
			}
		}
	}
	for _, s := range t.Stops {
		all = addTurn(all, stopTurn, iv.Clip(t.Between(s.Start, s.End)))
	}
	slices.Sort(all)
	var idle []trace.Interval // a P was
	eachTurn(iv, all, procs, func(at trace.Interval, free, _ int) {
		switch n := len(idle); {
		case free <= 0:
		case n > 0 && idle[n-1].To == at.From:
			idle[n-1].To = at.To
		default:
			idle = append(idle, at)
		}
	})
	err := a.eachRun(ctx, iv, func(worker int, g trace.GoIndex, lo, hi trace.SpanIndex) {
		for s := lo; s < hi; s++ {
			if a.kinds[t.Spans.Cond(s)] != trace.RunnableTime {
				continue
			}
			at := iv.Clip(t.SpanTime(g, s))
			i := sort.Search(len(idle), func(i int) bool { return idle[i].To > at.From })
			if i < len(idle) && idle[i].From < at.To {
				parts[worker] = addTurn(parts[worker], waitTurn, at)
			}
		}
	})
	for _, part := range parts {
		all = append(all, part...)
	}
	slices.Sort(all)
	return all, err
}

func addTurn(to []turn, kind turn, at trace.Interval) []turn {
	if at.Empty() {
		return to
	}
	return append(to, turn(at.From)<<turnBits|kind, turn(at.To)<<turnBits|kind|turnEnds)
}

// lostIn adds up the time that was lost in an interval.
func lostIn(iv trace.Interval, all []turn, procs *trace.Metric) (lost trace.Time) {
	eachTurn(iv, all, procs, func(at trace.Interval, free, waiting int) { lost += at.Len() * trace.Time(max(0, min(free, waiting))) })
	return lost
}

// eachTurn calls f, in the order of time, with how many Ps were idle and how many goroutines waited. No P is while the
// world is stopped.
func eachTurn(iv trace.Interval, all []turn, procs *trace.Metric, f func(at trace.Interval, free, waiting int)) {
	var now [3]int // how many goroutines wait, Ps run and stops go on
	at := iv.From
	until := func(to trace.Time) {
		for at < to {
			i := max(procs.Index(at), 0) // the trace records the first a moment after it begins
			end := to
			if i+1 < len(procs.Value) {
				end = min(end, procs.Time.At(i+1))
			}
			free := int(min(procs.Value[i], uint64(trace.MaxLanes))) - now[runTurn>>1]
			if now[stopTurn>>1] > 0 {
				free = 0
			}
			f(trace.Interval{From: at, To: end}, free, now[waitTurn>>1])
			at = end
		}
	}
	for _, x := range all {
		until(trace.Time(x >> turnBits))
		kind := x & (1<<turnBits - 1) >> 1
		if now[kind]++; x&turnEnds != 0 {
			now[kind] -= 2
		}
	}
	until(iv.To)
}
