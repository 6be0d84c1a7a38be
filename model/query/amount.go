package query

import (
	"cmp"
	"math"
	"slices"

	"profstation/model"
	"profstation/model/units"
)

// A value becomes text here and nowhere else: divided as the query says, in the unit that it asks
// for. Labels, headings, tips and columns of all views and files ask for one of these texts.

// Format writes a value of the result in a unit, "auto" for its best, divided
// as the query says (pprof: internal/report/report.go, New).
func (r *Result) Format(v int64, unit string) string {
	if r.write != nil {
		return r.write(v)
	}
	return units.Format(r.scaled(v), r.Type.Unit, unit)
}

// FormatPprof is Format in the letters of pprof, for reports in its form.
func (r *Result) FormatPprof(v int64, unit string) string {
	if r.write != nil {
		return r.write(v)
	}
	return units.FormatPprof(r.scaled(v), r.Type.Unit, unit)
}

// Amount writes a value that stands alone, not in a table: in the unit of the query, or in its best.
func (r *Result) Amount(v int64) string { return r.Format(v, r.ownUnit()) }

// Short is Amount with three digits: 29.6s.
func (r *Result) Short(v int64) string {
	if r.write != nil {
		return r.write(v)
	}
	return units.FormatShort(r.scaled(v), r.Type.Unit, r.ownUnit())
}

// WithShare is Amount with the share of the total behind it: 1.20s (12.5%).
func (r *Result) WithShare(v int64) string {
	return r.Amount(v) + " (" + units.Percent(v, r.Total) + ")"
}

// ShownAs makes values stand for others, such as those per second or per request of a comparison: write
// makes the text of a value wherever one is shown. It must be called before others know the result.
func (r *Result) ShownAs(write func(v int64) string) { r.write = write }

// ownUnit is the unit of a value that stands alone.
func (r *Result) ownUnit() string {
	if u := r.Query.Unit; u != "minimum" {
		return cmp.Or(u, "auto")
	}
	return "auto"
}

func (r *Result) scaled(v int64) int64 {
	if ratio := r.Ratio(); ratio != 1 {
		return int64(float64(v) * ratio)
	}
	return v
}

// Ratio is what texts and written profiles multiply values by, 1 unless the query divides.
func (r *Result) Ratio() float64 {
	if d := r.Query.DivideBy; d > 0 {
		return 1 / d
	}
	return 1
}

// Divisors is the result of the first sample type that a mean divides by, nil where none was asked
// for.
func (r *Result) Divisors() *Result { return r.counts }

// Counted is a result whose walks also pass the stacks that have divisors alone, which weigh nothing:
// pprof's graphs of means have their nodes and calls. It is r itself without a mean.
func (r *Result) Counted() *Result {
	if r.counts == nil {
		return r
	}
	c := *r
	c.abs = slices.Clone(r.abs)
	for i, n := range r.counts.abs {
		c.abs[i] += min(n, math.MaxInt64-c.abs[i])
	}
	return &c
}

// Mean is a sum over its divisor, as pprof divides it (internal/graph/graph.go, FlatValue): to whole
// numbers, and not at all where nothing was counted.
func Mean(sum, n int64) int64 {
	if n == 0 {
		return sum
	}
	return sum / n
}

// TableUnit returns the one unit for all figures of a table: the query's or, where it leaves that
// open, the unit of the smallest, or a larger one if the total would need many digits (pprof:
// internal/report/report.go, selectOutputUnit).
func (r *Result) TableUnit(rows []Row) string {
	if u := r.Query.Unit; u != "" && u != "minimum" {
		return u
	}
	if len(rows) == 0 {
		return "minimum"
	}
	var least int64
	for _, row := range rows {
		v := cmp.Or(units.Magnitude(row.FlatValue()), units.Magnitude(row.CumValue()))
		if v > 0 && (least == 0 || v < least) {
			least = v
		}
	}
	most := r.MeanTotal()
	least, most = r.scaled(cmp.Or(least, most)), r.scaled(most)
	_, unit := units.Scale(least, r.Type.Unit, "minimum")
	_, maxUnit := units.Scale(most, r.Type.Unit, "minimum")
	if unit != maxUnit && least < most/100+1 && least*100 < most {
		_, unit = units.Scale(100*least, r.Type.Unit, "minimum")
	}
	return cmp.Or(unit, r.Type.Unit)
}

// Passed is Σ|value| of the samples that passed.
func (r *Result) Passed() int64 { return r.abs[len(r.abs)-1] }

// PassedNet is Σvalue of the samples that passed.
func (r *Result) PassedNet() int64 { return r.net[len(r.net)-1] }

// TypeName is the name of the sample type, as a report says it.
func (r *Result) TypeName() string {
	if r.Query.Mean {
		return "mean_" + r.Type.Type
	}
	return r.Type.Type
}

// MeanTotal is the mean of all values that [Result.Total] is the sum of, Total itself where no mean
// was asked for (pprof: internal/report/report.go, computeTotal).
func (r *Result) MeanTotal() int64 {
	if r.counts == nil {
		return r.Total
	}
	base := r.Profile.BaseSets()
	var all, ofBase int64
	for i, v := range r.Profile.Samples.Values[0] {
		if r.Query.RelativePercentages && !r.Passes(i) {
			continue
		}
		all += v
		if base != nil && base[r.Profile.Samples.LabelSet(i)] {
			ofBase += v
		}
	}
	return Mean(r.Total, cmp.Or(ofBase, all))
}

// MeanRecorded is [Result.MeanTotal] of the time that the query chooses.
func (r *Result) MeanRecorded() int64 {
	switch {
	case r.time == nil:
		return r.MeanTotal()
	case r.counts == nil:
		return r.recorded()
	}
	return Mean(r.recorded(), r.counts.recorded())
}

// Utilization is how busy it was in the time that the query chooses: what shares are of, in per cent of that time.
func (r *Result) Utilization() (percent float64, ok bool) {
	of := r.Profile.Recorded()
	if r.time != nil {
		of = r.time.duration
	}
	return model.Utilization(r.recorded(), r.Type.Unit, of)
}

// RecordedUtilization is that of all samples of the time that the query chooses, whatever shares are of.
func (r *Result) RecordedUtilization() (percent float64, ok bool) {
	if r.time == nil {
		return r.Profile.Utilization(r.Column)
	}
	return model.Utilization(r.time.total, r.Type.Unit, r.time.duration)
}
