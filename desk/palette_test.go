package desk

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model/query"
	"profstation/model/trace"
	"profstation/timeline"
)

func TestPick(t *testing.T) {
	var all []screen.Match
	for _, name := range []string{"runtime.mallocgc", "json.Marshal", "json.(*encodeState).marshal", "main.main"} {
		all = append(all, screen.Match{Label: name})
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

// Whole words come before the beginning of a name, that before the beginning of a word, then what is inside one, what
// has the word elsewhere. Scattered letters are found where nothing else is. Equals keep their order.
func TestPickOrder(t *testing.T) {
	for _, c := range []struct {
		text       string
		list, want []string
	}{
		{"top", []string{"Stop recording", "Topics", "Go to the top", "Desktop", "Top", "Not Top-down", "t, o, p"},
			[]string{"Go to the top", "Top", "Not Top-down", "Topics", "Stop recording", "Desktop"}},
		{"top", []string{"t, o, p"}, []string{"t, o, p"}},
		{"graph", []string{"The paragraph", "A graphic", "Graphics", "Call graph", "Flame graph"},
			[]string{"Call graph", "Flame graph", "Graphics", "A graphic", "The paragraph"}},
		{"call g", []string{"Recall good", "Call graph", "A call gone", "Call g"}, []string{"Call g", "Call graph", "A call gone", "Recall good"}},
		{"to", []string{"Stop", "✓ Together", "Photo", "A tour"}, []string{"✓ Together", "A tour", "Stop", "Photo"}},
		{"Conn", []string{"http.(*conn).serve", "reconnect", "http.newConn", "http.(*Server).newConnReader", "conn", "connect"},
			[]string{"http.(*conn).serve", "conn", "connect", "http.newConn", "http.(*Server).newConnReader", "reconnect"}},
		{".serve", []string{"http.(*conn).serveHTTP", "http.(*conn).serve"}, []string{"http.(*conn).serve", "http.(*conn).serveHTTP"}},
		{"größe", []string{"Vergrößern", "Die Größe"}, []string{"Die Größe", "Vergrößern"}},
		{"\xff", []string{"a\xffb", "\xff"}, []string{"a\xffb", "\xff"}},
	} {
		var all []screen.Match
		for _, name := range c.list {
			all = append(all, screen.Match{Label: name})
		}
		var got []string
		for _, f := range Pick(c.text, all) {
			got = append(got, f.Label)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q finds %q, want %q", c.text, got, c.want)
		}
	}
	// What is found by another word stands behind.
	got := Pick("top", []screen.Match{{Label: "t, o, p"}, {Label: "Highest", Also: "top"}, {Label: "Stop"}})
	if len(got) != 2 || got[0].Label != "Stop" || got[1].Label != "Highest" {
		t.Errorf("by another word: %+v", got)
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

	for _, text := range []string{"catalog.Map[…]", "catalog.Map[go.shape"} { // as it is shown, and in full
		if found = r.finder()(text); len(found) == 0 || !strings.Contains(found[0].Label, "catalog.Map[") {
			t.Errorf("the palette finds %+v by %q", found, text)
		}
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
		if i := s.Trace.SelectedSpan; i == nil || i.Go != 0 || i.Start > middle || i.End < middle {
			t.Errorf("from %v g1 is gone to, and %+v selected", w, i)
		}
		s = r.do(r.finder()("g" + strconv.FormatInt(last.ID, 10))[0].Go...)
		if i := s.Trace.SelectedSpan; i == nil || tr.Goroutines[i.Go].ID != last.ID || i.State == trace.GoNotExist {
			t.Errorf("from %v the last goroutine is gone to, and %+v selected", w, i)
		}
	}
	before := s.Trace.SelectedSpan.Span
	if s = r.do(r.finder()("p0")[0].Go...); s.Trace.SelectedSpan == nil || s.Trace.SelectedSpan.Span != before {
		t.Errorf("P0 is gone to, and %+v selected", s.Trace.SelectedSpan)
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

// A function that is gone to comes into sight: also the selected one, and one that has no box in the part of the flame
// graph that is looked at, or zoomed to. A click leaves both as they are.
func TestPaletteBringsIntoSight(t *testing.T) {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{"../testdata/cpu.pprof"}})
	const name = "catalog.score"
	s := r.do(r.finder()(name)[0].Go...)
	if again := r.do(r.finder()(name)[0].Go...); again.RevealCount == s.RevealCount || again.Place.Selected.Node != s.Place.Selected.Node {
		t.Errorf("%s is gone to again, and nobody hears it", name)
	}
	full := s.Place.Selected.Node
	for _, away := range []screen.Intent{
		screen.Look{Span: flame.Span{From: 0.99, To: 0.991}},
		screen.Zoom{Path: ask.SelectionOf(s.Answer.Chart, lightest(s.Answer.Chart)).Path},
	} {
		s = r.do(screen.Zoom{}, away)
		if s.Answer.Details == nil || s.Answer.Chart.Has(s.Answer.Details.Box) {
			t.Fatalf("%T: %s has a box", away, name)
		}
		if s = r.do(screen.Select{Selection: ask.Selection{Node: full}}); s.Answer.Chart.Has(s.Answer.Details.Box) {
			t.Errorf("%T: a selection ends it", away)
		}
		if s = r.do(r.finder()(name)[0].Go...); !s.Answer.Chart.Has(s.Answer.Details.Box) || len(s.Place.Zoom) > 0 {
			t.Errorf("%T: %s is gone to and has no box", away, name)
		}
		if s = r.do(screen.Back{}); s.Answer.Chart.Has(s.Answer.Details.Box) {
			t.Errorf("%T: a step back does not lead there again", away)
		}
	}
	// What has a box in the part that is zoomed to stays there.
	s = r.do(screen.Zoom{})
	r.do(screen.Zoom{Path: ask.SelectionOf(s.Answer.Chart, s.Answer.Details.Box).Path})
	if again := r.do(r.finder()(name)[0].Go...); len(again.Place.Zoom) == 0 {
		t.Error("going to what is in sight ends the zoom")
	}
}

// lightest is the smallest box of the first row.
func lightest(c *flame.Chart) flame.Ref {
	best := flame.None
	for b, depth := range c.Down.Depth {
		if depth == 1 && c.Down.Node[b] != query.NoNode && (best == flame.None || c.Down.Abs[b] < c.Down.Abs[best.Branch]) {
			best = flame.Ref{Branch: int32(b)}
		}
	}
	return best
}

// TestFindsAllLanes offers, for a function that stands in stacks, the lanes of all goroutines with it: the list has
// only the first.
func TestFindsAllLanes(t *testing.T) {
	r := newRig(t)
	s := r.do(screen.Open{Paths: []string{"../testdata/trace.trace"}})
	const text = "mutex"
	var all screen.Intent
	for _, m := range findInTrace(s.Trace.Timeline, nil)(text) {
		if i, ok := m.Go[0].(screen.AskLanes); ok {
			all = i
		}
	}
	if all == nil {
		t.Fatal("all lanes are not offered")
	}
	s = r.do(all)
	tr := s.Trace.Timeline.Trace
	want := 0
	for g := range tr.Goroutines {
		has := strings.Contains(strings.ToLower(s.Trace.Timeline.GoName(trace.GoIndex(g))), text)
		for span := tr.Goroutines[g].First; span < tr.Goroutines[g].End && !has; span++ {
			has = slices.ContainsFunc(tr.Stacks.Stack(tr.SelfStack(span)), func(f trace.FrameIndex) bool {
				return strings.Contains(strings.ToLower(tr.Strings.Raw(tr.Frames[f].Func)), text)
			})
		}
		if has {
			want++
		}
	}
	if got := s.Trace.Lanes.Goroutines; got != want || want == 0 {
		t.Errorf("%d goroutines have lanes, want %d", got, want)
	}
}
