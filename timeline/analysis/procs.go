package analysis

import (
	"context"
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
