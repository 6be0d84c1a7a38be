package desk

import (
	"context"
	"path/filepath"
	"slices"
	"strconv"
	"sync/atomic"

	"profstation/ask"
	"profstation/desk/editor"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/safe"
)

// editing opens source lines in the user's editor.
type editing struct {
	desk   *Desk
	slot   job.Slot
	found  func(says string, err error) // hears what becomes of the line that is looked for; nil: nobody waits
	getenv func(string) string          // tests replace these two
	look   editor.Look
}

// Editors returns the name of the editor that is taken without a choice, "" for none, and those that are installed. It
// asks the disk; any goroutine may call it.
func Editors(d *Desk) (found string, all []editor.Editor) {
	e := &d.sources.editing
	first, _ := editor.Choose("", e.getenv, e.look)
	return first.Name, editor.Installed(e.getenv, e.look)
}

// open opens what an intent asks for. Views first report the line that is chosen.
func (e *editing) open(i screen.OpenInEditor) {
	e.desk.settled(func() { e.start(i) })
}

func (e *editing) start(i screen.OpenInEditor) {
	d, doc := e.desk, e.desk.docs.active
	var find func(context.Context) (ask.Spot, error)
	if doc != nil && doc.content != nil {
		find = doc.content.spot(d, i)
	}
	if find == nil {
		d.Say(lang.L("Nothing is selected."))
		return
	}
	e.answer("", errOvertaken)
	finder, preferred := d.sources.finder, d.keeper.preferences.Editor
	var open atomic.Bool
	o := job.Options{Kind: job.Edit, Slot: &e.slot, Patient: true, Show: func(*job.Job) (screen.Job, bool) {
		return screen.Job{Text: lang.L("Opening the editor"), Done: -1}, !open.Load()
	}}
	job.Start(&d.jobs, o, func(ctx context.Context, j *job.Job) (struct{}, error) {
		spot, err := find(ctx)
		if err != nil {
			return struct{}{}, err
		}
		at, err := finder.Locate(ctx, spot)
		if err != nil {
			return struct{}{}, err
		}
		with, err := editor.Choose(preferred, e.getenv, e.look)
		if err != nil {
			return struct{}{}, err
		}
		started, err := with.Start(at.Path, int(at.Line), 0)
		if err != nil {
			return struct{}{}, err
		}
		open.Store(true)
		j.Post(func() { d.Say(openedAt(at, with.Name)) })
		return struct{}{}, started.Wait(ctx)
	}, func(_ struct{}, err error) error { return err })
	d.Publish()
}

// openedAt says what was opened, and why it may not be what was measured.
func openedAt(at ask.Local, name string) string {
	with := lang.With{"Editor": safe.Text(name), "Place": safe.Text(at.Path), "Note": at.Note}
	if at.Line > 0 {
		with["Place"] = safe.Text(at.Path) + ":" + strconv.FormatInt(at.Line, 10)
	}
	if at.Note != "" {
		return lang.L("Opened in {{.Editor}}: {{.Place}}; {{.Note}}", with)
	}
	return lang.L("Opened in {{.Editor}}: {{.Place}}", with)
}

// spot returns the place of a node, or of the line that is chosen in Source.
func (byNames) spot(d *Desk, i screen.OpenInEditor) func(context.Context) (ask.Spot, error) {
	a := d.current()
	if a == nil || a.Result == nil {
		return nil
	}
	place := func(file string, line int64) func(context.Context) (ask.Spot, error) {
		return func(context.Context) (ask.Spot, error) { return ask.SpotIn(a.Result.Profile, file, line), nil }
	}
	switch {
	case i.File != "":
		return place(i.File, i.Line)
	case i.Node != "":
	case d.Tab() == ask.SourceTab && a.Source != nil && a.Source.File != "":
		if line := d.shell.InSight().Line; line > 0 {
			return place(a.Source.File, line)
		}
		if i.Node = d.navigation.place().Selected.Node; i.Node == "" || d.Display.SourceFile != "" {
			return place(a.Source.File, a.Source.Hottest())
		}
	default:
		i.Node = d.navigation.place().Selected.Node
	}
	if i.Node == "" {
		return nil
	}
	return func(ctx context.Context) (ask.Spot, error) { return a.SpotOf(ctx, i.Node) }
}

