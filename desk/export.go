package desk

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"profstation/ask"
	"profstation/ask/report"
	"profstation/ask/write"
	"profstation/desk/folder"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/disk"
	"profstation/graph"
	"profstation/graph/layout"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/origin"
	"profstation/scene"
)

type exporter struct {
	desk  *Desk
	panel string    // the one to export from a sheet; "": all
	sight ask.Sight // what was on the screen when an export was asked for
}

// do carries out the intents about writing. It first settles what the user has just done
// in the view, so that it writes what is in sight now.
func (e *exporter) do(i screen.Intent) bool {
	d := e.desk
	switch i := i.(type) {
	case screen.Export:
		d.settled(func() {
			e.panel = i.Panel
			e.chooseExport()
		})
	case screen.Report:
		d.settled(func() { e.report(i) })
	case screen.CopyCommand:
		d.settled(func() { e.copyCommand(i.Args) })
	default:
		return false
	}
	return true
}

func (e *exporter) chooseExport() {
	d := e.desk
	e.sight = d.shell.InSight()
	a := e.shown()
	formats := e.formats(a)
	if len(formats) == 0 && d.Tab() == ask.PeekTab && d.current() != nil {
		d.Say(lang.L("Select a function first; then its callers and callees can be exported."))
		return
	}
	if len(formats) == 0 {
		d.Say(lang.L("There is nothing to export here: open a profile and show one of its pictures or its table."))
		return
	}
	view := cmp.Or(a.SheetName(), a.View().Name)
	if a.HasPanel(e.panel) {
		view += "-" + e.panel
	}
	doc := d.docs.active
	name := doc.titled(d.Tab())
	base := folder.Stem(name)
	if base == name {
		base = strings.TrimSuffix(base, filepath.Ext(base))
	}
	base = disk.CutName(safe.Text(base))
	if k := doc.origin.shown(); !k.OnDisk() && k.Kind() != origin.Input { // it is not a file
		base = disk.FileName(strings.ReplaceAll(name, " → ", "-"))
	}
	o := ExportOffer{
		View: view, Name: disk.Portable(base + "-" + view), Folder: string(d.keeper.exported.Folder), Formats: formats, Ending: formats[0].Ending,
		Look: d.ExportLook(), Part: doc.content.partial(d), Window: d.Display.Theme,
		Copy: func(f ask.Format, l ask.Look) *Writing { return e.copyFormat(a, f, l) },
	}
	if o.Folder == "" {
		o.Folder = d.Folder()
	}
	if last := d.keeper.exported.Format[view]; slices.ContainsFunc(formats, func(f ask.Format) bool { return f.Ending == last }) {
		o.Ending = last
	}
	d.shell.ChooseExport(o, func(path string, l ask.Look) *Writing {
		dir := filepath.Dir(path)
		if abs, err := filepath.Abs(dir); err == nil {
			dir = abs
		}
		ending := ""
		if f, _ := ask.FormatNamed(path, formats); f != nil {
			ending = f.Ending
		}
		e.rememberExport(view, dir, ending, l)
		return e.exportTo(path, a, l)
	})
}

// Formats returns the formats in which the visible tab can be written now. There are none if it shows nothing.
func (d *Desk) Formats() []ask.Format { return d.exporter.formats(d.exporter.shown()) }

// shown returns the answer that the visible tab shows, nil if there is nothing yet.
func (e *exporter) shown() *ask.Answer {
	if doc := e.desk.docs.active; doc != nil && doc.content != nil {
		return doc.content.exported(e.desk)
	}
	return nil
}

func (e *exporter) formats(a *ask.Answer) []ask.Format {
	if a == nil {
		return nil
	}
	return a.Formats(e.panel)
}

// exported returns the answer with the call graphs that were laid out.
func (byNames) exported(d *Desk) *ask.Answer {
	a := d.current()
	if a == nil || a.Request.Tab != d.Tab() {
		return nil
	}
	whole := *a
	for at := range ask.Panes {
		if c := d.layouts.picture(at); c != nil {
			whole.Charts[at] = c.Chart
		}
	}
	return &whole
}

func (t *traceContent) exported(d *Desk) *ask.Answer {
	if t.answer == nil || t.answer.Request.Tab != d.Tab() {
		return nil
	}
	return t.answer
}

func (c *comparedTraces) exported(d *Desk) *ask.Answer {
	if c.beside(d) {
		return c.timelines
	}
	return c.durations
}

// exportTo writes a picture or a table in the background. The path's ending chooses the format.
func (e *exporter) exportTo(path string, a *ask.Answer, l ask.Look) *Writing {
	formats := e.formats(a)
	f, _ := ask.FormatNamed(path, formats)
	if f == nil {
		e.desk.Say(unnamed(path, formats))
		return unwritten(e.desk.Notice)
	}
	return e.write(path, a, *f, l)
}

