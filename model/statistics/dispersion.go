package statistics

import (
	"cmp"
	"math"
	"slices"
)

// Dispersion is how many times as large the variance of counts is as that of fair draws: 1 where each
// count comes by itself, 3 where they come in bursts.
type Dispersion struct {
	Value   float64
	Degrees float64 // of freedom that it is estimated with; 0: it is known
}

// Fair is the dispersion of fair draws.
var Fair = Dispersion{Value: 1}

// MaxDispersed is the largest dispersion that two recordings are believed to show: beyond, it is
// more likely that most of the figures changed.
const MaxDispersed = 3

const (
	// fewToDisperse is the number of both counts together below which a figure shows too little.
	fewToDisperse = 20
	// tame is what the square of a standardised difference counts at most. It costs a tenth of
	// the degrees of freedom.
	tame, tameDegrees = 4, 0.885
	// changed is the square of a standardised difference beyond which a figure is left out: it changed.
	changed = 11
)

// With is the dispersion when the counts of the figures of two recordings are known as well: most of
// figures that did not change differ by nothing but chance, and by the same factor. Its scale is
// estimated by the mean of the squares of their standardised differences, large ones tamed (Huber
// 1964), and weighed by degrees of freedom. It is from 1 to [MaxDispersed].
func (d Dispersion) With(base, now []float64) Dispersion {
	v, degrees := minScale(squaresOf(base, now))
	if degrees > 0 {
		d.Value = (d.Value*d.Degrees + min(v, MaxDispersed)*degrees) / (d.Degrees + degrees)
		d.Degrees += degrees
	}
	d.Value = min(max(d.Value, 1), MaxDispersed)
	return d
}

// squaresOf are the squares of what counts differ by from the ratio that most of them have, in
// standard deviations of fair draws.
func squaresOf(base, now []float64) []float64 {
	type figure struct{ all, now float64 }
	var all []figure
	var weight float64
	for i, n := range base {
		if f := (figure{n + now[i], now[i]}); f.all >= fewToDisperse {
			all = append(all, f)
			weight += f.all
		}
	}
	slices.SortFunc(all, func(a, b figure) int { return cmp.Compare(a.now/a.all, b.now/b.all) })
	var part, met float64
	for _, f := range all {
		if met += f.all; met >= weight/2 {
			part = f.now / f.all
			break
		}
	}
	if part <= 0 || part >= 1 {
		return nil // one side is empty
	}
	out := make([]float64, len(all))
	for i, f := range all {
		d := f.now - part*f.all
		out[i] = d * d / (f.all * part * (1 - part))
	}
	return out
}

// minScale is the least scale, from that of fair draws on, that squares have which are not far beyond
// it, with its degrees of freedom: those beyond are of figures that changed.
func minScale(squares []float64) (v, degrees float64) {
	v = 1
	for range 20 {
		var near []float64
		for _, s := range squares {
			if s <= changed*v {
				near = append(near, s)
			}
		}
		before := v
		v, degrees = scaleOf(near), tameDegrees*float64(len(near)-1)
		if v <= before {
			break
		}
	}
	return v, degrees
}

// scaleOf is by what squares of normal values were multiplied: the factor by which their tamed mean
// is what it is of normal values.
func scaleOf(squares []float64) float64 {
	if len(squares) < 2 {
		return 1
	}
	erf, tail := math.Erf(math.Sqrt(tame/2.0)), math.Exp(-tame/2.0)*math.Sqrt(2*tame/math.Pi)
	want := erf - tail + tame*(1-erf)
	want *= float64(len(squares)-1) / float64(len(squares)) // the ratio is estimated
	return geometric(1e-3, 1e6, 60, func(scale float64) bool {
		sum := 0.0
		for _, s := range squares {
			sum += min(s/scale, tame)
		}
		return sum/float64(len(squares)) > want
	})
}
