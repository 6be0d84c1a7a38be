package ask

import (
	"context"
	"io"
	"regexp"

	"profstation/model"
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/scene"
	"profstation/table"
)

// caption returns the lines below the title of a profile's picture: the profile's kind and when it
// was taken, what the picture says about itself, how much a search found, and more. Its only
// error is the context's.
func caption(ctx context.Context, a *Answer, own []string, more ...string) ([]string, error) {
	lines := append([]string{about(a.Result.Profile)}, own...)
	if a.Sums {
		lines = append(lines, OnlySums())
	}
	if a.Match != nil {
		net, _, err := a.Result.MatchTotal(ctx, a.Match)
		if err != nil {
			return nil, err
		}
		lines = append(lines, lang.L("search={{.Text}} is in {{.Amount}} ({{.Share}})", lang.With{
			"Text": safe.Text(a.Request.Search), "Amount": a.Result.Amount(net), "Share": units.Percent(net, a.Result.Total),
		}))
	}
	return append(lines, more...), nil
}

func about(p *model.Profile) string {
	kind := lang.L(explain.About(p).Title)
	if p.Time.IsZero() {
		return kind
	}
	return lang.L("{{.Kind}} of {{.Time}}", lang.With{"Kind": kind, "Time": p.Time.Format("2006-01-02 15:04:05 MST")})
}

// tablePicture draws a table that has its own order. It marks the rows whose text matches the search.
func (a *Answer) tablePicture(ctx context.Context, l Look, t *table.Table, heading []string, empty string) (scene.Picture, error) {
	p := &table.Picture{Table: t, Theme: l.Theme, Empty: lang.L(empty), Width: l.Width, SortColumn: -1}
	lines, err := caption(ctx, a, heading)
	if err != nil {
		return nil, err
	}
	p.Head = l.head(lines...)
	if re, err := regexp.Compile(a.Request.Search); err == nil && a.Match != nil {
		last := len(t.Columns) - 1
		for i, c := range t.Columns {
			if c.Width == 0 {
				last = i
			}
		}
		p.Match = func(row int) bool {
			name := t.Cell(row, last)
			return re.MatchString(name) || query.MatchesShortened(re, name)
		}
	}
	return p, nil
}

// reportOf adapts a function in package table that makes a report from a result.
func reportOf[R table.Report](make func(ctx context.Context, file string, r *query.Result) (R,
	error)) func(context.Context, *Answer) (table.Report, error) {
	return func(ctx context.Context, a *Answer) (table.Report, error) {
		return make(ctx, a.Name, a.Result)
	}
}

// reported completes a view that is a report, so that it can be written in all ways. A picture
// without rows shows empty.
func reported(v View, of func(context.Context, *Answer) (table.Report, error), empty string) View {
	v.Picture = func(ctx context.Context, a *Answer, l Look) (scene.Picture, error) {
		r, err := of(ctx, a)
		if err != nil {
			return nil, err
		}
		return a.tablePicture(ctx, l, r.Table(), r.Heading(), empty)
	}
	v.CSV = made(of, func(r table.Report, w io.Writer) error {
		if l, ok := r.(interface{ Figures() *table.Table }); ok {
			return l.Figures().WriteCSV(w)
		}
		return r.Table().WriteCSV(w)
	})
	v.JSON, v.Text = made(of, table.Report.WriteJSON), made(of, table.Report.WriteText)
	return v
}

// What pictures say instead of rows.
const (
	noRows    = "No rows match: remove a filter or choose another sample type."
	noNodes   = "No nodes match the filters."
	noSamples = "No samples match the filters."
)
