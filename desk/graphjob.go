package desk

import (
	"context"
	"errors"

	"profstation/desk/answer"
	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/graph"
	"profstation/graph/layout"
	"profstation/model"
	"profstation/scene"
)

// graphJob lays one figure out.
type graphJob struct {
	document int
	figure   *graph.Figure
	cancel   context.CancelFunc
	running  bool
	asked    answer.GraphQuestion
	next     *graph.Figure // what is to be laid out after it; nil: nothing
	// shown is the picture so far, nil until there is one.
	shown *screen.CallGraph
	theme *scene.Theme // that shown is painted in
}

// layOut starts laying out the figures of an answer, unless that is what is
// being done, or was done last. A layout of the profile before is let come to its
// end: where profiles come faster than layouts, there would never be one.
func (d *Desk) layOut(a *answer.Answer) {
	for _, at := range a.WantedGraphs() {
		f, job := a.Graphs[at].Figure, d.graphs[at]
		switch q := a.GraphQuestion(at); {
		case f == nil:
		case job == nil || job.document != a.Document:
			d.startLayout(at, a.Document, f, q)
		case job.figure == f:
			job.next = nil
		case job.running && job.asked == q && d.followed() != nil:
			job.next = f
		default:
			d.startLayout(at, a.Document, f, q)
		}
	}
}

// startLayout lays out a figure in the place of the one before.
func (d *Desk) startLayout(at answer.Pane, document int, f *graph.Figure, q answer.GraphQuestion) {
	ctx, cancel := context.WithCancel(context.Background())
	job := &graphJob{document: document, figure: f, cancel: cancel, running: true, asked: q}
	if old := d.graphs[at]; old != nil {
		old.cancel()
		if old.document == job.document {
			job.shown, job.theme = old.shown, old.theme // until there is a new one
		}
	}
	d.graphs[at] = job
	go func() {
		err := d.Layouts.Compute(ctx, f.Sizes(), func(p *layout.Positions, s layout.Stage) {
			c, err := graph.NewChart(f, p)
			d.Post(func() { d.laidOut(at, job, c, s, err) })
		})
		d.Post(func() { d.layoutEnded(at, job, err) })
	}()
}

// laidOut shows a layout.
func (d *Desk) laidOut(at answer.Pane, job *graphJob, c *graph.Chart, s layout.Stage, err error) {
	if d.graphs[at] != job || err != nil {
		return
	}
	job.shown = &screen.CallGraph{Chart: c}
	if s == layout.First {
		job.shown.Note = lang.L("a quick layout; a better one is being made")
	}
	d.Publish()
}

// layoutEnded tells why there is no good layout, where there is none.
func (d *Desk) layoutEnded(at answer.Pane, job *graphJob, err error) {
	job.cancel()
	job.running = false
	if d.graphs[at] != job {
		return
	}
	note := ""
	switch {
	case errors.Is(err, context.Canceled):
		note = lang.L("stopped")
	case err != nil:
		note = model.Sanitise(err.Error())
	}
	if job.shown == nil {
		job.shown = &screen.CallGraph{}
	}
	done := *job.shown
	done.Note = note
	job.shown = &done
	// Of what came meanwhile the last is laid out, if somebody looks.
	if job.next != nil && !errors.Is(err, context.Canceled) && d.active != nil && d.active.id == job.document && d.Tab() == screen.GraphTab {
		d.startLayout(at, job.document, job.next, job.asked)
	}
	d.Publish()
}

// layingOut tells whether any graph is being laid out.
func (d *Desk) layingOut() bool {
	for _, job := range d.graphs {
		if job != nil && job.running {
			return true
		}
	}
	return false
}

// stopLayouts ends all layouts.
func (d *Desk) stopLayouts() {
	for _, job := range d.graphs {
		if job != nil {
			job.cancel()
		}
	}
}

// dropLayouts lets the call graphs of a document go.
func (d *Desk) dropLayouts(doc *document) {
	for i, job := range d.graphs {
		if job != nil && job.document == doc.id {
			job.cancel()
			d.graphs[i] = nil
		}
	}
}

// callGraphs are the pictures to show of what was prepared for the active
// document: the base is nil where one stands alone.
func (d *Desk) callGraphs() (shown, base *screen.CallGraph) {
	if a := d.answer; a.Compared != nil && a.Compared.Other != nil {
		return d.callGraph(answer.NewGraph), d.callGraph(answer.BaseGraph)
	}
	return d.callGraph(answer.OnlyGraph), nil
}

// callGraph is a picture of the active document, painted in the present theme;
// nil without one.
func (d *Desk) callGraph(at answer.Pane) *screen.CallGraph {
	job := d.graphs[at]
	if job == nil || job.shown == nil || d.active == nil || job.document != d.active.id {
		return nil
	}
	if c := job.shown; c.Chart != nil && (c.Painter == nil || job.theme != d.Display.Theme) {
		painted := *c
		painted.Painter = graph.NewPainter(c.Chart, graph.Style{Theme: d.Display.Theme})
		job.shown, job.theme = &painted, d.Display.Theme
	}
	if p := d.place(); p.Pivot != "" && p.Query.Focus != "" && job.shown.Note == "" {
		told := *job.shown
		told.Note = lang.L("A call graph has one focus: remove that in force to turn it around the node.")
		return &told
	}
	return job.shown
}

// OnlyOneGraph tells whether the call graph stands alone, not beside that of the
// other side.
func (d *Desk) OnlyOneGraph() bool {
	return d.answer == nil || d.answer.Compared == nil || d.answer.Compared.Other == nil
}
