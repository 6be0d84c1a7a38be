package paint

import (
	"slices"
	"sort"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/wording"
)

// bar is a box in a row that does not divide time into kinds.
type bar struct {
	start, end trace.Time
	next       int  // the bar after it
	there      bool // false: that time is empty
	fill       scene.Color
}

// bars are a row's boxes, which do not overlap, in the order in which they begin.
type bars struct {
	n     int
	first func(at trace.Time) int // the first that ends after a time
	at    func(i int) bar
	text  func(i int) string // nil: they have none
	many  scene.Color        // fills a column that several share
}

// eventBars are bars for what happened, each at one time.
func eventBars(e timeline.Events, fill func(i int) scene.Color, text func(i int) string, many scene.Color) bars {
	return bars{
		n:     e.N,
		first: func(at trace.Time) int { return sort.Search(e.N, func(i int) bool { return e.Time(i).To > at }) },
		at: func(i int) bar {
			time := e.Time(i)
			return bar{time.From, time.To, i + 1, true, fill(i)}
		},
		text: text, many: many,
	}
}

func one(c scene.Color) func(int) scene.Color { return func(int) scene.Color { return c } }

func (f *frame) barsOf(row *timeline.Row) bars {
	t := f.l.Timeline
	tr := t.Trace
	e := t.Events(row)
	switch row.Kind {
	case timeline.MarkRow:
		fill := f.fills.kind[timeline.Collecting]
		text := lang.L("mark")
		return eventBars(e, one(fill), func(int) string { return text }, fill)
	case timeline.StopRow:
		fill := f.fills.kind[timeline.Runnable]
		return eventBars(e, one(fill), func(i int) string { return tr.Strings.Display(tr.Stops[i].Reason) }, fill)
	case timeline.RegionRow:
		typeOf := func(i int) model.StringID { return tr.Regions[e.Index(i)].Type }
		return eventBars(e, func(i int) scene.Color { return f.hue(typeOf(i)) },
			func(i int) string { return tr.Strings.Display(typeOf(i)) }, f.t.Quiet)
	case timeline.TaskRow:
		name := tr.Tasks[row.Index].Type
		return eventBars(e, one(f.hue(name)),
			func(int) string { return tr.Strings.Display(name) + "  " + wording.Duration(e.Time(0).Len()) }, f.t.Quiet)
	}
	return f.stackFrames(trace.GoIndex(row.Index), int(row.Level))
}

const maxMerged = 64 // bounds how many spans one frame's box is made from

// stackFrames are the frames in a goroutine's stacks at one depth, the root at 0.
// Neighbours with the same frame, below the same ones, are one box.
func (f *frame) stackFrames(g trace.GoIndex, level int) bars {
	t := f.l.Timeline
	tr := t.Trace
	r := &tr.Goroutines[g]
	n := int(r.End - r.First)
	return bars{
		n: n,
		first: func(at trace.Time) int {
			span, _ := tr.SpanAt(g, at)
			return max(0, int(span-r.First))
		},
		at: func(i int) bar {
			span := r.First + trace.SpanIndex(i)
			time := tr.SpanTime(g, span)
			x := bar{start: time.From, end: time.To, next: i + 1}
			frame, ok := t.FrameAt(span, level)
			if !ok {
				return x
			}
			x.there, x.fill = true, f.frameHue(frame)
			for stack := t.OwnStack(span); x.next < min(n, i+maxMerged); x.next++ {
				span++
				if !sameRoot(stack, t.OwnStack(span), level+1) {
					break
				}
				x.end = tr.SpanEnd(g, span)
			}
			return x
		},
		text: func(i int) string {
			frame, ok := t.FrameAt(r.First+trace.SpanIndex(i), level)
			if !ok {
				return ""
			}
			return t.FuncName(tr.Frames[frame].Func)
		},
		many: f.t.Quiet,
	}
}

func sameRoot(a, b []trace.FrameIndex, n int) bool {
	return len(a) >= n && len(b) >= n && slices.Equal(a[len(a)-n:], b[len(b)-n:])
}

func (f *frame) hue(name model.StringID) scene.Color {
	return f.texts.hues.get(name, func() scene.Color {
		return f.t.Hue(scene.HashHue(f.l.Timeline.Trace.Strings.Raw(name)))
	})
}

