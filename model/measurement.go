package model

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"profstation/model/memory"
	"profstation/model/units"
	"profstation/model/work"
)

// Measurement says what one measurement in a profile is. In a CPU profile it is a stack that was found when
// the timer fired. A record in a file may hold many measurements. The zero value means that it is not known.
type Measurement struct {
	Column int   // the sample type whose values count measurements, an index into [Profile.Types]
	Size   int64 // what one measurement adds to such a value, in its unit; 0: not known
	Total  int64 // how many there are in the profile, Σ|value| over Size

	// Found says that Size is neither a count nor the file's period, but a common divisor of all
	// values. Recorded is then the file's period in the sample type's unit; 0: it has none.
	Found    bool
	Recorded int64
}

// The distances between two samples that a profiler may have; see [Profile.Measurement].
const (
	minPeriod = 100 * time.Microsecond
	maxPeriod = time.Second

	usualPeriod = 10 * time.Millisecond // Go's, and that of the agents of stores
)

// Known reports whether it is known what one measurement is.
func (m Measurement) Known() bool { return m.Size > 0 }

// Of returns how many measurements a value in the sample type m.Column stands for. It has the value's sign.
func (m Measurement) Of(v int64) int64 {
	if m.Size == 0 {
		return 0
	}
	return v / m.Size
}

// Measurement says how much one measurement adds to a sample type:
//
//   - if a sample type counts samples, it is that count;
//   - else it is the file's period, if all values are multiples of it;
//   - else it is the greatest common divisor of all values, if that is a plausible period, 0.1 ms to 1 s.
//     Pyroscope's CPU profiles have a period of 1 s and values in steps of 10 ms. In a sum that a store made it is
//     10 ms if all values are multiples of that, so that it does not depend on how the sum is divided by labels;
//   - else it is not known. That holds for heap, block and mutex profiles, whose counts are scaled up from
//     what was sampled, and for goroutines and threads, which are counted and not sampled.
//
// The only error is the context's.
func (p *Profile) Measurement(ctx context.Context, column int) (Measurement, error) {
	all, err := measurements.Of(ctx, p)
	if err != nil || column < 0 || column >= len(all) {
		return Measurement{}, err
	}
	return all[column], nil
}

// measurements has one entry for each sample type.
var measurements = Derive(func(ctx context.Context, p *Profile) ([]Measurement, error) {
	all := make([]Measurement, len(p.Types))
	if !p.Kind.timed() {
		return all, nil
	}
	steps, counted := work.StepsUntil(ctx), map[int]int64{} // by sample type: one counts the samples of several
	for i := range all {
		c := countColumn(p.Types, i)
		if c < 0 {
			all[i] = measurementOf(steps, p, i)
			continue
		}
		total, ok := counted[c]
		if !ok {
			total = sumOf(steps, p.Samples.Values[c])
			counted[c] = total
		}
		all[i] = Measurement{Column: c, Size: 1, Total: total}
	}
	return all, ctx.Err()
})

// measurementOf finds the measurements that a sample type adds up in its values.
func measurementOf(steps *work.Steps, p *Profile, column int) Measurement {
	values := p.Samples.Values[column]
	total, common := sumOf(steps, values), divisorOf(steps, values)
	period := periodIn(p.Types[column], &p.Header)
	m := Measurement{Column: column, Size: period}
	if period == 0 || common%period != 0 {
		if !plausible(common, p.Types[column].Unit) {
			return Measurement{}
		}
		m.Size, m.Found, m.Recorded = common, true, period
		if usual, _ := units.Scale(int64(usualPeriod), "nanoseconds", p.Types[column].Unit); p.Pooled && usual >= 1 && common%int64(usual) == 0 {
			m.Size = int64(usual) // sums of many samples may all be multiples of more
		}
	}
	m.Total = total / m.Size
	return m
}

func plausible(period int64, unit string) bool {
	ns, _ := units.Scale(period, unit, "ns")
	return units.IsTime(unit) && ns >= float64(minPeriod) && ns <= float64(maxPeriod)
}

// Agree gives measurements of one sample type, in one unit, the same Size if all were found among values: the
// greatest common divisor, if that is plausible. The few values in one profile may all be even by chance.
func Agree(unit string, all []Measurement) {
	var size int64
	for _, m := range all {
		if !m.Found || m.Recorded != all[0].Recorded || m.Column != all[0].Column {
			return
		}
		size = divisor(size, m.Size)
	}
	if !plausible(size, unit) {
		return
	}
	for i, m := range all {
		all[i].Size, all[i].Total = size, m.Total*(m.Size/size)
	}
}

