package desk

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/fixture"
)

func TestOpen(t *testing.T) {
	r := newRig(t)
	path := fixture.WriteCPU(t)
	free := r.holdLoads()
	r.Do(screen.Open{Paths: []string{path}})
	s := r.shown
	if len(s.Documents) != 1 || s.Documents[0].State != screen.Loading || s.Active != s.Documents[0].ID || s.Answer != nil {
		t.Fatalf("while it is read %+v is shown", s)
	}
	if len(s.Jobs) != 1 || s.Jobs[0].Text != "Reading cpu.pprof" {
		t.Errorf("jobs %v", s.Jobs)
	}
	free()
	s = r.settle()
	d := s.Documents[0]
	if d.State != screen.Ready || d.Name != "cpu.pprof" || d.Path != path || d.Detail != "cpu · 200ns" {
		t.Errorf("document %+v", d)
	}
	if s.Stale || len(s.Jobs) != 0 || len(s.Errors) != 0 || s.Answer.Document != d.ID || r.width() != 200 {
		t.Errorf("shown %+v", s)
	}
}

func TestOpenFailed(t *testing.T) {
	dir := t.TempDir()
	garbage := filepath.Join(dir, "garbage")
	if err := os.WriteFile(garbage, []byte("no profile\x1b[31m at all"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{garbage, filepath.Join(dir, "missing")} {
		r := newRig(t)
		s := r.do(screen.Open{Paths: []string{path}})
		if d := s.Documents[0]; d.State != screen.Failed || d.Detail == "" || strings.ContainsAny(d.Detail, "\x1b\n") {
			t.Errorf("%s: %+v", path, d)
		}
		if s.Answer != nil || s.Stale || len(s.Jobs) > 0 {
			t.Errorf("%s: shown %+v", path, s)
		}
		// All other intents find nothing, and do no harm.
		for _, i := range everyIntent() {
			r.do(i)
		}
	}
}

// everyIntent returns one intent of each kind that needs no document.
func everyIntent() []screen.Intent {
	return []screen.Intent{
		screen.ShowTab{Tab: ask.TopTab}, screen.ShowTab{Tab: ask.OverviewTab}, screen.ShowTab{Tab: ask.FlameTab}, screen.ShowTab{Tab: 8},
		screen.Refine{Name: "focus", Text: "main"}, screen.ClearFilters{}, screen.SampleType{Name: "samples"},
		screen.Search{Text: "json"}, screen.NextMatch{}, screen.NextMatch{Backwards: true}, screen.Search{},
		screen.Select{Selection: ask.Selection{Node: "main.serve"}}, screen.Zoom{Path: []string{"main.main"}}, screen.Pivot{Node: screen.Selected},
		screen.Back{}, screen.Forward{}, screen.Escape{}, screen.ToggleTheme{}, screen.Cancel{}, screen.Copy{Text: "x"}, screen.Export{},
		screen.ShowKeys{}, screen.FocusField{Name: "focus"}, screen.TogglePane{Name: "details"}, screen.Reload{},
		screen.Activate{Document: 77}, screen.Reload{Document: 77}, screen.Close{Document: 77},
	}
}

func TestOpenAsks(t *testing.T) {
	r := newRig(t)
	r.choose = []string{fixture.WriteCPU(t)}
	if s := r.do(screen.Open{}); len(s.Documents) != 1 || s.Answer == nil {
		t.Errorf("shown %+v", s)
	}
}

func TestOpenTwiceIsOneDocument(t *testing.T) {
	r := newRig(t)
	cpu, heap := fixture.WriteCPU(t), fixture.WriteHeap(t)
	s := r.do(screen.Open{Paths: []string{cpu, heap}})
	if len(s.Documents) != 2 || s.Active != s.Documents[0].ID {
		t.Fatalf("the first of two is not shown: %+v", s)
	}
	s = r.do(screen.Open{Paths: []string{heap}})
	if len(s.Documents) != 2 || s.Active != s.Documents[1].ID || s.Answer.Document != s.Active {
		t.Errorf("%d documents, %d shown", len(s.Documents), s.Active)
	}
}

func TestOpenCancelled(t *testing.T) {
	r := newRig(t)
	free := r.holdLoads()
	r.Do(screen.Open{Paths: []string{fixture.WriteCPU(t)}})
	s := r.do(screen.Cancel{})
	if d := s.Documents[0]; d.State != screen.Failed || !strings.Contains(d.Detail, "stopped") {
		t.Fatalf("document %+v", d)
	}
	free()
	if s = r.do(screen.Reload{}); s.Documents[0].State != screen.Ready || s.Answer == nil {
		t.Errorf("read again it is %+v", s.Documents[0])
	}
}

func TestClosedWhileItIsRead(t *testing.T) {
	r := newRig(t)
	free := r.holdLoads()
	defer free()
	r.Do(screen.Open{Paths: []string{fixture.WriteCPU(t)}})
	r.Do(screen.Close{})
	if len(r.shown.Documents) != 0 || r.shown.Active != 0 {
		t.Fatalf("shown %+v", r.shown)
	}
	r.queue.Next() // the result of reading
	if len(r.shown.Documents) != 0 || r.shown.Active != 0 || r.shown.Answer != nil {
		t.Errorf("shown %+v", r.shown)
	}
}

func TestClose(t *testing.T) {
	r := newRig(t)
	s := r.do(screen.Open{Paths: []string{fixture.WriteCPU(t), fixture.WriteHeap(t), fixture.Write(t, "third.pprof", fixture.CpuTypes, "a 1")}})
	ids := []int{s.Documents[0].ID, s.Documents[1].ID, s.Documents[2].ID}
	s = r.do(screen.Activate{Document: ids[1]}, screen.Close{Document: ids[1]})
	if len(s.Documents) != 2 || s.Active != ids[2] || s.Answer == nil || s.Answer.Document != ids[2] {
		t.Fatalf("after the second of three is closed %+v is shown", s)
	}
	// A second click on the same cross closes nothing else.
	if s = r.do(screen.Close{Document: ids[1]}); len(s.Documents) != 2 {
		t.Errorf("closing what is closed leaves %d documents", len(s.Documents))
	}
	s = r.do(screen.Close{Document: ids[0]})
	if len(s.Documents) != 1 || s.Active != ids[2] {
		t.Errorf("after another one is closed %+v is shown", s)
	}
	s = r.do(screen.Close{})
	if len(s.Documents) != 0 || s.Active != 0 || s.Answer != nil || r.answer != nil {
		t.Errorf("after the last one is closed %+v is shown", s)
	}
}

func TestReloadKeepsThePicture(t *testing.T) {
	r := newRig(t)
	path := fixture.WriteCPU(t)
	before := r.do(screen.Open{Paths: []string{path}}, screen.Refine{Name: "focus", Text: "main"}).Answer.Chart
	fixture.Write(t, path, fixture.CpuTypes, "main.main 500")
	free := r.holdLoads()
	r.Do(screen.Reload{})
	s := r.shown
	if s.Documents[0].State != screen.Loading || s.Answer == nil || s.Answer.Chart != before {
		t.Fatalf("while it is read again %+v is shown", s)
	}
	// A question meanwhile is answered from the old content.
	r.Do(screen.Refine{Name: "focus", Text: "log"})
	for r.preparing.Running() {
		r.queue.Next()
	}
	if r.width() != 40 {
		t.Errorf("meanwhile %d are shown, want 40", r.width())
	}
	free()
	s = r.do(screen.Refine{Name: "focus"})
	if s.Documents[0].State != screen.Ready || r.width() != 1000 {
		t.Errorf("after it was read again %d are shown, want 1000", r.width())
	}
}

// If reading again is stopped, the old content stays.
func TestReloadCancelled(t *testing.T) {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}})
	free := r.holdLoads()
	r.Do(screen.Reload{})
	s := r.do(screen.Cancel{})
	free()
	if s.Documents[0].State != screen.Ready || s.Answer == nil || r.width() != 200 {
		t.Errorf("document %+v", s.Documents[0])
	}
}