// unnamed says that a path does not end like any format.
func unnamed(path string, formats []ask.Format) string {
	known := make([]string, len(formats))
	for i, f := range formats {
		known[i] = f.Ending
	}
	advice := lang.L("End the name with {{.Known}}.", lang.With{"Known": lang.List(known...)})
	ending := filepath.Ext(path)
	if ending == "" {
		return advice
	}
	return lang.Sentences(lang.L("“{{.Ending}}” is not a format of this view.", lang.With{"Ending": safe.Text(ending)}), advice)
}

func (e *exporter) write(path string, a *ask.Answer, f ask.Format, l ask.Look) *Writing {
	return e.exporting(path, func(ctx context.Context) error {
		do, err := write.Prepare(ctx, f, a, l)
		if err != nil {
			return err
		}
		return disk.Write(ctx, path, 0o666, do)
	}, func() { e.desk.outcomes.written(path, "") })
}

// exporting writes in the background. done is called when all is written.
func (e *exporter) exporting(to string, work func(context.Context) error, done func()) *Writing {
	d, w := e.desk, &Writing{}
	o := job.Options{Kind: job.Export, Show: func(*job.Job) (screen.Job, bool) {
		return screen.Job{Text: lang.L("Writing {{.Name}}", lang.With{"Name": safe.Text(filepath.Base(to))}), Done: -1}, true
	}}
	w.job = job.Start(&d.jobs, o, func(ctx context.Context, _ *job.Job) (struct{}, error) {
		return struct{}{}, work(ctx)
	}, func(_ struct{}, err error) error {
		switch {
		case err == nil:
			d.outcomes.over(to)
			done()
			w.end("")
		case errors.Is(err, context.Canceled):
			d.refuse(err)
			w.end("")
		default:
			text := lang.L("Not written: {{.Error}}", lang.With{"Error": safe.Text(err.Error())})
			d.outcomes.failed(to, text, func() { e.exporting(to, work, done) })
			w.end(text)
		}
		return nil // the error is shown
	})
	d.Publish()
	return w
}

const maxCopied = 32 << 20 // in bytes; other programs take the clipboard whole

var errTooLarge = lang.Error("this is too much for the clipboard, which takes up to 32MB: export a file")

func (e *exporter) copyFormat(a *ask.Answer, f ask.Format, l ask.Look) *Writing {
	d := e.desk
	var b bytes.Buffer
	return e.exporting(lang.L("the clipboard"), func(ctx context.Context) error {
		b.Reset()
		do, err := write.Prepare(ctx, f, a, l)
		if err == nil {
			err = do(&b)
		}
		if err == nil && b.Len() > maxCopied {
			err = errTooLarge
		}
		return err
	}, func() {
		d.shell.Copy(safe.Visible(b.String()))
		d.Say(lang.L("Copied: {{.What}}", lang.With{"What": f.Label()}))
	})
}

// ExportOffer says what can be written from the visible tab.
type ExportOffer struct {
	View    string // "flame"
	Name    string // the file's name, without its ending
	Folder  string
	Formats []ask.Format
	Ending  string // for the format that was chosen last
	Look    ask.Look
	Part    bool                                // only part of it is in sight
	Window  *scene.Theme                        // the window's theme
	Copy    func(ask.Format, ask.Look) *Writing // puts a text format on the clipboard
}

// Refusal says why nothing can be written to a path with this ending, "" if something can.
func (o *ExportOffer) Refusal(path string) string {
	if f, _ := ask.FormatNamed(path, o.Formats); f != nil {
		return ""
	}
	return unnamed(path, o.Formats)
}

// ExportLook is how a picture was last written.
func (d *Desk) ExportLook() ask.Look {
	e := d.keeper.exported
	l := ask.Look{
		Width: cmp.Or(e.Width, write.Width), Height: e.Height, Scale: cmp.Or(e.Scale, write.Scale),
		Theme: d.Display.Theme, Bare: e.Bare,
		// A user who has scrolled still wants the whole picture, unless the dialog says otherwise.
		Whole: e.Whole || d.exporter.sight.Scrolled(), Sight: d.exporter.sight, Panel: d.exporter.panel,
	}
	if d.docs.active != nil {
		l.Title = safe.Text(d.docs.active.titled(d.Tab()))
	}
	switch e.Theme {
	case ThemeLight:
		l.Theme = l.Theme.In(false)
	case ThemeDark:
		l.Theme = l.Theme.In(true)
	}
	return l
}

func (e *exporter) rememberExport(view, folder, ending string, l ask.Look) {
	d := e.desk
	formats := map[string]string{}
	maps.Copy(formats, d.keeper.exported.Format)
	formats[view] = ending
	whole := l.Whole
	if d.exporter.sight.Scrolled() {
		whole = d.keeper.exported.Whole
	}
	theme := ""
	if l.Theme != d.Display.Theme {
		theme = ThemeLight
		if l.Theme.Dark {
			theme = ThemeDark
		}
	}
	d.keeper.exported = session.Export{
		Folder: origin.Ref(folder), Format: formats, Width: l.Width, Height: l.Height, Scale: l.Scale,
		Theme: theme, Whole: whole, Bare: l.Bare,
	}
}

