package query

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"profstation/model"
	"profstation/model/units"
)

// This file is the only place where a value becomes text. The value is divided as the query says and written
// in the unit that it asks for. Labels, headings, tips and columns in all views and files use these texts.

// Format writes a value from the result in a unit. The unit "auto" picks the best one for the value. The
// value is divided as the query says (pprof: internal/report/report.go, New).
func (r *Result) Format(v int64, unit string) string {
	if r.write != nil {
		return r.write(float64(v)*r.factor, unit)
	}
	return units.Format(r.scaled(v), r.Type.Unit, unit)
}

// FormatPprof is Format in pprof's letters, for reports in pprof's form.
func (r *Result) FormatPprof(v int64, unit string) string {
	if r.write != nil {
		return r.Amount(v)
	}
	return units.FormatPprof(r.scaled(v), r.Type.Unit, unit)
}

// Amount writes a value that stands alone, not in a table. It uses the query's unit, or the best one for the
// value.
func (r *Result) Amount(v int64) string { return r.Format(v, r.ownUnit()) }

// Short is Amount with three digits: 29.6s.
func (r *Result) Short(v int64) string {
	if r.write != nil {
		return r.Amount(v)
	}
	return units.FormatShort(r.scaled(v), r.Type.Unit, r.ownUnit())
}

// WithShare writes Amount followed by the value's share in the total: 1.20s (12.5%).
func (r *Result) WithShare(v int64) string {
	return r.Amount(v) + " (" + units.Percent(v, r.Total) + ")"
}

// ShownAs replaces the texts for all values. A comparison uses it to show values per second or per request:
// write makes the text wherever a value is shown, of the value times the factor, in a unit as [Result.Format] takes it.
// ShownAs must be called before the result is shared.
func (r *Result) ShownAs(factor float64, write func(v float64, unit string) string) {
	r.factor, r.write = factor, write
}

// shown returns the value that texts show, as a whole number in the sample type's unit.
func (r *Result) shown(v int64) int64 {
	if r.write != nil {
		return int64(float64(v) * r.factor)
	}
	return r.scaled(v)
}

// Neglect makes sums of nodes and calls below a magnitude 0: they are what remains of rounding each sample. It must be
// called before the result is shared.
func (r *Result) Neglect(least int64) { r.least = least }

// settled returns a sum, or 0 if it is to be neglected.
func (r *Result) settled(sum int64) int64 {
	if units.Magnitude(sum) < r.least {
		return 0
	}
	return sum
}

// ownUnit returns the unit for a value that stands alone.
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

// Ratio returns the factor by which texts and written profiles multiply values. It is 1 unless the query
// divides.
func (r *Result) Ratio() float64 {
	if d := r.Query.DivideBy; d > 0 {
		return 1 / d
	}
	return 1
}

// Divisors returns the result for the first sample type, by which a mean divides. It is nil if the query asks
// for no mean.
func (r *Result) Divisors() *Result { return r.counts }

// Counted returns a result whose walks also pass stacks that have only divisors and weigh nothing. pprof's
// graphs of means include their nodes and calls. Without a mean it returns r itself.
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

// Mean divides a sum by its divisor as pprof does (internal/graph/graph.go, FlatValue): to whole numbers, and
// not at all if nothing was counted.
func Mean(sum, n int64) int64 {
	if n == 0 {
		return sum
	}
	return sum / n
}

// TableUnit returns one unit for all figures in a table. It is the query's unit. If the query leaves that
// open, it is the unit for the smallest figure, or a larger one if the total would need many digits (pprof:
// internal/report/report.go, selectOutputUnit).
func (r *Result) TableUnit(rows []Row) string { return r.unitOf(rows, true) }

// WholeUnit is TableUnit for figures without decimals: it is the unit for the smallest one.
func (r *Result) WholeUnit(rows []Row) string { return r.unitOf(rows, false) }

