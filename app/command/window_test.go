package command

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"profstation/ask"
	"profstation/desk"
	"profstation/desk/desktest"
	"profstation/desk/screen"
	"profstation/internal/must"
	"profstation/internal/thorough"
	"profstation/loader"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/query"
	"profstation/scene"
)

// windowDesk is a desk without a window: what it would export is written to a
// folder.
type windowDesk struct {
	desk.Shell // of which no other method is called
	*desk.Desk
	t      *testing.T
	queue  *desktest.Queue
	last   *screen.Snapshot
	folder string
	ending string   // of what is exported next; "": nothing is
	view   string   // that was offered
	title  string   // of pictures; "": the one that is offered
	all    []string // the endings that were offered
}

func newWindowDesk(t *testing.T) *windowDesk {
	w := &windowDesk{t: t, queue: desktest.NewQueue(t), folder: t.TempDir()}
	w.Desk = desk.NewDesk(w, w.queue.Post, &scene.Light)
	return w
}

func (w *windowDesk) Show(s *screen.Snapshot) { w.last = s }
func (w *windowDesk) InSight() ask.Sight      { return ask.Sight{} }
func (w *windowDesk) Settle()                 {}

func (w *windowDesk) ChooseExport(o desk.ExportOffer, write func(string, ask.Look) *desk.Writing) {
	w.view, w.all = o.View, nil
	if w.title != "" {
		o.Look.Title = w.title
	}
	for _, f := range o.Formats {
		w.all = append(w.all, f.Ending)
	}
	if w.ending != "" {
		write(filepath.Join(w.folder, "x"+w.ending), o.Look)
	}
}

// do carries out intents, each to its end.
func (w *windowDesk) do(all ...screen.Intent) {
	w.t.Helper()
	for _, i := range all {
		w.Desk.Do(i)
		for w.busy() {
			w.queue.Next()
		}
	}
}

func (w *windowDesk) busy() bool {
	s := w.last
	return s == nil || s.Stale || s.Layout || len(s.Jobs) > 0 ||
		slices.ContainsFunc(s.Documents, func(d screen.Document) bool { return d.State == screen.Loading })
}

// exported is what the window writes of the visible tab.
func (w *windowDesk) exported(ending string) []byte {
	w.t.Helper()
	w.ending = ending
	w.do(screen.Export{})
	data, err := os.ReadFile(filepath.Join(w.folder, "x"+ending))
	if err != nil {
		w.t.Fatalf("%s of %s: %v, %s", ending, w.view, err, w.last.Notice)
	}
	return data
}

// same compares what the window and the command line write of the visible tab, in
// all formats but pixels, which follow from the drawing. without names formats that
// are of something else on the command line; .pprof, all that the filters leave.
func (w *windowDesk) same(view, without string, args ...string) {
	w.t.Helper()
	w.ending = ""
	w.do(screen.Export{})
	if len(w.all) == 0 {
		w.t.Errorf("%q: the window has nothing to export", args)
	}
	for _, ending := range slices.Clone(w.all) {
		filtered := ask.Find(ask.OfProfile, ask.Filtered).Format(ending) != nil
		if ending == ".png" || strings.Contains(without, ending) || filtered && strings.Contains(without, ".pprof") {
			continue
		}
		got := w.exported(ending)
		line := []string{"export", "--view", view, "-o", "-", "--format", ending[1:]}
		if filtered {
			line[2] = ask.Filtered
		}
		line = append(line, args...)
		r := run(w.t, line...)
		if want := []byte(r.out); r.exit != exitOK || !bytes.Equal(got, want) {
			at := 0
			for at < min(len(got), len(want)) && got[at] == want[at] {
				at++
			}
			from := max(0, at-200)
			w.t.Errorf("%q, exit status %d %s: the window writes %d bytes, the command line %d; from byte %d on\n%q\n%q", line, r.exit, r.err,
				len(got), len(want), at, got[from:min(len(got), at+100)], want[from:min(len(want), at+100)])
		}
	}
}

// somewhere goes to the folder of a file, so that its name is the same for all, and
// returns that name.
func somewhere(t *testing.T, file string) string {
	t.Helper()
	t.Chdir(filepath.Dir(file))
	return filepath.Base(file)
}

// The window and the command line write the same bytes for the same question, of
// all recordings and those in the folder that PROFSTATION_CORPUS names.
func TestWindowWritesTheSame(t *testing.T) {
	dirs := []string{recordings}
	if dir := os.Getenv("PROFSTATION_CORPUS"); dir != "" {
		dirs = append(dirs, dir)
	}
	for _, dir := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range entries {
			if !thorough.One(i, 4) {
				continue
			}
			path := filepath.Join(dir, e.Name())
			f, err := loader.Open(t.Context(), path, loader.Options{})
			if err != nil || f.Trace != nil && strings.HasPrefix(f.Trace.Format, "go 1.1") { // whose times are read with another nanosecond each time
				continue
			}
			t.Run(e.Name(), func(t *testing.T) {
				name := somewhere(t, path)
				w := newWindowDesk(t)
				w.do(screen.Open{Paths: []string{name}})
				if f.Trace != nil {
					sameTrace(w, name)
				} else {
					sameProfile(w, name, f.Profile)
				}
			})
		}
	}
}

