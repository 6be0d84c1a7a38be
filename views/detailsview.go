package views

import (
	"math"
	"slices"
	"strconv"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model/compare"
	"profstation/model/explain"
	"profstation/model/labels"
	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/trace"
	"profstation/model/units"
	"profstation/origin"
	"profstation/timeline/pair"
	"profstation/timeline/wording"
	"profstation/views/surface"
)

// DetailsView shows the selected node: its figures in this box and everywhere, and its neighbours.
type DetailsView struct {
	*surface.Column
	send   screen.Send
	shown  *ask.Details
	notes  []origin.Note
	prompt string    // what is said where nothing is selected
	row    *pair.Row // for two traces

	generics bool
}

// maxNeighbours is how many callers and callees are listed.
const maxNeighbours = 40

// NewDetailsView makes the view.
func NewDetailsView(send screen.Send) *DetailsView {
	return &DetailsView{Column: surface.NewColumn(), send: send}
}

// Show shows a snapshot.
func (v *DetailsView) Show(s *screen.Snapshot) {
	var d *ask.Details
	if s.Answer != nil {
		d = s.Answer.Details
	}
	prompt, row := lang.L("Select a box or a row to see its figures, its callers and its callees."), (*pair.Row)(nil)
	if s.Tab == ask.DurationsTab {
		prompt, row = lang.L("Select a row to see its figures in both traces."), durationOf(s)
	}
	if d == v.shown && prompt == v.prompt && row == v.row && v.generics == s.Display.Generics &&
		slices.Equal(v.notes, s.Notes) && v.Filled(s.Display.Theme) {
		return
	}
	v.shown, v.notes, v.generics = d, s.Notes, s.Display.Generics
	v.prompt, v.row = prompt, row
	v.Fill(s.Display.Theme, func() {
		switch {
		case row != nil:
			v.durations(row)
		case d != nil:
			v.fill(s.Answer, d)
		default:
			v.Note(prompt)
			v.Notes(v.notes, v.Heading, v.send)
		}
	})
}

// Empty reports whether nothing is selected and nothing noted.
func (v *DetailsView) Empty() bool { return v.shown == nil && v.row == nil && len(v.notes) == 0 }

func (v *DetailsView) fill(a *ask.Answer, d *ask.Details) {
	r := a.Result
	term := func(word string) string { return explain.Term(r.Profile.Kind, word) }
	v.Title(names.Short(d.Name, v.generics))
	for _, line := range []string{d.File, d.Package} {
		if line != "" {
			v.Place(line)
		}
	}
	for _, line := range d.Made {
		v.Note(line)
	}
	if d.File != "" {
		v.Line(lang.L("Open in the editor"), "", func() { v.send(screen.OpenInEditor{Node: r.Nodes.Node(d.Node).String()}) })
	}
	blank := origin.Note{On: r.Nodes.Node(d.Node).String()}
	v.NotesOn(v.notes, blank.SamePlace, blank, v.send)
	if d.Change != nil {
		v.change(lang.L("Flat"), d.Change.Comparison, &d.Change.Flat)
		v.change(lang.L("Cum"), d.Change.Comparison, &d.Change.Cum)
	} else {
		v.Heading(lang.L("All instances"))
		v.Figure("flat", term("flat"), r.WithShare(d.Flat))
		v.Figure("cum", term("cum"), r.WithShare(d.Cum))
	}
	if c := a.Chart; c != nil && c.Has(d.Box) && c.Diff != nil {
		change := c.Change(d.Box)
		v.change(lang.L("This instance"), c.Diff.Comparison, &change)
	} else if c != nil && c.Has(d.Box) {
		b := c.Box(d.Box)
		v.Heading(lang.L("This instance"))
		v.Figure(lang.L("self"), term("self"), r.WithShare(b.Self))
		v.Figure(lang.L("total"), term(explain.OfBox), r.WithShare(b.Net))
		v.Figure(lang.L("of its parent"), term(explain.OfParent), ofParent(c, d.Box))
		v.Figure(lang.L("depth"), term("depth"), units.Format(int64(max(b.Row, -b.Row)), "", ""))
	}
	root, leaf := lang.L("None (root)"), lang.L("None (leaf)")
	ends := explain.EndsOf(r.Profile.Kind)
	switch {
	case a.FilteredOut:
		root, leaf = lang.L("None match the filters."), lang.L("None match the filters.")
	case d.Cum == 0 && d.Flat == 0 && d.Change == nil && len(r.Query.Filters()) > 0:
		root, leaf = lang.L("None match the filters."), lang.L("None match the filters.")
	}
	if d.Change != nil {
		v.changedNeighbours(d.Change, lang.L(ends.Before), d.Change.Callers, root)
		v.changedNeighbours(d.Change, lang.L(ends.Behind), d.Change.Callees, leaf)
		return
	}
	if len(d.Labels) > 0 {
		v.Heading(lang.L("Labels"))
		for _, l := range d.Labels {
			v.Link(l.Text, r.WithShare(l.Net), func() { v.send(screen.Narrow{To: []labels.Selecting{l.Only}}) })
		}
		if d.MoreLabels > 0 {
			v.Note(lang.N(d.MoreLabels, "1 more is in the tab Labels", "{{.N}} more are in the tab Labels", nil))
		}
	}
	v.neighbours(r, lang.L(ends.Before), d.Callers, root)
	v.neighbours(r, lang.L(ends.Behind), d.Callees, leaf)
}

