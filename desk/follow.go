package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"profstation/ask"
	"profstation/desk/folder"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/loader"
	"profstation/loader/input"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/origin"
	"profstation/origin/link"
)

// firstFiles is how many of the newest files are read when a folder is opened;
// moreFiles is how many more are read when the user steps back past them.
const (
	firstFiles = 200
	moreFiles  = 200
)

// watched is the origin for a document that shows a followed folder's files, one at a time.
type watched struct {
	*folder.Folder
	turns
	document  int         // its document's number
	chosen    *folder.Run // the shown file's series, nil if there is none yet
	following bool        // new profiles are shown as they come
	typed     origin.Ref  // a store's address, as the user gave it
	options   func() loader.Options
	closed    bool          // its files are not listed
	there     bool          // it was there since it is followed
	below     int           // folders in it, which are not followed; counted only if it has no files
	disk      screen.OnDisk // what happened to a bundle since it was listed
	before    *watched      // its state before it was read again, until its files are listed

	file    string         // the shown file's path, "" if there is none yet
	since   time.Time      // the shown profile's time; zero since its folder was gone
	went    []*screen.File // those that went with the folder, and may be listed for a while after it came back
	wanted  string         // the next file's path, "" for none
	picked  string         // the path that the user chose in the list, until that file is shown; "" for none
	failed  screen.Failure // the last file that could not be shown, until one was shown or it is gone
	failing string         // that file's path
	listed  *screen.Folder // its line in the sidebar
}

// turns is what goes on in a followed folder by itself.
type turns struct {
	turning job.Slot // reads the next file to show
	judged
}

// says returns facts about the bundle, to add to those about the shown file.
func (doc *document) says() []model.Fact {
	f := doc.following()
	if f == nil || f.Bundle == nil {
		return nil
	}
	about := lang.N(len(f.Files()), "1 file", "{{.N}} files", nil)
	for _, more := range []string{f.Bundle.SkippedEntries(), f.Bundle.Damage} {
		if more != "" {
			about += " · " + more
		}
	}
	return append([]model.Fact{
		{Name: lang.L("File"), Text: safe.Text(f.file)}, {Name: lang.L("Bundle"), Text: about},
	}, f.Bundle.Facts...)
}

func (f *watched) key() origin.Ref { return f.Path }

func (f *watched) name() string {
	if f.file == "" {
		return f.title()
	}
	if within, ok := strings.CutPrefix(f.file, string(f.Path)+string(filepath.Separator)); ok && f.Way.Bundle {
		return safe.Text(strings.TrimPrefix(filepath.ToSlash(within), f.Common))
	}
	return f.shown().Title()
}

// title names everything that is followed.
func (f *watched) title() string { return f.Path.Title() }

func (f *watched) shown() origin.Ref { return origin.Ref(f.file) }
func (f *watched) folder() string    { return f.shown().Folder() }

// kind is a series if there are several profiles.
func (f *watched) kind(c content) ask.Kind {
	if k := kindOf(c); k != ask.OfProfile {
		return k
	}
	return ask.OfSeries
}

func (f *watched) line(_ *document, l *screen.Document) { l.Folder = true }

// load does nothing: the folder is followed already.
func (f *watched) load(*Desk, *document) {}

func (f *watched) reload(d *Desk, doc *document) {
	if f.Way.Bundle || f.typed != "" { // the bundle or the store's profiles may have changed
		f.leave()
		doc.origin, doc.content, doc.disk = &fileOrigin{path: f.Path, typed: f.typed, before: f}, nil, screen.Unchanged
		d.forget(doc)
		doc.origin.load(d, doc)
		return
	}
	if f.file != "" {
		f.Cache.Drop(f.file)
		f.turn(d, doc, f.file)
	}
}

// side returns the shown file, because the folder goes on to others.
func (f *watched) side(doc *document) (sideFile, error) {
	if doc.profile() == nil {
		return sideFile{}, lang.Error("{{.Document}} is a folder without a profile that is shown: compare its files",
			lang.With{"Document": f.name()})
	}
	return sideFile{doc: noDocument, path: f.shown(), title: f.name()}, nil
}

func (f *watched) keep(_ *document, at link.Place) (session.Document, bool) {
	k := session.Document{Path: f.Path, Place: at}
	if !f.Way.Bundle {
		k.Kind, k.Recursive, k.Polling = session.Folder, f.Way.Recursive, f.Way.Polling
	}
	f.keepShown(&k)
	return k, true
}

