package desk

import (
	"context"
	"errors"
	"slices"

	"profstation/ask"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/loader"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/origin"
	"profstation/origin/link"
)

type profileContent struct {
	byNames
	file       *loader.File
	brief      string
	sourceless bool           // nothing leads from it to lines or instructions
	charged    *model.Profile // the same with the heap profile by which the collector was charged last; nil: none
}

func newProfileContent(f *loader.File) *profileContent {
	p := f.Profile
	return &profileContent{
		file: f, brief: aboutProfile(p),
		sourceless: !slices.ContainsFunc(p.Functions, func(x model.Function) bool { return x.File != 0 }) &&
			!slices.ContainsFunc(p.Locations, func(x model.Location) bool { return x.Address != 0 }),
	}
}

func aboutProfile(p *model.Profile) string {
	if len(p.Types) == 0 {
		return string(p.Kind)
	}
	total := ask.Total(p, p.Default)
	if p.Moments {
		total = lang.L("{{.Amount}} added up", lang.With{"Amount": total})
	}
	return string(p.Kind) + " · " + total
}

// aboutPair describes a comparison by the totals for the default sample type, with the default
// normalisation: groups are compared by recording.
func aboutPair(p *compare.Pair) string {
	column := p.New.Default
	if len(p.New.Types) == 0 {
		return string(p.New.Kind)
	}
	base, now := p.Recordings()
	return string(p.New.Kind) + " · " + ask.TotalOf(p.Base, column, base) + " → " + ask.TotalOf(p.New, column, now) + p.Default().Suffix()
}

func (c *profileContent) kind() ask.Kind { return ask.OfProfile }
func (c *profileContent) about() string  { return c.brief }

func (c *profileContent) request(d *Desk) request {
	r := d.navigation.request()
	r.Limits = d.keeper.limits()
	r.Profile, r.Trend, r.Says = c.asked(d), d.folders.trend(), d.docs.active.says()
	return d.ask(r)
}

// asked returns the profile that is shown. If the collector is charged, it stands beside the open heap profile from the same
// process that is nearest in time.
func (c *profileContent) asked(d *Desk) *model.Profile {
	p := c.file.Profile
	if !d.navigation.place().Query.ChargeGC || p.Kind != model.CPU {
		c.charged = nil
		return p
	}
	var heap *model.Profile
	process := model.ProcessOf(p)
	for _, doc := range d.docs.all {
		h := doc.profile()
		if h == nil || h.Kind != model.Heap && h.Kind != model.Allocs || !process.Same(model.ProcessOf(h)) {
			continue
		}
		if heap == nil || h.Time.Sub(p.Time).Abs() < heap.Time.Sub(p.Time).Abs() {
			heap = h
		}
	}
	switch {
	case heap == nil:
		c.charged = nil
		return p
	case c.charged == nil || c.charged.Heap != heap:
		c.charged = p.Beside(heap)
	}
	return c.charged
}

// byNames is embedded by all contents whose place is stored by names: a profile
// takes over the place from the one before it.
type byNames struct{}

func (byNames) do(d *Desk, i screen.Intent)      { d.navigation.move(i) }
func (byNames) escape(d *Desk)                   { d.navigation.escape() }
func (byNames) selected(d *Desk) string          { return d.navigation.place().Selected.Node }
func (byNames) place(d *Desk) link.Place         { return d.navigation.keep() }
func (byNames) shares() bool                     { return true }
func (byNames) showNoted(d *Desk, n origin.Note) { d.navigation.showNoted(n) }
func (byNames) noteOn(d *Desk) origin.Note {
	return origin.Note{On: d.navigation.place().Selected.Node}
}

// partial depends on the zoom in a flame graph; for call graphs and tables the views report it.
func (byNames) partial(d *Desk) bool {
	if d.Tab() != ask.FlameTab {
		return d.exporter.sight.Scrolled()
	}
	p := d.navigation.place()
	return len(p.Zoom) > 0 || p.Span != (flame.Span{})
}

func (byNames) show(d *Desk, s *screen.Snapshot) {
	if a := d.current(); a != nil {
		s.Answer = a
		s.Graph, s.BaseGraph = d.layouts.shown(a)
	}
}

func (byNames) find(d *Desk) screen.Find {
	docs := d.docs.matches()
	if a := d.current(); a != nil {
		return findInProfile(a, docs)
	}
	return func(text string) []screen.Match { return Pick(text, docs) }
}

func (d *Desk) current() *ask.Answer {
	if d.answer == nil || d.docs.active == nil || d.answer.Document != d.docs.active.id {
		return nil
	}
	return d.answer
}

// forget lets go of what a document showed, and of its heap profile where the collector is charged by it out of sight.
func (d *Desk) forget(doc *document) {
	heap := doc.profile()
	by := func(p *model.Profile) bool { return heap != nil && p != nil && p.Heap == heap }
	if a := d.answer; a != nil && (a.Document == doc.id || d.current() == nil && by(a.Request.Profile)) {
		a.StopAhead()
		d.answer = nil
	}
	d.layouts.drop(doc)
	for _, other := range d.docs.all {
		if c, ok := other.content.(*profileContent); ok && by(c.charged) {
			c.charged = nil
		}
	}
}

// ask makes the request for the visible tab in a profile or in a comparison between profiles.
func (d *Desk) ask(r ask.Request) request {
	before := d.answer
	return func(ctx context.Context, _ *job.Job) (prepared, error) {
		a, errs, err := ask.Compute(ctx, r, before)
		if err != nil || a == nil {
			return prepared{errs: errs}, err
		}
		return prepared{errs: errs, more: a.More, accept: func() { d.answered(a) }}, nil
	}
}

// answered shows an answer, and starts work that is likely to be asked for next.
func (d *Desk) answered(a *ask.Answer) {
	a.Replace(d.answer)
	d.answer = a
	d.layouts.start(a)
	if a.Compared != nil {
		go a.Compared.Comparison.Wide(context.Background(), compare.ByLarger) // for the other ways to show it
	}
	a.LookAhead()
}

// stopped reports whether the user has stopped the work, and shows a notice if so.
func (d *Desk) stopped(err error) bool {
	if errors.Is(err, context.Canceled) {
		d.Notice = lang.L("Stopped.")
		return true
	}
	return false
}

type comparedProfiles struct {
	byNames
	of    *comparison
	pair  *ask.Pair
	brief string
}

func (c *comparedProfiles) kind() ask.Kind { return ask.OfComparison }
func (c *comparedProfiles) about() string  { return c.brief }

func (c *comparedProfiles) request(d *Desk) request {
	r := d.navigation.request()
	r.Compared, r.Normalisation, r.Mode = c.pair, c.of.normalisation, c.of.mode
	r.Limits, r.Dismissed = d.keeper.limits(), d.docs.active.dismissed
	return d.ask(r)
}
