package desk

import (
	"os/exec"
	"path/filepath"
	"reflect"
	"sync"
	"testing"

	"profstation/desk/desktest"
	"profstation/desk/export"
	"profstation/desk/screen"
	"profstation/scene"
)

// rig is a desk on a queue, and the shell around it, which notes what it is told.
type rig struct {
	*Desk
	t     testing.TB
	queue *desktest.Queue

	shown       *screen.Snapshot
	shows       int
	copied      string
	calls       []string
	theme       *scene.Theme
	choose      []string    // what ChooseFiles answers
	export      string      // what ChooseExport answers
	offer       ExportOffer // what it was asked
	look        func(*export.Look)
	path        string // what ChoosePath answers
	words       string // what AskNote answers
	sight       screen.Sight
	settleViews func() // what the views hold back; nil: nothing
}

func newRig(t testing.TB) *rig {
	r := &rig{t: t, queue: desktest.NewQueue(t)}
	r.Desk = NewDesk(r, r.queue.Post, &scene.Light)
	// Without graphviz: the quick layout is all there is.
	r.layouts.helper.Command = func() (*exec.Cmd, error) { return exec.Command("false"), nil }
	return r
}

// Show implements Shell. Two more snapshots are taken at the same time: they must be
// equal, and the race detector finds it if one changes anything.
func (r *rig) Show(s *screen.Snapshot) {
	r.shown = s
	r.shows++
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

func (r *rig) ChooseExport(o ExportOffer, done func(string, export.Look)) {
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

func (r *rig) Copy(text string) { r.copied = text }

func (r *rig) ShowPalette(screen.Find) { r.calls = append(r.calls, "palette") }

func (r *rig) ChooseFolder(_ string, done func(string)) { done(r.export) }

func (r *rig) ShowKeys() { r.calls = append(r.calls, "keys") }

func (r *rig) FocusField(name string) { r.calls = append(r.calls, "focus "+name) }

func (r *rig) TogglePane(name string) { r.calls = append(r.calls, "toggle "+name) }

func (r *rig) AskNote(n screen.Note, done func(string)) {
	r.calls = append(r.calls, "note on "+n.On+": "+n.Text)
	done(r.words)
}

func (r *rig) InSight() screen.Sight { return r.sight }

func (r *rig) Settle() {
	if r.settleViews != nil {
		r.settleViews()
	}
}
func (r *rig) ShowRecord() { r.calls = append(r.calls, "record") }

func (r *rig) SetTheme(t *scene.Theme) { r.theme = t }

// busy reports whether any background work is still to be answered.
func (r *rig) busy() bool { return r.Busy() }

// settle runs what is posted until all work is done.
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

// holdLoads lets no file be read until the function it returns is called.
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

// width is the sum of what the shown flame graph is made of.
func (r *rig) width() int64 {
	r.t.Helper()
	if r.shown.Answer == nil || r.shown.Answer.Chart == nil {
		r.t.Fatal("no flame graph is shown")
	}
	return r.shown.Answer.Chart.Down.Abs[0]
}
