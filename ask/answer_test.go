package ask

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	pprof "github.com/google/pprof/profile"

	"profstation/flame"
	"profstation/internal/fixture"
	"profstation/internal/must"
	"profstation/internal/thorough"
	"profstation/loader"
	"profstation/loader/source"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/lists"
	"profstation/model/query"
	"profstation/model/series"
	"profstation/model/units"
	"profstation/scene"
	"profstation/table"
	"profstation/timeline"
	"profstation/timeline/figures"
)

// opened are the recordings of testdata that load, by name, and those in the folder
// that PROFSTATION_CORPUS names.
func opened(t *testing.T) map[string]*loader.File {
	t.Helper()
	all := map[string]*loader.File{}
	for _, dir := range []string{"../testdata", os.Getenv("PROFSTATION_CORPUS")} {
		paths, err := filepath.Glob(filepath.Join(dir, "*.*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if f, err := loader.Open(t.Context(), path, loader.Options{}); err == nil && dir != "" {
				all[filepath.Base(path)] = f
			}
		}
	}
	if len(all) < 10 {
		t.Fatalf("only %d recordings load", len(all))
	}
	return all
}

func profile(t *testing.T, name string) *model.Profile {
	t.Helper()
	f, err := loader.Open(t.Context(), "../testdata/"+name, loader.Options{OnlyProfiles: true})
	if err != nil {
		t.Fatal(err)
	}
	return f.Profile
}

// window is what a window asks first of a profile.
func window(p *model.Profile) Request {
	r := Script(query.Default().Whole(), &scene.Light)
	r.Script, r.Profile, r.Sources = false, p, NewSources(source.Options{})
	r.Display.GraphNodes, r.Display.NodeFraction = 80, 0.005
	return r
}

func computed(t *testing.T, r Request, before *Answer) *Answer {
	t.Helper()
	a, errs, err := Compute(t.Context(), r, before)
	if err != nil || len(errs) > 0 {
		t.Fatalf("tab %v: %v, %v", r.Tab, err, errs)
	}
	return a
}

// shownBy are the parts of an answer that a tab shows, by pointers.
func shownBy(a *Answer) []any {
	all := []any{a.Result, a.Chart, a.Painter, a.Top, a.Overview, a.Labels, a.Peek, a.Source, a.Trend, a.Details, a.Graphs}
	if a.Compared != nil {
		all = append(all, a.Compared.Comparison, a.Compared.Table, a.Compared.Summary)
		if other := a.Compared.Other; other != nil {
			all = append(all, other.Chart, other.Painter, other.Top)
		}
	}
	return all
}

// Every tab of every recording is prepared; the next answer to the same request
// takes over all of it, and one to another request none of what depends on that.
func TestEveryTab(t *testing.T) {
	all := opened(t)
	for i, name := range slices.Sorted(maps.Keys(all)) {
		f := all[name]
		if f.Profile == nil || !thorough.One(i, 3) {
			continue
		}
		var before *Answer
		for _, tab := range append(OfProfile.Tabs(), TrendTab) {
			r := window(f.Profile)
			r.Tab, r.Search = tab, "a"
			a := computed(t, r, nil)
			if node := a.Matches(); len(node) > 0 {
				r.Place.Selected.Node = a.Result.Nodes.Node(node[0].Node).String()
			}
			a = computed(t, r, a)
			if again := computed(t, r, a); !reflect.DeepEqual(shownBy(again), shownBy(a)) || again.Details != a.Details || again.Result != a.Result {
				t.Errorf("%s, %v: what holds is made again", name, tab)
			}
			if before != nil && (before.Result != computed(t, r, before).Result) {
				t.Errorf("%s, %v: the query is answered again for another tab", name, tab)
			}
			before = a
			r.Place.Query.Ignore = "main"
			if next := computed(t, r, a); next.Result == a.Result || tab == TopTab && !bytes.Equal(csvOf(t, next.Top), csvOf(t, computed(t, r, nil).Top)) {
				t.Errorf("%s, %v: a filter changes nothing, or what it leaves depends on the answer before", name, tab)
			}
		}
	}
}

func csvOf(t *testing.T, x *table.Table) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := x.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// sidesOf is what a window asks first of two recordings.
func sidesOf(t *testing.T, base, now string) Request {
	t.Helper()
	pair, err := NewPair(t.Context(), [2][]Recording{{{Profile: profile(t, base)}}, {{Profile: profile(t, now)}}}, [2]string{base, now})
	if err != nil {
		t.Fatal(err)
	}
	r := window(nil)
	r.Compared, r.Display.Compare.Width = pair, compare.ByLarger
	return r
}

