package desk

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"profstation/ask"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/internal/fixture"
)

// errUnexpected is an error that no part of the desk expects.
var errUnexpected = errors.New("nobody expected this")

// Whatever a job fails with is seen: as the notice, or in the place of what the job
// was for.
func TestUnexpectedErrorsAreSeen(t *testing.T) {
	url := serving(t, nil)
	for _, c := range []struct {
		kind   job.Kind
		before []screen.Intent
		do     screen.Intent
	}{
		{kind: job.Load, do: screen.Open{Paths: []string{fixture.WriteCPU(t)}}},
		{kind: job.Join, do: screen.Compare{Base: files(writeFast(t)), New: files(writeSlow(t))}},
		{kind: job.Prepare, before: []screen.Intent{screen.Open{Paths: []string{fixture.WriteCPU(t)}}}, do: screen.Refine{Name: "focus", Text: "json"}},
		{kind: job.Prepare, before: []screen.Intent{screen.Open{Paths: []string{"../testdata/trace.trace"}}}, do: screen.ShowTab{Tab: ask.GCTab}},
		{kind: job.LayOut, before: []screen.Intent{screen.Open{Paths: []string{fixture.WriteCPU(t)}}}, do: screen.ShowTab{Tab: ask.GraphTab}},
		{kind: job.Export, before: []screen.Intent{screen.Open{Paths: []string{fixture.WriteCPU(t)}}}, do: screen.Export{}},
		{kind: job.Export, before: []screen.Intent{screen.Open{Paths: []string{fixture.WriteCPU(t)}}}, do: screen.Report{Path: filepath.Join(t.TempDir(), "r.html")}},
		{kind: job.Ask, do: screen.AskServer{Server: screen.Server{Address: url}}},
		{kind: job.Record, do: screen.StartRecording{
			Server: screen.Server{Address: url}, Folder: t.TempDir(), Kinds: []screen.RecordKind{{Kind: "heap"}},
		}},
		{kind: job.Workspace, do: screen.Open{Paths: []string{filepath.Join(t.TempDir(), "w.profstation")}}},
		{kind: job.Workspace, before: []screen.Intent{screen.Open{Paths: []string{fixture.WriteCPU(t)}}}, do: screen.SaveWorkspace{Path: filepath.Join(t.TempDir(), "w")}},
		{kind: job.Sources, do: screen.ChooseFolder{Folder: t.TempDir()}},
	} {
		t.Run(string(c.kind)+" "+reflect.TypeOf(c.do).Name(), func(t *testing.T) {
			r := newRecordRig(t)
			r.export = filepath.Join(t.TempDir(), "x.svg")
			r.do(c.before...)
			r.Fault(failing(c.kind))
			r.do(c.do)
			for r.jobs.Running(job.Record) {
				r.queue.Next()
			}
			if !sees(r.shown) {
				t.Errorf("the error is not seen: %+v", r.shown)
			}
		})
	}
	t.Run("look", func(t *testing.T) {
		r := opened(t)
		r.Fault(failing(job.Look))
		LookAtFiles(r.Desk)
		if s := r.settle(); !sees(s) {
			t.Errorf("the error is not seen: %+v", s)
		}
	})
	t.Run("turn", func(t *testing.T) {
		r, dir := followed(t)
		r.Fault(failing(job.Turn))
		putProfile(t, dir, "cpu-99.pprof", fixture.Minute(99), "main.main 1")
		r.await("the error", sees)
	})
}

func failing(k job.Kind) func(context.Context, job.Kind) error {
	return func(_ context.Context, of job.Kind) error {
		if of == k {
			return errUnexpected
		}
		return nil
	}
}

// sees reports whether the error is somewhere on the screen.
func sees(s *screen.Snapshot) bool {
	seen := s.Notice
	for _, d := range s.Documents {
		seen += d.Detail
	}
	if s.Graph != nil {
		seen += s.Graph.Note
	}
	if s.Record != nil {
		seen += s.Record.Error
	}
	return strings.Contains(strings.ToLower(seen), errUnexpected.Error())
}

// A command that comes right after the wheel waits until what the wheel has led to
// is prepared, and is carried out on that.
func TestCommandsSettleWhatIsPending(t *testing.T) {
	r, s := openTrace(t)
	whole := s.Trace.Place.Window
	r.export = filepath.Join(t.TempDir(), "t.csv")
	hold := make(chan bool)
	r.Fault(func(_ context.Context, k job.Kind) error {
		if k == job.Prepare {
			<-hold
		}
		return nil
	})
	part := s.Trace.Timeline.Whole()
	part.To = part.From + (part.To-part.From)/100
	r.settleViews = func() { r.Do(screen.LookTime{Window: part}) }
	r.Do(screen.Export{})
	if len(r.calls) > 0 {
		t.Error("the dialog opens before the range in sight is prepared")
	}
	close(hold)
	if s = r.settle(); s.Trace.Place.Window == whole || !r.offer.Part {
		t.Errorf("the export is offered of %+v, a part: %v", s.Trace.Place.Window, r.offer.Part)
	}
	data := read(t, r.export)
	r.settleViews = func() { r.Do(screen.LookTime{Window: s.Trace.Timeline.Whole()}) }
	r.export = filepath.Join(t.TempDir(), "all.csv")
	r.do(screen.Export{})
	if all := read(t, r.export); len(all) < 4*len(data) || len(data) == 0 {
		t.Errorf("a hundredth of the trace is %d bytes, all of it %d", len(data), len(all))
	}
}

// A command waits for what is being prepared, and not for what comes by itself
// meanwhile: where profiles come fast, there is always more.
func TestCommandsDoNotWaitForever(t *testing.T) {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}})
	hold := make(chan bool)
	r.Fault(func(context.Context, job.Kind) error { <-hold; return nil })
	r.Do(screen.Refine{Name: "focus", Text: "json"})
	r.Do(screen.Export{})
	r.renew() // as an arrival does
	if len(r.calls) > 0 {
		t.Fatal("the command does not wait")
	}
	hold <- true // one answer comes; the next one is held
	r.until(func() bool { return len(r.calls) > 0 })
	if !r.preparing.Running() {
		t.Error("what has come meanwhile is not prepared")
	}
	close(hold)
	r.settle()
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
