package timeline

import (
	"profstation/model"
	"profstation/model/trace"
)

// series is a quantity with the least and the most of every block of its values,
// for columns that hold thousands.
type series struct {
	*trace.Metric
	least, most []uint64
	top         uint64 // the most of all
}

const seriesBlock = 64

// newSeries makes the blocks of all quantities. Once the steps are over, some are missing.
func newSeries(steps *model.Steps, metrics []trace.Metric) (all []*series) {
	for i := range metrics {
		s := &series{Metric: &metrics[i]}
		for i, v := range s.Value {
			if i%seriesBlock == 0 {
				if steps.Over(seriesBlock) {
					return nil
				}
				s.least, s.most = append(s.least, v), append(s.most, v)
			}
			b := i / seriesBlock
			s.least[b], s.most[b] = min(s.least[b], v), max(s.most[b], v)
			s.top = max(s.top, v)
		}
		if len(s.Value) > 0 {
			all = append(all, s)
		}
	}
	return all
}

// within is the least and the most of the values with indices from from to to. ok
// is false before the first value.
func (s *series) within(from, to int) (least, most uint64, ok bool) {
	if to < 0 {
		return 0, 0, false
	}
	from = max(from, 0)
	least, most = s.Value[from], s.Value[from]
	for i := from; i <= to; {
		if i%seriesBlock == 0 && i+seriesBlock <= to+1 {
			b := i / seriesBlock
			least, most = min(least, s.least[b]), max(most, s.most[b])
			i += seriesBlock
			continue
		}
		least, most = min(least, s.Value[i]), max(most, s.Value[i])
		i++
	}
	return least, most, true
}

// metric finds a quantity by name; nil if the trace does not record it.
func (t *Timeline) metric(name string) *series {
	for _, s := range t.series {
		if t.Trace.Strings.Raw(s.Name) == name {
			return s
		}
	}
	return nil
}
