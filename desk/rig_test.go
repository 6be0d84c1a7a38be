package desk

import (
	"os/exec"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"profstation/ask"
	"profstation/ask/place"
	"profstation/desk/desktest"
	"profstation/desk/screen"
	"profstation/model/query"
	"profstation/origin"
	"profstation/origin/link"
	"profstation/scene"
)

// rig is a desk on a queue, and a shell around it that notes its calls.
type rig struct {
	*Desk
	t     testing.TB
	queue *desktest.Queue

	shown       *screen.Snapshot
	shows       int
	copied      string
	calls       []string
	theme       *scene.Theme
	choose      []string    // the answer of ChooseFiles
	export      string      // the answer of ChooseExport
	offer       ExportOffer // the last offer to ChooseExport
	palette     screen.Palette
	look        func(*ask.Look)
	path        string // the answer of ChoosePath
	writing     *Writing
	words       string // the answer of AskNote
	sight       ask.Sight
	settleViews func() // sends what the views hold back; nil if nothing
}

func newRig(t testing.TB) *rig {
	r := &rig{t: t, queue: desktest.NewQueue(t)}
	r.Desk = NewDesk(r, r.queue.Post, &scene.Light)
	r.docs.finder.soon = time.AfterFunc(0, func() {}) // what stands out is looked for when a test says so
	r.sources.editing.getenv = func(string) string { return "" }
	r.sources.editing.look = func(string) (string, error) { return "", exec.ErrNotFound }
	// Without graphviz: the quick layout stays.
	r.layouts.helper.Command = func() (*exec.Cmd, error) { return exec.Command("false"), nil }
	return r
}

// Show implements Shell. Two more snapshots are taken at the same time: they must be
// equal, and the race detector finds it if one changes anything.
func (r *rig) Show(s *screen.Snapshot) {
	r.shown = s
	r.shows++
	if k := place.OfProfiles(s.Place, s.Search); s.Place.Query != (query.Query{}) {
		back, err := link.ParsePlace(k.String())
		if err != nil && k.String() != "" || !samePlace(place.Profiles(back), s.Place) || back.Search != s.Search {
			r.t.Errorf("%v: %s brings back\n%+v, want\n%+v", err, k, place.Profiles(back), s.Place)
		}
	}
	var again [2]*screen.Snapshot
	var wg sync.WaitGroup
	for i := range again {
		wg.Go(func() { again[i] = r.Snapshot() })
	}
	wg.Wait()
	for _, a := range again {
		if !reflect.DeepEqual(a, s) {
			r.t.Errorf("another snapshot of the same state differs:\n%+v\n%+v", s, a)
		}
	}
}

func (r *rig) ChooseFiles(_ string, done func([]string)) { done(r.choose) }

func (r *rig) ChooseExport(o ExportOffer, write func(string, ask.Look) *Writing) {
	r.calls = append(r.calls, "export "+o.Name+o.Ending)
	r.offer = o
	l := o.Look
	if r.look != nil {
		r.look(&l)
	}
	if r.export != "" {
		r.writing = write(r.export, l)
	}
}

func (r *rig) ChoosePath(title, path string, write func(string) *Writing) {
	r.calls = append(r.calls, title+": "+filepath.Base(path))
	r.writing = write(r.path)
}

func (r *rig) Copy(text string) { r.copied = text }

func (r *rig) ShowPalette(p screen.Palette) {
	r.calls = append(r.calls, "palette")
	r.palette = p
}

func (r *rig) ChooseFolder(_ string, done func(string)) { done(r.export) }

func (r *rig) ShowKeys() { r.calls = append(r.calls, "keys") }

func (r *rig) FocusField(name string) { r.calls = append(r.calls, "focus "+name) }

func (r *rig) TogglePane(name string) { r.calls = append(r.calls, "toggle "+name) }

func (r *rig) AskNote(n origin.Note, done func(string)) {
	r.calls = append(r.calls, "note on "+n.On+": "+n.Text)
	done(r.words)
}

func (r *rig) InSight() ask.Sight { return r.sight }

func (r *rig) Settle() {
	if r.settleViews != nil {
		r.settleViews()
	}
}
func (r *rig) ShowRecord() { r.calls = append(r.calls, "record") }

func (r *rig) ShowStore() { r.calls = append(r.calls, "store") }

func (r *rig) ShowText(_, text string) { r.calls = append(r.calls, text) }

func (r *rig) OpenFolder(path string) error {
	r.calls = append(r.calls, path)
	return nil
}

func (r *rig) SetTheme(t *scene.Theme) { r.theme = t }

// busy reports whether any background work goes on.
func (r *rig) busy() bool { return r.Busy() }

// settle runs posted functions until all work is done.
func (r *rig) settle() *screen.Snapshot {
	for r.busy() {
		r.queue.Next()
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

// holdLoads holds back all reading until the function that it returns is called.
func (r *rig) holdLoads() (free func()) {
	for range parallelLoads {
		r.docs.loads <- struct{}{}
	}
	return func() {
		for range parallelLoads {
			<-r.docs.loads
		}
	}
}

// width is the width of the shown flame graph, as a sum of its boxes.
func (r *rig) width() int64 {
	r.t.Helper()
	if r.shown.Answer == nil || r.shown.Answer.Chart == nil {
		r.t.Fatal("no flame graph is shown")
	}
	return r.shown.Answer.Chart.Down.Abs[0]
}
