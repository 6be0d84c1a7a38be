package watch

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"profstation/internal/must"
)

// quick is the timing of tests. Nothing but told events is waited for; no scan
// happens by itself. A file is posted as growing only if it is tried before it has been
// unchanged for as long as trace or broken, so these leave a busy machine some time, as
// lingers does for a file that has moved.
var quick = timing{
	quiet: 10 * time.Millisecond, max: 50 * time.Millisecond, steady: 60 * time.Millisecond, trace: 2 * time.Second,
	pauses: []time.Duration{20 * time.Millisecond, 40 * time.Millisecond, 80 * time.Millisecond},
	broken: 2 * time.Second, linger: 60 * time.Millisecond, lingers: 20 * time.Second, gather: 10 * time.Millisecond,
	rescan: time.Hour, poll: 30 * time.Millisecond, suspect: 50 * time.Millisecond,
}

// patience is how long a test waits before it fails.
const patience = 60 * time.Second

// rig is a watched folder and all events about it.
type rig struct {
	t      testing.TB
	dir    string
	w      *Watcher
	mu     sync.Mutex
	turn   *sync.Cond
	events []Event
	tries  map[string]int
	scans  int
	late   bool
}

// watchDir watches a folder, with quick timing unless a change says otherwise.
func watchDir(t testing.TB, dir string, o Options, changes ...func(*surroundings)) *rig {
	t.Helper()
	r := &rig{t: t, dir: dir, tries: map[string]int{}}
	r.turn = sync.NewCond(&r.mu)
	s := defaults
	s.timing = quick
	s.tried = func(path string) { r.do(func() { r.tries[path]++ }) }
	s.scanned = func() { r.do(func() { r.scans++ }) }
	for _, change := range changes {
		change(&s)
	}
	w := must.Have(begin(t.Context(), dir, o, s, func(e Event) { r.do(func() { r.events = append(r.events, e) }) }))
	r.w = w
	t.Cleanup(w.Close)
	r.wait("ready", func() bool { return r.count(Ready, "") == 1 })
	return r
}

// wantAll has all that was listed read, in that order.
func (r *rig) wantAll() {
	var paths []string
	r.do(func() {
		for _, e := range r.events {
			for _, x := range e.Entries {
				paths = append(paths, x.Path)
			}
		}
	})
	r.w.Want(paths...)
}

func (r *rig) do(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f()
	r.turn.Broadcast()
}

// wait waits until a condition on the events holds.
func (r *rig) wait(what string, ok func() bool) {
	r.t.Helper()
	guard := time.AfterFunc(patience, func() { r.do(func() { r.late = true }) })
	defer guard.Stop()
	r.mu.Lock()
	defer r.mu.Unlock()
	for !ok() {
		if r.late {
			r.t.Fatalf("waited in vain for %s; told was:\n%s", what, r.log())
		}
		r.turn.Wait()
	}
}

// log writes the events for people.
func (r *rig) log() string {
	var b strings.Builder
	for i, e := range r.events {
		if i == 100 {
			fmt.Fprintf(&b, "… %d more\n", len(r.events)-i)
			break
		}
		fmt.Fprintf(&b, "%s %s (from %q, %d bytes, %d entries) %v %s\n", e.Kind, e.Path, e.From, e.Size, len(e.Entries), e.Err, e.Reason)
	}
	return b.String()
}

// seen is the number of events of a kind so far, about a file or about any.
func (r *rig) seen(kind EventKind, name string) (n int) {
	r.do(func() { n = r.count(kind, name) })
	return n
}

// count is seen for a condition that is waited for.
func (r *rig) count(kind EventKind, name string) int {
	n := 0
	for _, e := range r.events {
		if e.Kind == kind && (name == "" || e.Path == filepath.Join(r.dir, name)) {
			n++
		}
	}
	return n
}

// told waits for an event of a kind about a file.
func (r *rig) told(kind EventKind, name string) Event {
	r.t.Helper()
	r.wait(fmt.Sprintf("%s %s", kind, name), func() bool { return r.count(kind, name) > 0 })
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.IndexFunc(r.events, func(e Event) bool { return e.Kind == kind && (name == "" || e.Path == filepath.Join(r.dir, name)) })
	return r.events[i]
}

// never fails if an event of one of the kinds was told.
func (r *rig) never(kinds ...EventKind) {
	r.t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, e := range r.events {
		if slices.Contains(kinds, e.Kind) {
			r.t.Errorf("%s was told:\n%s", e.Kind, r.log())
			return
		}
	}
}

// fence waits until all that happened before is taken: a last profile is found.
func (r *rig) fence() {
	r.t.Helper()
	name := fmt.Sprintf("fence%d.pprof", r.seen(Found, ""))
	appear(r.t, filepath.Join(r.dir, name), profileOf(r.t, "fence"+name, 1))
	r.told(Found, name)
}

func write(t testing.TB, path string, data []byte) {
	t.Helper()
	must.Do(os.WriteFile(path, data, 0o666))
}

// appear makes a file whole at once: nobody sees it empty or half.
func appear(t testing.TB, path string, data []byte) {
	t.Helper()
	write(t, path+".tmp", data) // a name that is ignored
	rename(t, path+".tmp", path)
}

func rename(t testing.TB, from, to string) {
	t.Helper()
	must.Do(os.Rename(from, to))
}

func mkdir(t testing.TB, path string) string {
	t.Helper()
	must.Do(os.MkdirAll(path, 0o777))
	return path
}

func symlink(t testing.TB, target, path string) {
	t.Helper()
	must.Do(os.Symlink(target, path))
}
