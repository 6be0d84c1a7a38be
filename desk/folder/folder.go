// Package folder follows a folder: its files as the sidebar lists them, and the series that its
// profiles form.
//
// [New] begins. The watcher's goroutine adds each profile to its series and drops it; the desk
// handles the events with [Folder.Arrivals].
package folder

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/loader"
	"profstation/loader/profilestore"
	"profstation/loader/watch"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/series"
	"profstation/model/units"
	"profstation/origin"
)

// Folder has the files in a followed folder, and the series that they form. It keeps only the few
// profiles that were shown last.
type Folder struct {
	Path    origin.Ref // absolute, or the public part of a store's address
	Way     Way
	Watcher Watcher
	Cache   *series.Cache
	about   func(*model.Profile) string // describes a profile in a few words

	// What the watcher's goroutine leaves for the desk's:
	mu      sync.Mutex
	pending []arrival
	Posted  bool

	// Only for the watcher's goroutine:
	runs map[string]*Run // by key
	at   map[string]*Run // by path

	// Only for the desk's goroutine:
	lists
	unread
	RunOf   map[string]*Run
	touched map[*Run]bool // series that the latest events have changed
	Order   []*Run        // sorted by name
	Ready   bool
	Gone    error
	Listed  int            // while a bundle is being listed, how much is done, in per cent
	Slow    string         // why it is polled every second, "" if events come
	Bundle  *loader.Bundle // what is in it; nil: it is not a bundle, or was not listed yet
}

// Way is how a folder is followed.
type Way struct {
	Recursive, Polling bool
	Bundle             bool // it is a file that is read as a folder, and nothing in it changes
}

// Watcher is where the files come from: a folder on the disk, a bundle, or the steps in a question to a store.
type Watcher interface {
	Want(paths ...string) // reads listed files before others
	Close()
}

// lists are a folder's files, newest first: all, and those that have more to say than a name.
type lists struct {
	copies
	files, told list[screen.File]
	Common      string // the folders that all file names begin with, including files that are gone
	named       bool   // there was a file
	Empty       int    // how many were listed and turned out to have no profile, as a store's steps may
}

func newLists() lists {
	return lists{copies: newCopies(), files: newList(screen.Newest), told: newList(screen.Newest)}
}

// unread says what is not read yet.
type unread struct {
	Asked  map[string]bool // those that are wanted now
	all    bool            // every file is to be read
	Unread int
}

// Run has the profiles in a folder that form one series, or its traces.
type Run struct {
	dir, name, binary string
	Series            *series.Series // nil for traces

	// Only for the desk's goroutine:
	profiles list[Profile] // sorted by time
	longest  time.Duration // the longest recording in it, including profiles that are gone
	Filtered ask.Reread    // the series with the filters in force
	Changed  int           // counts its changes
}

// Profile is a file in a run, and the time that it has in it.
type Profile struct {
	Path string
	Time time.Time
	Span Span
}

// Span is when a profile was recorded; zero: it does not say.
type Span struct{ From, To time.Time }

// SpanOf returns when a profile was recorded. If the profile shows a change over some time, its time
// is the end of that (net/http/pprof).
func SpanOf(p *model.Profile) Span {
	switch {
	case p.Time.IsZero():
		return Span{}
	case p.Kind == model.CPU:
		return Span{p.Time, p.Time.Add(p.Duration)}
	}
	return Span{p.Time.Add(-p.Duration), p.Time}
}

func newRun(dir, name string) *Run {
	return &Run{dir: dir, name: name, profiles: newList(func(a, b *Profile) int {
		return cmp.Or(a.Time.Compare(b.Time), strings.Compare(a.Path, b.Path))
	})}
}

// Len returns how many profiles it has, 0 without a run.
func (r *Run) Len() int {
	if r == nil {
		return 0
	}
	return len(r.profiles.All)
}

// At returns one of its profiles, which are sorted by time.
func (r *Run) At(i int) *Profile { return r.profiles.All[i] }

