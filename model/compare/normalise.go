package compare

import (
	"fmt"
	"time"

	"profstation/model"
)

// By is what two profiles are made comparable by.
type By string

// The ways to normalise. The zero value means AsRecorded.
const (
	AsRecorded By = "as recorded"
	PerSecond  By = "per second" // of recording
	PerTotal   By = "per total"  // the new one scaled to the base's total: pprof's -normalize
	PerUnit    By = "per unit"   // of figures that the user gives: requests, operations
)

// Ways lists them in the order of menus.
var Ways = []By{AsRecorded, PerSecond, PerTotal, PerUnit}

// Normalisation is one choice of how the values of the two sides are scaled. It
// is a value: two equal ones scale alike.
type Normalisation struct {
	By By
	// Base and New are how many units each side did, and Unit is their name in
	// the singular (request). Only for PerUnit.
	Base, New float64
	Unit      string
}

// String says in words what is compared: "per request (base 12,000, new
// 12,400)".
func (n Normalisation) String() string {
	switch n.By {
	case PerSecond:
		return "per second of recording"
	case PerTotal:
		return "the new profile scaled to the base's total"
	case PerUnit:
		return fmt.Sprintf("per %s (base %s, new %s)", n.unit(), figure(n.Base), figure(n.New))
	}
	return string(AsRecorded)
}

func (n Normalisation) unit() string {
	if n.Unit == "" {
		return "unit"
	}
	return model.Sanitise(n.Unit)
}

// Suffix is what follows a normalised value: "/s", "/request", or nothing.
func (n Normalisation) Suffix() string {
	switch n.By {
	case PerSecond:
		return "/s"
	case PerUnit:
		return "/" + n.unit()
	}
	return ""
}

// factors are the factors for the values of a column of each side.
func (p *Pair) factors(n Normalisation, column int) (base, now float64, err error) {
	switch n.By {
	case "", AsRecorded:
		return 1, 1, nil
	case PerTotal:
		b, s := sum(p.Base.Samples.Values[column]), sum(p.New.Samples.Values[column])
		if s == 0 {
			return 1, 0, nil // as pprof's Normalize
		}
		return 1, float64(b) / float64(s), nil
	case PerSecond:
		for _, s := range []struct {
			of   string
			time time.Duration
		}{{"base", p.Base.Duration}, {"new profile", p.New.Duration}} {
			if s.time <= 0 {
				return 0, 0, fmt.Errorf("values per second need the duration of both: the %s does not say how long it was recorded", s.of)
			}
		}
		return 1 / p.Base.Duration.Seconds(), 1 / p.New.Duration.Seconds(), nil
	case PerUnit:
		if !(n.Base > 0 && n.New > 0) {
			return 0, 0, fmt.Errorf("values per %s need how many there were on each side: found %s in the base and %s in the new profile, expected numbers above 0",
				n.unit(), figure(n.Base), figure(n.New))
		}
		return 1 / n.Base, 1 / n.New, nil
	}
	return 0, 0, fmt.Errorf("%q is no way to normalise: expected one of %q", string(n.By), Ways)
}

// ratios are what the new side's columns are multiplied by to stand beside the
// base's as they are.
func (p *Pair) ratios(n Normalisation) ([]float64, error) {
	out := make([]float64, len(p.New.Types))
	for i := range out {
		b, s, err := p.factors(n, i)
		if err != nil {
			return nil, err
		}
		out[i] = s / b
	}
	return out, nil
}

func sum(values []int64) int64 {
	var s int64
	for _, v := range values {
		s += v
	}
	return s
}
