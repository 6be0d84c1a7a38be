package desk

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/internal/fixture"
	"profstation/model/query"
	"profstation/scene"
	"profstation/table"
)

// Intents come faster than they can be answered, while the present picture is
// painted; the race detector looks on. In the end the screen shows the answer to
// the last request.
func TestManyIntents(t *testing.T) {
	var stacks []string
	for i := range 100 {
		stacks = append(stacks, "main.main,pkg"+strconv.Itoa(i%7)+".f,pkg"+strconv.Itoa(i%11)+".g,leaf"+strconv.Itoa(i)+".h "+strconv.Itoa(i+1))
	}
	large := fixture.Write(t, "large.pprof", fixture.CpuTypes, stacks...)
	cpu, heap := fixture.WriteCPU(t), fixture.WriteHeap(t)
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 7))
		r := newRig(t)
		r.export = filepath.Join(t.TempDir(), []string{"out.svg", "out.png", "out.csv", "out.json"}[rng.IntN(4)])
		r.Do(screen.Open{Paths: []string{large, cpu, heap}})
		for range 100 {
			r.Do(randomIntent(rng, r.shown))
			r.paint()
			for rng.IntN(3) > 0 && r.busy() {
				r.queue.Next()
				r.paint()
			}
		}
		r.Do(screen.Show{Change: func(*ask.Display) {}}) // a stopped request is made again
		s := r.settle()
		if s.Stale || len(s.Jobs) > 0 {
			t.Fatalf("seed %d: %v goes on after all is done", seed, s.Jobs)
		}
		if s.Answer == nil {
			continue
		}
		want, errs, err := ask.Compute(t.Context(), r.answer.Request, nil)
		if err != nil {
			t.Fatalf("seed %d: %v, %v", seed, errs, err)
		}
		if got := s.Answer.Result.Total; got != want.Result.Total || s.Answer.MatchText != want.MatchText {
			t.Errorf("seed %d: %d %q are shown, want %d %q", seed, got, s.Answer.MatchText, want.Result.Total, want.MatchText)
		}
		if c := s.Answer.Chart; s.Tab == ask.FlameTab && len(s.Errors) == 0 && (c.Down.Len() != want.Chart.Down.Len() || c.Window != want.Chart.Window) {
			t.Errorf("seed %d: %d boxes in %v are shown, want %d in %v", seed, c.Down.Len(), c.Window, want.Chart.Down.Len(), want.Chart.Window)
		}
		place := r.navigation.place()
		if w := r.answer.Request; len(s.Errors) == 0 && (!samePlace(w.Place, place) || w.Tab != r.Tab() || w.Doc != r.docs.active.id || w.Search != r.navigation.search) {
			t.Errorf("seed %d: the answer is to\n%+v, the request\n%+v", seed, w.Place, place)
		}
	}
}

// paint draws the snapshot, as the window does.
func (r *rig) paint() {
	a := r.shown.Answer
	if a == nil {
		return
	}
	area := scene.Rect{X1: 300, Y1: 120}
	cv := &scene.Recorder{Width: 300, Height: 120}
	if a.Painter != nil {
		a.Painter.Paint(cv, flame.View{Window: a.Chart.Window, Area: area, Mark: query.NoNode})
	}
	if a.Top != nil {
		a.Top.Paint(cv, table.View{Area: area, Theme: r.shown.Display.Theme, Selected: -1, Hover: -1, SortColumn: -1})
	}
}

func randomIntent(rng *rand.Rand, s *screen.Snapshot) screen.Intent {
	pick := func(words ...string) string { return words[rng.IntN(len(words))] }
	doc := 1 + rng.IntN(3)
	switch rng.IntN(22) {
	case 0:
		return screen.Activate{Document: doc}
	case 1:
		return screen.Reload{Document: doc}
	case 2, 3:
		return screen.ShowTab{Tab: ask.Tab(rng.IntN(3))}
	case 4, 5:
		return screen.Refine{Name: pick("focus", "ignore", "hide", "show_from"), Text: pick("", "pkg", "pkg1", "json", "(")}
	case 6:
		return screen.ClearFilters{}
	case 7:
		return screen.SampleType{Name: pick("", "samples", "cpu", "inuse_space")}
	case 8:
		return screen.Search{Text: pick("", "leaf1", "pkg", "(")}
	case 9:
		return screen.NextMatch{Backwards: rng.IntN(2) == 0}
	case 10:
		return screen.Select{Selection: ask.Selection{Node: pick("main.main", "pkg1.f", "leaf7.h")}}
	case 11:
		return screen.Zoom{Path: []string{"main.main", pick("pkg1.f", "pkg2.f")}}
	case 12:
		return screen.Look{Span: flame.Span{From: rng.Float64() / 2, To: 0.5 + rng.Float64()/2}}
	case 13:
		return screen.Pivot{Node: pick("", "pkg1.g", screen.Selected)}
	case 14, 15:
		return screen.Back{}
	case 16:
		return screen.Forward{}
	case 17:
		return screen.Escape{}
	case 18:
		return screen.Show{Change: func(d *ask.Display) { d.Coloring = flame.Colorings[rng.IntN(3)]; d.Recursion = !d.Recursion }}
	case 19:
		return screen.Ask{Change: func(q *query.Query) { q.Granularity = query.Granularities[rng.IntN(len(query.Granularities))] }}
	case 20:
		return screen.Export{}
	default:
		return screen.ToggleTheme{}
	}
}

func TestExport(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		tab          ask.Tab
		ending, want string
	}{
		{ask.FlameTab, ".svg", "<svg"}, {ask.FlameTab, ".png", "\x89PNG"}, {ask.FlameTab, ".csv", "id,parent,depth,total,self,name\n"},
		{ask.FlameTab, ".json", `{"name":"root","value":200`}, {ask.TopTab, ".svg", "<svg"}, {ask.TopTab, ".png", "\x89PNG"},
		{ask.TopTab, ".csv", "flat,flat_percent,sum_percent,cum,cum_percent,name\n"}, {ask.TopTab, ".json", "{"},
	} {
		r := opened(t)
		r.do(screen.ShowTab{Tab: c.tab})
		r.export = filepath.Join(dir, strconv.Itoa(int(c.tab))+c.ending)
		r.Do(screen.Export{})
		if len(r.shown.Jobs) != 1 || !strings.HasPrefix(r.shown.Jobs[0].Text, "Writing") {
			t.Errorf("jobs %v", r.shown.Jobs)
		}
		for r.busy() { // painting goes on while the file is written
			r.paint()
			r.queue.Next()
		}
		data, err := os.ReadFile(r.export)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(data), c.want) || r.shown.Notice != "Written: "+r.export {
			t.Errorf("%s of tab %d: %q, %.80q", c.ending, c.tab, r.shown.Notice, data)
		}
	}
	r := opened(t)
	r.export = filepath.Join(dir, "out.doc")
	if s := r.do(screen.Export{}); !strings.Contains(s.Notice, ".svg") {
		t.Errorf("told %q of an unknown ending", s.Notice)
	}
	r.export = filepath.Join(dir, "missing", "out.svg")
	if s := r.do(screen.Export{}); s.Notice == "" || strings.HasPrefix(s.Notice, "Written") {
		t.Errorf("told %q of a missing folder", s.Notice)
	}
	if s := newRig(t).do(screen.Export{}); !strings.Contains(s.Notice, "nothing to export") {
		t.Errorf("told %q without a document", s.Notice)
	}
}
