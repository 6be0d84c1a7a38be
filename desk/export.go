package desk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"profstation/desk/answer"
	"profstation/desk/export"
	"profstation/desk/job"
	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/graph"
	"profstation/model"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/table"
	"profstation/timeline"
)

// Format is one way to write what a tab shows.
type Format struct {
	Ending string // of the file, with its dot
	Label  string // for menus
	// Drawn tells that it is a picture, which has a look.
	Drawn bool
	// Text tells that it can be copied as a text.
	Text  bool
	write func(context.Context, io.Writer, ExportLook) error
}

// exporter writes what is shown.
type exporter struct {
	desk  *Desk
	panel string // the one of a sheet that is exported; "": all
}

// do carries out the intents about writing. What somebody has just done to the view
// is settled first: what is in sight at this moment is written.
func (e *exporter) do(i screen.Intent) bool {
	d := e.desk
	switch i := i.(type) {
	case screen.Export:
		d.settled(func() {
			e.panel = i.Panel
			d.chooseExport()
		})
	case screen.Report:
		d.settled(func() { d.report(i.Path) })
	case screen.CopyCommand:
		d.settled(d.copyCommand)
	default:
		return false
	}
	return true
}

// shown is an answer as something to write.
type shown struct{ *answer.Answer }

// chooseExport asks where to write what the visible tab shows, and how.
func (d *Desk) chooseExport() {
	d.sight = d.shell.InSight()
	view, formats := d.Formats()
	if len(formats) == 0 {
		d.Notice = lang.L("There is nothing to export here: open a profile and show one of its pictures or its table.")
		d.Publish()
		return
	}
	doc := d.docs.active
	base := strings.TrimSuffix(doc.name(), filepath.Ext(doc.name()))
	if !filepath.IsAbs(doc.origin.shown()) && doc.origin.shown() != "-" { // it is no file
		base = fileName(strings.ReplaceAll(doc.name(), " → ", "-"))
	}
	o := ExportOffer{
		View: view, Name: base + "-" + view,
		Folder: string(d.keeper.exported.Folder), Formats: formats, Ending: formats[0].Ending, Look: d.ExportLook(), Part: doc.content.partial(d), Window: d.Display.Theme, Copy: d.copyFormat,
	}
	if o.Folder == "" {
		o.Folder = d.Folder()
	}
	if last := d.keeper.exported.Format[view]; slices.ContainsFunc(formats, func(f Format) bool { return f.Ending == last }) {
		o.Ending = last
	}
	d.shell.ChooseExport(o, func(path string, l ExportLook) {
		if path == "" {
			return
		}
		folder := filepath.Dir(path)
		if abs, err := filepath.Abs(folder); err == nil {
			folder = abs
		}
		d.rememberExport(view, folder, strings.ToLower(filepath.Ext(path)), l)
		d.exportTo(path, formats, l)
	})
}

// Formats are the ways to write what the visible tab shows now, and its name;
// none where it shows nothing.
func (d *Desk) Formats() (view string, formats []Format) {
	switch d.Kind() {
	case screen.OfTrace:
		return d.traceFormats()
	case screen.OfTracePair:
		return d.contrastFormats()
	}
	if d.current() == nil || d.answer.Request.Tab != d.Tab() {
		return "", nil
	}
	a := shown{d.answer}
	if a.Compared != nil {
		return d.comparisonFormats(a)
	}
	if view, formats = d.profileFormats(a); view != "" {
		formats = append(formats, a.filteredProfile())
	}
	return view, formats
}

// profileFormats are the ways to write what the visible tab shows of a profile.
func (d *Desk) profileFormats(a shown) (view string, formats []Format) {
	switch {
	case d.Tab() == screen.OverviewTab:
		return "filtered", []Format{}
	case d.Tab() == screen.LabelsTab && a.Labels != nil && a.Labels.At >= 0:
		return a.labelFormats()
	case d.Tab() == screen.PeekTab && a.Peek != nil:
		return a.peekFormats()
	case d.Tab() == screen.SourceTab && a.Source != nil && a.Source.Table != nil:
		return a.sourceFormats()
	case d.Tab() == screen.FlameTab && a.Chart != nil:
		return "flame", append(pictures(a.flamePicture),
			Format{Ending: ".csv", Label: lang.L("CSV, exact figures"), Text: true, write: a.whole((*flame.Chart).WriteCSV)},
			Format{Ending: ".json", Label: lang.L("JSON, exact figures"), Text: true, write: a.whole((*flame.Chart).WriteJSON)})
	case d.Tab() == screen.TrendTab && a.Trend != nil:
		return "trend", a.trendFormats()
	case d.Tab() == screen.TopTab && a.Top != nil:
		report := &table.TopReport{File: a.Name, Result: a.Result, Table: a.Result.Top()}
		return "top", append(pictures(always(func(l ExportLook) export.Drawing { return a.topPicture(report.Heading(), l) })),
			tableFile(".csv", lang.L("CSV, exact figures"), a.Top.WriteCSV),
			tableFile(".json", lang.L("JSON, exact figures"), report.WriteJSON))
	case d.Tab() == screen.GraphTab && d.layouts.picture(answer.OnlyGraph) != nil && d.layouts.picture(answer.OnlyGraph).Chart != nil:
		c := d.layouts.picture(answer.OnlyGraph).Chart
		return "graph", append(pictures(always(func(l ExportLook) export.Drawing { return a.graphPicture(c, l) })),
			tableFile(".dot", lang.L("DOT, for graphviz"), c.Graph.WriteDOT),
			tableFile(".csv", lang.L("CSV, the edges"), c.Graph.WriteCSV))
	}
	return "", nil
}

