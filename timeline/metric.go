package timeline

import (
	"math"

	"profstation/model"
	"profstation/model/trace"
	"profstation/model/work"
)

// Series is a quantity with each block's smallest and largest value,
// for columns that hold thousands.
type Series struct {
	*trace.Metric
	min, max []uint64 // max 0 and min above it: the block has no value
	Max      uint64   // the largest value
	goal     bool     // there may be none, see [trace.NoGoal]
}

const seriesBlock = 64

// newSeries makes each quantity's blocks. Once the steps are over, some are missing.
func newSeries(steps *work.Steps, names *model.Strings, metrics []trace.Metric) (all []*Series) {
	for i := range metrics {
		s := &Series{Metric: &metrics[i], goal: names.Raw(metrics[i].Name) == trace.HeapGoal}
		for i, v := range s.Value {
			if i%seriesBlock == 0 {
				if steps.Over(seriesBlock) {
					return nil
				}
				s.min, s.max = append(s.min, math.MaxUint64), append(s.max, 0)
			}
			if s.None(v) {
				continue
			}
			b := i / seriesBlock
			s.min[b], s.max[b] = min(s.min[b], v), max(s.max[b], v)
			s.Max = max(s.Max, v)
		}
		if len(s.Value) > 0 {
			all = append(all, s)
		}
	}
	return all
}

// None reports whether a value stands for no value.
func (s *Series) None(v uint64) bool { return s.goal && trace.NoGoal(v) }

// within returns the smallest and the largest value with an index from from to to. ok
// is false before the first value, and where there is none.
func (s *Series) within(from, to int) (low, high uint64, ok bool) {
	if to < 0 {
		return 0, 0, false
	}
	low, high = math.MaxUint64, 0
	for i := max(from, 0); i <= to; {
		if i%seriesBlock == 0 && i+seriesBlock <= to+1 {
			b := i / seriesBlock
			low, high = min(low, s.min[b]), max(high, s.max[b])
			i += seriesBlock
			continue
		}
		if v := s.Value[i]; !s.None(v) {
			low, high = min(low, v), max(high, v)
		}
		i++
	}
	return low, high, low <= high
}

// Columns calls draw for every run of columns between edges where the smallest and the largest value
// are equally high. The full height stands for top.
func (s *Series) Columns(edges []trace.Time, top, full float64, draw func(from, to int, low, high float64)) {
	type span struct{ low, high float64 } // −1: not known
	at := s.Index(edges[0])
	eachRun(edges, func(j int) span {
		edge, next := edges[j+1], at
		for next+1 < len(s.Value) && s.Time.At(next+1) <= edge {
			if next-at > seriesBlock {
				next = s.Index(edge)
				break
			}
			next++
		}
		first, last := at, next
		if last > first && s.Time.At(last) == edge {
			last--
		}
		at = next
		low, high, ok := s.within(first, last)
		if !ok {
			return span{-1, -1}
		}
		return span{math.Round(float64(low) / top * full), math.Round(float64(high) / top * full)}
	}, func(from, to int, x span) {
		if x.high >= 0 {
			draw(from, to, x.low, x.high)
		}
	})
}

// Metric finds a quantity by name; nil if the trace does not record it.
func (t *Timeline) Metric(name string) *Series {
	for _, s := range t.series {
		if t.Trace.Strings.Raw(s.Name) == name {
			return s
		}
	}
	return nil
}
