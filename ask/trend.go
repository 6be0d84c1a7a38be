package ask

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/series"
	"profstation/model/units"
	"profstation/scene"
	"profstation/table"
)

// TrendAnswer is the answer for the Trend tab.
type TrendAnswer struct {
	Trend  *table.Trend
	At     int          // index of the shown profile among the points, −1 if it is none of them
	Ways   []series.By  // the ways to divide the total, besides label keys
	Keys   []string     // label keys
	By     series.By    // the way in which it is divided
	Key    string       // the label key, if it is divided by labels
	Growth *table.Table // the growing lines, nil if nobody asked
	Names  []string     // for its rows, as in the profile; for stacks, the leaves
	AsOf   string       // the line above the table
	Note   string       // about the picture, "" for none
	Lives  bool         // it is known how long what is allocated lives
}

// Groupings say what the lines in a trend stand for. Lines for labels are named by their key.
var Groupings = map[series.By]string{
	series.Functions: "by functions", series.Packages: "by packages", series.Stacks: "by stacks",
}

// TrendChoice is the choice in the Trend tab. The zero value is the total, divided by packages.
type TrendChoice struct {
	By   series.By // "": packages
	Key  string    // the label key, to divide by labels
	Cum  bool      // lines show cumulative figures instead of flat ones
	Name string    // show only the line with this name; "" for layers

	Lasting series.Lasting // the table has only what surely lives that long; "": all
	All     bool           // with an empty Name: one line, the total
}

// How many names a trend has: as layers, or as lines if a regular expression picks them.
const (
	maxLayers = 8
	maxLines  = 24
)

// TrendRequest is everything that a trend depends on, besides the display.
type TrendRequest struct {
	Series   *series.Series // nil: there is none
	Changed  int
	Path     string  // the shown profile's
	Filtered *Reread // with filters, the profiles are read again
	Read     func(context.Context, string) (*model.Profile, error)

	// For a script: what it asks, and the names that it is about; nil: all.
	Question series.Question
	Names    *regexp.Regexp
}

// Trend is what the Trend tab shows, with what its picture needs.
type Trend struct {
	*TrendAnswer
	Kind     model.Kind
	Points   []series.Point
	Question series.Question
	Name     string      // the name of the only line; "": there are more
	Filters  query.Query // applied when the profiles were read
	Summed   string      // says that each figure is a sum over several moments; "" if none is
}

type trendKey struct {
	series  *series.Series
	changed int
	choice  TrendChoice
	typ     string
	path    string
	query   query.Query
	read    int // how many profiles were read again
}

// showTrend draws the series and ranks what grows. Its parts stay while profiles come and go.
func showTrend(ctx context.Context, a *Answer) error {
	r := a.Request.Trend
	s := r.Series
	if s == nil {
		return nil
	}
	key := trendKey{series: s, changed: r.Changed, choice: a.Request.Display.Trend, typ: a.Result.Type.Type,
		path: r.Path, query: trendQuery(a.Query)}
	note := ""
	if key.query != query.Default() {
		var of int
		var err error
		if s, key.read, of, err = r.Filtered.fill(ctx, key.query, s, r.Read); err != nil {
			return err
		}
		key.series = s
		if a.More = key.read < of; a.More {
			note = lang.L("applying the filters to all profiles: {{.Read}} of {{.All}} so far",
				lang.With{"Read": units.Count(int64(key.read)), "All": units.Count(int64(of))})
		}
		if s.Len() == 0 {
			return nil // none can be read any more
		}
	}
	t, err := a.trend.renew(key, func() (*Trend, error) {
		t, err := trendOf(key)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		t.Note = cmp.Or(note, t.Summed)
		return t, a.ranked.rank(ctx, t, s, key.changed)
	})
	if err != nil {
		return err
	}
	a.Series, a.Trend = t, t.TrendAnswer
	return nil
}