func (r *Result) unitOf(rows []Row, decimals bool) string {
	if u := r.Query.Unit; u != "" && u != "minimum" {
		return u
	}
	if r.write != nil { // values are divided, as pprof does not
		return "auto"
	}
	if len(rows) == 0 {
		return "minimum"
	}
	var lowest int64
	for _, row := range rows {
		v := cmp.Or(units.Magnitude(row.FlatValue()), units.Magnitude(row.CumValue()))
		if v > 0 && (lowest == 0 || v < lowest) {
			lowest = v
		}
	}
	highest := r.MeanTotal()
	lowest, highest = r.scaled(cmp.Or(lowest, highest)), r.scaled(highest)
	_, unit := units.Scale(lowest, r.Type.Unit, "minimum")
	_, maxUnit := units.Scale(highest, r.Type.Unit, "minimum")
	if decimals && unit != maxUnit && lowest < highest/100+1 && lowest*100 < highest {
		_, unit = units.Scale(100*lowest, r.Type.Unit, "minimum")
	}
	return cmp.Or(unit, r.Type.Unit)
}

// InOneUnit returns what writes the figures of one column: in the query's unit, or in the one that suits them all, see
// [units.InOneUnit].
func (r *Result) InOneUnit(figures iter.Seq[int64]) func(v int64) string {
	if u := r.Query.Unit; u != "" && u != "minimum" {
		return func(v int64) string { return r.Format(v, u) }
	}
	return units.InOneUnit(figures, r.Type.Unit, r.shown, r.Format)
}

// RowsInOneUnit is [Result.InOneUnit] for rows: their figures, flat and cum, and the total that stands above them.
func (r *Result) RowsInOneUnit(rows []Row) func(v int64) string {
	return r.InOneUnit(func(yield func(int64) bool) {
		for i := range rows {
			if !yield(rows[i].FlatValue()) || !yield(rows[i].CumValue()) {
				return
			}
		}
		yield(r.MeanTotal())
	})
}

// Passed returns Σ|value| over the samples that passed.
func (r *Result) Passed() int64 { return r.abs[len(r.abs)-1] }

// PassedNet returns Σvalue over the samples that passed.
func (r *Result) PassedNet() int64 { return r.net[len(r.net)-1] }

// TypeName returns the sample type's name as reports write it.
func (r *Result) TypeName() string {
	if r.Query.Mean {
		return "mean_" + r.Type.Type
	}
	return r.Type.Type
}

// MeanTotal returns the mean over all values that add up to [Result.Total], or Total itself if the query asks
// for no mean (pprof: internal/report/report.go, computeTotal).
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

// MeanRecorded returns [Result.MeanTotal] for the time that the query chooses.
func (r *Result) MeanRecorded() int64 {
	switch {
	case r.time == nil:
		return r.MeanTotal()
	case r.counts == nil:
		return r.recorded()
	}
	return Mean(r.recorded(), r.counts.recorded())
}

// Utilization reports how busy the program was in the time that the query chooses: the total that shares
// refer to, as a percentage of that time. It is not known for a difference, whose total belongs to neither side.
func (r *Result) Utilization() (percent float64, ok bool) {
	if r.subtracted() {
		return 0, false
	}
	of := r.Profile.Recorded()
	if r.time != nil {
		of = r.time.duration
	}
	return model.Utilization(r.recorded(), r.Type.Unit, of)
}

// RecordedUtilization is Utilization for all samples in the chosen time, whatever shares refer to.
func (r *Result) RecordedUtilization() (percent float64, ok bool) {
	switch {
	case r.time == nil:
		return r.Profile.Utilization(r.Column)
	case r.subtracted():
		return 0, false
	}
	return model.Utilization(r.time.total, r.Type.Unit, r.time.duration)
}

// subtracted is [model.Profile.Subtracted] without a look at each sample: [Result.weigh] has met negative values.
func (r *Result) subtracted() bool {
	return r.Profile.Compared || &r.abs[0] != &r.net[0] || r.Profile.BaseSets() != nil
}
