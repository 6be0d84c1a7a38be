package desk

import (
	"context"
	"errors"

	"profstation/ask"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/graph"
	"profstation/graph/layout"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/scene"
)

// layouts lays out the call graphs in answers, and keeps those for the active document.
type layouts struct {
	desk   *Desk
	helper layout.Helper
	panes  [ask.Panes]laidOut
}

// laidOut is a pane's call graph, and the work on it.
type laidOut struct {
	slot     job.Slot
	document int           // 0: nothing was asked for yet
	figure   *graph.Figure // the figure that is being laid out, or was last
	asked    ask.GraphQuestion
	next     *graph.Figure     // the figure to lay out after it, nil for none
	picture  *screen.CallGraph // nil until there is a layout
	theme    *scene.Theme      // the theme in which the picture is painted
}

// start lays out an answer's figures, unless they are being laid
// out or were last. It does not end a layout for the profile before: if profiles come
// faster than layouts, there would never be one.
func (l *layouts) start(a *ask.Answer) {
	theme := l.desk.Display.Theme
	for _, at := range a.WantedGraphs() {
		f, pane := a.Graphs[at].Figure, &l.panes[at]
		switch q := a.GraphQuestion(at); {
		case f == nil:
		case pane.document != a.Document:
			l.layOut(at, a.Document, f, q)
		case pane.figure == f:
			pane.next = nil
		case pane.slot.Running() && pane.asked == q && l.desk.followed() != nil:
			pane.next = f
		default:
			l.layOut(at, a.Document, f, q)
		}
		pane.paint(theme)
	}
}

func (l *layouts) layOut(at ask.Pane, document int, f *graph.Figure, q ask.GraphQuestion) {
	pane := &l.panes[at]
	pane.slot.Empty()
	if pane.document != document {
		pane.picture = nil // otherwise it stays until there is a new one
	}
	pane.document, pane.figure, pane.asked, pane.next = document, f, q, nil
	o := job.Options{Kind: job.LayOut, Slot: &pane.slot, Show: func(*job.Job) (screen.Job, bool) {
		return screen.Job{Text: lang.L("Laying out"), Done: -1}, l.desk.Tab() == ask.GraphTab
	}}
	job.Start(&l.desk.jobs, o, func(ctx context.Context, j *job.Job) (struct{}, error) {
		return struct{}{}, l.helper.Compute(ctx, f.Sizes(), func(p *layout.Positions, s layout.Stage) {
			c, err := graph.NewChart(f, p)
			if err != nil {
				return // the last stage reports it
			}
			j.Post(func() { pane.take(c, s, l.desk) })
		})
	}, func(_ struct{}, err error) error {
		l.ended(at, err)
		return nil // ended notes why there is no good layout
	})
}

func (p *laidOut) take(c *graph.Chart, s layout.Stage, d *Desk) {
	p.picture = &screen.CallGraph{Chart: c}
	if s == layout.First {
		p.picture.Note = lang.L("a quick layout; a better one is being made")
	}
	p.paint(d.Display.Theme)
	d.Publish()
}

// paint makes the painter for a picture and theme, if there is none yet.
func (p *laidOut) paint(t *scene.Theme) {
	if c := p.picture; c != nil && c.Chart != nil && (c.Painter == nil || p.theme != t) {
		painted := *c
		painted.Painter = graph.NewPainter(c.Chart, t)
		p.picture, p.theme = &painted, t
	}
}

// ended notes why there is no good layout, and starts on the figure that came meanwhile.
func (l *layouts) ended(at ask.Pane, err error) {
	pane := &l.panes[at]
	picture := screen.CallGraph{}
	if pane.picture != nil {
		picture = *pane.picture
	}
	picture.Note = ""
	switch {
	case errors.Is(err, context.Canceled):
		picture.Note = lang.L("layout stopped")
	case err != nil:
		picture.Note = safe.Text(err.Error())
	}
	pane.picture = &picture
	// Only the last figure that came meanwhile is laid out, if somebody looks.
	doc := l.desk.docs.active
	if pane.next != nil && !errors.Is(err, context.Canceled) && doc != nil && doc.id == pane.document && l.desk.Tab() == ask.GraphTab {
		l.layOut(at, pane.document, pane.next, pane.asked)
	}
	l.desk.Publish()
}

func (l *layouts) drop(doc *document) {
	for i := range l.panes {
		if pane := &l.panes[i]; pane.document == doc.id {
			pane.slot.Empty()
			*pane = laidOut{}
		}
	}
}

// shown returns the pictures for an answer. base is nil if there is only one picture.
func (l *layouts) shown(a *ask.Answer) (shown, base *screen.CallGraph) {
	if a.Compared != nil && a.Compared.Other != nil {
		return l.picture(ask.NewGraph), l.picture(ask.BaseGraph)
	}
	return l.picture(ask.OnlyGraph), nil
}

// picture returns the active document's call graph in a pane, nil if there is none.
func (l *layouts) picture(at ask.Pane) *screen.CallGraph {
	pane, doc := &l.panes[at], l.desk.docs.active
	if pane.picture == nil || doc == nil || pane.document != doc.id {
		return nil
	}
	if p := l.desk.navigation.place(); p.Pivot != "" && p.Query.Focus != "" && pane.picture.Note == "" {
		noted := *pane.picture
		noted.Note = lang.L("A call graph can focus on one function at a time: remove the current focus first.")
		return &noted
	}
	return pane.picture
}