func tab(t ask.Tab) screen.ShowTab { return screen.ShowTab{Tab: t} }

func sameTrace(w *windowDesk, name string) {
	w.same("timeline", "", name)
	for tab, view := range ask.Sheets {
		w.do(screen.ShowTab{Tab: tab})
		w.same(view, "", name)
	}
}

func sameProfile(w *windowDesk, name string, p *model.Profile) {
	w.same("flame", "", "--trim=false", name)
	w.do(tab(ask.GraphTab))
	w.same("graph", ".pprof", name)
	w.do(tab(ask.TopTab))
	w.same("top", "", "--trim=false", name)
	w.do(screen.Show{Change: func(d *ask.Display) { d.SortColumn = 3 }}, screen.Search{Text: "main"})
	w.same("top", "", "--trim=false", "--cum", "--search=main", name)
	w.do(tab(ask.OverviewTab))
	w.same(ask.Filtered, "", "--trim=false", name)
	w.do(screen.Search{}, tab(ask.FlameTab))
	if heaviest := must.Have(w.last.Answer.Result.Sorted(query.ByCum).Top(context.Background())).Rows; len(heaviest) > 0 {
		at := w.last.Answer.Result.Nodes.Node(heaviest[0].Node)
		node := at.String()
		focus := "^" + regexp.QuoteMeta(node) + "$"
		if at.Object != "" { // without a function, focus goes by the binary's path and peek by what pprof prints
			focus = "^(" + regexp.QuoteMeta(node) + "|" + regexp.QuoteMeta(at.Object) + ")$"
		}
		if _, err := regexp.Compile(focus); err == nil && node != "<unknown>" { // else it is no UTF-8, or has no name
			w.do(screen.Refine{Name: "focus", Text: focus}, screen.Select{Selection: ask.Selection{Node: node}}, tab(ask.PeekTab))
			w.same("peek", "", "--trim=false", "--focus="+focus, name)
			w.do(screen.ClearFilters{})
		}
	}
	axes := p.LabelAxes()
	if len(axes) == 0 {
		return
	}
	w.do(tab(ask.LabelsTab))
	w.same("labels", "", "--trim=false", name)
	if _, ok := p.FindAxis(axes[0].Key); !ok || axes[0].Key == "" || strings.ContainsAny(axes[0].Key, ",\"\n") {
		return
	}
	w.do(screen.Show{Change: func(d *ask.Display) { d.Labels.Axis, d.Labels.Functions = axes[0], true }})
	w.same("pivot", ".pprof", "--trim=false", "--by="+axes[0].Key, name)
}

// The same of what two profiles, and two traces, differ in.
func TestWindowWritesTheSameOfTwo(t *testing.T) {
	base := somewhere(t, cpu)
	now := filepath.Base(slow)
	w := newWindowDesk(t)
	w.do(screen.Compare{Base: screen.Picks{Paths: []string{base}}, New: screen.Picks{Paths: []string{now}}, Mode: compare.DiffBase})
	both := []string{"--diff_base=" + base, "--width_by=larger", now}
	beside := append([]string{"--beside"}, both...)
	w.same("flame", "", beside...)
	w.do(tab(ask.GraphTab))
	w.same("graph", "", beside...)
	w.do(screen.ShowWay{Way: ask.AsDifference}, tab(ask.FlameTab))
	w.same("diff", ".csv", both...)
	w.do(tab(ask.GraphTab))
	w.same("graph", "", both...)
	w.do(tab(ask.TopTab))
	w.same("diff", ".svg", both...)
	w.do(screen.Show{Change: func(d *ask.Display) { d.Compare.HideNoise, d.Compare.Cum = true, true }})
	w.same("diff", ".svg", append([]string{"--noise=false", "--cum"}, both...)...)
	w.do(screen.Show{Change: func(d *ask.Display) {
		d.Compare.HideNoise, d.Compare.Cum, d.Compare.TopBeside, d.Compare.Small = false, false, true, true
	}})
	w.same("top", "", append([]string{"--trim=false"}, beside...)...)
	w.do(tab(ask.SummaryTab))
	w.same("summary", "", append([]string{"--trim=false"}, both...)...)

	data, err := os.ReadFile("trace.trace")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"a.trace", "b.trace"} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	w = newWindowDesk(t)
	w.do(screen.Compare{Base: screen.Picks{Paths: []string{"a.trace"}}, New: screen.Picks{Paths: []string{"b.trace"}}})
	w.same("timeline", "", "--base=a.trace", "b.trace")
	w.do(tab(ask.DurationsTab))
	w.same("durations", "", "--base=a.trace", "b.trace")
}

// The same of profiles over time.
func TestWindowWritesTheSameOfSeries(t *testing.T) {
	dir := seriesFolder(t)
	for _, name := range []string{"other.pb.gz", "notes.md"} { // of another series
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	w := newWindowDesk(t)
	w.title = filepath.Base(dir) // the window offers the name of the profile that it shows
	w.do(screen.Open{Paths: []string{dir}}, tab(ask.TrendTab))
	for w.last.Answer == nil || w.last.Answer.Trend == nil || len(w.last.Answer.Trend.Trend.Lines.Points) < 2 {
		w.queue.Next()
	}
	w.same("trend", ".pprof", dir) // which is of one of them in the window
}
