package app

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"profstation/desk/screen"
	"profstation/scene"
)

// queue collects what is posted from any goroutine until the test runs it: the
// test is the goroutine that the desk belongs to.
type queue struct {
	t      testing.TB
	more   chan struct{} // has a value if something came since the last look
	mu     sync.Mutex
	posted []func()
}

func newQueue(t testing.TB) *queue { return &queue{t: t, more: make(chan struct{}, 1)} }

func (q *queue) post(f func()) {
	q.mu.Lock()
	q.posted = append(q.posted, f)
	q.mu.Unlock()
	select {
	case q.more <- struct{}{}:
	default:
	}
}

// wait waits until that many functions are posted, and runs none. The test fails
// if they do not come; no slow machine needs that long.
func (q *queue) wait(n int) {
	q.t.Helper()
	deadline := time.After(2 * time.Minute)
	for {
		q.mu.Lock()
		posted := len(q.posted)
		q.mu.Unlock()
		if posted >= n {
			return
		}
		select {
		case <-q.more:
		case <-deadline:
			q.t.Fatalf("%d functions are posted, and the test waits for %d", posted, n)
		}
	}
}

// next runs the oldest function, waiting for it if need be.
func (q *queue) next() {
	q.t.Helper()
	q.wait(1)
	q.mu.Lock()
	f := q.posted[0]
	q.posted = q.posted[1:]
	q.mu.Unlock()
	f()
}

// rig is a desk on a queue, and the shell around it, which notes what it is told.
type rig struct {
	*Desk
	t     testing.TB
	queue *queue

	shown  *screen.Snapshot
	shows  int
	copied string
	calls  []string
	theme  *scene.Theme
	choose []string    // what ChooseFiles answers
	export string      // what ChooseExport answers
	offer  ExportOffer // what it was asked
	look   func(*ExportLook)
	path   string // what ChoosePath answers
	words  string // what AskNote answers
	sight  screen.Sight
}

func newRig(t testing.TB) *rig {
	r := &rig{t: t, queue: newQueue(t)}
	r.Desk = NewDesk(r, r.queue.post, &scene.Light)
	// Without graphviz: the quick layout is all there is.
	r.layouts.Command = func() (*exec.Cmd, error) { return exec.Command("false"), nil }
	return r
}

func (r *rig) Show(s *screen.Snapshot)                   { r.shown = s; r.shows++ }
func (r *rig) ChooseFiles(_ string, done func([]string)) { done(r.choose) }
func (r *rig) ChooseExport(o ExportOffer, done func(string, ExportLook)) {
	r.calls = append(r.calls, "export "+o.Name+o.Ending)
	r.offer = o
	l := o.Look
	if r.look != nil {
		r.look(&l)
	}
	done(r.export, l)
}
func (r *rig) ChoosePath(title, path string, done func(string)) {
	r.calls = append(r.calls, title+": "+filepath.Base(path))
	done(r.path)
}
func (r *rig) Copy(text string)                         { r.copied = text }
func (r *rig) ShowPalette(screen.Find)                  { r.calls = append(r.calls, "palette") }
func (r *rig) ChooseFolder(_ string, done func(string)) { done(r.export) }
func (r *rig) ShowKeys()                                { r.calls = append(r.calls, "keys") }
func (r *rig) FocusField(name string)                   { r.calls = append(r.calls, "focus "+name) }
func (r *rig) TogglePane(name string)                   { r.calls = append(r.calls, "toggle "+name) }
func (r *rig) AskNote(n screen.Note, done func(string)) {
	r.calls = append(r.calls, "note on "+n.On+": "+n.Text)
	done(r.words)
}
func (r *rig) InSight() screen.Sight   { return r.sight }
func (r *rig) ShowRecord()             { r.calls = append(r.calls, "record") }
func (r *rig) SetTheme(t *scene.Theme) { r.theme = t }

// busy tells whether any background work is still to be answered.
func (r *rig) busy() bool {
	for _, doc := range r.docs {
		if doc.cancel != nil || doc.folder != nil && doc.folder.turning {
			return true
		}
	}
	return r.working || r.Desk.export != nil || r.layingOut()
}

// settle runs what is posted until all work is done.
func (r *rig) settle() *screen.Snapshot {
	for r.busy() {
		r.queue.next()
	}
	return r.shown
}

// do carries intents out, each to its end.
func (r *rig) do(intents ...screen.Intent) *screen.Snapshot {
	for _, i := range intents {
		r.Do(i)
		r.settle()
	}
	return r.shown
}

// holdLoads lets no file be read until the function it returns is called.
func (r *rig) holdLoads() (free func()) {
	for range parallelLoads {
		r.loads <- struct{}{}
	}
	return func() {
		for range parallelLoads {
			<-r.loads
		}
	}
}

// width is the sum of what the shown flame graph is made of.
func (r *rig) width() int64 {
	r.t.Helper()
	if r.shown.Answer == nil || r.shown.Answer.Chart == nil {
		r.t.Fatal("no flame graph is shown")
	}
	return r.shown.Answer.Chart.Down.Abs[0]
}

// write writes a profile whose sample types are type/unit, of stacks as text:
// names from root to leaf with commas between, and after a blank a value for
// all types.
func write(t testing.TB, name string, types []string, stacks ...string) string {
	t.Helper()
	p := &profile.Profile{}
	for _, ty := range types {
		name, unit, _ := strings.Cut(ty, "/")
		p.SampleType = append(p.SampleType, &profile.ValueType{Type: name, Unit: unit})
	}
	locations := map[string]*profile.Location{}
	for _, s := range stacks {
		at := strings.LastIndexByte(s, ' ')
		var value int64
		for _, c := range s[at+1:] {
			value = 10*value + int64(c-'0')
		}
		sample := &profile.Sample{}
		for i := range types {
			sample.Value = append(sample.Value, value*int64(i+1))
		}
		for _, name := range strings.Split(s[:at], ",") {
			loc := locations[name]
			if loc == nil {
				id := uint64(len(locations) + 1)
				f := &profile.Function{ID: id, Name: name, SystemName: name, Filename: name + ".go"}
				loc = &profile.Location{ID: id, Address: id, Line: []profile.Line{{Function: f, Line: 1}}}
				locations[name] = loc
				p.Function = append(p.Function, f)
				p.Location = append(p.Location, loc)
			}
			sample.Location = append([]*profile.Location{loc}, sample.Location...)
		}
		p.Sample = append(p.Sample, sample)
	}
	path := name
	if !filepath.IsAbs(name) {
		path = filepath.Join(t.TempDir(), name)
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := p.Write(f); err != nil {
		t.Fatal(err)
	}
	return path
}

var cpuTypes = []string{"samples/count", "cpu/nanoseconds"}

// writeCPU writes the profile that most tests open: 100 samples, 200 ns.
func writeCPU(t testing.TB) string {
	return write(t, "cpu.pprof", cpuTypes,
		"main.main,main.serve,json.Marshal 50", "main.main,main.serve,json.Unmarshal 20", "main.main,main.log 20", "runtime.gc 10")
}

func writeHeap(t testing.TB) string {
	return write(t, "heap.pprof", []string{"inuse_objects/count", "inuse_space/bytes"},
		"main.main,main.serve,json.Marshal 7", "main.main,cache.fill 3")
}