func TestReloadFailed(t *testing.T) {
	r := newRig(t)
	path := fixture.WriteCPU(t)
	r.do(screen.Open{Paths: []string{path}}, screen.Refine{Name: "focus", Text: "main"})
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	s := r.do(screen.Reload{})
	if d := s.Documents[0]; d.State != screen.Ready || !strings.Contains(s.Notice, "cpu.pprof was not reloaded: ") || s.Answer == nil {
		t.Fatalf("document %+v, %q", d, s.Notice)
	}
	fixture.Write(t, path, fixture.CpuTypes, "main.main 1")
	r.docs.renew(r.docs.active) // as its store is asked again, without a command
	if s = r.settle(); s.Notice != "" {
		t.Errorf("after it was read again: %q", s.Notice)
	}
	if s = r.do(screen.Reload{}); s.Documents[0].State != screen.Ready || r.width() != 2 || s.Place.Query.Focus != "main" {
		t.Errorf("document %+v", s.Documents[0])
	}
}

// A file that could not be opened is read again when it is opened once more, in
// the same line of the sidebar.
func TestOpenFailedAgain(t *testing.T) {
	r := newRig(t)
	path := filepath.Join(t.TempDir(), "late.pprof")
	if s := r.do(screen.Open{Paths: []string{path}}); s.Documents[0].State != screen.Failed {
		t.Fatalf("document %+v", s.Documents[0])
	}
	fixture.Write(t, path, fixture.CpuTypes, "main.main 1")
	if s := r.do(screen.Open{Paths: []string{path}}); len(s.Documents) != 1 || s.Documents[0].State != screen.Ready {
		t.Errorf("documents %+v", s.Documents)
	}
}

// A name that is no UTF-8 is shown escaped, wherever the name of a file stands.
func TestNameOfBytes(t *testing.T) {
	data, err := os.ReadFile(fixture.WriteCPU(t))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "cpu-\xff\u202e.pprof"), filepath.Join(dir, "bad-\xfe.pprof")
	if err := os.WriteFile(good, data, 0o600); err != nil {
		t.Skipf("this file system takes no such name: %v", err)
	}
	if err := os.WriteFile(bad, data[:20], 0o600); err != nil {
		t.Fatal(err)
	}
	r := newRig(t)
	s := r.do(screen.Open{Paths: []string{bad}}, screen.Open{Paths: []string{good}}, screen.Open{Paths: []string{fixture.WriteHeap(t)}},
		screen.Activate{Document: 2}, screen.Reload{})
	if name := s.Documents[1].Name; name != `cpu-\xff\u202e.pprof` {
		t.Errorf("the document is called %q", name)
	}
	// What stands on the screen, apart from paths, by which files are opened again.
	for _, d := range s.Documents {
		for _, text := range []string{d.Name, d.Detail, s.Notice} {
			if !utf8.ValidString(text) || strings.ContainsRune(text, utf8.RuneError) {
				t.Errorf("%d is shown as %q", d.ID, text)
			}
		}
	}
	for _, e := range s.Errors {
		if text := fmt.Sprint(e); strings.ContainsRune(text, utf8.RuneError) {
			t.Errorf("an error says %q", text)
		}
	}
}
