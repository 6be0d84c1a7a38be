package app

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/views"
	"profstation/views/surface"
	timelineview "profstation/views/timeline"
)

// The names for the panes at the sides.
const (
	paneDocuments = "documents"
	paneDetails   = "details"
)

// Widths in logical pixels.
const (
	dividerWidth = float32(8) // enough to grab
	minPane      = float32(130)
	minCentre    = float32(240)
	goodCentre   = float32(320) // the panes give way to it, as far as they can be read
)

// panes are the window's columns: documents, tabs, details. Those at the sides keep their widths
// when the window grows, can be hidden, and take no width while they have nothing to show.
type panes struct {
	Object   *fyne.Container
	centre   fyne.CanvasObject
	sides    [2]*pane // left and right
	onChange func()   // what is to be kept has changed; nil: nobody wants to know
	post     func(func())
	coming   surface.Delay // until a pane is there that has something to show
	laid     [2]float32    // what the sides asked for when they were placed last
}

// pane is a column at a window side.
type pane struct {
	name    string
	object  fyne.CanvasObject
	divider *divider
	wants   func() (width float32, empty bool) // what its content asks for, and whether there is none
	min     func() float32                     // in which it can be read; nil: minPane
	width   float32                            // as dragged; 0: as its content asks
	hidden  bool
	yields  func() bool // it does not come where it would narrow the centre much; nil: it always comes
	stays   func() bool // once it is there, it stays while it has nothing to show; nil: it never does
	pinned  bool        // it is there although it has nothing to show
	there   bool        // it has something to show, and has come
	drawn   float32     // the width that it has; 0: it is not there
}

func newPanes(centre fyne.CanvasObject, documents, details *pane, post func(func())) *panes {
	p := &panes{centre: centre, sides: [2]*pane{documents, details}, post: post}
	for i, side := range p.sides {
		from := float32(0)
		side.divider = newDivider(func() { from = side.drawn }, func(dx float32) {
			if i == 1 {
				dx = -dx
			}
			side.width = max(minPane, from+dx)
			p.lay()
		}, p.changed)
	}
	p.Object = container.New(p, documents.object, documents.divider, centre, details.divider, details.object)
	return p
}

func (p *panes) changed() {
	if p.onChange != nil {
		p.onChange()
	}
}

// Show lays out anew where a pane came, went, or wants another width. One that comes waits until a
// double click would be over: the second click must find what the first one did.
func (p *panes) Show() {
	for _, side := range p.sides {
		switch _, empty := side.wants(); {
		case empty && side.stays != nil && side.stays():
		case empty:
			side.there = false
		case !side.there && !p.coming.Pending() && p.welcome(side):
			p.coming.Start(surface.DoubleClick, p.post, func() {
				_, empty := side.wants()
				side.there = !empty && p.welcome(side)
				p.lay()
			})
		}
	}
	p.lay()
}

// welcome reports whether a pane may come: one that yields leaves the centre at least 75 %.
func (p *panes) welcome(side *pane) bool {
	wants, _ := side.wants()
	return side.yields == nil || !side.yields() || side.or(wants)+dividerWidth <= p.centre.Size().Width/4
}

// lay places the columns anew where one has another width than it asks for. To refresh the container
// would lay out every text in the window.
func (p *panes) lay() {
	asked := [2]float32{p.sides[0].asks(), p.sides[1].asks()}
	if asked == p.laid {
		return
	}
	p.laid = asked
	p.Layout(nil, p.Object.Size())
	canvas.Refresh(p.Object)
}

func (p *panes) pane(name string) *pane {
	if name == paneDocuments {
		return p.sides[0]
	}
	return p.sides[1]
}

// toggle shows a pane, also an empty one, or hides it.
func (p *panes) toggle(name string) {
	side := p.pane(name)
	side.hidden = side.asks() > 0
	side.pinned = !side.hidden
	p.lay()
	p.changed()
}

func (p *panes) show(name string) {
	side := p.pane(name)
	side.hidden, side.there = false, true
	p.lay()
	p.changed()
}

