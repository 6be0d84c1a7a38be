package ask

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"profstation/flame"
	"profstation/model"
	"profstation/model/labels"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/scene"
)

const columns = 4000 // a flame graph's resolution: half a pixel on a screen that is 2,000 wide

type flamed struct {
	chart   kept[chartKey, *flame.Chart]
	painter kept[paintKey, *flame.Painter]
}

// chartKey is what a flame graph depends on: its options, except how finely it is resolved.
type chartKey struct {
	of            any // the *query.Result, or the *compare.Comparison
	pivot         query.NodeID
	recursion     bool
	byName        bool
	label         model.LabelAxis
	zoom          string // the path of nodes
	zoomInCallers bool
	span          flame.Span
}

func chartKeyOf(of any, o flame.Options) chartKey {
	return chartKey{
		of: of, pivot: o.Pivot, recursion: o.Recursion, byName: o.ByName, label: o.Label,
		zoom: fmt.Sprint(o.Zoom), zoomInCallers: o.ZoomCallers, span: o.Span,
	}
}

type paintKey struct {
	chart  *flame.Chart
	style  flame.Style
	search string
}

func (f *flamed) draw(a *Answer, key chartKey, lay func() (*flame.Chart, error), style flame.Style) error {
	c, err := f.chart.renew(key, lay)
	if err != nil {
		return err
	}
	old := f.painter.v // so that what it has painted can be moved
	if f.painter.key.style != style {
		old = nil
	}
	match := a.Match
	if len(a.Matches()) == 0 {
		match = nil // no match is left to be seen, so nothing else is faded
	}
	f.painter.take(paintKey{c, style, a.Request.Search}, func() *flame.Painter { return flame.NewPainter(c, style, match, old) })
	return nil
}

// flameOptions returns which flame graph is wanted, the whole or only the visible part, as finely as
// a window needs it. Its only error is the context's.
func (a *Answer) flameOptions(ctx context.Context, part bool) (o flame.Options, err error) {
	p, d := a.Request.Place, a.Request.Display
	o = flame.Options{Pivot: a.pivot, Recursion: d.Recursion, ByName: d.ByName, Columns: columns}
	if part {
		o.Zoom, o.ZoomCallers, o.Span = a.path(p.Zoom), p.ZoomCallers, p.Span
	}
	if d.Coloring == flame.ByLabel && a.Compared == nil {
		o.Label, err = labelOf(ctx, a.Result, d.ColorLabel)
	}
	return o, err
}

// labelOf returns the key that is asked for, or, if none is, the one with the heaviest values. It
// returns zero if the profile lacks the key: then there is nothing to colour by.
func labelOf(ctx context.Context, r *query.Result, asked model.LabelAxis) (model.LabelAxis, error) {
	if asked != (model.LabelAxis{}) {
		if !slices.Contains(r.Profile.LabelAxes(), asked) {
			asked = model.LabelAxis{}
		}
		return asked, nil
	}
	keys, err := labels.Of(ctx, r)
	if len(keys) == 0 {
		return model.LabelAxis{}, err
	}
	return keys[0].Axis, nil
}

func showFlame(ctx context.Context, a *Answer) error {
	o, err := a.flameOptions(ctx, true)
	if err != nil {
		return err
	}
	err = a.flame.draw(a, chartKeyOf(a.Result, o), func() (*flame.Chart, error) { return flame.New(ctx, a.Result, o) },
		a.Request.Display.Style())
	a.Chart, a.Painter = a.flame.chart.v, a.flame.painter.v
	return err
}

// flamePicture lays the flame graph out again: the picture may have more pixels than the window.
func flamePicture(ctx context.Context, a *Answer, l Look) (scene.Picture, error) {
	o, err := a.flameOptions(ctx, !l.Whole)
	if err != nil {
		return nil, err
	}
	o.Columns = l.columns(1)
	var part []string
	if zoom := a.Request.Place.Zoom; !l.Whole && len(zoom) > 0 {
		part = []string{lang.L("the part below {{.Name}}", lang.With{"Name": safe.Text(zoom[len(zoom)-1])})}
	}
	var sums sync.WaitGroup // the heading needs them, the chart does not
	sums.Go(func() { a.Result.Sums(ctx) })
	c, err := flame.New(ctx, a.Result, o)
	sums.Wait()
	if err != nil {
		return nil, err
	}
	p := &flame.Picture{Chart: c, Style: a.Request.Display.Style(), Width: l.Width, Match: a.Match}
	p.Style.Theme = l.Theme
	lines, err := caption(ctx, a, p.Heading(), part...)
	p.Head = l.head(lines...)
	return p, err
}

func allBoxes(ctx context.Context, a *Answer) (*flame.Chart, error) {
	o, err := a.flameOptions(ctx, false)
	if err != nil {
		return nil, err
	}
	return flame.New(ctx, a.Result, o)
}
