package timeline

import (
	"slices"
	"sort"
	"strconv"

	"profstation/model"
	"profstation/model/trace"
	"profstation/scene"
)

// thing is a box of a row that does not divide time into kinds.
type thing struct {
	start, end trace.Time
	next       int  // the thing after it
	there      bool // false: that time is empty
	fill       scene.Color
}

// things are the boxes of a row, which do not overlap, in the order of time.
type things interface {
	len() int
	// first is the first thing that ends after a time.
	first(at trace.Time) int
	at(i int) thing
	text(i int) string
	// many is the fill of several in one column.
	many() scene.Color
}

// boxes are things that happened, each at one time.
type boxes struct {
	events
	fill     func(i int) scene.Color
	label    func(i int) string // nil: none
	together scene.Color
}

func (s *boxes) len() int { return s.n }

func (s *boxes) first(at trace.Time) int {
	return sort.Search(s.n, func(i int) bool { return s.time(i).To > at })
}

func (s *boxes) at(i int) thing {
	time := s.time(i)
	return thing{time.From, time.To, i + 1, true, s.fill(i)}
}

func (s *boxes) text(i int) string {
	if s.label == nil {
		return ""
	}
	return s.label(i)
}

func (s *boxes) many() scene.Color { return s.together }

// one is the same fill for all.
func one(c scene.Color) func(int) scene.Color { return func(int) scene.Color { return c } }

// thingsOf are the things of a row that is divided into such.
func (p *Painter) thingsOf(row *Row) things {
	t := p.l.Timeline
	tr := t.Trace
	e := t.events(row.Key, row.Level)
	switch row.Kind {
	case MarkRow:
		fill := p.fills.kind[Collecting]
		return &boxes{e, one(fill), func(int) string { return "mark" }, fill}
	case StopRow:
		return &boxes{e, one(p.fills.stop), func(i int) string { return tr.Strings.Display(tr.Stops[i].Reason) }, p.fills.stop}
	case RegionRow:
		typeOf := func(i int) model.StringID { return tr.Regions[e.index(i)].Type }
		return &boxes{e, func(i int) scene.Color { return p.hue(typeOf(i)) }, func(i int) string { return tr.Strings.Display(typeOf(i)) }, p.s.Theme.Quiet}
	case TaskRow:
		name := tr.Tasks[row.Index].Type
		return &boxes{e, one(p.hue(name)), func(int) string {
			return tr.Strings.Display(name) + "  " + Duration(e.time(0).Len())
		}, p.s.Theme.Quiet}
	}
	return &frames{p: p, g: trace.GoIndex(row.Index), level: int(row.Level)}
}

// frames are the frames of a goroutine's stacks at one depth, the root at 0.
// Neighbours with the same frame, below the same ones, are one box.
type frames struct {
	p     *Painter
	g     trace.GoIndex
	level int
}

func (f *frames) len() int {
	r := &f.p.l.Timeline.Trace.Goroutines[f.g]
	return int(r.End - r.First)
}

func (f *frames) first(at trace.Time) int {
	tr := f.p.l.Timeline.Trace
	s, ok := tr.SpanAt(f.g, at)
	if !ok {
		return 0
	}
	return int(s - tr.Goroutines[f.g].First)
}

// mostMerged bounds how many spans one box of frames is made of.
const mostMerged = 64

func (f *frames) at(i int) thing {
	t := f.p.l.Timeline
	tr := t.Trace
	first := tr.Goroutines[f.g].First
	span := first + trace.SpanIndex(i)
	time := tr.SpanTime(f.g, span)
	x := thing{start: time.From, end: time.To, next: i + 1}
	stack := t.ownStack(f.g, span)
	if len(stack) <= f.level {
		return x
	}
	x.there = true
	frame := stack[len(stack)-1-f.level]
	x.fill = f.p.frameHue(frame)
	for n := f.len(); x.next < min(n, i+mostMerged); x.next++ {
		other := t.ownStack(f.g, first+trace.SpanIndex(x.next))
		if !sameRoot(stack, other, f.level+1) {
			break
		}
		x.end = tr.SpanEnd(f.g, first+trace.SpanIndex(x.next))
	}
	return x
}

// sameRoot reports whether two stacks have the same n outermost frames.
func sameRoot(a, b []trace.FrameIndex, n int) bool {
	return len(a) >= n && len(b) >= n && slices.Equal(a[len(a)-n:], b[len(b)-n:])
}

func (f *frames) text(i int) string {
	t := f.p.l.Timeline
	frame, ok := t.frameAt(f.g, t.Trace.Goroutines[f.g].First+trace.SpanIndex(i), f.level)
	if !ok {
		return ""
	}
	return t.FuncName(t.Trace.Frames[frame].Func)
}

func (f *frames) many() scene.Color { return f.p.s.Theme.Quiet }

// frameAt is the frame of a span's stack at a depth.
func (t *Timeline) frameAt(g trace.GoIndex, span trace.SpanIndex, level int) (trace.FrameIndex, bool) {
	stack := t.ownStack(g, span)
	if len(stack) <= level {
		return 0, false
	}
	return stack[len(stack)-1-level], true
}

