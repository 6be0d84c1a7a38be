package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"profstation/desk/screen"
	"profstation/views"
	timelineview "profstation/views/timeline"
)

// rightPane shows the details of the selection, in the way of the document, or the
// filters.
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
		if o != on && o.Visible() {
			o.Hide()
		}
	}
	if !on.Visible() {
		on.Show()
	}
}
