package views

import (
	"math"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
)

// TimelineView shows the lanes of an execution trace.
type TimelineView struct {
	*surface
	Object fyne.CanvasObject // the surface with its legend above it
	send   screen.Send
	post   func(func())

	banner *widget.Label // what was lost of the trace
	legend *legend
	trace  *screen.TraceAnswer
	theme  *scene.Theme
	empty  string

	view   timeline.View
	moved  int
	done   *screen.Reveal // what was last brought into sight
	goneTo timeline.Key   // the lane that was last gone to, as long as nothing is clicked on
	look   *time.Timer

	cursor, band outline // cursor: where the pointer is in the other of two
	tip          *tip
	drag         dragMode
	from         scene.Point // where a drag began
	lastDrag     scene.Point // where it is
	interval     *timeline.Interval
	recorded     []timeline.Recorded

	twin   *timelineTwin // nil: it stands alone
	extent float64       // up to which time the other goes; 0: there is none
}

// dragMode is what a drag does.
type dragMode int

const (
	noDrag dragMode = iota
	panDrag
	zoomDrag    // an area to zoom to
	measureDrag // an interval
	mapDrag     // within the minimap
)

const (
	// settled is how long a view must stand still to be a step of the history.
	settled = 350 * time.Millisecond
	// laneLabel is the width of the labels of lanes, mapHeight the height of the
	// minimap below them.
	laneLabel, mapHeight = 230.0, 34.0
)

// NewTimelineView makes the view. post runs a function on the UI goroutine.
func NewTimelineView(send screen.Send, post func(func())) *TimelineView {
	v := &TimelineView{send: send, post: post, cursor: newOutline(1), band: newOutline(1), tip: newTip()}
	v.surface = newSurface(v, v.cursor.rect, v.band.rect, v.tip.box)
	v.copied = v.copySelected
	v.legend = newLegend(send)
	v.banner = widget.NewLabel("")
	v.banner.Importance = widget.WarningImportance
	v.banner.Wrapping = fyne.TextWrapWord
	v.banner.Hide()
	v.Object = container.NewBorder(container.NewVBox(v.banner, v.legend.object), nil, nil, nil, v.surface)
	return v
}

// Show shows a snapshot.
func (v *TimelineView) Show(s *screen.Snapshot) {
	v.theme = s.Display.Theme
	v.tip.recolor(v.theme)
	v.empty = emptyText(s)
	before := v.trace
	v.trace = s.Trace
	v.legend.show(s.Display)
	if !v.shown() {
		v.trace = nil
		v.out()
		v.repaint()
		return
	}
	a := v.trace
	v.showBanner(a.Timeline.Trace)
	v.interval, v.recorded = a.Place.Interval, s.Recorded
	v.view.Area, v.view.Label, v.view.Extent = v.lanesArea(), v.labelWidth(), v.extent
	if before != nil && before.Document != a.Document {
		v.goneTo = timeline.Key{}
	}
	if before == nil || before.Document != a.Document || v.moved != a.Moved || v.view.Window.W() == 0 {
		v.moved = a.Moved
		v.stopLooking()
		v.view.Window, v.view.Top = a.Place.Window, a.Place.Top
		if v.view.Window.W() == 0 {
			v.view.Window = v.all()
		}
	} else if before.Timeline != a.Timeline && v.whole(before) {
		v.view.Window = v.all() // more of the trace was read
	}
	v.view = v.view.Clamp(a.Lanes)
	if a.Reveal != nil && a.Reveal != v.done {
		v.done = a.Reveal
		v.reveal(a.Reveal)
	}
	v.cursor.hide()
	v.repaint()
}

// showBanner tells what was lost, as long as the trace is looked at.
func (v *TimelineView) showBanner(t *trace.Trace) {
	if text := strings.Join(t.Warnings, "\n"); text != v.banner.Text {
		v.banner.SetText(text)
		display(v.banner, text != "")
	}
}

func (v *TimelineView) shown() bool {
	return v.trace != nil && v.trace.Lanes != nil && v.trace.Painter != nil
}

// all is the window of all that can be shown.
func (v *TimelineView) all() timeline.Window {
	w := v.trace.Timeline.Whole()
	w.To = max(w.To, v.extent)
	return w
}

// whole tells whether all of a trace was in sight.
func (v *TimelineView) whole(a *screen.TraceAnswer) bool {
	return v.view.Window.W() >= 0.999*a.Timeline.Whole().W()
}

