package desk

import (
	"path/filepath"
	"slices"

	"profstation/ask"
	"profstation/desk/folder"
	"profstation/desk/screen"
	"profstation/loader"
	"profstation/model/lang"
	"profstation/model/series"
	"profstation/origin"
)

// folders carries out the intents about followed folders.
type folders struct{ desk *Desk }

func (s folders) do(i screen.Intent) bool {
	d, f := s.desk, s.desk.followed()
	switch i := i.(type) {
	case screen.WatchFolder:
		s.watch(i.Path)
	case screen.WatchOptions:
		s.watchOptions(i)
	case screen.FoldFolder:
		if doc := d.docs.numbered(i.Document); doc != nil && doc.following() != nil {
			of := doc.following()
			of.closed = !of.closed
			of.relist()
			d.Publish()
		}
	case screen.ShowFile:
		s.showFile(i)
	case screen.Step:
		s.step(i.By)
	case screen.StepTo:
		if f != nil {
			f.following = false
		}
		s.goTo(i.At)
	case screen.ChooseSeries:
		if f != nil && i.N >= 0 && i.N < len(f.Order) && f.Order[i.N] != f.chosen {
			f.chosen = f.Order[i.N]
			f.turn(d, d.docs.active, f.chosen.Newest())
			d.Publish()
		}
	case screen.Follow:
		if d.docs.follow() {
			return true
		}
		if f == nil {
			break
		}
		f.following = !f.following
		if newest := f.chosen.Newest(); f.following && newest != "" && newest != f.file {
			f.turn(d, d.docs.active, newest)
		}
		d.Publish()
	case screen.ShowNews:
		s.showFile(screen.ShowFile{Document: i.Document, Path: i.Path})
		d.Do(screen.ShowFound{Finding: i.Finding})
	case screen.ReadAll:
		if f != nil {
			f.AskAll()
			d.Publish()
		}
	default:
		return false
	}
	return true
}

func (s folders) watch(path string) {
	d := s.desk
	if path == "" {
		d.shell.ChooseFolder(d.Folder(), func(path string) {
			if path != "" {
				s.watch(path)
			}
		})
		return
	}
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	doc := d.docs.keyed(origin.Ref(path))
	if doc == nil {
		doc = d.docs.add(&fileOrigin{path: origin.Ref(path)})
		d.follow(doc)
		d.keeper.firstRead(doc)
	}
	d.docs.active = doc
	d.prepare()
}

func (d *Desk) follow(doc *document) {
	o, ok := doc.origin.(*fileOrigin)
	if !ok {
		return
	}
	f := &watched{document: doc.id, following: true, typed: o.typed}
	load := d.docs.loading.options
	if o.typed != "" {
		asking := d.remotes.remote(o.typed)
		load = func() loader.Options {
			l := d.docs.loading.options()
			l.Remote = asking
			return l
		}
	}
	f.options = load
	if f.before = o.before; f.before != nil {
		f.closed = f.before.closed
	}
	var err error
	f.Folder, err = folder.New(o.path, o.way, load, aboutProfile, func() {
		d.jobs.Post(func() { f.arrived(d, doc) })
	})
	if err != nil {
		doc.err, doc.state = err, screen.Failed
		return
	}
	f.relist()
	doc.origin, doc.state = f, screen.Waiting
}

// watchOptions starts to follow a folder again, with other options.
func (s folders) watchOptions(i screen.WatchOptions) {
	d := s.desk
	doc := d.docs.numbered(i.Document)
	if doc == nil || doc.following() == nil {
		return
	}
	f := doc.following()
	f.leave()
	doc.origin = &fileOrigin{path: f.Path, typed: f.typed, way: folder.Way{Recursive: i.Recursive, Polling: i.Polling}, before: f}
	doc.content, doc.standing = nil, standing{}
	d.forget(doc)
	d.follow(doc)
	d.prepare()
}