// keepShown notes for the next start which file is shown, or will be, and whether newer ones replace it.
func (f *watched) keepShown(k *session.Document) {
	shown := cmp.Or(f.wanted, f.file)
	k.Shown, k.Stays = origin.Ref(shown), !f.goesOn(shown)
	switch {
	case k.Shown == "" && f.before != nil: // it was not listed yet
		f.before.keepShown(k)
	case k.Shown == "":
		k.Stays = false
	}
}

// goesOn reports whether newer files replace one that is shown. Who picks a file stays there, except at the newest.
func (f *watched) goesOn(path string) bool {
	return f.following && (path != f.picked || path == f.RunOf[path].Newest())
}

// shownBefore is the state in which the last session left a folder; nil if it showed no file.
func shownBefore(k session.Document) *watched {
	if k.Shown == "" {
		return nil
	}
	return &watched{file: string(k.Shown), following: !k.Stays}
}

// leave ends the watching. Closing waits for the event that is being handled.
func (f *watched) leave() {
	f.turning.Empty()
	f.judging.Empty()
	go f.Folder.Close()
}

func (f *watched) arrived(d *Desk, doc *document) {
	if doc.origin != opener(f) || !slices.Contains(d.docs.all, doc) {
		return // closed meanwhile
	}
	first := !f.Ready
	shown := f.File(f.file)
	gone, lost := f.Gone, f.lost()
	touched := f.Arrivals()
	f.there = f.there || f.Ready && f.Gone == nil
	if f.failing != "" && f.File(f.failing) == nil { // somebody deleted it: nothing is left to mend
		d.outcomes.over(f.failing)
		f.failed, f.failing = screen.Failure{}, ""
	}
	f.relist()
	switch {
	case gone == nil && f.Gone != nil && f.file != "":
		d.outcomes.warn(f.Path, lang.L("{{.Error}}. {{.File}} is still shown as it was read.",
			lang.With{"Error": safe.Text(f.Gone.Error()), "File": f.name()}))
	case gone != nil && f.Gone == nil:
		d.outcomes.over(f.Path)
		f.since, f.went = time.Time{}, f.Files() // what went with the folder is no newer than what came with it
	}
	switch {
	case f.lost() && !lost:
		d.outcomes.warn(f, f.awaits())
	case lost && !f.lost():
		d.outcomes.over(f)
	}
	if first && f.Ready {
		f.Ask(firstFiles)
		if len(f.Files()) == 0 && !f.Way.Recursive && !f.Way.Bundle && f.typed == "" {
			f.lookBelow(d)
		}
		f.goBack(d)
	}
	if f.chosen == nil {
		f.choose()
	}
	if w := f.File(f.wanted); f.file == "" && f.wanted != "" && (w == nil || w.State == screen.Broken) {
		f.wanted, f.following = "", true // what was shown before cannot be shown any more
	}
	f.judge(d)
	wanted := f.File(f.wanted)
	if wanted == nil { // it is gone before it was read
		f.wanted = ""
	}
	waits := wanted != nil && wanted.State == screen.Unfinished && f.following // newer files do not wait for it
	switch newest := f.chosen.Newest(); {
	case f.wanted != "" && !waits:
		f.turn(d, doc, f.wanted)
	case f.file != "" && f.File(f.file) != nil && f.File(f.file) != shown && f.File(f.file).State == screen.Whole:
		f.turn(d, doc, f.file) // the shown file was written again
	case f.following && newest != "" && newest != f.file && !f.past(newest):
		f.turn(d, doc, newest)
	case doc == d.docs.active && touched[f.chosen] && d.Tab() == ask.TrendTab:
		d.renew()
		return
	}
	d.Publish()
}

// lost reports whether the shown file is gone from the folder, which is there.
func (f *watched) lost() bool {
	return f.Gone == nil && f.file != "" && f.File(f.file) == nil
}

// awaits says what is shown although it is gone, and what would be shown next.
func (f *watched) awaits() string {
	with := lang.With{"File": f.name(), "Folder": f.title()}
	i := slices.Index(f.Order, f.chosen)
	if !f.following || i < 0 {
		return lang.L("{{.File}} is gone; its picture stays.", with)
	}
	with["Kind"] = f.Kinds()[i]
	return lang.L("{{.File}} is gone; its picture stays. Following {{.Folder}} for {{.Kind}}.", with)
}