// plain is a way to write that looks at nothing else.
func plain(write func(io.Writer) error) func(context.Context, io.Writer, ExportLook) error {
	return func(_ context.Context, w io.Writer, _ ExportLook) error { return write(w) }
}

// tableFile is a table or a report as a file.
func tableFile(ending, label string, write func(io.Writer) error) Format {
	return Format{Ending: ending, Label: label, Text: true, write: plain(write)}
}

// pictures are the two formats of a drawing.
func pictures(draw func(context.Context, ExportLook) (export.Drawing, error)) []Format {
	svg := func(ctx context.Context, w io.Writer, l ExportLook) error {
		l.Scale = 1
		p, err := draw(ctx, l)
		if err != nil {
			return err
		}
		return p.SVG(w)
	}
	png := func(ctx context.Context, w io.Writer, l ExportLook) error {
		p, err := draw(ctx, l)
		if err != nil {
			return err
		}
		if err := p.Check(l.Scale); err != nil {
			return err
		}
		return p.PNG(w, l.Scale)
	}
	return []Format{
		{Ending: ".svg", Label: lang.L("SVG, a drawing with real text"), Drawn: true, Text: true, write: svg},
		{Ending: ".png", Label: lang.L("PNG, a picture in pixels"), Drawn: true, write: png},
	}
}

// head is the heading of a picture. Without lines it is the picture's own.
func (l ExportLook) head(lines ...string) scene.Heading {
	return scene.Heading{Title: l.Title, Lines: lines, Bare: l.Bare}
}

// drawing is a picture of its own height, or the one that was asked for.
func (l ExportLook) drawing(p scene.Picture) export.Drawing {
	d := export.Of(p, l.Title)
	if l.Height > 0 {
		d.Height = l.Height
	}
	return d
}

// exportTo writes a picture or a table in the background. The format is the
// ending of the path.
func (d *Desk) exportTo(path string, formats []Format, l ExportLook) {
	ending := strings.ToLower(filepath.Ext(path))
	var known []string
	for _, f := range formats {
		if f.Ending == ending {
			d.write(path, f, l)
			return
		}
		known = append(known, f.Ending)
	}
	d.Notice = fmt.Sprintf(lang.L("%q is no format of this view: end the name with %s"), model.Sanitise(ending), strings.Join(known, ", "))
	d.Publish()
}

func (d *Desk) write(path string, f Format, l ExportLook) {
	d.exporting(path, func(ctx context.Context) error {
		return export.File(ctx, path, func(w io.Writer) error { return f.write(ctx, w, l) })
	}, func() string { return written(path) })
}

// written tells that a file was.
func written(path string) string { return lang.L("Written: ") + model.Sanitise(path) }

// exporting writes in the background. done is asked for the notice when all is
// written.
func (d *Desk) exporting(to string, work func(context.Context) error, done func() string) {
	o := job.Options{Kind: job.Export, Show: func(*job.Job) (screen.Job, bool) {
		return screen.Job{Text: lang.L("Writing {{.Name}}", lang.With{"Name": filepath.Base(to)}), Done: -1}, true
	}}
	job.Start(&d.jobs, o, func(ctx context.Context, _ *job.Job) (struct{}, error) {
		return struct{}{}, work(ctx)
	}, func(_ struct{}, err error) error {
		if err == nil {
			d.Say(done())
		} else if errors.Is(err, context.Canceled) {
			d.refuse(err)
		}
		return err
	})
	d.Publish()
}

// mostCopied bounds what goes to the clipboard: other programs take it whole.
const mostCopied = 32 << 20

// copyFormat puts what would be written on the clipboard.
func (d *Desk) copyFormat(f Format, l ExportLook) {
	var b bytes.Buffer
	d.exporting(lang.L("the clipboard"), func(ctx context.Context) error { return f.write(ctx, &b, l) }, func() string {
		if b.Len() > mostCopied {
			return fmt.Sprintf(lang.L("%d MB are too much for the clipboard: export a file"), b.Len()>>20)
		}
		d.shell.Copy(b.String())
		return lang.L("Copied: ") + f.Label
	})
}