// spot returns the place of a frame, or of the selection's stack.
func (t *traceContent) spot(_ *Desk, i screen.OpenInEditor) func(context.Context) (ask.Spot, error) {
	spot := ask.Spot{File: i.File, Line: i.Line, Taken: t.timeline.Trace.Wall}
	if i.File == "" {
		if t.answer == nil || t.answer.Trace.SelectedSpan == nil && t.answer.Trace.Happened == nil {
			return nil
		}
		spot = t.answer.Trace.Spot()
	}
	return func(context.Context) (ask.Spot, error) { return spot, nil }
}

// spot returns the place in the trace that has the keyboard.
func (c *comparedTraces) spot(d *Desk, i screen.OpenInEditor) func(context.Context) (ask.Spot, error) {
	if i.File == "" && !c.beside(d) {
		return nil
	}
	return c.sides[c.focus].spot(d, i)
}

// show shows a line of a file from an editor, and what it costs.
func (e *editing) show(i screen.ShowLine) {
	d := e.desk
	all := slices.Clone(d.docs.all)
	if at := slices.Index(all, d.docs.active); at > 0 {
		all = slices.Insert(slices.Delete(all, at, at+1), 0, d.docs.active)
	}
	e.answer("", errOvertaken)
	e.found = i.Found
	type open struct {
		doc     *document
		profile *model.Profile
		file    string
		note    string // why the line may not be the one that was measured
	}
	var profiles []open
	for _, doc := range all {
		switch c := doc.content.(type) {
		case *profileContent:
			profiles = append(profiles, open{doc: doc, profile: c.file.Profile})
		case *comparedProfiles:
			profiles = append(profiles, open{doc: doc, profile: c.pair.Pair.New})
		}
	}
	finder := d.sources.finder
	place := safe.Text(filepath.Base(i.Path)) + ":" + strconv.FormatInt(i.Line, 10)
	o := job.Options{Kind: job.Edit, Slot: &e.slot, Patient: true, Show: func(*job.Job) (screen.Job, bool) {
		return screen.Job{Text: lang.L("Looking for {{.File}}", lang.With{"File": place}), Done: -1}, true
	}}
	job.Start(&d.jobs, o, func(ctx context.Context, _ *job.Job) (found open, err error) {
		for _, p := range profiles {
			if p.file, err = finder.FileAt(ctx, p.profile, i.Path); err != nil || p.file != "" {
				p.note = ask.Changed(i.Path, p.profile.Time)
				return p, err
			}
		}
		if len(profiles) == 0 {
			return open{}, lang.Error("no profile is open that could have {{.Line}}: open one first", lang.With{"Line": place})
		}
		return open{}, lang.Error("no open profile has the file {{.File}}", lang.With{"File": safe.Text(i.Path)})
	}, func(found open, err error) error {
		if err == nil && !slices.Contains(d.docs.all, found.doc) {
			err = errOvertaken
		}
		if err != nil {
			e.answer("", err)
			return err
		}
		d.docs.activate(found.doc)
		d.Display.SourceFile, d.Display.SourceLine = found.file, i.Line
		d.Display.Assembly = d.Display.Assembly && d.Display.ByLine // instructions alone have no lines
		d.tabs[d.Kind()] = ask.SourceTab
		d.prepare()
		d.settled(func() { e.tell(place, i.Line, found.note) })
		return nil
	})
	d.Publish()
}

// tell says what a line costs that is on the screen now, and why it may not be the one that was measured.
func (e *editing) tell(place string, line int64, note string) {
	d := e.desk
	a := d.current()
	if a == nil || a.Source == nil {
		e.answer("", errOvertaken)
		return
	}
	with := lang.With{"Line": place, "Cost": a.CostOf(line), "Note": note}
	says := lang.L("{{.Line}}: {{.Cost}}", with)
	switch {
	case with["Cost"] == "":
		says = lang.Sentences(lang.L("Nothing is counted at {{.Line}}.", with), note)
	case note != "":
		says = lang.L("{{.Line}}: {{.Cost}}; {{.Note}}", with)
	}
	d.Say(says)
	e.answer(says, nil)
}

var errOvertaken = lang.Error("the window was asked for another line")

// answer tells whoever waits for a line what was found.
func (e *editing) answer(says string, err error) {
	if e.found != nil {
		e.found(says, err)
		e.found = nil
	}
}