// goBack asks for the file that was shown before everything was read again, or in the last session.
func (f *watched) goBack(d *Desk) {
	before := f.before
	f.before = nil
	switch {
	case before == nil || before.file == "":
	case f.File(before.file) != nil:
		f.wanted, f.following = before.file, before.following && !f.Way.Bundle
	case f.Way.Bundle:
		d.Notice = lang.L("{{.Name}} is no longer in {{.Bundle}}.", lang.With{"Name": before.shown().Title(), "Bundle": f.title()})
	}
}

// maxBelow bounds how many of a folder's entries are looked at. It only matters whether there are some folders.
const maxBelow = 1000

// lookBelow counts the subfolders in a folder without files: there may be profiles in them.
func (f *watched) lookBelow(d *Desk) {
	path := string(f.Path)
	job.Start(&d.jobs, job.Options{Kind: job.Load}, func(context.Context, *job.Job) (n int, err error) {
		dir, err := os.Open(path)
		if err != nil {
			return 0, err
		}
		defer dir.Close()
		entries, err := dir.ReadDir(maxBelow)
		if errors.Is(err, io.EOF) {
			err = nil // the folder is empty
		}
		for _, e := range entries {
			if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
				n++
			}
		}
		return n, err
	}, func(n int, err error) error {
		f.below = n
		f.relist()
		d.Publish()
		return nil // the watcher says if the folder cannot be read
	})
}

// past reports whether a file in the chosen series is no news: it is older than the shown one, which may be gone, or it
// went with the folder.
func (f *watched) past(path string) bool {
	i := f.chosen.Index(path)
	return i >= 0 && f.chosen.At(i).Time.Before(f.since) || slices.Contains(f.went, f.File(path))
}

// choose picks the first series: the one with the newest readable file.
func (f *watched) choose() {
	for _, file := range f.Files() {
		switch file.State {
		case screen.Whole:
			f.chosen = f.RunOf[file.Path]
			return
		case screen.Unread:
			return // this file is being read
		}
	}
}

// turn shows a file from the folder, as soon as it is read. Files are read one at a
// time, so that fast steps show some files on the way.
func (f *watched) turn(d *Desk, doc *document, path string) {
	file := f.File(path)
	if f.wanted = ""; path != f.picked {
		f.picked = ""
	}
	if file == nil {
		return
	}
	switch file.State {
	case screen.Unread:
		f.wanted = path
		f.Want(path)
		return
	case screen.Unfinished:
		d.outcomes.warn(f, lang.L("{{.Name}} is still being written: it is shown when it is complete.", lang.With{"Name": file.Name}))
		f.wanted = path
		return
	case screen.Broken:
		d.outcomes.warn(path, lang.L("{{.Name}} cannot be shown: {{.Reason}}", lang.With{"Name": file.Name, "Reason": file.Detail}))
		return
	}
	f.wanted = path
	if f.turning.Running() {
		return
	}
	load, isTrace := f.options(), f.RunOf[path].Series == nil
	job.Start(&d.jobs, job.Options{Kind: job.Turn, Slot: &f.turning}, func(ctx context.Context, _ *job.Job) (content, error) {
		return f.read(ctx, load, file, isTrace)
	}, func(c content, err error) error {
		f.turned(d, doc, path, c, err)
		return nil // the notice says which file was not read
	})
}

// read returns the content for a file. A profile comes from the cache if it is there.
func (f *watched) read(ctx context.Context, load loader.Options, file *screen.File, isTrace bool) (content, error) {
	if !isTrace {
		p, err := f.Cache.Get(ctx, file.Path)
		if err != nil {
			return nil, err
		}
		return newProfileContent(&loader.File{Name: file.Path, Path: file.Path, Packed: f.Way.Bundle, Size: file.Size,
			ModTime: file.Time, Profile: p}), nil
	}
	r, err := openFile(ctx, file.Path, load)
	if _, ok := r.content.(*traceContent); err == nil && !ok {
		err = lang.Error("it is no longer a trace")
	}
	return r.content, err
}