// ownStack is where a goroutine is in a span, leaf first; nil if the trace does
// not record it. The stack of a span in which another goroutine made it runnable
// is that of the other one: it is itself still where it waited.
func (t *Timeline) ownStack(g trace.GoIndex, span trace.SpanIndex) []trace.FrameIndex {
	tr := t.Trace
	s, r := &tr.Spans, &tr.Goroutines[g]
	c := s.Conditions[s.Cond[span]]
	if c.State == trace.GoRunnable && !c.Told {
		switch {
		case span == r.First:
			return nil // where it was made
		case s.State(span-1) == trace.GoWaiting, s.State(span-1) == trace.GoSyscall:
			span--
		}
	}
	return tr.Stacks.Stack(s.Stack.At(int(span)))
}

// hue is the fill for a name.
func (p *Painter) hue(name model.StringID) scene.Color {
	return p.texts.hues.get(name, func() scene.Color {
		return p.s.Theme.Hue(scene.HashHue(p.l.Timeline.Trace.Strings.Raw(name)))
	})
}

// frameHue is the fill of a frame: that of its package, as in a flame graph.
func (p *Painter) frameHue(f trace.FrameIndex) scene.Color {
	name := p.l.Timeline.Trace.Frames[f].Func
	return p.texts.frames.get(name, func() scene.Color {
		return p.s.Theme.Hue(scene.HashHue(model.PackageOf(p.l.Timeline.Trace.Strings.Raw(name))))
	})
}

// things draws the boxes of a row. Boxes narrower than a column are joined with their
// neighbours.
func (p *Painter) things(cv scene.Canvas, g *grid, s things, box scene.Rect, texts bool) {
	from, to := -1, -1 // columns of narrow things so far
	flush := func() {
		if from < to {
			cv.Fill(scene.Rect{X0: g.x0 + float64(from), Y0: box.Y0, X1: g.x0 + float64(to), Y1: box.Y1}, s.many())
		}
		from, to = -1, -1
	}
	last := g.edge(g.n)
	for i, n := s.first(g.edge(0)), s.len(); i < n; {
		x := s.at(i)
		if x.start > last {
			break
		}
		left, right := g.place(x.start), g.place(x.end)
		if right-left >= 1 {
			flush()
			if x.there {
				p.thing(cv, g, s, i, x, box, texts)
			}
			i = x.next
			continue
		}
		column := max(0, int(left))
		if x.there {
			if column > to {
				flush()
				from = column
			}
			to = column + 1
		}
		// What else lies in this column changes nothing once it is taken.
		i = x.next
		if x.there {
			i = max(i, s.first(g.edge(column+1)))
		}
	}
	flush()
}

// thing draws one box.
func (p *Painter) thing(cv scene.Canvas, g *grid, s things, i int, x thing, box scene.Rect, texts bool) {
	b := scene.Rect{Y0: box.Y0, Y1: box.Y1, X0: max(snapped(g, x.start), box.X0), X1: min(snapped(g, x.end), box.X1)}
	if b.Empty() {
		return
	}
	if texts {
		p.title = title{p: p, span: trace.NoSpan, s: s, i: i, lasts: x.end - x.start}
		cv.Begin(&p.title)
	}
	if b.W() > 3 {
		b.X1--
	}
	cv.Fill(b, x.fill)
	if room := b.W() - 2*labelGap; texts && room > 8 {
		if text := p.texts.fit(s.text(i), room, font); text != "" {
			cv.Text(scene.Point{X: b.X0 + labelGap, Y: b.Y0 + (b.H()+scene.Ascent(font))/2}, text, font, p.s.Theme.On(x.fill))
		}
	}
	if texts {
		cv.End()
	}
}

// points draws moments: a tick for each column that has any, and its text where
// there is room before the next.
func (p *Painter) points(cv scene.Canvas, g *grid, e *events, text func(int) string, box scene.Rect, fill scene.Color) {
	n, at := e.n, func(i int) trace.Time { return e.time(i).From }
	i := sort.Search(n, func(i int) bool { return at(i) >= g.edge(0) })
	for i < n && at(i) < g.edge(g.n) {
		column := int(g.place(at(i)))
		end := g.edge(column + 1)
		next := i + sort.Search(n-i, func(j int) bool { return at(i+j) >= end })
		next = max(next, i+1)
		x := g.x0 + float64(column)
		cv.Fill(scene.Rect{X0: x, Y0: box.Y0 + 1, X1: x + 1, Y1: box.Y1 - 1}, fill)
		if text != nil {
			right := box.X1
			if next < n {
				right = min(right, g.x(at(next)))
			}
			if room := right - x - 3*labelGap; room > 16 {
				s := text(i)
				if next > i+1 {
					s = strconv.Itoa(next-i) + " logs"
				}
				cv.Text(scene.Point{X: x + labelGap, Y: box.Y0 + (box.H()+scene.Ascent(font))/2}, p.texts.fit(s, room, font), font, p.s.Theme.Text)
			}
		}
		i = next
	}
}

// snapped is the x of a time, rounded to a column.
func snapped(g *grid, at trace.Time) float64 {
	return g.x0 + float64(int64(g.place(at)+0.5+1e6)-1e6)
}