// step goes a number of profiles on or back in the series. For a single profile from a store, the times before
// and after it are the series.
func (s folders) step(by int) {
	d, f := s.desk, s.desk.followed()
	if f == nil {
		if _, _, ok := d.remotes.questionOf(d.docs.active); ok {
			d.Do(screen.Beside{Later: by > 0})
			return
		}
		d.Say(lang.L("This is not part of a series: follow a folder with “File › Watch a folder…”."))
		return
	}
	f.following = false
	at := f.standing()
	if at < 0 {
		return
	}
	at += by
	s.goTo(at)
	switch {
	case at < 0:
		d.Say(lang.L("This is the first profile of the series."))
	case at >= f.chosen.Len():
		d.Say(lang.L("This is the last profile of the series."))
	}
}

func (s folders) goTo(at int) {
	d, f := s.desk, s.desk.followed()
	if f == nil || f.chosen.Len() == 0 {
		return
	}
	at = max(0, min(at, f.chosen.Len()-1))
	if at < moreFiles/10 {
		f.Ask(moreFiles)
	}
	f.following = at == f.chosen.Len()-1 && f.following
	if path := f.chosen.At(at).Path; path != f.file || f.wanted != "" {
		f.turn(d, d.docs.active, path)
	}
	d.Publish()
}

// showFile shows a file that the user picked. Once it is shown, following goes on only if it is the newest in its
// series; one that cannot be shown changes nothing.
func (s folders) showFile(i screen.ShowFile) {
	d := s.desk
	doc := d.docs.numbered(i.Document)
	if doc == nil || doc.following() == nil {
		return
	}
	f := doc.following()
	d.docs.active, d.docs.selection.all = doc, nil
	if i.Path != f.file || f.wanted != "" {
		f.picked = i.Path
		f.turn(d, doc, i.Path)
	}
	d.prepare()
}

// series says where the active document stands in its series, nil if it follows no folder.
func (s folders) series() *screen.Series {
	f := s.desk.followed()
	if f == nil {
		return nil
	}
	line := &screen.Series{
		Document: s.desk.docs.active.id, Kinds: f.Kinds(), Kind: slices.Index(f.Order, f.chosen), At: f.standing(),
		Following: f.following, Fixed: f.Way.Bundle, Unread: f.Unread, Reading: len(f.Asked) > 0,
		News: f.news, Fresh: f.fresh,
	}
	if f.chosen != nil {
		line.Count = f.chosen.Len()
		if line.At >= 0 {
			at := f.chosen.At(line.At)
			line.Time = at.Time
			if t := s.desk.docs.active.trace(); t != nil && at.Path == f.file && !t.timeline.Trace.Wall.IsZero() {
				line.Time = t.timeline.Trace.Wall // better than the time when the file was written
			}
		}
	}
	return line
}

func (d *Desk) followed() *watched {
	if d.docs.active == nil {
		return nil
	}
	return d.docs.active.following()
}

func (s folders) trend() ask.TrendRequest {
	d, f := s.desk, s.desk.followed()
	if f == nil || f.chosen == nil || f.chosen.Series == nil {
		return ask.TrendRequest{}
	}
	return ask.TrendRequest{Series: f.chosen.Series, Changed: f.chosen.Changed, Path: string(d.docs.active.origin.shown()),
		Filtered: &f.chosen.Filtered, Read: folder.Reader(f.options)}
}

// showTrend goes to the trend for a function, or for the total if the name is empty.
func (d *Desk) showTrend(name string) {
	if name == screen.Selected {
		name = d.navigation.place().Selected.Node
	}
	if d.Kind() != ask.OfSeries {
		d.Say(lang.L("A trend needs several profiles of one kind: follow their folder with “File › Watch a folder…”."))
		return
	}
	choice := &d.Display.Trend
	if choice.By == series.Labels || choice.By == series.Stacks || name != "" {
		choice.By, choice.Key = "", ""
	}
	if choice.Name = name; name != "" {
		choice.By = series.Functions
	}
	d.showTab(ask.TrendTab)
}