// timed reports whether a kind's measurements are made by a timer or another recurring event.
func (k Kind) timed() bool { return k == CPU || k == Wall || k == Other }

// countColumn returns the sample type that counts the samples for another, or −1 if there is none: samples,
// as in Go's CPU profiles, or cycles_sample beside cycles or cycles_event, as in perf's.
func countColumn(types []ValueType, column int) int {
	own := types[column].Type
	whole := own + "_sample"
	if i := strings.LastIndexAny(own, "_-"); i >= 0 {
		own = own[:i+1]
	} else {
		own = ""
	}
	for _, name := range []string{whole, own + "samples", own + "sample", "samples", "sample"} {
		if i := slices.Index(types, ValueType{name, "count"}); i >= 0 {
			return i
		}
	}
	return -1
}

// periodIn returns the file's period in a sample type's unit, or 0 if it has none for that type. A period of
// 1 that no timer can have only says that values are whole.
func periodIn(t ValueType, h *Header) int64 {
	if h.PeriodType.Type != t.Type {
		return 0
	}
	period := float64(h.Period)
	if unit := h.PeriodType.Unit; unit != t.Unit {
		if !units.IsTime(unit) || !units.IsTime(t.Unit) {
			return 0
		}
		period, _ = units.Scale(h.Period, unit, t.Unit)
	}
	if whole := int64(period); float64(whole) == period && (whole > 1 || whole == 1 && plausible(1, t.Unit)) {
		return whole
	}
	return 0
}

// sumOf returns Σ|value|.
func sumOf(steps *work.Steps, values []int64) (sum int64) {
	for lo, hi := range steps.Pieces(len(values)) {
		for _, v := range values[lo:hi] {
			sum = units.Plus(sum, units.Magnitude(v))
		}
	}
	return sum
}

// divisorOf returns the greatest common divisor of all values, 0 if all are 0.
func divisorOf(steps *work.Steps, values []int64) (common int64) {
	for _, v := range values {
		if steps.Over(1) || common == 1 {
			break
		}
		common = divisor(units.Magnitude(v), common) // in this order it takes one division for a multiple
	}
	return common
}

// divisor returns the greatest common divisor. Every number divides 0.
func divisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// InUse is what a heap profile says is in use: bytes of live objects, scaled up from samples.
type InUse struct {
	Bytes int64
	// Deviation is the standard deviation of Bytes by the choice of samples; 0: every object was recorded, or the
	// distance between samples is not known.
	Deviation int64
}

// MemorySources returns what is known of the memory of the process that a heap profile is of: the profile, by a name,
// and what its header has. false: it is no such profile. Its only error is the context's.
func (p *Profile) MemorySources(ctx context.Context, name string) (s *memory.Sources, ok bool, err error) {
	in, ok, err := p.InUse(ctx)
	if !ok || err != nil {
		return nil, ok, err
	}
	s = &memory.Sources{Profiles: []memory.Profile{{
		Source: memory.Source{Form: memory.Heap, File: name}, InUse: in.Bytes, Deviation: in.Deviation,
	}}}
	if p.Memory != nil {
		s.Join(p.Memory)
	}
	for i := range s.Runtime {
		s.Runtime[i].File = cmp.Or(s.Runtime[i].File, name)
	}
	return s, true, nil
}

// InUse returns what a heap profile says is in use; false: the profile has no such figures. Its only error is the
// context's.
//
// Go samples an object of s bytes with the probability p = 1 − exp(−s/period), and a profile divides counts by that.
// So a record that stands for n objects was sampled about n·p times, and contributes s²·n·(1−p)/p to the variance.
func (p *Profile) InUse(ctx context.Context) (in InUse, ok bool, err error) {
	objects := slices.Index(p.Types, ValueType{"inuse_objects", "count"})
	space := slices.Index(p.Types, ValueType{"inuse_space", "bytes"})
	if space < 0 {
		return in, false, nil
	}
	variance, steps := 0.0, work.StepsUntil(ctx)
	for i, bytes := range p.Samples.Values[space] {
		if steps.Over(1) {
			break
		}
		in.Bytes = units.Plus(in.Bytes, bytes)
		if objects < 0 || bytes <= 0 || p.Period <= 1 || p.PeriodType.Type != "space" {
			continue
		}
		if n := float64(p.Samples.Values[objects][i]); n > 0 {
			size := float64(bytes) / n
			chance := -math.Expm1(-size / float64(p.Period))
			variance += size * size * n * (1 - chance) / chance
		}
	}
	in.Deviation = int64(min(math.Sqrt(variance), math.MaxInt64/4))
	return in, true, ctx.Err()
}
