package desk

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/fixture"
	"profstation/model/trace"
	"profstation/origin"
)

// wantNotes compares the texts of the notes on the shown document.
func (r *rig) wantNotes(want ...string) {
	r.t.Helper()
	var got []string
	for _, n := range r.shown.Notes {
		got = append(got, n.Text)
	}
	if !slices.Equal(got, want) {
		r.t.Errorf("the notes are %q, want %q", got, want)
	}
}

// A note is written on the selection, changed, gone to, and removed. It belongs
// to its document and outlives its closing.
func TestNotes(t *testing.T) {
	r := newRig(t)
	r.do(screen.AskNote{})
	if len(r.calls) > 0 || !strings.Contains(r.shown.Notice, "open a profile") {
		t.Errorf("without a document: %q, %q", r.calls, r.shown.Notice)
	}
	cpu := fixture.WriteCPU(t)
	r.do(screen.Open{Paths: []string{cpu, fixture.WriteHeap(t)}}, screen.AskNote{})
	if len(r.calls) > 0 || !strings.Contains(r.shown.Notice, "select one") {
		t.Errorf("without a selection: %q, %q", r.calls, r.shown.Notice)
	}
	r.words = " too slow\nsince May "
	r.do(screen.Select{Selection: ask.Selection{Node: "json.Marshal"}}, screen.AskNote{})
	r.wantNotes("too slow\nsince May")
	r.words = "mended"
	before := r.shown.Notes
	r.do(screen.AskNote{Note: origin.Note{On: "json.Marshal"}})
	r.wantNotes("mended")
	if before[0].Text != "too slow\nsince May" {
		t.Error("a note that was shown has changed")
	}
	if want := []string{"note on json.Marshal: ", "note on json.Marshal: too slow\nsince May"}; !slices.Equal(r.calls, want) {
		t.Errorf("asked %q, want %q", r.calls, want)
	}
	r.do(screen.Select{}, screen.ShowTab{Tab: ask.OverviewTab}, screen.ShowNoted{Note: r.shown.Notes[0]})
	if r.shown.Tab != ask.FlameTab || r.shown.Place.Selected.Node != "json.Marshal" {
		t.Errorf("the note leads to %v, %q", r.shown.Tab, r.shown.Place.Selected.Node)
	}
	r.do(screen.Activate{Document: 2})
	r.wantNotes()
	r.do(screen.Close{Document: 1}, screen.Open{Paths: []string{cpu}})
	r.wantNotes("mended")
	n := r.restart()
	n.settle()
	n.wantNotes("mended")
	n.do(screen.WriteNote{Note: origin.Note{On: "json.Marshal"}})
	n.wantNotes()
	if state := n.State(); len(state.Notes) != 0 {
		t.Errorf("kept %+v", state.Notes)
	}
}

// A note on a span is found again by its goroutine and time.
func TestNotesOnSpans(t *testing.T) {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{"../testdata/trace.trace"}})
	tr := r.shown.Trace.Timeline.Trace
	g := trace.GoIndex(len(tr.Goroutines) / 2)
	at := tr.Spans.Start(tr.Goroutines[g].First)
	r.words = "here"
	r.do(screen.SelectMoment{Moment: &ask.Moment{Go: g, At: at}}, screen.AskNote{})
	r.wantNotes("here")
	note := r.shown.Notes[0]
	if note.Goroutine != tr.Goroutines[g].ID || note.At != at || note.On == "" {
		t.Fatalf("the note is %+v", note)
	}
	n := r.restart()
	n.settle()
	n.wantNotes("here")
	n.do(screen.SelectMoment{}, screen.ShowTab{Tab: ask.OverviewTab}, screen.ShowNoted{Note: n.shown.Notes[0]})
	if i := n.shown.Trace.SelectedSpan; n.shown.Tab != ask.TimelineTab || i == nil || i.Go != g || i.Start != at {
		t.Errorf("the note leads to %v, %+v", n.shown.Tab, i)
	}
	n.do(screen.ShowNoted{Note: origin.Note{On: "x", Goroutine: 1 << 40, At: 5}})
	if !strings.Contains(n.shown.Notice, "not in the trace") {
		t.Errorf("a note on what is gone tells %q", n.shown.Notice)
	}
}

