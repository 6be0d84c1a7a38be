package series

import (
	"math"
	"strings"
	"time"

	"profstation/model"
	"profstation/model/statistics"
)

// sisters maps each heap sample type to the one that counts the same things in objects instead of bytes, or
// the other way round.
var sisters = map[string]string{
	"alloc_space": "alloc_objects", "alloc_objects": "alloc_space",
	"inuse_space": "inuse_objects", "inuse_objects": "inuse_space",
	model.CollectedSpace: model.CollectedObjects, model.CollectedObjects: model.CollectedSpace,
}

// quanta returns what one sample stands for in each line from a heap profile. It returns nil if each
// profile covers its own time, or if it is not known how samples were drawn. Objects with s bytes are sampled
// with probability 1 − e^(−s/R), where R bytes are allocated on average between samples
// (runtime/pprof/protomem.go, scaleHeapSample).
func (s *Series) quanta(lines *Lines) ([]float64, error) {
	sister, ok := sisters[lines.Type.Type]
	s.mu.Lock()
	rate := float64(s.period)
	ok = ok && rate > 0 && !s.recordings && (s.kind == model.Heap || s.kind == model.Allocs) && model.FindType(model.Offered(s.types), sister) >= 0
	s.mu.Unlock()
	if !ok {
		return nil, nil
	}
	names := make([]string, len(lines.Lines))
	for i, l := range lines.Lines {
		names[i] = l.Name
	}
	q := lines.Question
	q.Type = sister
	others, err := s.Lines(q, names...)
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(names))
	for i := range out {
		space, objects := sumOf(lines.Lines[i].Values), sumOf(others.Lines[i].Values)
		if objects == 0 { // the sister was too small to be kept
			objects = boundOf(others, lines.Lines[i].Values)
		}
		ofObjects := strings.HasSuffix(sister, "_space")
		if ofObjects {
			space, objects = objects, space
		}
		if !(space > 0 && objects > 0) {
			continue
		}
		size := space / objects
		out[i] = 1 / -math.Expm1(-size/rate)
		if !ofObjects {
			out[i] *= size
		}
	}
	return out, nil
}

// boundOf returns an upper bound for a name's figures that were not kept, summed over the points where its
// other values are not 0.
func boundOf(lines *Lines, values []int64) (sum float64) {
	for i, v := range values[:min(len(values), len(lines.bounds))] {
		if v != 0 && !math.IsInf(lines.bounds[i], 1) {
			sum += lines.bounds[i]
		}
	}
	return sum
}

func sumOf(values []int64) (sum float64) {
	for _, v := range values {
		sum += float64(v)
	}
	return sum
}

// samples estimates how many samples a line gained or lost because it rose or fell as its course says. For a
// state that is at its end, for a rate over its whole time.
func (j *judged) samples(l *judgedLine, c *statistics.Course) float64 {
	last := l.first + len(l.y) - 1
	length := j.times[last] - j.times[l.first]
	more := math.Abs(c.Slope * length)
	part := length / 2 // a rising rate's mean is half of its rise
	if c.Shape == statistics.Step {
		more, part = math.Abs(c.Jump.Size), j.times[last]-j.times[l.first+c.Jump.At-1]
	}
	if j.measure == Rates {
		more *= part * float64(time.Hour) / float64(j.per)
	}
	return more / l.quantum
}