// traceFormats are the ways to write a timeline.
func (d *Desk) traceFormats() (view string, formats []Format) {
	if _, ok := screen.Sheets[d.Tab()]; ok {
		return d.sheetFormats()
	}
	t := d.docs.active.trace()
	if t == nil || t.answer == nil {
		return "", nil
	}
	a := t.answer
	if a.Lanes == nil || d.Tab() != screen.TimelineTab {
		return "", nil
	}
	window := func(l ExportLook) timeline.Window {
		if l.Whole || a.Place.Window == (timeline.Window{}) {
			return a.Timeline.Whole()
		}
		return a.Place.Window
	}
	picture := func(_ context.Context, l ExportLook) (export.Drawing, error) {
		style := a.Style
		style.Theme = l.Theme
		p := &timeline.Picture{
			Head: l.head(), Lanes: a.Lanes, Style: style, Window: window(l), Width: l.Width,
			Marks: timeline.Marks{Selected: trace.NoSpan, Interval: a.Place.Interval},
		}
		return l.drawing(p), nil
	}
	spans := Format{Ending: ".csv", Label: lang.L("CSV, the spans in sight"), Text: true, write: func(ctx context.Context, w io.Writer, l ExportLook) error {
		return timeline.WriteCSV(ctx, w, a.Lanes, window(l))
	}}
	return "timeline", append(pictures(picture), spans)
}

// graphPicture is a call graph at its natural size.
func (a shown) graphPicture(c *graph.Chart, l ExportLook) export.Drawing {
	p := &graph.Picture{Head: l.head(), Chart: c, Style: graph.Style{Theme: l.Theme}, Match: a.Match}
	if a.Compared != nil {
		p.Quiet, p.Fade = a.Compared.Quiet, a.Request.Display.Compare.HideNoise
	}
	if !l.Whole && l.sight.Graph != nil {
		p.Part = l.sight.Graph
		p.Head.Lines = append(p.Heading(), lang.L("the part in sight"))
	}
	return l.drawing(p)
}

// whole lays the flame graph out anew, with all its boxes.
func (a shown) whole(write func(*flame.Chart, io.Writer) error) func(context.Context, io.Writer, ExportLook) error {
	o := a.Chart.Options
	o.Columns, o.Zoom, o.Span = 0, nil, flame.Span{}
	return func(ctx context.Context, w io.Writer, _ ExportLook) error {
		c, err := flame.New(ctx, a.Result, o)
		if err != nil {
			return err
		}
		return write(c, w)
	}
}

// flamePicture lays the flame graph out anew: as many boxes can be told apart as
// the picture has pixels.
func (a shown) flamePicture(ctx context.Context, l ExportLook) (export.Drawing, error) {
	o := a.Chart.Options
	o.Columns = int(math.Ceil(l.Width * max(1, l.Scale)))
	if l.Whole {
		o.Zoom, o.ZoomCallers, o.Span = nil, false, flame.Span{}
	}
	c, err := flame.New(ctx, a.Result, o)
	if err != nil {
		return export.Drawing{}, err
	}
	style := a.Request.Display.Style()
	style.Theme = l.Theme
	var more []string
	if a.Request.Place.Pivot != "" {
		more = append(more, lang.L("callers and callees of ")+model.Sanitise(a.Request.Place.Pivot))
	}
	if !l.Whole && len(a.Request.Place.Zoom) > 0 {
		more = append(more, lang.L("the part below ")+model.Sanitise(a.Request.Place.Zoom[len(a.Request.Place.Zoom)-1]))
	}
	p := &flame.Picture{Head: l.head(a.caption(more...)...), Chart: c, Style: style, Width: l.Width, Match: a.Match}
	return l.drawing(p), nil
}

// topPicture has a table of its own: the one of the answer is drawn by the
// window meanwhile.
func (a shown) topPicture(heading []string, l ExportLook) export.Drawing {
	p := &table.Picture{
		Head:  l.head(append([]string{a.about()}, heading...)...),
		Table: table.Top(a.Result, a.TopRows), Theme: l.Theme, Empty: lang.L("No rows are left."), Width: l.Width,
		SortColumn: a.Sort.Column, Descending: a.Sort.Descending,
	}
	if a.Match != nil {
		p.Match = func(row int) bool { return a.Match[a.TopRows[row].Node] }
	}
	l.rows(p)
	return l.drawing(p)
}

// always is a drawing that cannot fail.
func always(draw func(ExportLook) export.Drawing) func(context.Context, ExportLook) (export.Drawing, error) {
	return func(_ context.Context, l ExportLook) (export.Drawing, error) { return draw(l), nil }
}
