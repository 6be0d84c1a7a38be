package compare

import (
	"context"
	"math"
	"slices"

	"profstation/model"
)

// Method is how it is judged whether a difference is larger than what sampling
// makes by chance. Which one holds is a matter of what the profile measures.
type Method string

// Shares judges shares of sample counts (CPU profiles), Sampled values scaled up from sampled
// objects (heap profiles), Exact what was counted in full, Unknown what no sampling error is known
// of. Runs judges groups of recordings by how much the recordings of a group differ.
const (
	Shares  Method = "shares of samples"
	Sampled Method = "sampled objects"
	Exact   Method = "exact"
	Unknown Method = "unknown"
	Runs    Method = "runs"
)

// Dispersion is how many times larger the variance of a share of CPU samples is
// taken to be than the variance of a fair draw. Recordings of steady programs had 1.08
// for flat and 1.14 for cumulative figures on average, 2.9 at most.
const Dispersion = 1.5

// Level is the share of false alarms accepted among what is called more than noise.
const Level = 0.05

// Fewest is the number of samples of both sides together below which nothing is said.
const Fewest = 10

func (p *Pair) methodOf(column int) Method {
	known := p.evidenceOf(column) != nil
	switch p.New.Kind {
	case model.Goroutine, model.GoroutineLeak, model.ThreadCreate:
		return Exact
	case model.CPU:
		if known {
			return Shares
		}
	}
	if known {
		return Sampled
	}
	return Unknown
}

// evidence is what the statistics of one sample type are computed from, as columns of the joint
// samples: what was counted, of CPU samples; how many objects were sampled, and the variance of the
// value, of a heap. Summed over the samples of a node they are the evidence on the node.
type evidence struct {
	period  int64             // how many times its count each value is, so that no column is needed; or 0
	columns [2]*model.Profile // per side
	unit    float64           // what one of the variance column stands for, in the type's unit squared
}

// evidenceOf makes the evidence of a sample type, nil if there is none.
func (p *Pair) evidenceOf(column int) *evidence {
	p.mu.Lock()
	defer p.mu.Unlock()
	e, ok := p.noise[column]
	if !ok {
		switch p.New.Kind {
		case model.CPU:
			e = p.counted(column)
		case model.Heap, model.Allocs:
			e = p.sampled(column)
		}
		p.noise[column] = e
	}
	return e
}

// counted is the evidence of a CPU profile: how many measurements its values stand for. It is nil
// where that is not known of both sides.
func (p *Pair) counted(column int) *evidence {
	var measured [2]model.Measurement // both count by one sample type, for their types are the same
	for side, of := range p.sides() {
		if measured[side], _ = of.Measurement(context.Background(), column); !measured[side].Known() {
			return nil
		}
	}
	model.Agree(p.New.Types[column].Unit, measured[:])
	one, other := measured[sideNew], measured[sideBase]
	if one.Column == column && one.Size == other.Size {
		return &evidence{period: one.Size}
	}
	if one.Column != column {
		if k := p.proportion(column, one.Column); k > 0 {
			return &evidence{period: k}
		}
	}
	e := &evidence{}
	for side, m := range measured {
		counts := slices.Clone(p.samples.values[side][m.Column])
		for i, v := range counts {
			counts[i] = m.Of(v)
		}
		e.columns[side] = p.profile(model.Header{}, []model.ValueType{{Type: "samples", Unit: "count"}}, [][]int64{counts})
	}
	return e
}

// proportion is how many times its count each value is; 0 if that differs.
func (p *Pair) proportion(column, count int) int64 {
	var k int64
	for side := range p.samples.values {
		v, n := p.samples.values[side][column], p.samples.values[side][count]
		for i := range v {
			if n[i] == 0 {
				if v[i] != 0 {
					return 0
				}
				continue
			}
			if k == 0 {
				k = v[i] / n[i]
			}
			if k <= 0 || v[i]%k != 0 || v[i]/k != n[i] {
				return 0
			}
		}
	}
	return k
}