// During returns its profiles that were being recorded at any moment between two times.
func (r *Run) During(from, to time.Time) (all []*Profile) {
	begin, _ := slices.BinarySearchFunc(r.profiles.All, from.Add(-r.longest), func(p *Profile, t time.Time) int { return p.Time.Compare(t) })
	for _, p := range r.profiles.All[begin:] {
		if p.Time.After(to.Add(r.longest)) {
			break
		}
		if !p.Span.From.IsZero() && !p.Span.To.Before(from) && !p.Span.From.After(to) {
			all = append(all, p)
		}
	}
	return all
}

// Index returns a path's place among its profiles, −1 if it is none of them.
func (r *Run) Index(path string) int { return r.profiles.index(path) }

// Newest returns the path of the last profile, "" if there is none.
func (r *Run) Newest() string {
	if r.Len() == 0 {
		return ""
	}
	return r.At(r.Len() - 1).Path
}

// arrival is an event from the watcher, with what the watcher's goroutine made of it.
type arrival struct {
	watch.Event
	about   string    // describes the content
	run     *Run      // its series, nil without one
	at      time.Time // its time there
	span    Span
	listed  []*screen.File // the entries
	touched []*Run         // series whose points have changed
}

// New begins to follow a folder. It calls arrived on the watcher's goroutine whenever there is
// something for [Folder.Arrivals]. about describes a profile in a few words. load returns how to
// load a file; any goroutine may call it for each file.
func New(path origin.Ref, way Way, load func() loader.Options, about func(*model.Profile) string, arrived func()) (*Folder, error) {
	f := &Folder{
		Path: path, Way: way, about: about,
		runs: map[string]*Run{}, at: map[string]*Run{},
		lists: newLists(), unread: unread{Asked: map[string]bool{}}, RunOf: map[string]*Run{},
	}
	f.Cache = series.NewCache(Reader(load))
	o := watch.Options{Recursive: way.Recursive, Poll: way.Polling, Load: load}
	post := func(e watch.Event) {
		if !f.note(e) {
			arrived()
		}
	}
	var err error
	switch {
	case path.Stored():
		f.Watcher, err = profilestore.Watch(string(path), load, post)
	case way.Bundle:
		f.Watcher = watch.NewBundle(context.Background(), string(path), o, post)
	default:
		f.Watcher, err = watch.New(context.Background(), string(path), o, post)
	}
	return f, err
}

// Close stops watching. It waits for the event that is being handled.
func (f *Folder) Close() { f.Watcher.Close() }

// Reader returns a function that reads a profile in a series; load is as in [New].
func Reader(load func() loader.Options) func(context.Context, string) (*model.Profile, error) {
	return func(ctx context.Context, path string) (*model.Profile, error) {
		file, err := loader.Open(ctx, path, load())
		if err != nil {
			return nil, err
		}
		if file.Profile == nil {
			return nil, lang.Error("{{.File}} is no longer a profile", lang.With{"File": safe.Text(path)})
		}
		return file.Profile, nil
	}
}

// note handles an event on the watcher's goroutine: it adds the profile's sums to the series and
// drops the profile. posted reports whether the desk already knows that events wait.
func (f *Folder) note(e watch.Event) (posted bool) {
	a := arrival{Event: e}
	switch e.Kind {
	case watch.Listed:
		for _, x := range e.Entries {
			a.listed = append(a.listed, &screen.File{Path: x.Path, Name: f.shortName(x.Path), Size: x.Size, Time: x.ModTime, Taken: taken(x.Path),
				Detail: units.FormatShort(x.Size, "bytes", "auto")})
		}
		a.Entries = nil
	case watch.Found, watch.Changed:
		f.takeOut(&a, e.Path)
		f.putIn(&a)
	case watch.Removed:
		f.takeOut(&a, e.Path)
		f.Cache.Drop(e.Path)
	case watch.Renamed:
		f.Cache.Drop(e.From)
		if r := f.at[e.From]; r != nil {
			delete(f.at, e.From)
			f.at[e.Path] = r
			if r.Series != nil {
				r.Series.Rename(e.From, e.Path)
			}
			a.run, a.touched = r, append(a.touched, r)
		}
	}
	a.File = nil
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pending = append(f.pending, a)
	posted, f.Posted = f.Posted, true
	return posted
}