func (v *TimelineView) labelWidth() float64 { return math.Min(laneLabel, v.area().W()/3) }

// lanesArea is what the minimap leaves for the lanes.
func (v *TimelineView) lanesArea() scene.Rect {
	a := v.area()
	a.Y1 = math.Max(a.Y0, a.Y1-mapHeight)
	return a
}

// minimap is where the whole trace is shown small.
func (v *TimelineView) minimap() scene.Rect {
	a := v.area()
	plot := v.view.Plot()
	right := plot.X0 + (a.X1-plot.X0)*v.trace.Timeline.Whole().W()/v.all().W()
	return scene.Rect{X0: plot.X0, Y0: v.view.Area.Y1 + 2, X1: right, Y1: a.Y1 - 2}
}

// center moves the window so that a place of the minimap is in its middle.
func (v *TimelineView) center(x float64) {
	to := v.view
	at, w := float64(v.trace.Timeline.MinimapTime(v.minimap(), x)), to.Window.W()
	to.Window = timeline.Window{From: at - w/2, To: at + w/2}
	v.changed(to.Clamp(v.trace.Lanes))
}

// reveal brings a row and a time into sight.
func (v *TimelineView) reveal(r *screen.Reveal) {
	l := v.trace.Lanes
	w := v.view.Window
	switch {
	case r.Narrow:
		v.view = v.view.Fit(l, r.From, r.To)
	case r.To > r.From || r.From > 0:
		if float64(r.To) < w.From || float64(r.From) > w.To {
			middle := (float64(r.From) + math.Min(float64(r.To), float64(r.From)+w.W())) / 2
			v.view.Window = timeline.Window{From: middle - w.W()/2, To: middle + w.W()/2}
		}
	}
	v.goneTo = r.Key
	if row := l.Find(r.Key); row >= 0 {
		top := l.Top(row) - l.PinnedHeight()
		room := v.view.Plot().H() - l.PinnedHeight()
		if top < v.view.Top || top+2*timeline.LaneHeight > v.view.Top+room {
			v.view.Top = top - room/3
		}
	}
	v.view = v.view.Clamp(l)
	v.twin.tellMoved()
	v.looked()
}

// paint implements picture.
func (v *TimelineView) paint(cv scene.Canvas) {
	if !v.shown() {
		paintEmpty(cv, v.theme, v.empty)
		return
	}
	m := timeline.Marks{Selected: trace.NoSpan, Row: v.goneTo, Interval: v.interval, Recorded: v.recorded}
	if i := v.trace.Inspected; i != nil {
		m.Selected, m.Chain = i.Span, v.trace.Chain
	}
	v.trace.Painter.Paint(cv, v.view, m)
	plot := v.view.Plot()
	l := v.trace.Lanes
	plot.Y0 += l.PinnedHeight()
	paintThumb(cv, v.theme, plot, v.view.Top, l.Height()-l.PinnedHeight())
	ground := v.area()
	ground.Y0 = v.view.Area.Y1
	cv.Fill(ground, v.theme.Background)
	v.trace.Painter.PaintMinimap(cv, v.minimap(), v.view.Window)
}

// changed repaints after the view moved, and makes it a step of the history
// once it is steady.
func (v *TimelineView) changed(to timeline.View) {
	if to == v.view {
		return
	}
	v.view = to
	v.twin.tellMoved()
	v.out()
	v.repaint()
	v.looked()
}

// leapt repaints after the view was changed in one step, which one can go back
// from.
func (v *TimelineView) leapt(to timeline.View) {
	if to == v.view {
		return
	}
	v.changed(to)
	v.stopLooking()
	v.send(screen.LookTime{Window: v.view.Window, Top: v.view.Top, Leap: true})
}

func (v *TimelineView) looked() {
	v.stopLooking()
	v.look = time.AfterFunc(settled, func() {
		v.post(func() {
			if v.shown() {
				v.send(screen.LookTime{Window: v.view.Window, Top: v.view.Top})
			}
		})
	})
}

func (v *TimelineView) stopLooking() {
	if v.look != nil {
		v.look.Stop()
	}
}

// resized implements picture.
func (v *TimelineView) resized() {
	if v.shown() {
		v.view.Area, v.view.Label = v.lanesArea(), v.labelWidth()
		v.view = v.view.Clamp(v.trace.Lanes)
		v.out()
	}
}
