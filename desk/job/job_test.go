package job

import (
	"context"
	"errors"
	"testing"

	"profstation/desk/desktest"
	"profstation/desk/screen"
)

// rig is a pool on a queue, and what it has reported.
type rig struct {
	Pool
	queue   *desktest.Queue
	changes int
	failed  []error
}

func newRig(t *testing.T) *rig {
	r := &rig{queue: desktest.NewQueue(t)}
	r.Pool = Pool{
		Post: r.queue.Post, Changed: func() { r.changes++ },
		Failed: func(_ Kind, err error) { r.failed = append(r.failed, err) },
	}
	return r
}

// settle runs what is posted until no job runs.
func (r *rig) settle() {
	for len(r.running) > 0 {
		r.queue.Next()
	}
}

func none(context.Context, *Job) (int, error) { return 7, nil }

func TestAResultIsAccepted(t *testing.T) {
	r := newRig(t)
	got := 0
	Start(&r.Pool, Options{Kind: Load}, none, func(n int, err error) error { got = n; return err })
	if got != 0 || !r.Running(Load) || r.Running(Join) || r.Idle() {
		t.Error("the result is accepted before the desk's goroutine has its turn")
	}
	r.settle()
	if got != 7 || len(r.failed) > 0 || !r.Idle() {
		t.Errorf("accepted %d, failed %v", got, r.failed)
	}
}

// An error that accept returns is reported; a cancellation is what somebody wanted.
func TestAnUnexpectedErrorIsReported(t *testing.T) {
	r := newRig(t)
	broken := errors.New("broken")
	for _, err := range []error{broken, context.Canceled} {
		Start(&r.Pool, Options{Kind: Load}, func(context.Context, *Job) (int, error) { return 0, err }, func(_ int, err error) error { return err })
	}
	r.Fault = func(_ context.Context, k Kind) error { return errors.New("no " + string(k)) }
	Start(&r.Pool, Options{Kind: Join}, none, func(_ int, err error) error { return err })
	r.settle()
	if len(r.failed) != 2 || !errors.Is(errors.Join(r.failed...), broken) {
		t.Errorf("failed: %v", r.failed)
	}
}

// The result of a job that another one has replaced in its slot is dropped, and so
// is all that it posts.
func TestANewerJobTakesTheSlot(t *testing.T) {
	r := newRig(t)
	var slot Slot
	hold, got := make(chan bool), 0
	accept := func(n int, _ error) error { got += n; return nil }
	var old context.Context
	Start(&r.Pool, Options{Slot: &slot}, func(ctx context.Context, j *Job) (int, error) {
		old = ctx
		j.Post(func() { got += 100 })
		<-hold
		return 1, nil
	}, accept)
	Start(&r.Pool, Options{Slot: &slot}, none, accept)
	close(hold)
	for range 3 { // both results, and what the older job posts
		r.queue.Next()
	}
	if got != 7 || slot.Running() || old.Err() == nil {
		t.Errorf("accepted %d, the older job was cancelled: %v", got, old.Err())
	}
	slot.Empty()
}

// A job that is asked to stop still counts: accept gets its error.
func TestCancel(t *testing.T) {
	r := newRig(t)
	var slot Slot
	var got error
	work := func(ctx context.Context, _ *Job) (int, error) { <-ctx.Done(); return 0, ctx.Err() }
	Start(&r.Pool, Options{Slot: &slot}, work, func(_ int, err error) error { got = err; return err })
	slot.job.Cancel()
	r.settle()
	if !errors.Is(got, context.Canceled) || len(r.failed) > 0 {
		t.Errorf("accepted %v, failed %v", got, r.failed)
	}
	record := Start(&r.Pool, Options{Kind: Record}, work, func(int, error) error { return nil })
	if r.Cancel(); !r.Idle() {
		t.Error("a recording keeps the pool from being idle")
	}
	record.Cancel()
	r.settle()
}

// A patient job is shown when it has gone on for a while, any other at once, each
// with its progress.
func TestShown(t *testing.T) {
	r := newRig(t)
	var slot Slot
	hold := make(chan bool)
	show := func(j *Job) (screen.Job, bool) {
		return screen.Job{Text: string(j.Kind), Done: j.Done()}, j.Kind != Join
	}
	start := func(o Options) {
		o.Show = show
		Start(&r.Pool, o, func(_ context.Context, j *Job) (int, error) {
			if j.Kind == Load {
				j.Progress(1, 4)
			}
			<-hold
			return 0, nil
		}, func(int, error) error { return nil })
	}
	start(Options{Kind: Load, Slot: &slot})
	start(Options{Kind: Join})
	start(Options{Kind: Prepare, Patient: true})
	Start(&r.Pool, Options{Kind: Ask}, none, func(int, error) error { return nil })
	if s := r.Shown(); len(s) != 1 || s[0].Text != "load" {
		t.Errorf("at once %+v are shown", s)
	}
	for len(r.Shown()) < 2 || slot.Done() < 0 || r.Running(Ask) {
		r.queue.Next()
	}
	if s := r.Shown(); len(s) != 2 || s[0].Done != 0.25 || s[1] != (screen.Job{Text: "prepare", Done: -1}) || r.changes != 2 {
		t.Errorf("later %+v are shown, after %d changes", s, r.changes)
	}
	close(hold)
	if r.settle(); slot.Done() != -1 || len(r.Shown()) > 0 {
		t.Error("jobs are shown that have ended")
	}
}

// Thousands of jobs have a few lines.
func TestShownAreFew(t *testing.T) {
	r := newRig(t)
	hold := make(chan struct{})
	lines := 0
	for range 100 {
		Start(&r.Pool, Options{Kind: Load, Show: func(*Job) (screen.Job, bool) {
			lines++
			return screen.Job{}, true
		}}, func(context.Context, *Job) (int, error) {
			<-hold
			return 0, nil
		}, func(int, error) error { return nil })
	}
	if n := len(r.Shown()); n != maxShown || lines != n {
		t.Errorf("%d lines are shown, %d were made", n, lines)
	}
	close(hold)
	r.settle()
}
