package ask

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"

	"profstation/flame"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/scene"
)

// widths lists what the width of a box can mean. Each has a flame graph of its own. sideWidths
// is what it means on each side.
var (
	widths     = [...]compare.Width{compare.ByBase, compare.ByNew, compare.ByLarger}
	sideWidths = [2]compare.Width{BaseSide: compare.ByBase, NewSide: compare.ByNew}
)

type sidesKey struct {
	pair          *Pair
	query         query.Query
	normalisation compare.Normalisation
	mode          compare.Mode
}

func evaluateSides(ctx context.Context, a *Answer) error {
	j, d, q := a.Request.Compared, &a.Request.Display, a.Request.Place.Query
	if !a.Request.Script {
		q = a.known(q.Whole(), j.Pair.New, j.Pair.Base)
		if !d.Compare.Small {
			q.NodeFraction = d.NodeFraction
		}
		q.Sort = query.ByFlat
		if d.Compare.Cum {
			q.Sort = query.ByCum
		}
	}
	q = a.added(q)
	a.Query = q
	key := sidesKey{j, q, a.Request.Normalisation, a.Request.Mode}
	if key != a.sides.key {
		a.forget()
	}
	made, err := a.sides.renew(key, func() (*compare.Comparison, error) {
		c, err := j.Pair.Evaluate(ctx, q, key.normalisation)
		if err == nil {
			_, err = c.Rows(ctx) // it decides what is noise, in all views
		}
		return c, err
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return a.fail("compare", err)
	}
	a.Compared = &Compared{
		Names: j.Names, Ratio: 1, Missing: j.missing(), Comparison: made,
	}
	return nil
}

func (a *Answer) comparison() *compare.Comparison {
	if a.Compared == nil {
		return nil
	}
	return a.Compared.Comparison
}

// either makes the answer about everything on either side.
func (a *Answer) either(ctx context.Context) error {
	r, err := a.Compared.Comparison.Wide(ctx, compare.ByLarger)
	if err != nil {
		return err
	}
	return a.about(ctx, r)
}

// other returns the base as an answer beside the one for the new side.
func (a *Answer) other() *Answer {
	return &Answer{
		Document: a.Document, Name: a.Compared.Names[BaseSide], Result: a.Compared.Comparison.Base, Zoomed: a.Zoomed,
		Match: a.Match, Found: a.Found,
	}
}

// showFlames lays out one flame graph for both sides, or one for each.
func showFlames(ctx context.Context, a *Answer) error {
	c, d := a.Compared.Comparison, &a.Request.Display
	if d.Compare.Way == AsDifference {
		r, err := c.Wide(ctx, d.Compare.Width)
		if err != nil {
			return err
		}
		if err := a.about(ctx, r); err != nil || a.Request.Script {
			return err
		}
		o, err := a.flameOptions(ctx, true)
		if err != nil {
			return err
		}
		err = a.drawFlame(ctx, d.Compare.Width, o, d.Style())
		f := a.flameBy(d.Compare.Width)
		a.Chart, a.Painter = f.chart.v, f.painter.v
		return err
	}
	if err := a.about(ctx, c.New); err != nil || a.Request.Script {
		return err
	}
	var err error
	if _, a.Compared.Ratio, a.Compared.Extent, err = a.scales(ctx, true); err != nil {
		return err
	}
	style := d.Style()
	style.Beside, style.Plain = true, d.Compare.Plain
	options, err := a.comparedFlames(ctx, true)
	if err != nil {
		return err
	}
	if err := BothSides(func(i int) error { return a.drawFlame(ctx, sideWidths[i], options[i], style) }); err != nil {
		return err
	}
	now, base := a.flameBy(compare.ByNew), a.flameBy(compare.ByBase)
	a.Chart, a.Painter = now.chart.v, now.painter.v
	a.Compared.Other = a.other()
	a.Compared.Other.Chart, a.Compared.Other.Painter = base.chart.v, base.painter.v
	return nil
}

// BothSides calls make for both sides at the same time.
func BothSides(make func(side int) error) error {
	var failed [2]error
	var wg sync.WaitGroup
	for side := range failed {
		wg.Go(func() { failed[side] = make(side) })
	}
	wg.Wait()
	return errors.Join(failed[:]...)
}

func (a *Answer) flameBy(w compare.Width) *flamed { return &a.flames[slices.Index(widths[:], w)] }

// drawFlame lays out one flame graph of the comparison, unless that was done ahead. It may
// be called for several widths at the same time.
func (a *Answer) drawFlame(ctx context.Context, w compare.Width, o flame.Options, style flame.Style) error {
	style.Fade = a.Request.Display.Compare.HideNoise
	c := a.Compared.Comparison
	return a.flameBy(w).draw(a, chartKeyOf(c, o), func() (*flame.Chart, error) {
		if chart := a.Ahead.wait(ctx, w, chartKeyOf(c, o)); chart != nil {
			return chart, nil
		}
		return flame.NewDiff(ctx, c, w, o)
	}, style)
}

// comparedFlames returns the options for a flame graph on each side. What is the same on both
// stands at the same place. Its only error is the context's.
func (a *Answer) comparedFlames(ctx context.Context, part bool) (all [2]flame.Options, err error) {
	spans, _, _, err := a.scales(ctx, part)
	for i := range all {
		if err == nil {
			all[i], err = a.flameOptions(ctx, part)
		}
		all[i].ByName, all[i].Span = true, spans[i]
	}
	return all, err
}

// scales returns the visible part of each side's branch; [Compared] explains ratio and
// extent. With one scale, the same width means the same value on both sides, so the smaller
// side does not fill its place. Its only error is the context's.
func (a *Answer) scales(ctx context.Context, part bool) (spans [2]flame.Span, ratio float64, extent [2]float64, err error) {
	o, err := a.flameOptions(ctx, part)
	if err != nil {
		return spans, 1, extent, err
	}
	span := o.Span
	spans = [2]flame.Span{span, span}
	if !a.Request.Display.Compare.OneScale {
		return spans, 1, extent, nil
	}
	c := a.Compared.Comparison
	fb, fn := c.Factors()
	width := func(r *query.Result, factor float64) float64 {
		w, failed := o.ZoomedWidth(ctx, r)
		err = cmp.Or(err, failed)
		return float64(w) * factor
	}
	wb, wn := width(c.Base, fb), width(c.New, fn)
	if err != nil || !(wb > 0 && wn > 0) {
		return spans, 1, extent, err
	}
	ratio = wn / wb
	o.Zoom, o.ZoomCallers = nil, false
	widest := max(width(c.Base, fb), width(c.New, fn))
	extent = [2]float64{BaseSide: widest / fb, NewSide: widest / fn}
	if span == (flame.Span{}) {
		return [2]flame.Span{BaseSide: {To: max(1, ratio)}, NewSide: {To: max(1, 1/ratio)}}, ratio, extent, err
	}
	spans[BaseSide] = flame.Span{From: span.From * ratio, To: span.To * ratio}
	return spans, ratio, extent, err
}

// showTops makes a table of all functions for each side, in the same order, or the table of changes.
func showTops(ctx context.Context, a *Answer) error {
	if !a.Request.Display.Compare.TopBeside {
		return showChanges(ctx, a)
	}
	if err := a.about(ctx, a.Compared.Comparison.New); err != nil {
		return err
	}
	if err := showTop(ctx, a); err != nil {
		return err
	}
	other := a.other()
	t, err := a.otherTop.of(ctx, topKey{other.Result, nil, a.Sort, true})
	if err != nil {
		return err
	}
	other.Top, other.TopRows = t.table, t.rows
	a.Compared.Other = other
	return nil
}

func showSummary(ctx context.Context, a *Answer) (err error) {
	if err := a.either(ctx); err != nil {
		return err
	}
	if a.Compared.Summary, err = a.Markdown(ctx); err != nil {
		return err
	}
	if a.Compared.Found, err = a.Request.Compared.Found(ctx, a.Request.Limits); err != nil {
		return err
	}
	var out strings.Builder
	if err := a.summary().WriteText(ctx, &out); err != nil {
		return err
	}
	a.Compared.Plain = out.String()
	course, err := MemoryCourse(ctx, a.Compared.Comparison.Pair)
	if course != nil {
		blocks := append([]string{strings.TrimRight(a.Compared.Plain, "\n"), lang.L("Memory of the process")}, course.Summary()...)
		a.Compared.Plain = strings.Join(append(blocks, strings.Join(course.Rows(), "\n")), "\n\n") + "\n"
	}
	return err
}

func (a *Answer) summary() *compare.Summary {
	names := a.Request.Compared.Names
	return &compare.Summary{Comparison: a.Compared.Comparison, Base: names[BaseSide], New: names[NewSide]}
}

// Markdown returns the summary as a text for a pull request, without what the user has dismissed.
func (a *Answer) Markdown(ctx context.Context) (string, error) {
	found, err := a.Request.Compared.Found(ctx, a.Request.Limits)
	if err != nil {
		return "", err
	}
	s := a.summary()
	kept, _ := Divided(found, a.Request.Dismissed)
	for i := range kept {
		s.Found = append(s.Found, kept[i].Line())
	}
	var out strings.Builder
	err = s.WriteMarkdown(ctx, &out)
	return out.String(), err
}

// Ahead lays out flame graphs of a comparison before anybody asks for them. They are what the
// other way of looking shows. In large profiles they take longer than a switch may.
type Ahead struct {
	ctx    context.Context
	end    context.CancelFunc
	flames map[compare.Width]*aheadFlame
}

type aheadFlame struct {
	key   chartKey
	done  chan struct{}
	chart *flame.Chart // nil if it was stopped before it was done
}

// LookAhead starts to lay out what another way of looking shows, once for each question.
func (a *Answer) LookAhead() {
	if a.Compared == nil || a.Chart == nil || a.Ahead != nil {
		return
	}
	a.Ahead = &Ahead{flames: map[compare.Width]*aheadFlame{}}
	a.Ahead.ctx, a.Ahead.end = context.WithCancel(context.Background())
	start := func(w compare.Width, o flame.Options) {
		c := a.Compared.Comparison
		job := &aheadFlame{key: chartKeyOf(c, o), done: make(chan struct{})}
		if f := a.flameBy(w); f.chart.made && f.chart.key == job.key {
			return
		}
		a.Ahead.flames[w] = job
		go func(ctx context.Context) {
			defer close(job.done)
			job.chart, _ = flame.NewDiff(ctx, c, w, o) // whoever asks for it gets the error
		}(a.Ahead.ctx)
	}
	if d := &a.Request.Display.Compare; d.Way != AsDifference {
		if o, err := a.flameOptions(a.Ahead.ctx, true); err == nil {
			start(d.Width, o)
		}
		return
	}
	options, err := a.comparedFlames(a.Ahead.ctx, true)
	for i, o := range options {
		if err == nil {
			start(sideWidths[i], o)
		}
	}
}

// Stopped reports whether laying out ahead was stopped.
func (h *Ahead) Stopped() bool { return h.ctx.Err() != nil }

// StopAhead stops laying out ahead. Whoever asks for a picture then waits for it.
func (a *Answer) StopAhead() {
	if a != nil && a.Ahead != nil {
		a.Ahead.end()
	}
}

// Replace puts the answer in place of an older one, and stops what only the old one needed.
func (a *Answer) Replace(old *Answer) {
	if old != nil && old.Ahead != a.Ahead {
		old.StopAhead()
	}
}

// wait returns a flame graph that is laid out ahead, once it is done, or nil if there is none.
func (h *Ahead) wait(ctx context.Context, w compare.Width, key chartKey) *flame.Chart {
	if h == nil || h.flames[w] == nil || h.flames[w].key != key {
		return nil
	}
	select {
	case <-h.flames[w].done:
		return h.flames[w].chart
	case <-ctx.Done():
		return nil
	}
}

func hasOther(a *Answer) bool { return a.Compared.Other != nil }

// SideTotal returns a side's total after the filters, and what the percentages of that side are of: "9.64s = 100%".
func SideTotal(c *compare.Comparison, side int) string {
	t, r := c.Total(), c.Base
	left := c.Format(t.Before)
	if side == NewSide {
		left, r = c.Format(t.After), c.New
	}
	whole := r.Amount(r.Total)
	switch {
	case r.Divisors() != nil: // shares in means are not shares
		return left
	case whole != left:
		return left + "   (100% = " + whole + ")"
	}
	return left + " = 100%"
}

// sideNames are the names of the sides, with what the percentages of each are of.
func (a *Answer) sideNames() (names [2]string) {
	for i, name := range a.Compared.Names {
		names[i] = name + " · " + SideTotal(a.Compared.Comparison, i)
	}
	return names
}

func (l Look) besideHead(a *Answer) scene.Heading {
	return l.head(append(a.Compared.Comparison.Heading(), lang.L("Percentages of a side are of its own total."))...)
}

// flameStyle returns the window's style in the picture's colours.
func (l Look) flameStyle(a *Answer) flame.Style {
	style := a.Request.Display.Style()
	style.Theme, style.Fade = l.Theme, a.Request.Display.Compare.HideNoise
	return style
}

func differencePicture(ctx context.Context, a *Answer, l Look) (scene.Picture, error) {
	o, err := a.flameOptions(ctx, !l.Whole)
	if err != nil {
		return nil, err
	}
	o.Columns = l.columns(1)
	c, err := flame.NewDiff(ctx, a.Compared.Comparison, a.Request.Display.Compare.Width, o)
	if err != nil {
		return nil, err
	}
	return &flame.Picture{Head: l.head(), Chart: c, Style: l.flameStyle(a), Width: l.Width, Match: a.Match}, nil
}

func flamesPicture(ctx context.Context, a *Answer, l Look) (scene.Picture, error) {
	p := &flame.SideBySide{
		Head: l.besideHead(a), Names: a.sideNames(), Style: l.flameStyle(a), Width: l.Width, Match: a.Match,
	}
	p.Style.Beside, p.Style.Plain = true, a.Request.Display.Compare.Plain
	options, err := a.comparedFlames(ctx, !l.Whole)
	if err != nil {
		return nil, err
	}
	for i, o := range options {
		o.Columns = l.columns(0.5)
		if p.Charts[i], err = flame.NewDiff(ctx, a.Compared.Comparison, sideWidths[i], o); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func summary(a *Answer) Write {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, a.Compared.Summary)
		return err
	}
}

// diffBoxes returns a chart with all boxes on both sides.
func diffBoxes(ctx context.Context, a *Answer) (*flame.Chart, error) {
	o, err := a.flameOptions(ctx, false)
	if err != nil {
		return nil, err
	}
	return flame.NewDiff(ctx, a.Compared.Comparison, compare.ByLarger, o)
}