// trendOf draws a series as chosen: in layers, as the total, or as one name with its own figures
// and with those that include its callees.
func trendOf(key trendKey) (*Trend, error) {
	s, choice := key.series, key.choice
	t := &TrendAnswer{At: -1, Keys: s.Keys(), Ways: series.Ways(s.Kind())}
	if choice.By != series.Labels && !slices.Contains(t.Ways, choice.By) ||
		choice.By == series.Labels && !slices.Contains(t.Keys, choice.Key) {
		choice.By, choice.Key = s.DefaultBy(), ""
	}
	t.By, t.Key = choice.By, choice.Key
	q := series.Question{Type: key.typ, By: choice.By, Key: choice.Key, Cum: choice.Cum, Lasting: choice.Lasting}
	var err error
	switch {
	case choice.Name != "":
		t.Trend, err = oneName(s, q, choice.Name)
	case choice.All:
		t.Trend, err = oneLine(s, q)
	default:
		t.Trend, err = Layers(s, q)
	}
	if err != nil {
		return nil, err
	}
	t.At = slices.IndexFunc(t.Trend.Lines.Points, func(p series.Point) bool { return p.ID == key.path })
	out := NewTrend(s, q, t)
	out.Name, out.Filters = choice.Name, key.query
	return out, nil
}

// NewTrend adds to a trend what it is about.
func NewTrend(s *series.Series, q series.Question, t *TrendAnswer) *Trend {
	out := &Trend{TrendAnswer: t, Kind: s.Kind(), Points: s.Points(), Question: q}
	if s.Moments() {
		out.Summed = lang.L("each figure is added up over all profiles of its time")
	}
	return out
}

// Layers divides a series into the names that weigh most, and the rest.
func Layers(s *series.Series, q series.Question) (*table.Trend, error) {
	lines, err := s.Stack(q, maxLayers)
	return &table.Trend{Lines: lines, Stacked: true}, err
}

// oneLine returns a series' total.
func oneLine(s *series.Series, q series.Question) (*table.Trend, error) {
	lines, err := s.Total(q.Type)
	return &table.Trend{Lines: lines, Stacked: true}, err
}

func oneName(s *series.Series, q series.Question, name string) (*table.Trend, error) {
	q.Cum = true
	lines, err := s.Lines(q, name)
	if err != nil {
		return nil, err
	}
	q.Cum = false
	flat, err := s.Lines(q, name)
	if err != nil {
		return nil, err
	}
	if (q.By == series.Functions || q.By == series.Packages) && len(flat.Points) == len(lines.Points) {
		lines.Question.By = ""
		lines.Lines[0].Name = "cum"
		lines.Lines = append(lines.Lines, flat.Lines[0])
		lines.Lines[1].Name = "flat"
	}
	return &table.Trend{Lines: lines}, nil
}

// ErrNoLine means that a regular expression matches no name in the series.
var ErrNoLine = lang.Error("no matching name reaches 0.1% of any profile")

// ErrNoLives means that a series does not tell how long what is allocated lives.
var ErrNoLives = lang.Error("the mean life of allocations is only known for a series of heap profiles that have alloc_ and inuse_ sample types")