// A workspace contains the notes on its documents, and no others; a report has
// them in words.
func TestNotesInWorkspace(t *testing.T) {
	r := newRig(t)
	cpu, heap := fixture.WriteCPU(t), fixture.WriteHeap(t)
	r.do(screen.Open{Paths: []string{heap}}, screen.WriteNote{Note: origin.Note{On: "cache.fill", Text: "not of this workspace"}}, screen.Close{})
	r.do(screen.Open{Paths: []string{cpu}}, screen.WriteNote{Note: origin.Note{On: "json.Marshal", Text: "first <b>\nsecond"}})
	file := filepath.Join(t.TempDir(), "w"+origin.Workspaces)
	r.Do(screen.SaveWorkspace{Path: file})
	r.until(func() bool { return len(r.keeper.recent.Workspaces) == 1 })
	n := newRig(t)
	n.Do(screen.Open{Paths: []string{file}})
	n.until(func() bool { return len(n.docs.all) == 1 })
	n.settle()
	n.wantNotes("first <b>\nsecond")
	if len(n.notebook.notes) != 1 {
		t.Errorf("the workspace has notes on %d documents", len(n.notebook.notes))
	}
	n.path = filepath.Join(t.TempDir(), "page")
	n.do(screen.Refine{Name: "focus", Text: "serve"}, screen.Report{})
	page, err := os.ReadFile(n.path + ".html")
	if err != nil {
		t.Fatal(n.shown.Notice, err)
	}
	for _, part := range []string{"<h3>Notes</h3>", "json.Marshal <span>flat 100ns (50.00%), cum 100ns (50.00%)</span>", "first &lt;b&gt;<br />second",
		"only samples with a node that matches “serve”", "Flame graph", "Call graph"} {
		if !strings.Contains(string(page), part) {
			t.Errorf("the page lacks %q", part)
		}
	}
}

// A comparison with a sum has its own notes, not those of the file on its other
// side or of another sum. They are not kept, because the comparison is not.
func TestNotesOnSums(t *testing.T) {
	r := newRig(t)
	cpu := fixture.WriteCPU(t)
	r.do(screen.Open{Paths: []string{cpu, writeFast(t), writeSlow(t)}})
	sum := func(a, b int) int {
		s := r.do(screen.Activate{Document: a}, screen.MarkDocument{Document: b}, screen.AddUpMarked{})
		return s.Active
	}
	one, two, three := sum(1, 2), sum(2, 3), sum(1, 3)
	compare := func(base, now int) {
		r.do(screen.Compare{Base: screen.Picks{Documents: []int{base}}, New: screen.Picks{Documents: []int{now}}})
	}
	compare(one, 1)
	r.do(screen.WriteNote{Note: origin.Note{On: "main.main", Text: "on the comparison"}})
	r.wantNotes("on the comparison")
	if !strings.Contains(r.shown.Notice, "are not saved") {
		t.Errorf("the notice is %q", r.shown.Notice)
	}
	r.do(screen.Activate{Document: 1})
	r.wantNotes()
	compare(one, two)
	r.wantNotes()
	r.do(screen.WriteNote{Note: origin.Note{On: "main.main", Text: "on two sums"}})
	compare(three, two)
	r.wantNotes()
	compare(one, two)
	r.wantNotes("on two sums")
	if kept := r.State().Notes; len(kept) != 0 {
		t.Errorf("kept %+v", kept)
	}
}

// A comparison of traces has no notes, however one is asked for and whatever was
// selected in a profile before.
func TestNotesOnTracesBeside(t *testing.T) {
	const trace = "../testdata/trace.trace"
	r := newRig(t)
	r.words = "slow"
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}}, screen.Select{Selection: ask.Selection{Node: "json.Marshal"}},
		screen.Compare{Base: files(trace), New: files(copied(t, trace, "other.trace"))})
	wanted := []screen.Intent{screen.AskNote{}, screen.WriteNote{Note: origin.Note{On: "main.main", Text: "slow"}}}
	for _, tab := range ask.OfTracePair.Tabs() {
		r.do(screen.ShowTab{Tab: tab})
		for _, i := range wanted {
			if s := r.do(i); !strings.Contains(s.Notice, "open the trace itself") {
				t.Errorf("%v, %T tells %q", tab, i, s.Notice)
			}
		}
	}
	r.do(screen.ShowTab{Tab: ask.TimelineTab})
	for _, i := range wanted {
		if s := r.do(screen.OnSide{Base: true, Intent: i}); !strings.Contains(s.Notice, "open the trace itself") {
			t.Errorf("%T of a side tells %q", i, s.Notice)
		}
	}
	if r.wantNotes(); len(r.calls) > 0 {
		t.Errorf("asked %q", r.calls)
	}
}
