package ask

import (
	"context"

	"profstation/flame"
	"profstation/heatmap"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/scene"
)

// OverTimeAnswer is the answer for the Over time tab: the heat map or the flame chart, whichever is shown. Both
// are nil if no sample has a time.
type OverTimeAnswer struct {
	Heat    *heatmap.Map // over all times
	Chosen  query.TimeRange
	Chart   *flame.TimeChart // over the chosen time
	Painter *flame.TimePainter
	Axis    model.LabelAxis   // what divides the lanes; zero: there is one lane
	Axes    []model.LabelAxis // what can divide them
}

// OverTimeChoice is the choice in the Over time tab.
type OverTimeChoice struct {
	Chart  bool            // the flame chart instead of the heat map
	Axis   model.LabelAxis // what divides the lanes; zero for the usual key
	Window flame.Window    // the part of the flame chart to resolve, in nanoseconds since its beginning; zero for all
}

// overTime has the parts for the tab Over time. The heat map covers all times, whichever is chosen.
type overTime struct {
	whole   kept[evaluatedKey, *query.Result]
	heat    kept[*query.Result, *heatmap.Map]
	lanes   kept[lanesKey, *flame.Lanes]
	chart   kept[timeChartKey, *flame.TimeChart]
	painter kept[timePaintKey, *flame.TimePainter]
}

// of returns the parts that an answer about the profile can keep when its query changes.
func (o overTime) of(p *model.Profile) overTime {
	if p == nil || o.whole.key.profile != p {
		return overTime{}
	}
	return overTime{whole: o.whole, heat: o.heat}
}

type lanesKey struct {
	result *query.Result
	axis   model.LabelAxis
}

type timeChartKey struct {
	lanes  *flame.Lanes
	window flame.Window
}

type timePaintKey struct {
	chart  *flame.TimeChart
	style  flame.Style
	search string
}

// showOverTime makes the heat map, or the flame chart, whichever is shown.
func showOverTime(ctx context.Context, a *Answer) error {
	d := a.Request.Display
	o := &OverTimeAnswer{Chosen: a.Query.TimeFilter(), Axes: a.Result.Profile.LabelAxes()}
	o.Axis = flame.LaneAxis(a.Result.Profile, d.OverTime.Axis)
	if a.Result.Profile.Samples.Times == nil {
		a.OverTime = o
		return nil
	}
	var err error
	if !d.OverTime.Chart {
		o.Heat, err = a.heatMap(ctx)
		a.OverTime = o
		return err
	}
	t := &a.parts.overTime
	lanes, err := t.lanes.renew(lanesKey{a.Result, o.Axis}, func() (*flame.Lanes, error) {
		return flame.NewLanes(ctx, a.Result, o.Axis, flame.MaxLanes)
	})
	if err != nil {
		return err
	}
	o.Chart, err = t.chart.renew(timeChartKey{lanes, d.OverTime.Window}, func() (*flame.TimeChart, error) {
		return lanes.Chart(ctx, flame.TimeOptions{Window: d.OverTime.Window, Columns: columns})
	})
	if err != nil {
		return err
	}
	match, old := a.Match, t.painter.v
	if len(a.Matches()) == 0 {
		match = nil
	}
	if t.painter.key.style != d.Style() {
		old = nil
	}
	o.Painter = t.painter.take(timePaintKey{o.Chart, d.Style(), a.Request.Search}, func() *flame.TimePainter {
		return flame.NewTimePainter(o.Chart, d.Style(), match, old)
	})
	a.OverTime = o
	return nil
}

// heatMap returns the heat map for the query without its filter by time. Its only error is the context's.
func (a *Answer) heatMap(ctx context.Context) (*heatmap.Map, error) {
	t, q := &a.parts.overTime, a.Query
	q.Time = ""
	whole, err := t.whole.renew(evaluatedKey{a.Request.Profile, q}, func() (*query.Result, error) {
		if q == a.Query {
			return a.Result, nil
		}
		r, err := query.Evaluate(ctx, a.Request.Profile, q)
		if err == nil && a.Request.Shown != nil {
			err = a.Request.Shown(r)
		}
		return r, err
	})
	if err != nil {
		return nil, err
	}
	return t.heat.renew(whole, func() (*heatmap.Map, error) { return heatmap.New(ctx, whole) })
}

// flameChart returns the flame chart for the whole query, as finely as that many columns need; 0: all boxes.
// Its only error is the context's.
func (a *Answer) flameChart(ctx context.Context, columns int) (*flame.TimeChart, error) {
	axis := flame.LaneAxis(a.Result.Profile, a.Request.Display.OverTime.Axis)
	lanes, err := flame.NewLanes(ctx, a.Result, axis, flame.MaxLanes)
	if err != nil {
		return nil, err
	}
	return lanes.Chart(ctx, flame.TimeOptions{Columns: columns})
}

// heatCells returns the cells in the chosen time, because a file without a picture cannot outline it.
func heatCells(ctx context.Context, a *Answer) (heatmap.Cells, error) {
	m, err := a.heatMap(ctx)
	return heatmap.Cells{Map: m, Of: a.Query.TimeFilter()}, err
}

func heatPicture(ctx context.Context, a *Answer, l Look) (scene.Picture, error) {
	m, err := a.heatMap(ctx)
	if err != nil {
		return nil, err
	}
	p := &heatmap.Picture{Map: m, Theme: l.Theme, Width: l.Width, Chosen: a.Query.TimeFilter()}
	var chosen []string
	if p.Chosen != query.AllTimes {
		chosen = []string{lang.L("outlined: the time {{.Time}}", lang.With{"Time": p.Chosen})}
	}
	lines, err := caption(ctx, a, p.Heading(), chosen...)
	p.Head = l.head(lines...)
	return p, err
}

func allTimeBoxes(ctx context.Context, a *Answer) (*flame.TimeChart, error) {
	return a.flameChart(ctx, 0)
}

func timePicture(ctx context.Context, a *Answer, l Look) (scene.Picture, error) {
	c, err := a.flameChart(ctx, l.columns(1))
	if err != nil {
		return nil, err
	}
	p := &flame.TimePicture{Chart: c, Style: a.Request.Display.Style(), Width: l.Width, Match: a.Match}
	p.Style.Theme = l.Theme
	var part []string
	if o := a.OverTime; !l.Whole && o != nil && o.Chart != nil && o.Chart.Window != o.Chart.Whole() {
		p.Chart, part = o.Chart, []string{lang.L("the visible part")}
	}
	lines, err := caption(ctx, a, p.Heading(), part...)
	p.Head = l.head(lines...)
	return p, err
}
