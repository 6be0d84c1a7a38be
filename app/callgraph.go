package app

import (
	"context"
	"errors"
	"regexp"

	"profstation/graph"
	"profstation/graph/layout"
	"profstation/model"
	"profstation/scene"
	"profstation/views"
)

// graphKey is what a call graph depends on, besides its result.
type graphKey struct {
	nodes       int
	small, tree bool
	node, edge  float64 // least shares
	pivot       model.NodeID
}

// callGraph measures the call graph that is to be laid out. Laying it out is a
// job of its own, which goes on while something else of the window changes.
func (a *answer) callGraph(ctx context.Context, _ *answer) error {
	return a.callGraphOf(ctx, a.wish.profile)
}

// callGraphOf does so for one profile.
func (a *answer) callGraphOf(ctx context.Context, p *model.Profile) error {
	d := a.wish.display
	key := graphKey{d.GraphNodes, d.GraphSmall, d.GraphTree, d.NodeFraction, d.EdgeFraction, a.node(a.wish.place.Pivot)}
	if a.figure != nil && a.key == key {
		return nil // taken over from before
	}
	a.key = key
	q, o := a.query, graph.DefaultOptions()
	q.NodeCount, q.NodeFraction, o.EdgeFraction = key.nodes, key.node, key.edge
	if a.key.small {
		q.NodeFraction, o.EdgeFraction = 0, 0
	}
	o.CallTree = a.key.tree
	if a.key.pivot != model.NoNode && q.Focus == "" {
		q.Focus = exactly(a.Result.Nodes.Node(a.key.pivot))
	}
	r, err := p.Evaluate(q)
	if err != nil {
		return err
	}
	g, err := graph.New(ctx, r, o)
	if err != nil {
		return err
	}
	a.figure = graph.NewFigure(g)
	return nil
}

// exactly is the focus that leaves the callers and callees of a node.
func exactly(n *model.Node) string {
	name := n.Name
	if name == "" {
		name = n.File
	}
	return "^" + regexp.QuoteMeta(name) + "$"
}

// graphJob lays one figure out.
type graphJob struct {
	document int
	figure   *graph.Figure
	cancel   context.CancelFunc
	running  bool
	// shown is the picture so far, nil until there is one.
	shown *views.CallGraph
	theme *scene.Theme // that shown is painted in
}

// layOut starts laying out the figure of an answer, unless that is what is
// being done, or was done last.
func (d *Desk) layOut(a *answer) {
	if a.figure == nil || (d.graph != nil && d.graph.figure == a.figure) {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	job := &graphJob{document: a.Document, figure: a.figure, cancel: cancel, running: true}
	if d.graph != nil {
		d.graph.cancel()
		if d.graph.document == job.document {
			job.shown, job.theme = d.graph.shown, d.graph.theme // until there is a new one
		}
	}
	d.graph = job
	go func() {
		err := d.layouts.Compute(ctx, job.figure.Sizes(), func(p *layout.Positions, s layout.Stage) {
			c, err := graph.NewChart(job.figure, p)
			d.post(func() { d.laidOut(job, c, s, err) })
		})
		d.post(func() { d.layoutEnded(job, err) })
	}()
}

// laidOut shows a layout.
func (d *Desk) laidOut(job *graphJob, c *graph.Chart, s layout.Stage, err error) {
	if d.graph != job || err != nil {
		return
	}
	job.shown = &views.CallGraph{Chart: c}
	if s == layout.First {
		job.shown.Note = "a quick layout; a better one is being made"
	}
	d.show()
}

// layoutEnded tells why there is no good layout, where there is none.
func (d *Desk) layoutEnded(job *graphJob, err error) {
	job.cancel()
	job.running = false
	if d.graph != job {
		return
	}
	note := ""
	switch {
	case errors.Is(err, context.Canceled):
		note = "stopped"
	case err != nil:
		note = model.Sanitise(err.Error())
	}
	if job.shown == nil {
		job.shown = &views.CallGraph{}
	}
	done := *job.shown
	done.Note = note
	job.shown = &done
	d.show()
}

// callGraph is the picture to show for the active document, painted in the
// present theme; nil without one.
func (d *Desk) callGraph() *views.CallGraph {
	job := d.graph
	if job == nil || job.shown == nil || d.active == nil || job.document != d.active.id {
		return nil
	}
	if c := job.shown; c.Chart != nil && (c.Painter == nil || job.theme != d.display.Theme) {
		painted := *c
		painted.Painter = graph.NewPainter(c.Chart, graph.Style{Theme: d.display.Theme})
		job.shown, job.theme = &painted, d.display.Theme
	}
	if p := d.place(); p.Pivot != "" && p.Query.Focus != "" && job.shown.Note == "" {
		told := *job.shown
		told.Note = "A call graph has one focus: remove that in force to turn it around the node."
		return &told
	}
	return job.shown
}