// sampled is the evidence of a heap profile. An allocation of s bytes was sampled with the
// probability P = 1 − e^(−s/R), R the rate, and each sampled object was counted as 1/P: c sampled
// objects were written as c/P objects of c·s/P bytes, whose standard deviations are √(c(1−P))/P
// objects and s times that. R is the profile's period.
func (p *Pair) sampled(column int) *evidence {
	name := p.New.Types[column].Type
	objects, space := p.New.ColumnOf("inuse_objects"), p.New.ColumnOf("inuse_space")
	if name == "alloc_space" || name == "alloc_objects" {
		objects, space = p.New.ColumnOf("alloc_objects"), p.New.ColumnOf("alloc_space")
	}
	if space < 0 || column != objects && column != space {
		return nil
	}
	e := &evidence{unit: 1}
	ofSpace := column == space
	if ofSpace {
		e.unit = float64(max(p.New.Period, p.Base.Period))
	}
	for side, of := range p.sides() {
		if of.Period <= 0 || of.Types[space].Unit != "bytes" {
			return nil
		}
		rate := float64(of.Period)
		n := len(p.samples.stack)
		sampled, variance := make([]int64, n), make([]int64, n)
		bytes := p.samples.values[side][space]
		for i := range bytes {
			if bytes[i] == 0 {
				continue
			}
			var count int64
			if objects >= 0 {
				count = p.samples.values[side][objects][i]
			}
			size := p.objectSize(i, bytes[i], count)
			if size <= 0 {
				return nil
			}
			total := math.Abs(float64(bytes[i]))
			chance := -math.Expm1(-size / rate)
			sampled[i] = rounded(total / size * chance)
			v := total / size * (1 - chance) / chance // objects²
			if ofSpace {
				v *= size * size
			}
			variance[i] = rounded(v / e.unit)
		}
		e.columns[side] = p.profile(model.Header{},
			[]model.ValueType{{Type: "sampled", Unit: "count"}, {Type: "variance", Unit: "count"}}, [][]int64{sampled, variance})
		for _, c := range e.columns[side].Samples.Values {
			model.Saturate(c)
		}
	}
	return e
}

// objectSize is the size of a sample's objects: its label bytes, else by its figures; 0: not known.
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

// Explain says how it is judged whether a difference is real, and what that cannot say.
func (m Method) Explain() []string {
	switch m {
	case Shares:
		return []string{
			"The total of a CPU profile hardly varies: timers are regular. What varies is whose turn it was when one fired. So shares of the counted samples are compared, given the totals, not the times.",
			"A share is taken with one sample more in it and one more beside it; the difference of two shares ± 1.96 standard deviations is its 95% interval, with a variance 1.5 times that of fair draws, as recordings of steady programs have it.",
			"A difference is called more than sampling noise if at most 5% of those called so are expected to be false alarms: p-values are corrected for the number of functions shown (Benjamini and Hochberg). Below 10 samples on both sides together nothing is said.",
			"Limits: one pair of recordings cannot show how much one run differs from the next. Another input, another machine or a neighbour's load make real differences too. For that, compare groups of at least 4 recordings a side, taken in turns. Real is not the same as caused by your change.",
			"Profiles of Go before 1.18 on Linux are biased on more than 2.5 cores.",
		}
	case Sampled:
		return []string{
			"A heap profile holds about one allocation for each 512 KiB (runtime.MemProfileRate), scaled up by how likely objects of its size are sampled. From that size and the rate follows the standard deviation of every figure; variances add up.",
			"A difference of more than 1.96 of its standard deviations is outside its 95% interval; p-values are corrected for the number of functions shown (Benjamini and Hochberg). Below 10 sampled objects on both sides together nothing is said.",
			"Small objects are known to about ± 512 kB · √(sampled objects): 50 MB to ± 10%.",
			"Limits: two snapshots of one process share most of their samples, so less of what differs between them is called real than could be. Memory in use is as of the last garbage collection, and when that was is chance too.",
		}
	case Exact:
		return []string{
			"Nothing was sampled: every goroutine, or thread, was counted. A difference is a difference, at the moments when the two were taken; another moment may show others.",
		}
	case Runs:
		return []string{
			"Each group's spread shows how much one recording differs from the next, whatever it is that varies. Shares of CPU samples are pooled in each group; φ, how many times their variance is that of fair draws, is estimated from both, at least 1, and the difference is judged by Student's t. Beside it stand the medians and the exact probability of Mann and Whitney's rank test; where nothing was counted, that alone judges.",
			"Each group needs at least 4 recordings: with fewer no rank test can reach 5%. p-values are corrected for the number of functions shown (Benjamini and Hochberg), which a rank test of few recordings seldom survives.",
			"Pictures and the summary are of the recordings of a side added up, scaled as chosen above. A function is grey in them where it changed by no more than the runs differ; a box of a flame graph also where its own samples changed by no more than sampling noise. Labels are judged by sampling noise alone.",
			"Limits: recordings taken in turns (before, after, before, after …) are better evidence than two blocks, between which the machine may have changed. Real is not the same as caused by your change.",
		}
	}
	return []string{
		"No sampling error is known for this kind of profile: a block or mutex profile does not say at which rate it was recorded, nor others what was counted. Differences are shown as they are; none is called noise and none real.",
		"Compare groups of recordings: their spread counts, whatever they measure.",
	}
}