// asks is the width that the pane shall have; 0: it shall not be there.
func (s *pane) asks() float32 {
	wants, _ := s.wants()
	switch {
	case s.hidden || !s.there && !s.pinned:
		return 0
	}
	return s.or(wants)
}

// or is the width that the pane has if it is there: as dragged, or what its content wants.
func (s *pane) or(wants float32) float32 {
	if s.width > 0 {
		wants = s.width
	}
	return max(s.minWidth(), wants)
}

func (s *pane) minWidth() float32 {
	if s.min == nil {
		return minPane
	}
	return max(minPane, s.min())
}

// Layout implements fyne.Layout. Where the window is too narrow for all, the panes become narrower, as
// far as they can be read.
func (p *panes) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	space := size.Width - max(goodCentre, p.centre.MinSize().Width)
	widths := [2]float32{p.sides[0].asks(), p.sides[1].asks()}
	for _, w := range widths {
		if w > 0 {
			space -= dividerWidth
		}
	}
	for i := len(widths) - 1; i >= 0; i-- { // the details give way first
		if over := widths[0] + widths[1] - space; over > 0 && widths[i] > 0 {
			widths[i] = max(p.sides[i].minWidth(), widths[i]-over)
		}
	}
	from, to := float32(0), size.Width
	for i, side := range p.sides {
		w := widths[i]
		side.drawn = w
		surface.SetVisible(side.object, w > 0)
		surface.SetVisible(side.divider, w > 0)
		if w == 0 {
			continue
		}
		at, line := from, from+w
		if i == 0 {
			from += w + dividerWidth
		} else {
			to -= w + dividerWidth
			at, line = to+dividerWidth, to
		}
		place(side.object, at, w, size.Height)
		place(side.divider, line, dividerWidth, size.Height)
	}
	place(p.centre, from, max(0, to-from), size.Height)
}

func place(o fyne.CanvasObject, x, width, height float32) {
	o.Move(fyne.NewPos(x, 0))
	o.Resize(fyne.NewSize(width, height))
}

// MinSize implements fyne.Layout.
func (p *panes) MinSize([]fyne.CanvasObject) fyne.Size {
	minSize := fyne.NewSize(minCentre, 0).Max(p.centre.MinSize())
	for _, side := range p.sides {
		if side.asks() > 0 {
			minSize.Width += side.minWidth() + dividerWidth
		}
	}
	return minSize
}

// keep adds the panes to a layout for the next start.
func (p *panes) keep(l *session.Layout) {
	l.Panes = map[string]float64{}
	for _, side := range p.sides {
		if side.width > 0 {
			l.Panes[side.name] = float64(side.width)
		}
		if side.hidden {
			l.Hidden = append(l.Hidden, side.name)
		}
	}
}

// restore brings back a layout's panes.
func (p *panes) restore(l session.Layout) {
	for _, side := range p.sides {
		side.width = float32(l.Panes[side.name])
		side.hidden = slices.Contains(l.Hidden, side.name)
	}
	p.lay()
}

// divider is the line between two columns, which can be dragged.
type divider struct {
	widget.BaseWidget
	begin, end func()
	drag       func(dx float32) // so far from where it was taken
	moved      float32
	held       bool // the button went down on it: Fyne also drags what the pointer passes
	line       *canvas.Rectangle
	over       bool // the pointer is on it
}

func newDivider(begin func(), drag func(dx float32), end func()) *divider {
	d := &divider{begin: begin, drag: drag, end: end, line: canvas.NewRectangle(color.Transparent)}
	d.ExtendBaseWidget(d)
	return d
}

// MouseDown implements desktop.Mouseable.
func (d *divider) MouseDown(*desktop.MouseEvent) {
	d.held, d.moved = true, 0
	d.begin()
}

// MouseUp implements desktop.Mouseable.
func (d *divider) MouseUp(*desktop.MouseEvent) { d.held = false }

// Dragged implements fyne.Draggable.
func (d *divider) Dragged(e *fyne.DragEvent) {
	if d.held {
		d.moved += e.Dragged.DX
		d.drag(d.moved)
	}
}

// DragEnd implements fyne.Draggable.
func (d *divider) DragEnd() {
	d.held = false
	d.end()
}

// Cursor implements desktop.Cursorable.
func (d *divider) Cursor() desktop.Cursor { return desktop.HResizeCursor }

