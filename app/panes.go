package app

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/views"
	"profstation/views/surface"
	timelineview "profstation/views/timeline"
)

// The names of the panes and dividers in the layout.
const (
	paneDocuments = "documents"
	paneDetails   = "details"
)

// panes are the columns of the window: documents, tabs, details. Those at the sides can be hidden.
type panes struct {
	Object *fyne.Container // holds what is left of the two splits

	centre       fyne.CanvasObject
	inner, outer *container.Split // centre | details, documents | that
	hidden       map[string]bool
}

func newPanes(documents, centre, details fyne.CanvasObject) *panes {
	p := &panes{centre: centre, hidden: map[string]bool{}}
	p.inner = container.NewHSplit(centre, details)
	p.inner.SetOffset(0.78)
	p.outer = container.NewHSplit(documents, p.inner)
	p.outer.SetOffset(0.14)
	p.Object = container.NewStack(p.outer)
	return p
}

func (p *panes) toggle(name string) {
	p.hidden[name] = !p.hidden[name]
	p.lay()
}

func (p *panes) show(name string) {
	p.hidden[name] = false
	p.lay()
}

func (p *panes) lay() {
	left := p.centre
	if !p.hidden[paneDetails] {
		p.inner.Leading = p.centre
		p.inner.Refresh()
		left = p.inner
	}
	if !p.hidden[paneDocuments] {
		p.outer.Trailing = left
		p.outer.Refresh()
		left = p.outer
	}
	p.Object.Objects = []fyne.CanvasObject{left}
	p.Object.Refresh()
}

// keep adds the panes to a layout for the next start.
func (p *panes) keep(l *session.Layout) {
	l.Divider = map[string]float64{paneDocuments: p.outer.Offset, paneDetails: p.inner.Offset}
	for _, pane := range []string{paneDocuments, paneDetails} {
		if p.hidden[pane] {
			l.Hidden = append(l.Hidden, pane)
		}
	}
}

// restore brings back the panes of a layout.
func (p *panes) restore(l session.Layout) {
	for pane, split := range map[string]*container.Split{paneDocuments: p.outer, paneDetails: p.inner} {
		if at, ok := l.Divider[pane]; ok {
			split.SetOffset(at)
		}
		if slices.Contains(l.Hidden, pane) && !p.hidden[pane] {
			p.toggle(pane)
		}
	}
}

// rightPane shows the details of the selection, in the way of the document, or the filters.
type rightPane struct {
	Object   *fyne.Container
	details  *views.DetailsView
	inspect  *timelineview.Inspector
	inspects *timelineview.Inspectors // of two traces
	refine   *views.RefinePanel
	refining bool // the filters stand in the place of the details
}

func newRightPane(send screen.Send, post func(func())) *rightPane {
	p := &rightPane{
		details: views.NewDetailsView(send), inspect: timelineview.NewInspector(send),
		inspects: timelineview.NewInspectors(send), refine: views.NewRefinePanel(send, post),
	}
	p.Object = container.NewStack(p.details.Object, p.inspect.Object, p.inspects.Object, p.refine.Object)
	return p
}

// Show shows a snapshot.
func (p *rightPane) Show(s *screen.Snapshot) {
	var on fyne.CanvasObject
	switch {
	case s.Traces != nil:
		on = p.inspects.Object
		p.inspects.Show(s)
	case s.Trace != nil:
		on = p.inspect.Object
		p.inspect.Show(s)
	case p.refining:
		on = p.refine.Object
		p.refine.Show(s)
	default:
		on = p.details.Object
		p.details.Show(s)
	}
	for _, o := range p.Object.Objects {
		surface.SetVisible(o, o == on)
	}
}
