package compare

import (
	"context"
	"math"
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/statistics"
)

// evidence is what is known about how one sample type's figures were counted, as columns beside the values of
// the joint samples. Summed over a node's samples, the columns are the evidence for the node.
type evidence struct {
	basis   basis
	columns [][]int64
	unit    float64 // what 1 in a variance column stands for, in the sample type's unit squared
	// sides says where each recording's evidence is: for New and Base or, if there are runs, for each run.
	sides []source
	// turned is the column with what was allocated and freed between two snapshots of one process, as a
	// variance. allocated is the column with the allocated values. Both are 0 if the sides are not from one
	// process.
	turned, allocated int
	// dispersion is the factor by which counts in two recordings vary more than by counting alone.
	dispersion statistics.Dispersion
}

// basis is what was counted for a sample type.
type basis int

// notKnown: we do not know what was counted. inFull: everything was counted. bySamples: CPU samples were
// counted. byObjects: sampled objects were counted.
const (
	notKnown basis = iota
	inFull
	bySamples
	byObjects
)

// source is the evidence for one recording. Columns are numbered as in [Comparison.Results].
type source struct {
	value    int     // the column with its values
	one      float64 // what one count is, in the values' unit; 0: the column count has the counts
	count    int     // the column with its counts, or with its sampled objects
	variance int     // the column with its variance, for sampled objects
}

// evidenceOf returns the evidence for a sample type. If the context ends, the evidence is incomplete and not
// kept.
func (p *Pair) evidenceOf(ctx context.Context, column int) *evidence {
	p.mu.Lock()
	defer p.mu.Unlock()
	e, ok := p.noise[column]
	if !ok {
		if e = p.newEvidence(ctx, column); ctx.Err() == nil {
			p.noise[column] = e
		}
	}
	return e
}

func (p *Pair) newEvidence(ctx context.Context, column int) *evidence {
	e := &evidence{unit: 1, dispersion: statistics.Fair}
	of := p.sides()
	recordings := of[:]
	if p.runs != nil {
		recordings = p.runs.of
	}
	for i, r := range recordings {
		s := source{value: i}
		if p.runs != nil {
			s.value = e.add(r.Samples.Values[column])
		}
		e.sides = append(e.sides, s)
	}
	switch p.New.Kind {
	case model.Goroutine, model.GoroutineLeak, model.ThreadCreate, model.References:
		if !p.pooled() { // else nobody knows how many profiles were added up
			e.basis = inFull
		}
	case model.CPU:
		if e.counted(recordings, column) {
			e.basis = bySamples
			if p.runs == nil {
				e.dispersion = e.dispersed(ctx, recordings, column)
			}
		}
	case model.Heap, model.Allocs:
		if e.sampled(p, recordings, column) {
			e.basis = byObjects
			e.turnover(p, column)
		}
	}
	return e
}

// add adds a column and returns its index among the results.
func (e *evidence) add(column []int64) int {
	e.columns = append(e.columns, column)
	return 1 + len(e.columns)
}

// counted sets the evidence for CPU profiles: their samples or, if they have none, their time divided by the
// duration of one measurement.
func (e *evidence) counted(recordings []*model.Profile, column int) bool {
	all := measurements(recordings, column)
	if all == nil {
		return false
	}
	any := 1.0
	for i, r := range recordings {
		if e.sides[i].one = counted(r, all[i], column); e.sides[i].one > 0 {
			any = e.sides[i].one
		}
	}
	for i, r := range recordings {
		switch s := &e.sides[i]; {
		case s.one > 0:
		case zero(r.Samples.Values[column]):
			s.one = any // nothing was counted
		default:
			s.count = e.add(r.Samples.Values[all[i].Column])
		}
	}
	return true
}

func zero(column []int64) bool {
	return !slices.ContainsFunc(column, func(v int64) bool { return v != 0 })
}