// The same of every tab of a comparison, in every way of looking at it.
func TestEveryTabOfTwo(t *testing.T) {
	for _, pair := range [][2]string{{"cpu.pprof", "cpu-slow.pprof"}, {"heap.pprof", "heap.pprof"}} {
		r := sidesOf(t, pair[0], pair[1])
		for _, way := range []Way{SideBySide, AsDifference} {
			for _, beside := range []bool{false, true} {
				for _, tab := range OfComparison.Tabs() {
					r.Tab, r.Display.Compare.Way, r.Display.Compare.TopBeside, r.Display.Compare.OneScale = tab, way, beside, beside
					a := computed(t, r, nil)
					if again := computed(t, r, a); !reflect.DeepEqual(shownBy(again), shownBy(a)) {
						t.Errorf("%v, %v, %v: what holds is made again", pair, way, tab)
					}
				}
			}
		}
	}
}

// What is hidden as noise is counted.
func TestNoiseHidden(t *testing.T) {
	r := sidesOf(t, "cpu.pprof", "cpu-slow.pprof")
	r.Tab = TopTab
	all := computed(t, r, nil)
	r.Display.Compare.HideNoise = true
	loud := computed(t, r, all)
	n := units.Count(int64(all.Compared.Table.Rows - loud.Compared.Table.Rows))
	if loud.Compared.Note != n+" rows that may be noise are hidden" || all.Compared.Note != "" || len(loud.changedRows()) != loud.Compared.Table.Rows {
		t.Errorf("%d rows of %d: %q", loud.Compared.Table.Rows, all.Compared.Table.Rows, loud.Compared.Note)
	}
}

// What the other way of looking shows is laid out before somebody asks for it, once
// for each question.
func TestLookAhead(t *testing.T) {
	r := sidesOf(t, "cpu.pprof", "cpu-slow.pprof")
	a := computed(t, r, nil)
	a.LookAhead()
	job := a.Ahead.flames[compare.ByLarger]
	if job == nil {
		t.Fatal("the difference is not laid out ahead")
	}
	r.Display.Compare.Way = AsDifference
	b := computed(t, r, a)
	if <-job.done; b.Chart != job.chart {
		t.Error("what was laid out ahead is laid out again")
	}
	if b.LookAhead(); b.Ahead != a.Ahead {
		t.Error("the same question has it laid out twice")
	}
	// Another question ends what is of no use any more, and has its own.
	r.Place.Query.Focus = "json"
	c := computed(t, r, b)
	if c.Replace(b); !b.Ahead.Stopped() || c.Ahead != nil {
		t.Error("another question leaves what is laid out ahead")
	}
	c.LookAhead()
	base, now := c.Ahead.flames[compare.ByBase], c.Ahead.flames[compare.ByNew]
	if base == nil || now == nil {
		t.Fatal("the two sides are not laid out ahead")
	}
	// Where it could not be, it is laid out when it is asked for.
	<-base.done
	<-now.done
	now.chart = nil
	r.Display.Compare.Way = SideBySide
	if d := computed(t, r, c); d.Chart == nil || d.Compared.Other.Chart != base.chart {
		t.Error("the two sides are laid out again, or not at all")
	}
}

