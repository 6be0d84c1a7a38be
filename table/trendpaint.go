package table

import (
	"math"
	"slices"
	"time"

	"profstation/model/lang"
	"profstation/model/units"
	"profstation/scene"
)

// Paint draws the axes, the figures and, where there are several, their names.
func (t *Trend) Paint(cv scene.Canvas, v TrendView) {
	cv.PushClip(v.Area)
	defer cv.PopClip()
	cv.Fill(v.Area, v.Theme.Background)
	plot := t.plot(v.Area)
	if len(t.Lines.Points) == 0 || plot.Empty() {
		at := scene.Point{X: v.Area.X0 + gap, Y: v.Area.Y0 + RowHeight}
		cv.Text(at, scene.Fit(lang.L("No profiles yet: they appear here as they arrive."), font, v.Area.W()-2*gap), font, v.Theme.Muted)
		return
	}
	s := t.curves(plot)
	t.paintGrid(cv, &v, &s.scale)
	cv.PushClip(plot.Inset(-2))
	if t.Stacked {
		t.paintLayers(cv, &v, s)
	} else {
		t.paintLines(cv, &v, s)
	}
	if v.Point >= 0 && v.Point < len(t.Lines.Points) {
		x := math.Round(s.x(t.Lines.Points[v.Point].Time))
		cv.Fill(scene.Rect{X0: x, Y0: plot.Y0, X1: x + 1, Y1: plot.Y1}, v.Theme.Selection)
	}
	cv.PopClip()
	paintRestarts(cv, &v, s)
	t.paintKey(cv, &v, plot)
}

func (t *Trend) fill(v *TrendView, i int) scene.Color {
	if t.Lines.Lines[i].Rest {
		return v.Theme.Quiet
	}
	return v.Theme.Category(i)
}

// stroke returns the colour for a line, or for a layer's edge: the fill, made to stand out.
func (t *Trend) stroke(v *TrendView, i int) scene.Color {
	if t.Lines.Lines[i].Rest {
		return v.Theme.Muted
	}
	return v.Theme.Stroke(i)
}

func (t *Trend) paintGrid(cv scene.Canvas, v *TrendView, s *scale) {
	th, unit := v.Theme, t.Lines.Type.Unit
	for _, value := range roundValues(s.low, s.high, int(s.plot.H()/40), units.IsBytes(unit)) {
		y := math.Round(s.y(value))
		line := th.Line
		if value == 0 {
			line = th.Muted
		}
		cv.Fill(scene.Rect{X0: s.plot.X0, Y0: y, X1: s.plot.X1, Y1: y + 1}, line)
		text := scene.Fit(units.FormatShort(int64(value), unit, "auto"), font, trendLeft-10)
		cv.Text(scene.Point{X: s.plot.X0 - 6 - scene.Measure(text, font), Y: y + 4}, text, font, th.Muted)
	}
	free := s.plot.X0
	for _, at := range roundTimes(s.from, time.Duration(s.span*float64(time.Second)), int(s.plot.W()/110)) {
		x := math.Round(s.x(at.time))
		cv.Fill(scene.Rect{X0: x, Y0: s.plot.Y1, X1: x + 1, Y1: s.plot.Y1 + 4}, th.Muted)
		w := scene.Measure(at.text, font)
		left := min(x-w/2, s.plot.X1-w)
		if left < free {
			continue
		}
		cv.Text(scene.Point{X: left, Y: s.plot.Y1 + 16}, at.text, font, th.Muted)
		free = left + w + 12
	}
}

// paintLayers draws the layers, and then their edges, so that no layer above covers them.
func (t *Trend) paintLayers(cv scene.Canvas, v *TrendView, s *trendCurves) {
	for i := range t.Lines.Lines {
		var p scene.Path
		for k := range s.to[i] {
			from, to := s.ends(i, k)
			line(&p, to)
			for _, q := range slices.Backward(from) {
				p.LineTo(q.X, q.Y)
			}
			p.Close()
		}
		cv.Begin(scene.Title(t.full(&t.Lines.Lines[i])))
		cv.Path(&p, t.fill(v, i), scene.Stroke{})
		cv.End()
	}
	for i := range t.Lines.Lines {
		edge := scene.Stroke{Color: t.stroke(v, i), Width: 1}
		if v.Line == i {
			edge = scene.Stroke{Color: v.Theme.Selection, Width: 2}
		}
		var edges, bars scene.Path
		for k := range s.to[i] {
			from, to := s.ends(i, k)
			if len(s.to[i]) > 1 { // a piece between gaps has an edge on its sides as well
				to = slices.Concat(from[:1], to, from[len(from)-1:])
			}
			if len(s.to[i]) > 1 && len(s.to[i][k]) == 1 {
				line(&bars, to) // a bar no wider than its edge is filled
			} else {
				line(&edges, to)
			}
		}
		if !edges.Empty() {
			cv.Path(&edges, scene.Color{}, edge)
		}
		if !bars.Empty() {
			cv.Path(&bars, edge.Color, scene.Stroke{})
		}
	}
}

// line adds a piece of a curve to a path.
func line(p *scene.Path, of piece) {
	p.MoveTo(of[0].X, of[0].Y)
	for _, q := range of[1:] {
		p.LineTo(q.X, q.Y)
	}
}

