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
// are equally high. The full height stands for top. The trace ends at end.
func (s *Series) Columns(edges []trace.Time, end trace.Time, top, full float64, draw func(from, to int, low, high float64)) {
	from, begun := 0, false
	low, high := -1.0, -1.0 // not known
	flush := func(to int) {
		if from < to && high >= 0 {
			draw(from, to, low, high)
		}
		from = to
	}
	at := s.Index(edges[0])
	for j, edge := range edges[1:] {
		if narrow(edges, j, end) {
			continue
		}
		next := at
		for next+1 < len(s.Value) && s.Time.At(next+1) <= edge {
			if next-at > seriesBlock {
				next = s.Index(edge)
				break
			}
			next++
		}
		inside := next
		if inside > at && s.Time.At(inside) == edge {
			inside--
		}
		nowLow, nowHigh := -1.0, -1.0
		if edges[j] < edge {
			if lo, hi, ok := s.within(at, inside); ok {
				nowLow, nowHigh = math.Round(float64(lo)/top*full), math.Round(float64(hi)/top*full)
			}
		}
		if begun && (nowLow != low || nowHigh != high) {
			flush(j)
		}
		low, high, begun = nowLow, nowHigh, true
		at = next
	}
	flush(len(edges) - 1)
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