// MouseIn implements desktop.Hoverable.
func (d *divider) MouseIn(*desktop.MouseEvent) { d.hover(true) }

// MouseMoved implements desktop.Hoverable.
func (d *divider) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (d *divider) MouseOut() { d.hover(false) }

func (d *divider) hover(over bool) {
	d.over = over
	d.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (d *divider) CreateRenderer() fyne.WidgetRenderer {
	r := &surface.Drawing{
		Min: func() fyne.Size { return fyne.NewSize(dividerWidth, 0) },
		Lay: func(size fyne.Size) {
			width := float32(1)
			if d.over {
				width = 4
			}
			d.line.Move(fyne.NewPos((size.Width-width)/2, 0))
			d.line.Resize(fyne.NewSize(width, size.Height))
		},
		Color: func() { d.line.FillColor = theme.Color(theme.ColorNameSeparator) },
		On:    []fyne.CanvasObject{d.line},
	}
	return r.Draw(d)
}

// content is what the right pane can show.
type content interface {
	surface.Shower
	Empty() bool
}

// rightPane shows the selection's details, the way in the document, or the filters.
type rightPane struct {
	Object   *fyne.Container
	details  *views.DetailsView
	inspect  *timelineview.Inspector
	inspects *timelineview.Inspectors // for two traces
	refine   *views.RefinePanel
	refining bool    // the filters stand in the details' place
	on       content // what is shown
	seen     surface.Shown
	reveals  int    // see [screen.Snapshot]
	found    string // the node that the last search step selected
	stepped  bool   // the selection is that
	lanes    int    // the trace whose lanes stand beside the details of something; 0: none do
}

func newRightPane(send screen.Send, post func(func())) *rightPane {
	p := &rightPane{
		seen: surface.Shown{}, details: views.NewDetailsView(send), inspect: timelineview.NewInspector(send),
		inspects: timelineview.NewInspectors(send), refine: views.NewRefinePanel(send, post),
	}
	p.Object = container.NewStack(p.details.Object, p.inspect.Object, p.inspects.Object, p.refine.Object)
	return p
}

// detailsWidth is the details' width where nobody dragged them.
const detailsWidth = 300

// wants is the width that the pane asks for, and whether it has nothing to show.
func (p *rightPane) wants() (width float32, empty bool) {
	return detailsWidth, p.on == nil || p.on.Empty()
}

// min returns the width in which nothing is cut: texts wrap, but inputs cannot.
func (p *rightPane) min() float32 {
	if p.on == p.refine {
		return p.refine.MinWidth()
	}
	return 0
}

// Show shows a snapshot.
func (p *rightPane) Show(s *screen.Snapshot) {
	selected := s.Place.Selected
	if s.RevealCount != p.reveals {
		p.reveals, p.found = s.RevealCount, selected.Node
	}
	p.stepped = p.found != "" && selected.Path == nil && selected.Node == p.found
	var on fyne.CanvasObject
	switch {
	case s.Traces != nil:
		p.on, on = p.inspects, p.inspects.Object
	case s.Trace != nil:
		p.on, on = p.inspect, p.inspect.Object
	case p.refining:
		p.on, on = p.refine, p.refine.Object
	default:
		p.on, on = p.details, p.details.Object
	}
	p.seen.Show(p.on, s)
	p.stand(s)
	appears := !on.Visible()
	for _, o := range p.Object.Objects {
		surface.SetVisible(o, o == on)
	}
	if appears {
		on.Refresh() // containers, unlike widgets, lay out nothing when they appear
	}
}

// stand notes whose lanes stand beside details.
func (p *rightPane) stand(s *screen.Snapshot) {
	switch lanes := s.Tab == ask.TimelineTab && p.on != p.refine && p.on != p.details; {
	case !lanes || p.lanes != s.Active && p.on.Empty():
		p.lanes = 0
	case !p.on.Empty():
		p.lanes = s.Active
	}
}

// stays reports whether the pane stays without details: a click between lanes takes the selection away, and lanes that
// became wider would move under the pointer.
func (p *rightPane) stays() bool { return p.lanes != 0 }