// reported returns the documents of a page in their order, but comparisons first, because they matter most. Their
// contents no longer change. names are the documents' names, and left are the names of documents about which
// nothing is known yet. Recordings that a comparison lists are left out unless they have notes or each is asked for.
func (e *exporter) reported(of screen.Report) (all []report.Document, names, left []string) {
	d := e.desk
	q, defaults := d.navigation.place().Query, query.Default()
	q.NodeCount, q.NodeFraction, q.EdgeFraction = defaults.NodeCount, defaults.NodeFraction, defaults.EdgeFraction
	docs := slices.Clone(d.docs.all)
	if of.Alone {
		docs = slices.DeleteFunc(docs, func(doc *document) bool { return doc != d.docs.active })
	}
	slices.SortStableFunc(docs, func(a, b *document) int {
		switch {
		case (a.comparison() != nil) == (b.comparison() != nil):
			return 0
		case a.comparison() != nil:
			return -1
		}
		return 1
	})
	listed := e.listed()
	for _, doc := range docs {
		s := report.Document{Query: q, Notes: d.notebook.on(doc), Dismissed: doc.dismissed, Limits: d.keeper.limits()}
		if !of.Alone && listed.Needless(doc.id, s.Notes, of.Each) {
			continue
		}
		var p *model.Profile
		switch c := doc.content.(type) {
		case *profileContent:
			s.File, p = c.file, c.file.Profile
		case *traceContent:
			s.File = c.file
		case *comparedProfiles:
			s.Pair, s.Normalisation, p = c.pair, c.of.normalisation, c.pair.Pair.New
		case *comparedTraces:
			s.Pair = c.pair
		}
		if s.File == nil && s.Pair == nil {
			if doc.state != screen.Waiting { // a folder without a profile
				left = append(left, doc.name())
			}
			continue
		}
		if p != nil { // the sample type in force may belong to another document
			if _, err := query.SampleIndex(p, q.SampleIndex); err != nil {
				s.Query.SampleIndex = ""
			}
		}
		tab := ask.OverviewTab
		if f := doc.following(); f != nil && p != nil && f.chosen != nil && f.chosen.Series != nil && f.chosen.Series.Len() > 1 {
			s.Series, s.Of, tab = f.chosen.Series, string(f.Path), ask.TrendTab
		}
		all = append(all, s)
		if of.Alone || !listed[doc.id] { // its comparison has its name
			names = append(names, safe.Text(doc.titled(tab)))
		}
	}
	return all, names, left
}

// listed returns the documents that open comparisons list as their recordings.
func (e *exporter) listed() report.Listed[int] {
	listed := report.Listed[int]{}
	for _, of := range e.desk.docs.all {
		if c := of.comparison(); c != nil && of.content != nil {
			for _, f := range slices.Concat(c.sides[:]...) {
				listed.Add(f.doc, f.only)
			}
		}
	}
	return listed
}

// report writes a page about all that is open, or about the active document alone, with the filters in force and the
// notes. Without a path it asks for one, and returns nil.
func (e *exporter) report(of screen.Report) *Writing {
	d, path := e.desk, of.Path
	documents, names, left := e.reported(of)
	if len(documents) == 0 {
		d.Say(lang.L("There is nothing to report on: open a profile or a trace first."))
		return unwritten(d.Notice)
	}
	title := names[0]
	if n := len(names) - 1; n > 0 {
		title = andMore(title, n)
	}
	if d.keeper.workspace != "" && !of.Alone {
		title = strings.TrimSuffix(filepath.Base(d.keeper.workspace), filepath.Ext(d.keeper.workspace))
	}
	if path == "" {
		begin := filepath.Join(cmp.Or(string(d.keeper.exported.Folder), d.Folder()), disk.FileName(title)+".html")
		d.shell.ChoosePath(lang.L("Save report"), begin, func(path string) *Writing {
			of.Path = path
			return e.report(of)
		})
		return nil
	}
	if filepath.Ext(path) == "" {
		path += ".html"
	}
	o := report.Options{Width: write.Width, Style: d.Display.Style()}
	return e.exporting(path, func(ctx context.Context) error {
		helper := layout.Helper{Command: d.layouts.helper.Command}
		defer helper.Close()
		o.Layout = func(ctx context.Context, g *graph.Graph) (*graph.Chart, error) { return write.LayOut(ctx, &helper, g) }
		page := report.New(title, o.Style.Theme)
		for _, s := range documents {
			err := page.Add(ctx, s, o)
			if err != nil && s.Pair != nil && ctx.Err() == nil { // such as values per second where no duration is known
				page.Uncompared(s.Pair.Names[ask.BaseSide], s.Pair.Names[ask.NewSide], err)
			} else if err != nil {
				return err
			}
		}
		return disk.Write(ctx, path, 0o666, page.Write)
	}, func() {
		note := ""
		if len(left) > 0 {
			note = " · " + lang.L("left out, not read yet: {{.Names}}", lang.With{"Names": safe.Text(lang.List(left...))})
		}
		d.outcomes.written(path, note)
	})
}