// frameHue fills a frame in its package's colour, as in a flame graph.
func (f *frame) frameHue(i trace.FrameIndex) scene.Color {
	name := f.l.Timeline.Trace.Frames[i].Func
	return f.texts.frames.get(name, func() scene.Color {
		return f.t.Hue(scene.HashHue(names.PackageOf(f.l.Timeline.Trace.Strings.Raw(name))))
	})
}

// maxBegun bounds how many wide boxes that begin in one column are drawn. They do not overlap
// unless the trace is wrong, or began when several were open already.
const maxBegun = 16

// bars draws a row's boxes. Boxes narrower than a column are joined with their neighbours.
func (f *frame) bars(s bars, box scene.Rect) {
	from, to := -1, -1 // columns with narrow bars so far
	flush := func() {
		if from < to {
			f.Fill(f.columnsBox(from, to, box), s.many)
		}
		from, to = -1, -1
	}
	last := f.g.Edge(f.g.N)
	begun, inColumn := -1, 0 // how many bars as wide as a column begin in one
	for i := s.first(f.g.Edge(0)); i < s.n; {
		x := s.at(i)
		if x.start > last {
			break
		}
		left, right := f.g.Place(x.start), f.g.Place(x.end)
		column := max(0, int(left))
		if right-left >= 1 {
			flush()
			if column != begun {
				begun, inColumn = column, 0
			}
			if inColumn++; inColumn > maxBegun {
				// They lie over each other, as never where a trace is sound.
				edge := f.g.Edge(column + 1)
				i = max(x.next, i+sort.Search(s.n-i, func(k int) bool { return s.at(i+k).start >= edge }))
				continue
			}
			if f.Over() {
				return
			}
			if x.there {
				f.bar(&s, i, x, box)
			}
			i = x.next
			continue
		}
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
			i = max(i, s.first(f.g.Edge(column+1)))
		}
	}
	flush()
}

func (f *frame) bar(s *bars, i int, x bar, box scene.Rect) {
	b := scene.Rect{X0: max(f.g.Snapped(x.start), box.X0), Y0: box.Y0, X1: min(f.g.Snapped(x.end), box.X1), Y1: box.Y1}
	if b.Empty() {
		return
	}
	if s.text == nil {
		f.gapped(b, x.fill)
		return
	}
	f.title = title{of: s.text, i: i, lasts: x.end - x.start}
	f.Begin(&f.title)
	b = f.gapped(b, x.fill)
	if room := b.W() - 2*labelGap; room > 8 {
		f.inside(b, f.texts.fit(s.text(i), room, font), f.t.On(x.fill))
	}
	f.End()
}

// points draws moments: a tick for each column that has any, and for logs the text
// where there is room before the next.
func (f *frame) points(r *painted) {
	t, box := f.l.Timeline, r.box
	fill := f.t.Hover
	if r.Kind == timeline.LogRow {
		fill = f.t.Selection
	}
	e := t.Events(r.Row)
	at := func(i int) trace.Time { return e.Time(i).From }
	from := func(edge trace.Time) int { return sort.Search(e.N, func(i int) bool { return at(i) >= edge }) }
	for i, next := from(f.g.Edge(0)), 0; i < e.N && at(i) < f.g.Edge(f.g.N); i = next {
		column := int(f.g.Place(at(i)))
		next = max(from(f.g.Edge(column+1)), i+1)
		x := f.g.X0 + float64(column)
		f.Fill(scene.Rect{X0: x, Y0: box.Y0 + 1, X1: x + 1, Y1: box.Y1 - 1}, fill)
		right := box.X1
		if next < e.N {
			right = min(right, f.g.X(at(next)))
		}
		if room := right - x - 3*labelGap; r.Kind == timeline.LogRow && room > 16 {
			text := t.LogText(e.Index(i))
			if next > i+1 {
				text = f.texts.logs.get(next-i, func() string { return lang.N(next-i, "1 log", "{{.N}} logs", nil) })
			}
			f.inside(scene.Rect{X0: x, Y0: box.Y0, Y1: box.Y1}, f.texts.fit(text, room, font), f.t.Text)
		}
	}
}