// linesOf draws the names that match, the heaviest first. Its errors are the context's, [ErrNoLine],
// and that the sample type does not exist.
func linesOf(ctx context.Context, s *series.Series, q series.Question, re *regexp.Regexp) (*table.Trend, error) {
	all, err := s.Names(q)
	if err != nil {
		return nil, err
	}
	var names []string
	add := func(name string) {
		if len(names) < maxLines && re.MatchString(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, name := range all {
		add(name)
	}
	if q.Cum { // a function that calls others may have nothing itself
		ranking, err := s.Growth(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, r := range ranking.Rows {
			add(r.Name)
		}
	}
	if len(names) == 0 {
		return nil, ErrNoLine
	}
	lines, err := s.Lines(q, names...)
	return &table.Trend{Lines: lines}, err
}

// Grown is what grows in a series.
type Grown struct {
	Table  *table.Table
	Names  []string // for each row, as in the profile; for a stack, its frames
	Judged int      // how many profiles are judged: those since the last restart
	Rates  bool     // rates are judged, not values
	Lives  bool     // it is known how long what is allocated lives
}

// Growth ranks what grows, among the names that match; nil matches all.
func Growth(ctx context.Context, s *series.Series, q series.Question, re *regexp.Regexp) (*Grown, error) {
	out := &Grown{}
	matches := func(name string) bool { return re == nil || re.MatchString(name) }
	if q.By == series.Stacks {
		rows, err := s.OnlyGrowing(ctx)
		if err != nil {
			return nil, err
		}
		rows = slices.DeleteFunc(rows, func(g series.OnlyGrows) bool { return !slices.ContainsFunc(g.Stack, matches) })
		for _, r := range rows {
			out.Names = append(out.Names, strings.Join(r.Stack, "\n"))
		}
		points := s.Points()
		out.Table, out.Judged = table.OnlyGrowing(rows), len(points)-series.LastRun(points)-series.Partial(points)
		return out, nil
	}
	ranking, err := s.Growth(ctx, q)
	if err != nil {
		return nil, err
	}
	ranking.Rows = slices.DeleteFunc(ranking.Rows, func(g series.Growth) bool { return !matches(g.Name) })
	for _, r := range ranking.Rows {
		out.Names = append(out.Names, r.Name)
	}
	types, standard := s.Types()
	types = model.Offered(types)
	if i := model.FindType(types, q.Type); i >= 0 {
		standard = i
	}
	out.Table = table.Growth(q.By, types[standard].Unit, ranking)
	out.Judged, out.Rates, out.Lives = ranking.Judged, ranking.Measure == series.Rates, ranking.Lives
	return out, nil
}

// ranking is what grows in a series, and what it was made from.
type ranking struct {
	series   *series.Series
	question series.Question
	points   int
	changed  int
	since    time.Time // when the first profile after the last restart was taken; zero: there was none
	grown    *Grown
	asOf     string
}

// rank ranks what grows. That takes longer than drawing the series. So while profiles arrive, it
// is done again only when their number has grown by a twentieth, and after a restart.
func (r *ranking) rank(ctx context.Context, t *Trend, s *series.Series, changed int) error {
	n := len(t.Trend.Lines.Points)
	more := n - r.points
	since := time.Time{}
	if i := series.LastRun(t.Points); i > 0 {
		since = t.Points[i].Time
	}
	if !r.since.Equal(since) || r.series != s || r.question != t.Question || more < 0 ||
		more == 0 && r.changed != changed || more > r.points/20 {
		grown, err := Growth(ctx, s, t.Question, nil)
		if err != nil {
			return err
		}
		*r = ranking{s, t.Question, n, changed, since, grown, asOf(t.Question.By, grown)}
		if line := Restarts(t.Points); line != "" {
			r.asOf = line + " · " + r.asOf
		}
		if line := Unjudged(t.Points); line != "" {
			r.asOf += " · " + line
		}
	}
	r.changed = changed
	t.Growth, t.Names, t.AsOf, t.Lives = r.grown.Table, r.grown.Names, r.asOf, r.grown.Lives
	return nil
}

func asOf(by series.By, g *Grown) string {
	switch {
	case by == series.Stacks:
		return lang.N(g.Judged, "stacks that grew continuously, across 1 profile", "stacks that grew continuously, across {{.N}} profiles", nil)
	case g.Rates:
		return lang.N(g.Judged, "growth of rates across 1 profile", "growth of rates across {{.N}} profiles", nil)
	}
	return lang.N(g.Judged, "growth across 1 profile", "growth across {{.N}} profiles", nil)
}

// Unjudged says how many profiles in a series are not judged because a store has added them up over a time that
// they may not cover entirely; "" if all are judged.
func Unjudged(points []series.Point) string {
	n := series.Partial(points)
	if n == 0 {
		return ""
	}
	return lang.N(n, "1 profile is not judged: it may cover a part of its time only",
		"{{.N}} profiles are not judged: they may cover a part of their time only", nil)
}

// Restarts says when the program in a series was last started again; "" if it was not.
func Restarts(points []series.Point) string {
	times, last := 0, time.Time{}
	for _, p := range points {
		if p.Restarted {
			times, last = times+1, p.Time
		}
	}
	if times == 0 {
		return ""
	}
	at := lang.With{"Time": last.Local().Format("15:04:05")}
	if len(points) > 0 && last.Sub(points[0].Time) > 20*time.Hour {
		at["Time"] = last.Local().Format("2006-01-02 15:04")
	}
	return lang.N(times, "restarted at {{.Time}}; judged since then", "restarted {{.N}} times, last at {{.Time}}; judged since then", at)
}

func trendPicture(_ context.Context, a *Answer, l Look) (scene.Picture, error) {
	return &table.TrendPicture{Head: l.head(a.seriesCaption()...), Trend: a.Series.Trend, Theme: l.Theme, Width: l.Width}, nil
}

func growthPicture(_ context.Context, a *Answer, l Look) (scene.Picture, error) {
	return &table.Picture{
		Head: l.head(a.seriesCaption(Restarts(a.Series.Points), Unjudged(a.Series.Points))...), Table: a.Series.Growth,
		Theme: l.Theme, Empty: lang.L("Nothing grows."),
		Width: l.Width, SortColumn: -1,
	}, nil
}

// seriesCaption says which profiles a picture covers, from what time, which of them are judged, and
// what it shows about them.
func (a *Answer) seriesCaption(judged ...string) []string {
	t := a.Series
	by := lang.L(Groupings[t.Question.By])
	if t.Question.By == series.Labels {
		by = lang.L("by label {{.Key}}", lang.With{"Key": safe.Text(t.Question.Key)})
	}
	lines := []string{strings.Join([]string{
		string(t.Kind), safe.Text(t.Question.Type), lang.N(len(t.Points), "1 profile", "{{.N}} profiles", nil), by,
	}, " · ")}
	if len(t.Points) > 0 {
		const layout = "2006-01-02 15:04:05"
		first, last := t.Points[0].Time.Local(), t.Points[len(t.Points)-1].Time.Local()
		lines = append(lines, lang.L("{{.From}} to {{.To}}", lang.With{"From": first.Format(layout), "To": last.Format(layout)}))
	}
	if t.Summed != "" {
		lines = append(lines, t.Summed)
	}
	lines = append(lines, slices.DeleteFunc(judged, func(line string) bool { return line == "" })...)
	if t.Name != "" {
		lines = append(lines, safe.Text(strings.ReplaceAll(t.Name, "\n", " › ")))
	}
	return append(lines, t.Filters.Caption(nil)...)
}

// needTrend makes the trend that a script asks for.
func needTrend(ctx context.Context, a *Answer) (err error) {
	if !a.Request.Script {
		return nil
	}
	t, x := &a.Request.Trend, a.scriptedTrend()
	switch {
	case t.Names != nil:
		x.Trend, err = linesOf(ctx, t.Series, t.Question, t.Names)
	case a.Request.Display.Trend.All:
		x.Trend, err = oneLine(t.Series, t.Question)
	default:
		x.Trend, err = Layers(t.Series, t.Question)
	}
	return err
}

// needGrowth ranks what grows, for a script.
func needGrowth(ctx context.Context, a *Answer) error {
	t, x := &a.Request.Trend, a.scriptedTrend()
	grown, err := Growth(ctx, t.Series, t.Question, t.Names)
	if err != nil {
		return err
	}
	if t.Question.Lasting != "" && !grown.Lives {
		return ErrNoLives
	}
	x.Growth = grown.Table
	if t.Names != nil && x.Growth.Rows == 0 {
		return ErrNoLine
	}
	return nil
}

func (a *Answer) scriptedTrend() *Trend {
	t := &a.Request.Trend
	a.Series = NewTrend(t.Series, t.Question, &TrendAnswer{})
	a.Series.Filters = a.Request.Place.Query
	return a.Series
}