// turned shows a file that was read. The place stays, because it is stored by names.
func (f *watched) turned(d *Desk, doc *document, path string, c content, err error) {
	next := f.wanted
	if next == path {
		f.wanted, next = "", ""
	}
	switch {
	case errors.Is(err, context.Canceled):
	case err != nil:
		d.outcomes.warn(path, lang.L("{{.Name}} was not loaded: {{.Reason}}",
			lang.With{"Name": safe.Text(origin.Ref(path).Title()), "Reason": input.Brief(err)}))
		if f.file == "" {
			f.failed, f.failing = screen.Failure{Name: safe.Text(origin.Ref(path).Title()), Why: input.Brief(err)}, path
			f.relist()
		}
	default:
		f.failed, f.failing = screen.Failure{}, ""
		d.outcomes.over(f)
		d.outcomes.over(path)
		if path == f.picked {
			f.following, f.picked = f.goesOn(path), ""
		}
		f.file, doc.state, doc.err, doc.content, doc.standing = path, screen.Ready, nil, nil, standing{}
		d.docs.fill(doc, c)
		if r := f.RunOf[path]; r != nil {
			if i := r.Index(path); i >= 0 {
				f.since = r.At(i).Time
			}
			f.chosen = r
		}
		f.relist()
	}
	if newest := f.chosen.Newest(); next == "" && err == nil && f.following && newest != path && !f.past(newest) {
		next = newest // the folder went on since the last session, in which path was the newest
	}
	if next != "" {
		f.turn(d, doc, next)
	}
	if doc == d.docs.active && err == nil {
		d.renew()
		return
	}
	d.Publish()
}

// standing is the position in its series of the file that is or will be shown; −1 if there is none.
func (f *watched) standing() int {
	if f.chosen == nil {
		return -1
	}
	path := f.file
	if f.wanted != "" && f.RunOf[f.wanted] == f.chosen {
		path = f.wanted
	}
	return f.chosen.Index(path)
}

// unshown says why no file is shown although there are some. While any may still be read, it only returns f.failed.
func (f *watched) unshown() screen.Failure {
	all := f.Files()
	if f.failed.Name != "" || f.file != "" || !f.Ready || len(all) == 0 {
		return f.failed
	}
	for _, file := range all {
		if file.State != screen.Broken {
			return f.failed
		}
	}
	return screen.Failure{Name: all[0].Name, Why: all[0].Detail}
}

// relist makes a new line for the folder in the sidebar. The old one may be on the screen.
func (f *watched) relist() {
	v := &screen.Folder{
		Document: f.document, Name: f.title(), Path: string(f.Path), Closed: f.closed, Shown: f.file,
		Files: f.Files(), Told: f.Told(), Common: f.Common, At: f.Index(f.file), Recursive: f.Way.Recursive, Polling: f.Way.Polling,
		Bundle: f.Way.Bundle, Steps: f.typed != "", Looking: !f.Ready, Failed: f.unshown(),
	}
	if len(v.Files) == 0 {
		v.Below = f.below
	}
	switch n := len(f.Files()); {
	case f.Gone != nil && f.there && !f.Way.Bundle && errors.Is(f.Gone, fs.ErrNotExist):
		v.Note, v.Bad = lang.List(lang.L("deleted"), lang.L("followed again when it comes back")), true
	case f.Gone != nil:
		v.Note, v.Bad = strings.TrimPrefix(safe.Text(f.Gone.Error()), safe.Text(string(f.Path))+": "), true
	case !f.Ready:
		v.Note = lang.L("looking…")
		if f.Listed > 0 {
			v.Note += fmt.Sprintf(" %d%%", f.Listed)
		}
	case n == 0 && f.Way.Bundle:
		v.Note = lang.L("no profile and no trace")
	case n == 0:
		v.Note = lang.L("no profiles yet")
	default:
		v.Note = lang.N(n, "1 file", "{{.N}} files", nil)
		if v.Steps {
			v.Note = lang.N(n, "1 profile", "{{.N}} profiles", nil)
		}
		if v.Steps && f.Empty > 0 {
			v.Note = lang.List(v.Note,
				lang.N(f.Empty, "1 of {{.All}} steps has no profiles", "{{.N}} of {{.All}} steps have no profiles",
					lang.With{"All": units.Count(int64(n + f.Empty))}))
		}
		if n := f.Copies(); n > 0 {
			v.Note = lang.List(v.Note, lang.N(n, "1 copy", "{{.N}} copies", nil))
		}
		if f.Unread > 0 {
			v.Note = lang.List(v.Note, lang.L("not loaded: {{.Count}}", lang.With{"Count": units.Count(int64(f.Unread))}))
		}
	}
	if b := f.Bundle; b != nil {
		v.Lost, v.Damage = b.Lost(), b.Damage
		if left := b.SkippedEntries(); left != "" {
			v.Note += " · " + left
		}
		if b.Damage != "" {
			v.Note, v.Bad = v.Note+" · "+lang.L("damaged"), true
		}
	}
	v.Note = diskLine(f.disk, v.Note)
	if f.Slow != "" && f.Gone == nil {
		v.Note += " · " + lang.L("polled every second")
	}
	f.listed = v
}