func (v *DetailsView) change(title string, c *compare.Comparison, x *compare.Change) {
	v.Heading(title)
	v.Figure(lang.L("base"), "base", c.Format(x.Before))
	v.Figure(lang.L("new"), "new", c.Format(x.After))
	v.Figure("Δ", "Δ", c.FormatChange(x.Delta)+" ("+x.PercentText()+")")
	v.Note(surface.Arrows(c.Words(lang.L, x)))
}

func ofParent(c *flame.Chart, ref flame.Ref) string {
	t := c.Tree(ref)
	p := t.Parent[ref.Branch]
	if p < 0 {
		return "–"
	}
	return units.Percent(t.Net[ref.Branch], t.Net[p])
}

// changedNeighbours lists the callers, or the callees, on both sides.
func (v *DetailsView) changedNeighbours(d *ask.Change, title string, edges []ask.ChangedEdge, none string) {
	c := d.Comparison
	v.list(title, len(edges), none, func(i int) (name, figure string) {
		e := edges[i]
		return c.Name(e.Node), surface.Arrows(c.Format(e.Base) + " → " + c.Format(e.New))
	})
}

func (v *DetailsView) neighbours(r *query.Result, title string, edges []query.Edge, none string) {
	v.list(title, len(edges), none, func(i int) (name, figure string) {
		return r.Nodes.Node(edges[i].Node).String(), r.WithShare(edges[i].Weight)
	})
}

// list adds links to nodes under a heading.
func (v *DetailsView) list(title string, n int, none string, node func(i int) (name, figure string)) {
	v.Heading(title)
	if n == 0 {
		v.Link(none, "", nil)
	}
	for i := range min(n, maxNeighbours) {
		name, figure := node(i)
		v.Link(names.Short(safe.Text(name), false), figure, func() {
			v.send(screen.Select{Selection: ask.Selection{Node: name}})
		})
	}
	if n > maxNeighbours {
		v.Link(lang.N(n-maxNeighbours, "1 more function", "{{.N}} more functions", nil), "", nil)
	}
}

// durationOf returns the selected row with two traces; nil: none, or it is not in the table.
func durationOf(s *screen.Snapshot) *pair.Row {
	if c := s.Durations; c != nil {
		if row := c.Row(s.Display.Compare.Duration); row >= 0 {
			return &c.Rows[row]
		}
	}
	return nil
}

func (v *DetailsView) durations(r *pair.Row) {
	v.Title(r.Title())
	v.Note(surface.Arrows(r.Words()))
	before, after := &r.Base, &r.New
	of := func(time float64) string { return wording.Duration(trace.Time(time)) }
	both := func(name string, base, now float64) {
		text := func(s *compare.Sample, x float64) string {
			if s.N == 0 {
				return "–"
			}
			return of(x)
		}
		v.Figure(name, "", surface.Arrows(text(before, base)+" → "+text(after, now)))
	}
	v.Heading(surface.Arrows(lang.L("Base → new")))
	v.Figure(lang.L("count"), "", surface.Arrows(units.Count(int64(before.N))+" → "+units.Count(int64(after.N))))
	both(lang.L("total"), before.Total, after.Total)
	change := of(r.Delta())
	if r.Delta() > 0 {
		change = "+" + change
	}
	v.Figure("Δ", "Δ", change)
	v.Heading(lang.L("Distribution"))
	both(lang.L("mean"), before.Mean, after.Mean)
	for _, q := range []struct {
		name      string
		base, now int64
	}{
		{"min", before.Min, after.Min},
		{"p25", before.P25, after.P25},
		{"p50", before.P50, after.P50},
		{"p75", before.P75, after.P75},
		{"p90", before.P90, after.P90},
		{"p95", before.P95, after.P95},
		{"p99", before.P99, after.P99},
		{"p99.9", before.P999, after.P999},
		{"max", before.Max, after.Max},
	} {
		both(q.name, float64(q.base), float64(q.now))
	}
	if math.IsNaN(r.Q) {
		return
	}
	v.Heading(lang.L("Significance"))
	v.Figure("p", "", chance(r.P))
	v.Figure(lang.L("corrected for all rows"), "", chance(r.Q))
	v.Figure(lang.L("new longer than base"), "",
		lang.L("{{.Share}} of pairs", lang.With{"Share": strconv.FormatFloat(r.Larger*100, 'f', 0, 64) + "%"}))
}

func chance(p float64) string {
	if p < 0.0001 {
		return "< 0.0001"
	}
	return strconv.FormatFloat(p, 'g', 2, 64)
}
