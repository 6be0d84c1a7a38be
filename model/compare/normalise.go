package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"profstation/model/lang"
	"profstation/model/safe"
)

// By says how two profiles are made comparable.
type By string

// The ways to normalise. The zero value means AsRecorded.
const (
	AsRecorded By = "as recorded"
	PerSecond  By = "per second" // divided by the recording's length
	PerTotal   By = "per total"  // the new one scaled to the base's total: pprof's -normalize
	PerUnit    By = "per unit"   // divided by figures that the user gives: requests, operations
)

// Ways lists them in menu order.
var Ways = []By{AsRecorded, PerSecond, PerTotal, PerUnit}

// Normalisation says how two sides' values are scaled and, for groups, which of them belong together. It is a value:
// equal ones scale and judge alike.
type Normalisation struct {
	By By
	// Base and New are how many units each side did. Unit is one unit's name (request). They are for PerUnit
	// only.
	Base, New float64
	Unit      string
	// Pairs says that the recordings of the two sides are pairs, in the order of their times: see [Pair.CanPair].
	// Then differences within pairs are judged.
	Pairs bool
}

// Words says what is compared: "per request (base 12,000, new 12,400), in pairs".
func (n Normalisation) Words(say lang.Voice) string {
	if n.Pairs {
		n.Pairs = false
		return say("{{.Way}}, in pairs", lang.With{"Way": n.Words(say)})
	}
	switch n.By {
	case PerSecond:
		return say("per second of recording")
	case PerTotal:
		return say("the new profile scaled to the base's total")
	case PerUnit:
		with := lang.With{"Unit": n.UnitName(), "Base": figure(say, n.Base), "New": figure(say, n.New)}
		if n.recordings() {
			return say("per recording (base {{.Base}}, new {{.New}})", with)
		}
		return say("per {{.Unit}} (base {{.Base}}, new {{.New}})", with)
	}
	return say(string(AsRecorded))
}

// UnitName returns the unit's name, in the singular.
func (n Normalisation) UnitName() string {
	return cmp.Or(safe.Text(n.Unit), "unit")
}

// Suffix returns what follows a normalised value: "/s", "/request", or nothing.
func (n Normalisation) Suffix() string {
	switch n.By {
	case PerSecond:
		return "/s"
	case PerUnit:
		if n.recordings() {
			return "/" + lang.L("recording")
		}
		return "/" + n.UnitName()
	}
	return ""
}

// Column returns what follows the names of values at the head of a file's columns: "_per_second", "_per_request",
// "_scaled" where the new side's are scaled to the base's total, "_sum" for sums of several recordings, or nothing.
func (c *Comparison) Column() string {
	switch n := c.Normalisation; {
	case n.By == PerTotal:
		return "_scaled"
	case n.By == PerSecond:
		return "_per_second"
	case n.By == PerUnit:
		return "_per_" + strings.Join(strings.Fields(n.UnitName()), "_")
	case c.Pair.runs != nil:
		return "_sum"
	}
	return ""
}

// WholeColumn is [Comparison.Column] for the whole numbers of a [Pair.Difference], which are per second or per request only where
// they are shown.
func WholeColumn(c *Comparison) string {
	if c.perRecording() {
		return c.Column()
	}
	return ""
}

func (p *Pair) factors(n Normalisation, column int) (f [2]float64, err error) {
	switch n.By {
	case "", AsRecorded:
		return [2]float64{1, 1}, nil
	case PerTotal:
		f[sideBase] = 1
		if s := sum(p.New.Samples.Values[column]); s != 0 { // else 0, as in pprof's Normalize
			f[sideNew] = float64(sum(p.Base.Samples.Values[column])) / float64(s)
		}
		return f, nil
	case PerSecond:
		for _, side := range []int{sideBase, sideNew} {
			of := p.sides()[side]
			d := of.Recorded()
			if d <= 0 {
				return f, durationMissing(side, of.Pooled)
			}
			f[side] = 1 / d.Seconds()
		}
		return f, nil
	case PerUnit:
		if !(n.Base > 0 && n.New > 0) {
			return f, lang.Error("values per {{.Unit}} need how many there were on each side: found {{.Base}} in the base and {{.New}} in the new profile, expected numbers above 0",
				lang.With{"Unit": n.UnitName(), "Base": figure(lang.L, n.Base), "New": figure(lang.L, n.New)})
		}
		return [2]float64{sideBase: 1 / n.Base, sideNew: 1 / n.New}, nil
	}
	return f, n.unknown()
}

func durationMissing(side int, pooled bool) error {
	switch {
	case pooled && side == sideBase:
		return lang.Error("there are no values per second: it is not known that all of the base's time has profiles")
	case pooled:
		return lang.Error("there are no values per second: it is not known that all of the new profile's time has profiles")
	case side == sideBase:
		return lang.Error("values per second need the duration of both: the base has none")
	}
	return lang.Error("values per second need the duration of both: the new profile has none")
}

func (n Normalisation) unknown() error {
	return lang.Error("{{.Value}} is not a normalisation: expected one of {{.Choices}}",
		lang.With{"Value": strconv.Quote(string(n.By)), "Choices": fmt.Sprintf("%q", Ways)})
}

// recordings reports whether values are per recording.
func (n Normalisation) recordings() bool { return n.By == PerUnit && n.Unit == Recording }

// ratios returns the factors that make the columns on the two sides comparable. The base's are 1, unless
// values are per recording.
func (p *Pair) ratios(n Normalisation) (of [2][]float64, err error) {
	for side := range of {
		of[side] = make([]float64, len(p.New.Types))
	}
	for i := range p.New.Types {
		f, err := p.factors(n, i)
		if err != nil {
			return of, err
		}
		of[sideNew][i], of[sideBase][i] = f[sideNew]/f[sideBase], 1
		if n.recordings() {
			of[sideNew][i], of[sideBase][i] = f[sideNew], f[sideBase]
		}
	}
	return of, nil
}

func sum[T int64 | float64](values []T) (s T) {
	for _, v := range values {
		s += v
	}
	return s
}

const (
	optionPairs  = "compare_pairs"
	optionBy     = "compare_by"
	optionUnitOf = "compare_unit"
	optionOfBase = "compare_base"
	optionOfNew  = "compare_new"
)

// Keep writes a normalisation into options. Of the usual one, which follows what the files have when it is read again, it
// writes only whether the recordings are pairs.
func (n Normalisation) Keep(options map[string]string, usual bool) {
	if n.Pairs {
		options[optionPairs] = strconv.FormatBool(true)
	}
	if usual {
		return
	}
	options[optionBy] = string(n.By)
	if n.By == PerUnit {
		number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
		options[optionUnitOf], options[optionOfBase], options[optionOfNew] = n.Unit, number(n.Base), number(n.New)
	}
}

// Kept returns the normalisation in options. ok is false if there is none that is valid: then it only says whether the
// recordings are pairs.
func Kept(options map[string]string) (n Normalisation, ok bool) {
	usual := Normalisation{Pairs: options[optionPairs] == strconv.FormatBool(true)}
	n = usual
	if n.By = By(options[optionBy]); !slices.Contains(Ways, n.By) {
		return usual, false
	}
	if n.By != PerUnit {
		return n, true
	}
	n.Unit = options[optionUnitOf]
	for name, to := range map[string]*float64{optionOfBase: &n.Base, optionOfNew: &n.New} {
		x, err := strconv.ParseFloat(options[name], 64)
		if err != nil || !(x > 0) {
			return usual, false
		}
		*to = x
	}
	return n, true
}
