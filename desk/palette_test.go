package desk

import (
	"strconv"
	"testing"

	"profstation/desk/screen"
	"profstation/model/trace"
	"profstation/timeline"
)

func TestPick(t *testing.T) {
	var all []screen.Finding
	for _, name := range []string{"runtime.mallocgc", "json.Marshal", "json.(*encodeState).marshal", "main.main"} {
		all = append(all, screen.Finding{Label: name})
	}
	for text, want := range map[string][]string{
		"":      {"runtime.mallocgc", "json.Marshal", "json.(*encodeState).marshal", "main.main"},
		"marsh": {"json.Marshal", "json.(*encodeState).marshal"}, // in their order, in upper or lower case
		"mm":    {"main.main", "json.Marshal", "json.(*encodeState).marshal", "runtime.mallocgc"},
		"zzz":   nil,
	} {
		got := Pick(text, all)
		if text == "mm" { // only the order of the letters is sure
			for _, f := range got {
				if f.Label == "json.Marshal" {
					t.Errorf("%q found %q", text, f.Label)
				}
			}
			continue
		}
		if len(got) != len(want) {
			t.Errorf("%q found %v, want %q", text, got, want)
			continue
		}
		for i := range want {
			if got[i].Label != want[i] {
				t.Errorf("%q found %v, want %q", text, got, want)
			}
		}
	}
}

// The palette goes to functions of a profile, to goroutines of a trace, and to documents.
func TestPaletteGoes(t *testing.T) {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{"../testdata/cpu.pprof"}})
	found := r.finder()("catalog.score")
	if len(found) == 0 {
		t.Fatal("the palette does not find a function")
	}
	s := r.do(found[0].Go...)
	if s.Answer.Details == nil || s.Answer.Details.Name != found[0].Label {
		t.Errorf("%q led to %+v", found[0].Label, s.Answer.Details)
	}

	r.do(screen.Open{Paths: []string{"../testdata/trace.trace"}})
	found = r.finder()("g1")
	if len(found) == 0 {
		t.Fatal("the palette does not find a goroutine")
	}
	s = r.do(found[0].Go...)
	if v := s.Trace.Reveal; v == nil || v.Key.Kind != timeline.GoroutineRow || s.Trace.Lanes.Find(v.Key) < 0 {
		t.Errorf("%q led to %+v", found[0].Label, v)
	}
	// The span in the middle of the view is selected, or the nearest to it, where the goroutine did not live then.
	tr := s.Trace.Timeline.Trace
	last := tr.Goroutines[len(tr.Goroutines)-1]
	for _, w := range []timeline.Window{{}, {From: 1e9, To: 1.1e9}} {
		r.do(screen.SelectMoment{}, screen.LookTime{Window: w, Leap: true})
		s = r.do(r.finder()("g1")[0].Go...)
		middle := trace.Time(w.From+w.To) / 2
		if w == (timeline.Window{}) {
			middle = tr.End / 2
		}
		if i := s.Trace.Inspected; i == nil || i.Go != 0 || i.Start > middle || i.End < middle {
			t.Errorf("from %v g1 is gone to, and %+v selected", w, i)
		}
		s = r.do(r.finder()("g" + strconv.FormatInt(last.ID, 10))[0].Go...)
		if i := s.Trace.Inspected; i == nil || tr.Goroutines[i.Go].ID != last.ID || i.State == trace.GoNotExist {
			t.Errorf("from %v the last goroutine is gone to, and %+v selected", w, i)
		}
	}
	before := s.Trace.Inspected.Span
	if s = r.do(r.finder()("p0")[0].Go...); s.Trace.Inspected == nil || s.Trace.Inspected.Span != before {
		t.Errorf("P0 is gone to, and %+v selected", s.Trace.Inspected)
	}

	// From a trace, too, one gets to the other documents.
	found = r.finder()("cpu.ppr")
	if len(found) == 0 {
		t.Fatal("the palette of a trace does not find a document")
	}
	if s = r.do(found[0].Go...); s.Documents[0].ID != s.Active || s.Trace != nil {
		t.Errorf("%q led to document %d", found[0].Label, s.Active)
	}
}
