package statistics

import (
	"cmp"
	"math"
	"slices"
)

// Dispersion is the ratio between the variance in counts and in fair draws: 1 if each count comes by itself,
// 3 if they come in bursts.
type Dispersion struct {
	Value   float64
	Degrees float64 // its estimate's degrees of freedom; 0: it is known
}

// Fair is the dispersion for fair draws.
var Fair = Dispersion{Value: 1}

// MaxDispersed is the largest dispersion that two recordings are believed to show. Beyond it, it is more
// likely that most figures changed.
const MaxDispersed = 3

const (
	// fewToDisperse is the total of both counts below which a figure shows too little.
	fewToDisperse = 20
	// tame is the most that a squared standardised difference counts. It costs a tenth of the degrees of
	// freedom.
	tame, tameDegrees = 4, 0.885
	// changed is the squared standardised difference beyond which a figure is left out, because it changed.
	changed = 11
)

// With returns the dispersion after taking the counts in two recordings into account. Most figures that did
// not change differ only by chance and by the same factor. The scale of that chance is estimated from the
// mean of their squared standardised differences, with large ones tamed (Huber 1964), and weighted by degrees
// of freedom. The result is from 1 to [MaxDispersed].
func (d Dispersion) With(base, now []float64) Dispersion {
	v, degrees := minScale(squaresOf(base, now))
	if degrees > 0 {
		d.Value = (d.Value*d.Degrees + min(v, MaxDispersed)*degrees) / (d.Degrees + degrees)
		d.Degrees += degrees
	}
	d.Value = min(max(d.Value, 1), MaxDispersed)
	return d
}

// squaresOf returns the squared differences between counts and the ratio that most of them have, in standard
// deviations for fair draws.
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

// minScale returns the smallest scale, but at least the one for fair draws, for the squares that are not far
// beyond it, and its degrees of freedom. Squares beyond it belong to figures that changed.
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

// scaleOf estimates the factor by which squares of normal values were multiplied. It is the one at which
// their tamed mean is the same as for normal values.
func scaleOf(squares []float64) float64 {
	if len(squares) < 2 {
		return 1
	}
	erf, tail := math.Erf(math.Sqrt(tame/2.0)), math.Exp(-tame/2.0)*math.Sqrt(2*tame/math.Pi)
	want := erf - tail + tame*(1-erf)
	want *= float64(len(squares)-1) / float64(len(squares)) // because the ratio is estimated
	return geometric(1e-3, 1e6, 60, func(scale float64) bool {
		sum := 0.0
		for _, s := range squares {
			sum += min(s/scale, tame)
		}
		return sum/float64(len(squares)) > want
	})
}