// sampled sets the evidence for heap profiles. With a sampling rate R, an allocation of s bytes was sampled
// with probability P = 1 − e^(−s/R), and each sampled object was counted as 1/P. So c sampled objects were
// written as c/P objects with c·s/P bytes. Their standard deviations are √(c(1−P))/P objects and s times that
// in bytes. Objects larger than the rate were nearly all counted. Missing one is rare, but not as rare as a
// normal distribution with that variance says, so 1−P is taken as at least [minMissed]. R is the profile's
// period.
func (e *evidence) sampled(p *Pair, recordings []*model.Profile, column int) bool {
	c, ok := columnsOfHeap(p.New, column)
	if !ok {
		return false
	}
	if c.ofSpace {
		for _, r := range recordings {
			e.unit = max(e.unit, float64(r.Period))
		}
	}
	for i, r := range recordings {
		h, ok := p.sampledObjects(r, c)
		if !ok {
			return false
		}
		n := len(h)
		count, variance := make([]int64, n), make([]int64, n)
		for k := range h {
			count[k] = rounded(h[k].count)
			variance[k] = rounded(h[k].count * h[k].squared / e.unit)
		}
		model.Saturate(count)
		model.Saturate(variance)
		e.sides[i].count, e.sides[i].variance = e.add(count), e.add(variance)
	}
	return true
}

// heapColumns says which columns in a heap profile tell how a sample type was sampled.
type heapColumns struct {
	objects, space int // objects is −1 if there are none
	ofSpace        bool
}

func columnsOfHeap(p *model.Profile, column int) (heapColumns, bool) {
	name := p.Types[column].Type
	what, _, _ := strings.Cut(name, "_") // alloc, inuse or collected
	c := heapColumns{objects: p.ColumnOf(what + "_objects"), space: p.ColumnOf(what + "_space")}
	c.ofSpace = column == c.space
	return c, c.space >= 0 && (c.ofSpace || column == c.objects) && p.Types[c.space].Unit == "bytes"
}

// sampled describes the sampled objects behind a sample: how many there were, what each stands for in the
// value, and the value's variance for each.
type sampled struct{ count, weight, squared float64 }

func (p *Pair) sampledObjects(of *model.Profile, c heapColumns) ([]sampled, bool) {
	if of.Period <= 0 {
		return nil, false
	}
	rate, bytes := float64(of.Period), of.Samples.Values[c.space]
	out := make([]sampled, len(bytes))
	for i, b := range bytes {
		if b == 0 {
			continue
		}
		var count int64
		if c.objects >= 0 {
			count = of.Samples.Values[c.objects][i]
		}
		size := p.objectSize(i, b, count)
		if size <= 0 {
			return nil, false
		}
		out[i] = sampledOf(math.Abs(float64(b)), size, rate, c.ofSpace)
	}
	return out, true
}

// minMissed is the least probability assumed for missing an object. With a smaller one, more than 7 in 100
// comparisons between simulated heaps with few large objects call something real although nothing changed.
const minMissed = 0.03

func sampledOf(bytes, size, rate float64, ofSpace bool) sampled {
	chance := -math.Expm1(-size / rate)
	o := sampled{count: bytes / size * chance, weight: 1 / chance}
	if ofSpace {
		o.weight *= size
	}
	o.squared = o.weight * o.weight * max(1-chance, minMissed)
	return o
}

// objectSize returns the size of a sample's objects: its label "bytes", else bytes divided by objects; 0: not
// known.
func (p *Pair) objectSize(i int, bytes, objects int64) float64 {
	if p.samples.labels != nil {
		for _, l := range p.joint.Labels.Set(p.samples.labels[i]) {
			if l.IsNum && l.Num > 0 && p.joint.Strings.Raw(l.Key) == "bytes" {
				return float64(l.Num)
			}
		}
	}
	if objects == 0 {
		return 0
	}
	return math.Abs(float64(bytes) / float64(objects))
}

// profile returns the evidence as a profile on the joint tables, or nil if it has no columns.
func (e *evidence) profile(p *Pair) *model.Profile {
	if len(e.columns) == 0 {
		return nil
	}
	types := make([]model.ValueType, len(e.columns))
	for i := range types {
		types[i] = model.ValueType{Type: "evidence" + indexed(i), Unit: "count"}
	}
	return p.profile(model.Header{}, types, e.columns)
}
