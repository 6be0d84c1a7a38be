package paint

import (
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/wording"
)

// Picture is a trace's timeline with a heading, for a report, or both timelines in
// a comparison, one below the other on one time scale, each from where its trace
// begins. It is a [scene.Picture].
type Picture struct {
	Head   scene.Heading // without lines: what is shown, and which filter is in force
	Sides  []Side        // one, or the base and the new one
	Style  Style
	Window timeline.Window // the zero value shows all
	Width  float64
}

// Side is one timeline in a picture.
type Side struct {
	Name  string // is above it if there are two
	Lanes *timeline.Lanes
	Marks Marks
	// Top and Height limit it to the rows that a view shows: Height is its area's, with the
	// axis. 0: all rows.
	Top, Height float64
}

// LabelWidth is how wide labels are by default, in logical pixels.
const LabelWidth = 200.0

// sideLine is how high the line above each of two timelines is, with the gap before it.
const sideLine = 26.0

// Heading implements scene.Picture.
func (p *Picture) Heading() []string { return p.head().Lines }

func (p *Picture) head() scene.Heading { return p.Head.Or(p.lines) }

// lines say what is shown and by which filter, and leave room for the legend.
func (p *Picture) lines() []string {
	w := p.window()
	long := wording.Duration(trace.Time(w.W()))
	times := wording.Times(trace.Interval{From: trace.Time(w.From), To: trace.Time(w.To)})
	end := func(i int) string { return wording.Duration(p.Sides[i].Lanes.Timeline.Trace.End) }
	with := lang.With{"Length": long, "Times": times}
	part, line := w != p.whole(), ""
	if len(p.Sides) > 1 {
		with["Base"], with["New"] = end(0), end(1)
	} else {
		with["Format"], with["Whole"] = p.last().Timeline.Trace.Format, end(0)
	}
	switch {
	case len(p.Sides) > 1 && part:
		line = lang.L("both {{.Length}} on one scale, from {{.Times}} after the start of each; base {{.Base}}; new {{.New}}", with)
	case len(p.Sides) > 1:
		line = lang.L("both {{.Length}} on one scale; base {{.Base}}; new {{.New}}", with)
	case part:
		line = lang.L("{{.Format}}, {{.Length}} from {{.Times}} of {{.Whole}}", with)
	default:
		line = lang.List(p.last().Timeline.Trace.Format, long)
	}
	lines := []string{line}
	for i, side := range p.Sides {
		damage := safe.Text(side.Lanes.Timeline.Trace.Damage(trace.Interval{From: trace.Time(w.From),
			To: min(trace.Time(w.To), side.Lanes.Timeline.Trace.End)}))
		switch {
		case damage == "":
		case len(p.Sides) > 1:
			lines = append(lines, lang.L(compare.Sides[i])+": "+damage)
		default:
			lines = append(lines, damage)
		}
	}
	if filter := p.last().Query.Filter; filter != "" {
		lines = append(lines, "lanes="+safe.Text(filter))
	}
	return append(lines, make([]string, len(legendLines(p.legend(), p.Width-2*scene.PictureMargin)))...)
}

// legend returns the kinds of time on all sides.
func (p *Picture) legend() []timeline.Kind {
	var all []*timeline.Timeline
	for _, side := range p.Sides {
		all = append(all, side.Lanes.Timeline)
	}
	return timeline.Legend(all...)
}

// last are the lanes whose filter the heading has.
func (p *Picture) last() *timeline.Lanes { return p.Sides[len(p.Sides)-1].Lanes }

func (p *Picture) whole() timeline.Window {
	w := timeline.Window{}
	for _, side := range p.Sides {
		w.To = max(w.To, side.Lanes.Timeline.Whole().To)
	}
	return w
}

func (p *Picture) window() timeline.Window {
	if p.Window == (timeline.Window{}) {
		return p.whole()
	}
	return p.Window
}

