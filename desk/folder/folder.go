// Package folder follows a folder: its files as the sidebar lists them, and the series
// that its profiles form.
//
// [New] begins. The watcher's goroutine adds each profile to its series and drops
// it; the desk handles the events with [Folder.Arrivals].
package folder

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"profstation/desk/answer"
	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/loader"
	"profstation/loader/watch"
	"profstation/model"
	"profstation/model/series"
)

// Folder is the files of a followed folder, and the series that they form. It
// keeps only the few profiles that were shown last.
type Folder struct {
	Path               string // absolute
	Recursive, Polling bool
	Watcher            *watch.Watcher
	Cache              *series.Cache
	about              func(*model.Profile) string // describes a profile in a few words

	// What the watcher's goroutine leaves for the desk's:
	mu      sync.Mutex
	pending []arrival
	Posted  bool

	// Only for the watcher's goroutine:
	runs map[string]*Run // by key
	at   map[string]*Run // by path

	// Only for the desk's goroutine:
	Files  []*screen.File // newest first; never changed, only replaced
	ByPath map[string]*screen.File
	RunOf  map[string]*Run
	Order  []*Run // in the order of their first files
	Asked  map[string]bool
	Unread int
	Ready  bool
	Gone   error
	Slow   string // why it is polled every second, "" if events come
}

// Run is the profiles of a folder that form one series, or its traces.
type Run struct {
	dir, name, binary string
	Series            *series.Series // nil for traces

	mu     sync.Mutex
	traces []series.Point

	// Only for the desk's goroutine, in order of time:
	Filtered answer.Reread // the series with the filters in force

	Ids     []string
	Times   []time.Time
	Changed int // counts its changes
}

func (r *Run) points() []series.Point {
	if r.Series != nil {
		return r.Series.Points()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.traces)
}

func (r *Run) remove(path string) {
	if r.Series != nil {
		r.Series.Remove(path)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.traces = slices.DeleteFunc(r.traces, func(p series.Point) bool { return p.ID == path })
}

func (r *Run) add(path string, p *model.Profile, at time.Time) error {
	if r.Series != nil {
		return r.Series.Add(context.Background(), path, p, at)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.traces = append(r.traces, series.Point{ID: path, Time: at})
	slices.SortStableFunc(r.traces, func(a, b series.Point) int { return a.Time.Compare(b.Time) })
	return nil
}

// Newest is the path of the last one, "" if there is none.
func (r *Run) Newest() string {
	if r == nil || len(r.Ids) == 0 {
		return ""
	}
	return r.Ids[len(r.Ids)-1]
}

// arrival is an event of the watcher, with what the watcher's goroutine made of it.
type arrival struct {
	watch.Event
	about   string // a description of the content
	run     *Run   // its series, nil without one
	touched []*Run // series whose points have changed
}

// New begins to follow a folder. It calls arrived on the watcher's goroutine whenever there is
// something for [Folder.Arrivals]; about describes a profile in a few words. load is asked for each
// file how it is loaded, from any goroutine.
func New(path string, recursive, polling bool, load func() loader.Options, about func(*model.Profile) string, arrived func()) (*Folder, error) {
	f := &Folder{
		Path: path, Recursive: recursive, Polling: polling, about: about,
		runs: map[string]*Run{}, at: map[string]*Run{},
		ByPath: map[string]*screen.File{}, RunOf: map[string]*Run{}, Asked: map[string]bool{},
	}
	f.Cache = series.NewCache(Reader(load))
	w, err := watch.New(context.Background(), path, watch.Options{Recursive: recursive, Poll: polling, Load: load}, func(e watch.Event) {
		if !f.note(e) {
			arrived()
		}
	})
	f.Watcher = w
	return f, err
}

// Close ends the watching. It waits for the event that is being handled.
func (f *Folder) Close() { f.Watcher.Close() }

// Reader returns a function that reads a profile of a series; load is as in [New].
func Reader(load func() loader.Options) func(context.Context, string) (*model.Profile, error) {
	return func(ctx context.Context, path string) (*model.Profile, error) {
		file, err := loader.Open(ctx, path, load())
		if err != nil {
			return nil, err
		}
		if file.Profile == nil {
			return nil, fmt.Errorf("%s is no profile any more", model.Sanitise(path))
		}
		return file.Profile, nil
	}
}

// note handles an event on the watcher's goroutine: it adds the profile's sums to the series and
// drops the profile. posted reports whether the desk already knows of waiting events.
func (f *Folder) note(e watch.Event) (posted bool) {
	a := arrival{Event: e}
	switch e.Kind {
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
			r.rename(e.From, e.Path)
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

func (r *Run) rename(from, to string) {
	if r.Series != nil {
		r.Series.Rename(from, to)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.traces {
		if r.traces[i].ID == from {
			r.traces[i].ID = to
		}
	}
}

func (f *Folder) takeOut(a *arrival, path string) {
	if r := f.at[path]; r != nil {
		r.remove(path)
		delete(f.at, path)
		a.touched = append(a.touched, r)
	}
}

func (f *Folder) putIn(a *arrival) {
	dir := filepath.Dir(a.Path)
	key, r := dir+"\x00trace", &Run{dir: dir, name: "trace"}
	var p *model.Profile
	a.about = "trace"
	if a.File != nil && a.File.Profile != nil {
		p = a.File.Profile
		key, a.about = dir+"\x00"+series.Key(p), f.about(p)
		r.name = string(p.Kind)
		if p.Delta() {
			r.name = lang.L("{{.Kind}} changes", lang.With{"Kind": r.name})
		}
		if len(p.Mappings) > 0 {
			r.binary = filepath.Base(p.Strings.Raw(p.Mappings[0].File))
		}
		r.Series = series.New(model.Query{})
		f.Cache.Put(a.Path, p)
	}
	if known := f.runs[key]; known != nil {
		r = known
	} else {
		f.runs[key] = r
	}
	if err := r.add(a.Path, p, a.ModTime); err != nil {
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
			if dir, err := filepath.Rel(f.Path, r.dir); err == nil && dir != "." {
				names[i] += " · " + dir
			}
			names[i] += " · " + cmp.Or(r.binary, lang.L("no name"))
		}
		names[i] = model.Sanitise(names[i])
	}
	return names
}

// stamped matches the names that recordings of a server get.
var stamped = regexp.MustCompile(`^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)_(.+)$`)

func (f *Folder) shortName(path string) string {
	name, err := filepath.Rel(f.Path, path)
	if err != nil {
		name = filepath.Base(path)
	}
	dir, base := filepath.Split(name)
	for _, ending := range []string{".pb.gz", ".pprof", ".gz", ".pb", ".prof", ".trace", ".out"} {
		if s, ok := strings.CutSuffix(base, ending); ok && s != "" {
			base = s
			break
		}
	}
	if m := stamped.FindStringSubmatch(base); m != nil {
		base = m[2] + ":" + m[3] + ":" + m[4] + " " + m[5]
	}
	return model.Sanitise(dir + base)
}

func byTime(a, b *screen.File) int {
	if c := b.Time.Compare(a.Time); c != 0 {
		return c
	}
	return strings.Compare(b.Path, a.Path)
}