// What is wrong with a request is said of its field; an answer that nobody waits
// for any more is none.
func TestErrors(t *testing.T) {
	r := window(profile(t, "cpu.pprof"))
	r.Place.Query.Focus = "("
	if a, errs, err := Compute(t.Context(), r, nil); a != nil || err == nil || !strings.Contains(errs["focus"], "error parsing regexp") {
		t.Errorf("a filter: %v, %v", errs, err)
	}
	r.Place.Query.Focus, r.Search = "", "("
	if a, errs, err := Compute(t.Context(), r, nil); a == nil || a.Match != nil || err != nil || !strings.HasPrefix(errs["search"], "search: error parsing regexp") {
		t.Errorf("a search: %v, %v", errs, err)
	}
	r.Search, r.Place.Query.SampleIndex = "", "space"
	if a := computed(t, r, nil); a.Result.Type.Type != "cpu" {
		t.Errorf("the window shows %v where there is no space", a.Result.Type)
	}
	r.Script = true
	if _, errs, err := Compute(t.Context(), r, nil); err == nil || errs["sample_index"] == "" {
		t.Errorf("a script is shown something in the place of space: %v, %v", errs, err)
	}
	r.Place.Query.SampleIndex, r.Pivot = "", regexp.MustCompile("^nobody$")
	if _, _, err := Compute(t.Context(), r, nil); !errors.Is(err, ErrNoPivot) {
		t.Errorf("a pivot: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if a, _, err := Compute(ctx, window(r.Profile), nil); a != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("an answer after its end: %v, %v", a, err)
	}
	two := sidesOf(t, "cpu.pprof", "cpu-slow.pprof")
	two.Compared.Pair.New.Duration, two.Normalisation = 0, compare.Normalisation{By: compare.PerSecond}
	if _, errs, err := Compute(t.Context(), two, nil); err == nil || errs["compare"] == "" {
		t.Errorf("values per second of an unknown time: %v, %v", errs, err)
	}
}

// A script's pivot is the heaviest node that matches.
func TestPivot(t *testing.T) {
	r := Script(query.Default().Whole(), &scene.Light)
	r.Profile, r.Pivot = profile(t, "cpu.pprof"), regexp.MustCompile("pricing")
	a := computed(t, r, nil)
	o := must.Have(a.flameOptions(context.Background(), true))
	c, err := flame.New(t.Context(), a.Result, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range must.Have(a.Result.Sorted(query.ByCum).Top(context.Background())).Rows {
		if n := a.Result.Nodes.Node(row.Node); strings.Contains(n.Name, "pricing") {
			if o.Pivot != row.Node || c.Down.Abs[0] != row.Cum {
				t.Errorf("the pivot is %v, not %v", o.Pivot, n)
			}
			break
		}
	}
}

// Every tab of a trace is prepared, and taken over while nothing changes.
func TestEveryTabOfTraces(t *testing.T) {
	for name, f := range opened(t) {
		if f.Trace == nil {
			continue
		}
		all, err := timeline.New(t.Context(), f.Trace)
		if err != nil {
			t.Fatal(err)
		}
		r := Request{Timeline: all, Figures: figures.NewSource(f.Trace), Display: Display{Theme: &scene.Light}}
		for _, tab := range OfTrace.Tabs() {
			r.Tab = tab
			compute := func(before *Answer) *TraceAnswer {
				a, _, err := Compute(t.Context(), r, before)
				if err != nil {
					t.Fatalf("%s, %v: %v", name, tab, err)
				}
				return a.Trace
			}
			a := compute(nil)
			again := compute(&Answer{Trace: a})
			if again.Lanes != a.Lanes || again.Painter != a.Painter || again.Overview != a.Overview || again.Sheets[tab].Sheet != a.Sheets[tab].Sheet {
				t.Errorf("%s, %v: what holds is made again", name, tab)
			}
			r.Display.Quiet = 1
			if other := compute(&Answer{Trace: a}); a.Painter != nil && other.Painter == a.Painter || other.Lanes != a.Lanes {
				t.Errorf("%s, %v: another style needs another painter alone", name, tab)
			}
			r.Display.Quiet = 0
		}
	}
}

// A ranking of a series stays while few profiles come; the trend is always new.
func TestTrendRanking(t *testing.T) {
	p := profile(t, "heap.pprof")
	s := series.New(query.Default())
	add := func(from, to int) {
		t.Helper()
		for i := from; i < to; i++ {
			if err := s.Add(context.Background(), string(rune('a'+i)), p, p.Time.AddDate(0, 0, i)); err != nil {
				t.Fatal(err)
			}
		}
	}
	add(0, 20)
	r := window(p)
	r.Tab, r.Trend.Series, r.Place.Query = TrendTab, s, query.Default()
	a := computed(t, r, nil)
	add(20, 21)
	r.Trend.Changed++
	b := computed(t, r, a)
	if len(b.Trend.Trend.Lines.Points) != 21 || b.Trend.Growth != a.Trend.Growth || b.Trend.AsOf != "growth across 20 profiles" {
		t.Errorf("%d points, ranked %q", len(b.Trend.Trend.Lines.Points), b.Trend.AsOf)
	}
	add(21, 23)
	r.Trend.Changed++
	c := computed(t, r, b)
	if c.Trend.Growth == a.Trend.Growth || c.Trend.AsOf != "growth across 23 profiles" {
		t.Errorf("after three more it is ranked %q", c.Trend.AsOf)
	}
	// A restart is another matter: the counters begin at 0.
	late := p.Header
	late.Time = p.Time.AddDate(0, 0, 40)
	if err := s.Add(context.Background(), "late", model.NewBuilder(p.Types).Profile(late), time.Time{}); err != nil {
		t.Fatal(err)
	}
	r.Trend.Changed++
	want := "restarted at " + late.Time.Local().Format("2006-01-02 15:04") + "; judged since then · growth across 1 profile"
	if d := computed(t, r, c); d.Trend.AsOf != want {
		t.Errorf("after a restart it is ranked %q, want %q", d.Trend.AsOf, want)
	}
}

// A name that is no UTF-8 is shown in every tab, and found by the expression for it
// alone.
func TestNamesThatAreNoText(t *testing.T) {
	const name = "main.\xff\xfe(\x00"
	f, err := loader.Open(t.Context(), fixture.Write(t, "bad.pprof", fixture.CpuTypes, name+" 5", "main.b 3"), loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(exactly(name)).MatchString(name) {
		t.Errorf("%q does not match %q", name, exactly(name))
	}
	for _, tab := range OfProfile.Tabs() {
		r := window(f.Profile)
		r.Tab, r.Place.Selected.Node, r.Place.Pivot = tab, name, name
		a := computed(t, r, nil)
		if a.Details == nil || tab == SourceTab && (len(a.Source.Source.Lines) != 1 || a.Source.Source.Lines[0].Flat != 10) {
			t.Errorf("%v: details %+v, source %+v", tab, a.Details, a.Source)
		}
	}
}

// A function that stands in several files is shown where most goes through it.
func TestSourceOfTwoFiles(t *testing.T) {
	for _, heavy := range []string{"a.go", "b.go", "c.go"} {
		p := &pprof.Profile{SampleType: []*pprof.ValueType{{Type: "samples", Unit: "count"}}}
		for i, file := range []string{"a.go", "b.go", "c.go"} {
			f := &pprof.Function{ID: uint64(i + 1), Name: "main.f", Filename: "/src/" + file}
			l := &pprof.Location{ID: f.ID, Line: []pprof.Line{{Function: f, Line: 7}}}
			value := int64(3)
			if file == heavy {
				value = 50
			}
			p.Function, p.Location = append(p.Function, f), append(p.Location, l)
			p.Sample = append(p.Sample, &pprof.Sample{Location: []*pprof.Location{l}, Value: []int64{value}})
		}
		var data bytes.Buffer
		if err := p.Write(&data); err != nil {
			t.Fatal(err)
		}
		f, err := loader.Decode(t.Context(), "two.pprof", data.Bytes(), loader.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r := window(f.Profile)
		r.Tab, r.Place.Selected.Node = SourceTab, "main.f"
		if a := computed(t, r, nil); a.Source.File != "/src/"+heavy {
			t.Errorf("%s is shown, most is in %s", a.Source.File, heavy)
		}
	}
}

// sourceOf is the source of a.f in a file, which is counted at two lines.
func sourceOf(t *testing.T, dir, path string, lines ...int64) *SourceAnswer {
	t.Helper()
	p := &pprof.Profile{SampleType: []*pprof.ValueType{{Type: "cpu", Unit: "milliseconds"}}}
	fn := &pprof.Function{ID: 1, Name: "a.f", Filename: path}
	p.Function = []*pprof.Function{fn}
	for i, line := range lines {
		l := &pprof.Location{ID: uint64(i + 1), Line: []pprof.Line{{Function: fn, Line: line}}}
		p.Location = append(p.Location, l)
		p.Sample = append(p.Sample, &pprof.Sample{Location: []*pprof.Location{l}, Value: []int64{6000 - 5000*int64(i)}})
	}
	var data bytes.Buffer
	if err := p.Write(&data); err != nil {
		t.Fatal(err)
	}
	r := window(must.Have(loader.Decode(t.Context(), "old.pprof", data.Bytes(), loader.Options{})).Profile)
	r.Sources = NewSources(source.Options{Folders: []string{dir}})
	r.Tab, r.Place.Selected.Node = SourceTab, "a.f"
	return computed(t, r, nil).Source
}

// Why lines have figures and no code is said: the file is shorter than the one that was profiled, empty, or gone.
func TestSourceThatIsTooShort(t *testing.T) {
	const text = "package a\n\nfunc f() {\n\tg()\n}\n"
	for _, c := range []struct {
		name, text string
		lines      []int64
		want       string
	}{
		{"a.go", text, []int64{4, 120}, "line 120 lies behind line 5, the last of this file: it is not the version that was profiled"},
		{"both.go", text, []int64{2, 120}, "not the version that was profiled; 2 lines with 7s cannot be from this version: see the end of the list"},
		{"b.go", text, []int64{120, 4}, "line 120 lies behind line 5, the last of this file: it is not the version that was profiled"},
		{"a.templ", text, []int64{7, 6}, "2 lines up to line 7 lie behind line 5, the last of this file: it is not the version that was profiled"},
		{"fits.templ", text, []int64{4, 5}, ""},
		{"empty.go", "", []int64{4, 5}, "this file is empty: it is not the version that was profiled"},
		{"gone.go", "-", []int64{4, 5}, "source not found: choose its folder"},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, c.name)
		if c.text != "-" {
			if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		got := sourceOf(t, dir, path, c.lines...).Source.Note
		if !strings.HasSuffix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: the note is %q, want %q", c.name, got, c.want)
		}
	}
}

// What is counted at lines that the file found here cannot have does not stand beside its code, and the
// note says how much it is.
func TestSourceOfAnotherVersion(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.go")
	if err := os.WriteFile(path, []byte("package a\n\n// f is older than it looks.\nfunc f() {\n\tg()\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := sourceOf(t, dir, path, 3, 5)
	if !strings.HasSuffix(s.Source.Note, "1 line with 6s cannot be from this version: see the end of the list") {
		t.Errorf("the note is %q", s.Source.Note)
	}
	if got := s.Table.Cell(2, 0) + s.Table.Cell(4, 0) + s.Table.Cell(6, 0); got != "1s6s" || s.First != 6 {
		t.Errorf("the lines have %q, the first in sight is %d", got, s.First)
	}
}

// A tab that adds values up has no means, and says so; the others have them.
func TestMeansWhereTheyApply(t *testing.T) {
	r := window(profile(t, "block.pprof"))
	r.Place.Query.SampleIndex, r.Place.Query.Mean = "delay", true
	var before *Answer
	for _, x := range []struct {
		tab  Tab
		sums bool
		name string
	}{{FlameTab, true, "delay"}, {TopTab, false, "mean_delay"}, {LabelsTab, true, "delay"}, {GraphTab, false, "mean_delay"}, {FlameTab, true, "delay"}} {
		r.Tab = x.tab
		a, _, err := Compute(t.Context(), r, before)
		if err != nil {
			t.Fatal(err)
		}
		if before = a; a.Sums != x.sums || a.Result.TypeName() != x.name {
			t.Errorf("tab %d: sums %v, %s", x.tab, a.Sums, a.Result.TypeName())
		}
		if x.tab == FlameTab && a.Chart.Result != a.Result {
			t.Error("the flame graph is of another answer")
		}
	}
}

// Top has a column of mean lives in a series of heap profiles, if its rows are functions or packages, as the series' are.
func TestTopLives(t *testing.T) {
	p := profile(t, "heap.pprof")
	s := series.New(query.Default())
	add := func(from, to int) {
		t.Helper()
		for i := from; i < to; i++ {
			grown := p.Clone() // it has in use what it had, and has allocated more
			grown.Time = p.Time.AddDate(0, 0, i)
			grown.Samples.Values = slices.Clone(p.Samples.Values)
			for column, times := range []int64{int64(i + 1), int64(i + 1), 1, 1} {
				grown.Samples.Values[column] = lists.Map(p.Samples.Values[column], func(v int64) int64 { return v * times })
			}
			if err := s.Add(context.Background(), string(rune('a'+i)), grown, grown.Time); err != nil {
				t.Fatal(err)
			}
		}
	}
	add(0, 40)
	r := window(p)
	r.Tab, r.Trend.Series, r.Place.Query = TopTab, s, query.Default()
	a := computed(t, r, nil)
	if a.Lives == nil || len(a.Top.Columns) != table.TopLife+1 {
		t.Fatalf("%d columns, lives %v", len(a.Top.Columns), a.Lives)
	}
	r.Place.Query.Focus = "main"
	if b := computed(t, r, a); b.Lives != a.Lives || b.Top == a.Top {
		t.Error("with a filter there are other lives, or the same table")
	}
	add(40, 45)
	if b := computed(t, r, a); b.Lives == a.Lives {
		t.Error("with an eighth more profiles the lives stay")
	}
	for _, change := range []func(r *Request){
		func(r *Request) { r.Place.Query.Granularity = query.Lines },
		func(r *Request) { r.Trend.Series = nil },
	} {
		other := r
		change(&other)
		if b := computed(t, other, a); b.Lives != nil || len(b.Top.Columns) != table.TopLife {
			t.Errorf("%d columns", len(b.Top.Columns))
		}
	}
}