func (f *Folder) takeOut(a *arrival, path string) {
	if r := f.at[path]; r != nil {
		if r.Series != nil {
			r.Series.Remove(path)
		}
		delete(f.at, path)
		a.touched = append(a.touched, r)
	}
}

func (f *Folder) putIn(a *arrival) {
	dir := filepath.Dir(a.Path)
	key, r := dir+"\x00trace", newRun(dir, "trace")
	var p *model.Profile
	a.about, a.at = "trace", a.ModTime
	if a.File != nil && a.File.Trace != nil && !a.File.Trace.Wall.IsZero() {
		a.at = a.File.Trace.Wall // a copy has it too
	}
	if a.File != nil && a.File.Profile != nil {
		p = a.File.Profile
		a.at, a.span = series.TimeOf(p, a.ModTime), SpanOf(p)
		key, a.about = dir+"\x00"+series.Key(p), f.about(p)
		r.name = string(p.Kind)
		if p.Delta() {
			r.name = lang.L("{{.Kind}}, changes only", lang.With{"Kind": r.name})
		}
		if len(p.Mappings) > 0 {
			r.binary = filepath.Base(p.Strings.Raw(p.Mappings[0].File))
		}
		r.Series = series.New(query.Query{})
		f.Cache.Put(a.Path, p)
	}
	if known := f.runs[key]; known != nil {
		r = known
	} else {
		f.runs[key] = r
	}
	if r.Series != nil && r.Series.Add(context.Background(), a.Path, p, a.ModTime) != nil {
		return // only filters can be wrong, and there are none
	}
	f.at[a.Path] = r
	a.run, a.touched = r, append(a.touched, r)
}

// Kinds returns the names of the series, as short as possible while they differ.
func (f *Folder) Kinds() []string {
	names, seen := make([]string, len(f.Order)), map[string]int{}
	for _, r := range f.Order {
		seen[r.name]++
	}
	for i, r := range f.Order {
		names[i] = r.name
		if seen[r.name] > 1 {
			if dir, err := filepath.Rel(string(f.Path), r.dir); err == nil && dir != "." {
				names[i] += " · " + strings.TrimPrefix(dir, f.Common)
			}
			names[i] += " · " + cmp.Or(r.binary, lang.L("no name"))
		}
		names[i] = safe.Text(names[i])
	}
	return names
}

// stamped matches the names that recordings from a server get.
var stamped = regexp.MustCompile(`^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)_(.+)$`)

// taken returns when a file was recorded, if it has such a name; otherwise zero.
func taken(path string) time.Time {
	m := stamped.FindStringSubmatch(filepath.Base(path))
	if m == nil {
		return time.Time{}
	}
	at, err := time.ParseInLocation("2006-01-02 15:04:05", m[1]+" "+m[2]+":"+m[3]+":"+m[4], time.Local)
	if err != nil {
		return time.Time{}
	}
	return at
}

// Stem returns a recording's name without the ending that says its kind.
func Stem(name string) string {
	for _, ending := range []string{".pb.gz", ".pprof.gz", ".pprof", ".gz", ".pb", ".prof", ".trace", ".out"} {
		if s, ok := strings.CutSuffix(name, ending); ok && s != "" {
			return s
		}
	}
	return name
}

func (f *Folder) shortName(path string) string {
	if origin.Ref(path).Stored() {
		return safe.Text(profilestore.When(path))
	}
	name, err := filepath.Rel(string(f.Path), path)
	if err != nil {
		name = filepath.Base(path)
	}
	dir, base := filepath.Split(name)
	base = Stem(base)
	if m := stamped.FindStringSubmatch(base); m != nil {
		base = m[2] + ":" + m[3] + ":" + m[4] + " " + m[5]
	}
	return safe.Text(dir + base)
}

// common returns what two names begin with, up to the end of a folder.
func common(a, b string) string {
	n := 0
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			break
		}
		if os.IsPathSeparator(a[i]) {
			n = i + 1
		}
	}
	return a[:n]
}
