package desk

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
	"profstation/desk/job"
	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/loader"
	"profstation/loader/watch"
	"profstation/model"
	"profstation/model/series"
)

// watched is a followed folder: its files, the series that they form, and which
// of them its document shows. It keeps only the few profiles that were shown
// last.
type watched struct {
	document           int    // the number of its document
	path               string // absolute
	recursive, polling bool
	watcher            *watch.Watcher
	cache              *series.Cache

	// What the watcher's goroutine leaves for the desk's:
	mu      sync.Mutex
	pending []arrival
	posted  bool

	// Only for the watcher's goroutine:
	runs map[string]*run // by key
	at   map[string]*run // by path

	// Only for the desk's goroutine:
	files  []*screen.File // newest first; never changed, only replaced
	byPath map[string]*screen.File
	runOf  map[string]*run
	order  []*run // in the order of their first files
	chosen *run   // the series of the shown file, nil if there is none yet
	asked  map[string]bool
	unread int
	ready  bool
	gone   error
	slow   string // why it is polled every second, "" if events come
	closed bool   // its files are not listed

	following bool
	wanted    string         // the path that is shown next, "" for none
	since     time.Time      // time of the shown profile
	turning   job.Slot       // reads the next file to show
	file      string         // path of the shown file, "" if there is none yet
	listed    *screen.Folder // its line in the sidebar
}

// run is the profiles of a folder that form one series, or its traces.
type run struct {
	dir, name, binary string
	series            *series.Series // nil for traces

	mu     sync.Mutex
	traces []series.Point

	// Only for the desk's goroutine, in order of time:
	filtered answer.Reread // the series with the filters in force

	ids     []string
	times   []time.Time
	changed int // counts its changes
}

// points returns the profiles or traces in order of time.
func (r *run) points() []series.Point {
	if r.series != nil {
		return r.series.Points()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.traces)
}

func (r *run) remove(path string) {
	if r.series != nil {
		r.series.Remove(path)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.traces = slices.DeleteFunc(r.traces, func(p series.Point) bool { return p.ID == path })
}

func (r *run) add(path string, p *model.Profile, at time.Time) error {
	if r.series != nil {
		return r.series.Add(path, p, at)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.traces = append(r.traces, series.Point{ID: path, Time: at})
	slices.SortStableFunc(r.traces, func(a, b series.Point) int { return a.Time.Compare(b.Time) })
	return nil
}

// newest is the path of the last one, "" if there is none.
func (r *run) newest() string {
	if r == nil || len(r.ids) == 0 {
		return ""
	}
	return r.ids[len(r.ids)-1]
}

// arrival is an event of the watcher, with what the watcher's goroutine made of
// it.
type arrival struct {
	watch.Event
	about   string // a description of the content
	run     *run   // its series, nil without one
	touched []*run // series whose points have changed
}

func newWatched(document int, path string, recursive, polling bool) *watched {
	f := &watched{
		document: document, path: path, recursive: recursive, polling: polling, following: true,
		runs: map[string]*run{}, at: map[string]*run{},
		byPath: map[string]*screen.File{}, runOf: map[string]*run{}, asked: map[string]bool{},
	}
	f.cache = series.NewCache(readProfile)
	f.relist()
	return f
}

// readProfile reads a profile of a series.
func readProfile(ctx context.Context, path string) (*model.Profile, error) {
	file, err := loader.Open(ctx, path, loader.Options{})
	if err != nil {
		return nil, err
	}
	if file.Profile == nil {
		return nil, fmt.Errorf("%s is no profile any more", model.Sanitise(path))
	}
	return file.Profile, nil
}

// note handles an event on the watcher's goroutine: it adds the profile's sums to
// the series and drops the profile. posted reports whether the desk already knows
// of waiting events.
func (f *watched) note(e watch.Event) (posted bool) {
	a := arrival{Event: e}
	switch e.Kind {
	case watch.Found, watch.Changed:
		f.takeOut(&a, e.Path)
		f.putIn(&a)
	case watch.Removed:
		f.takeOut(&a, e.Path)
		f.cache.Drop(e.Path)
	case watch.Renamed:
		f.cache.Drop(e.From)
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
	posted, f.posted = f.posted, true
	return posted
}

func (r *run) rename(from, to string) {
	if r.series != nil {
		r.series.Rename(from, to)
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

// takeOut removes a file from its series.
func (f *watched) takeOut(a *arrival, path string) {
	if r := f.at[path]; r != nil {
		r.remove(path)
		delete(f.at, path)
		a.touched = append(a.touched, r)
	}
}

// putIn puts a file that was read into its series.
func (f *watched) putIn(a *arrival) {
	dir := filepath.Dir(a.Path)
	key, r := dir+"\x00trace", &run{dir: dir, name: "trace"}
	var p *model.Profile
	a.about = "trace"
	if a.File != nil && a.File.Profile != nil {
		p = a.File.Profile
		key, a.about = dir+"\x00"+series.Key(p), aboutProfile(p)
		r.name = string(p.Kind)
		if p.Delta() {
			r.name = lang.L("{{.Kind}} changes", lang.With{"Kind": r.name})
		}
		if len(p.Mappings) > 0 {
			r.binary = filepath.Base(p.Strings.Raw(p.Mappings[0].File))
		}
		r.series = series.New(series.Options{})
		f.cache.Put(a.Path, p)
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

// kinds returns the names of the series, as short as possible while they differ.
func (f *watched) kinds() []string {
	names, seen := make([]string, len(f.order)), map[string]int{}
	for _, r := range f.order {
		seen[r.name]++
	}
	for i, r := range f.order {
		names[i] = r.name
		if seen[r.name] > 1 {
			if dir, err := filepath.Rel(f.path, r.dir); err == nil && dir != "." {
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

// shortName is the name of a file in a list.
func (f *watched) shortName(path string) string {
	name, err := filepath.Rel(f.path, path)
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

// relist makes the folder's line in the sidebar again. The old one may be on the
// screen.
func (f *watched) relist() {
	v := &screen.Folder{
		Document: f.document, Name: model.Sanitise(screen.BaseName(f.path)), Path: f.path, Closed: f.closed, Shown: f.file,
		Files: f.files, Recursive: f.recursive, Polling: f.polling,
	}
	switch n := len(f.files); {
	case f.gone != nil:
		v.Note, v.Bad = strings.TrimPrefix(model.Sanitise(f.gone.Error()), model.Sanitise(f.path)+": "), true
	case !f.ready:
		v.Note = lang.L("looking …")
	case n == 0:
		v.Note = lang.L("no profiles yet")
	default:
		v.Note = lang.L("{{.Count}} files", lang.With{"Count": model.Count(int64(n))})
		if n == 1 {
			v.Note = lang.L("1 file")
		}
		if f.unread > 0 {
			v.Note = lang.L("{{.Files}}, {{.Count}} not read", lang.With{"Files": v.Note, "Count": model.Count(int64(f.unread))})
		}
	}
	if f.slow != "" && f.gone == nil {
		v.Note = lang.L("{{.Files}} · looked at every second", lang.With{"Files": v.Note})
	}
	f.listed = v
}

// byTime orders files, newest first.
func byTime(a, b *screen.File) int {
	return cmp.Or(b.Time.Compare(a.Time), strings.Compare(b.Path, a.Path))
}