// ends returns the two ends of a piece in a layer. A piece with a single point is a bar.
func (s *trendCurves) ends(layer, k int) (from, to piece) {
	from, to = s.from[layer][k], s.to[layer][k]
	if len(to) > 1 {
		return from, to
	}
	wide := loneBar
	if len(s.to[layer]) > 1 {
		wide = narrowBar
	}
	return bar(from[0], wide), bar(to[0], wide)
}

// Half the widths of bars, in logical pixels: for the only profile, and for one between two gaps.
const (
	loneBar   = 6.0
	narrowBar = 1.0
)

// bar returns one end of a layer's piece that has only one point.
func bar(at scene.Point, wide float64) piece {
	return piece{{X: at.X - wide, Y: at.Y}, {X: at.X + wide, Y: at.Y}}
}

func (t *Trend) paintLines(cv scene.Canvas, v *TrendView, s *trendCurves) {
	dots := float64(len(t.Lines.Points))*8 < s.plot.W()
	for i := range t.Lines.Lines {
		l := &t.Lines.Lines[i]
		width := 1.5
		if v.Line == i {
			width = 3
		}
		color := t.stroke(v, i)
		cv.Begin(scene.Title(t.full(l)))
		var p scene.Path
		for _, piece := range s.to[i] {
			for k, at := range piece {
				if k == 0 {
					p.MoveTo(at.X, at.Y)
				} else {
					p.LineTo(at.X, at.Y)
				}
				if dots || len(piece) == 1 {
					cv.Fill(scene.Rect{X0: at.X - 2, Y0: at.Y - 2, X1: at.X + 2, Y1: at.Y + 2}, color)
				}
			}
		}
		cv.Path(&p, scene.Color{}, scene.Stroke{Color: color, Width: width})
		cv.End()
	}
}

// paintRestarts marks where the program was started again, with a word where it fits.
func paintRestarts(cv scene.Canvas, v *TrendView, s *trendCurves) {
	word := lang.L("restarted")
	w := scene.Measure(word, font)
	free := s.plot.X0
	for _, x := range s.restarts {
		x = math.Round(x) + 0.5
		var p scene.Path
		p.MoveTo(x, s.plot.Y0-restartRow)
		p.LineTo(x, s.plot.Y1)
		cv.Path(&p, scene.Color{}, scene.Stroke{Color: v.Theme.Text, Width: 1, Dash: []float64{4, 3}})
		left := x + 4
		if left+w > s.plot.X1 {
			left = x - 4 - w
		}
		if left < free {
			continue
		}
		cv.Text(scene.Point{X: left, Y: s.plot.Y0 - 5}, word, font, v.Theme.Text)
		free = left + w + 8
	}
}

func (t *Trend) paintKey(cv scene.Canvas, v *TrendView, plot scene.Rect) {
	for i, k := range t.key(v.Area) {
		y := plot.Y1 + k.top + 4
		fill := t.fill(v, i)
		if !t.Stacked {
			fill = t.stroke(v, i)
		}
		swatch := scene.Rect{X0: k.x, Y0: y, X1: k.x + keySwatch, Y1: y + keySwatch}
		cv.Fill(swatch, fill)
		if t.Stacked {
			cv.Outline(swatch, t.stroke(v, i), 1)
		}
		if v.Line == i {
			cv.Outline(swatch.Inset(-2), v.Theme.Selection, 1.5)
		}
		cv.Text(scene.Point{X: k.x + keyText, Y: y + 9}, k.text, font, v.Theme.Text)
	}
}

// roundValues returns at most most round values from low to high. They are 1, 2 or 5 times a power of ten apart,
// or a power of two for bytes.
func roundValues(low, high float64, limit int, bytes bool) []float64 {
	if limit < 1 || !(high > low) {
		return nil
	}
	step := (high - low) / float64(limit)
	if bytes {
		step = math.Pow(2, math.Ceil(math.Log2(max(step, 1))))
	} else {
		power := math.Pow(10, math.Floor(math.Log10(max(step, 1))))
		for _, f := range []float64{1, 2, 5, 10} {
			if f*power >= step {
				step = f * power
				break
			}
		}
	}
	var out []float64
	for v := math.Ceil(low/step) * step; v <= high && len(out) < 100; v += step {
		out = append(out, v)
	}
	return out
}

type tick struct {
	time time.Time
	text string
}

var steps = []time.Duration{
	time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 30 * time.Second,
	time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 6 * time.Hour, 12 * time.Hour, 24 * time.Hour,
}

// roundTimes returns at most most round local times in a span. It returns at least the span's beginning.
func roundTimes(from time.Time, span time.Duration, limit int) []tick {
	count := time.Duration(max(limit, 1))
	step := steps[len(steps)-1]
	if i := slices.IndexFunc(steps, func(s time.Duration) bool { return span/s < count }); i >= 0 {
		step = steps[i]
	}
	for span/step > count {
		step *= 2
	}
	form := "15:04"
	switch {
	case step < time.Minute:
		form = "15:04:05"
	case span > 20*time.Hour:
		form = "01-02 15:04"
	}
	_, offset := from.Local().Zone()
	shift := time.Duration(offset) * time.Second
	var out []tick
	for at := from.Add(shift).Truncate(step).Add(-shift); !at.After(from.Add(span)); at = at.Add(step) {
		if !at.Before(from) {
			out = append(out, tick{at, at.Local().Format(form)})
		}
	}
	if len(out) == 0 {
		out = append(out, tick{from, from.Local().Format("2006-01-02 15:04:05")})
	}
	return out
}