// heights returns the timelines' heights, with the lines above them.
func (p *Picture) heights() (all []float64, sum float64) {
	for _, side := range p.Sides {
		h := timeline.AxisHeight + side.Lanes.Height()
		if side.Height > 0 {
			h = min(h, side.Height)
		}
		if len(p.Sides) > 1 {
			h += sideLine
		}
		all, sum = append(all, h), sum+h
	}
	return all, sum
}

// Size implements scene.Picture: the width that was asked for, and the height that all rows need.
func (p *Picture) Size() (width, height float64) {
	_, rows := p.heights()
	return p.Width, p.head().Height() + rows + scene.PictureMargin
}

// Draw implements scene.Picture. If there are two timelines, each has half a canvas that is too
// low for both.
func (p *Picture) Draw(cv scene.Canvas) {
	head := p.head()
	area := head.Draw(cv, p.Style.Theme)
	heights, sum := p.heights()
	switch room := area.H(); {
	case len(heights) == 1:
		heights[0] = room
	case sum > room:
		heights[0] = max(min(heights[0], room/2), room-heights[1])
		heights[1] = room - heights[0]
	}
	var peaks timeline.Peaks
	if len(p.Sides) == 2 {
		peaks = timeline.PeaksOf(p.Sides[0].Lanes.Timeline, p.Sides[1].Lanes.Timeline)
	}
	for i, side := range p.Sides {
		v := timeline.View{Peaks: peaks, Window: p.window(), Area: area, Label: LabelWidth, Extent: p.whole().To, Top: side.Top}
		v.Area.Y1 = area.Y0 + heights[i]
		area.Y0 = v.Area.Y1
		if len(p.Sides) > 1 {
			name := lang.L(compare.Sides[i]) + ": " + safe.Text(side.Name)
			v.Area.Y0 += sideLine
			scene.Note(cv, scene.Point{X: area.X0, Y: v.Area.Y0 - 8}, name, area.W(), p.Style.Theme.Text)
		}
		NewPainter(side.Lanes, p.Style, nil).Paint(cv, v, side.Marks)
	}
	if !head.Bare {
		paintLegend(cv, p.Style, p.legend(), scene.Point{X: scene.PictureMargin, Y: head.LastBaseline()}, area.W())
	}
}

// A legend has for each kind a square and its name. Lines are as far apart as in a heading.
const (
	swatch     = 10.0
	swatchGap  = 4.0
	legendGap  = 12.0
	legendStep = 17.0
)

// legendLines puts kinds in lines no wider than the room.
func legendLines(all []timeline.Kind, room float64) (lines [][]timeline.Kind) {
	right := room + 1 // where the line ends so far
	for _, k := range all {
		width := swatch + swatchGap + scene.Measure(k.Title(), font)
		if right+legendGap+width > room {
			lines, right = append(lines, nil), -legendGap
		}
		last := len(lines) - 1
		lines[last], right = append(lines[last], k), right+legendGap+width
	}
	return lines
}

// paintLegend draws kinds of time, in a width from where the last baseline begins. Kinds
// that the user put aside are crossed out.
func paintLegend(cv scene.Canvas, s Style, all []timeline.Kind, last scene.Point, width float64) {
	lines := legendLines(all, width)
	for i, kinds := range lines {
		at := scene.Point{X: last.X, Y: last.Y - legendStep*float64(len(lines)-1-i)}
		for _, k := range kinds {
			box := scene.Rect{X0: at.X, Y0: at.Y - 9, X1: at.X + swatch, Y1: at.Y + 1}
			s.Theme.Swatch(cv, box, s.Color(k))
			at.X = box.X1 + swatchGap
			end := at.X + scene.Measure(k.Title(), font)
			cv.PushClip(scene.Rect{X0: at.X, Y0: at.Y - legendStep, X1: end + legendGap - 2, Y1: at.Y + legendStep}) // its room also in a wider font
			cv.Text(at, k.Title(), font, s.Theme.Muted)
			cv.PopClip()
			if s.Quiet.Has(k) {
				cv.Fill(scene.Rect{X0: at.X, Y0: at.Y - 4, X1: end, Y1: at.Y - 3}, s.Theme.Muted)
			}
			at.X = end + legendGap
		}
	}
}
