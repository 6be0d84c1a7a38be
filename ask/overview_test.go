package ask

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/language"

	"profstation/loader"
	"profstation/model"
	"profstation/model/memory"
	"profstation/model/query"
	"profstation/model/series"
	"profstation/scene"
)

// What stands out, and what may mislead, is about the recording, whatever is charged or whose code is shown.
func TestFoundInTheRecording(t *testing.T) {
	r := window(profile(t, "wasteful/calls.pprof"))
	r.Tab = OverviewTab
	want := computed(t, r, nil).Overview
	if len(want.Found) == 0 {
		t.Fatal("nothing stands out")
	}
	for _, change := range []func(q *query.Query){
		func(q *query.Query) { q.ChargeGC = true }, func(q *query.Query) { q.Only = "runtime" }, func(q *query.Query) { q.Focus = "main" },
	} {
		other := r
		change(&other.Place.Query)
		got := computed(t, other, nil).Overview
		if !reflect.DeepEqual(got.Found, want.Found) || !slices.Equal(got.Warnings, want.Warnings) {
			t.Errorf("%+v changes what stands out", other.Place.Query)
		}
	}
}

// The overview states the period of the file, never a usual one.
func TestOverviewSaysThePeriod(t *testing.T) {
	about := func(p *model.Profile) string {
		t.Helper()
		r, err := query.Evaluate(t.Context(), p, query.Default())
		if err != nil {
			t.Fatal(err)
		}
		o, err := OverviewOf(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		return o.About
	}
	for name, want := range map[string]string{
		"heap.pprof": "one allocation per 32kB", "allocs.pprof": "one allocation per 32kB", "cpu.pprof": "after every 10ms of CPU time",
	} {
		p := profile(t, name)
		text := about(p)
		if !strings.Contains(text, want) || strings.Contains(text, "{{") {
			t.Errorf("%s: %q", name, text)
		}
		p.Period *= 4
		if strings.Contains(about(p), want) {
			t.Errorf("%s: four times its period is %q as well", name, want)
		}
		p.Period = 0
		if text := about(p); !strings.Contains(text, "does not say how often") {
			t.Errorf("%s: without a period: %q", name, text)
		}
	}
}

// Of a heap profile of which more is known the overview says where the memory of the process is, or that the sources
// contradict each other.
func TestOverviewOfMemory(t *testing.T) {
	overview := func(s *memory.Sources) *Overview {
		t.Helper()
		p := profile(t, "heap.pprof")
		p.Memory = s
		r, err := query.Evaluate(t.Context(), p, query.Default())
		if err != nil {
			t.Fatal(err)
		}
		o, err := OverviewOf(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	if o := overview(nil); o.Memory != nil {
		t.Errorf("%+v of a profile alone", o.Memory)
	}
	status := memory.Resident{Source: memory.Source{Form: memory.Status, File: "status"}, Bytes: 900 << 20, Areas: []memory.Figure{
		{Kind: memory.AllAnonymous, Bytes: 500 << 20, How: "RssAnon"}, {Kind: memory.AllFiles, Bytes: 300 << 20, How: "RssFile"},
	}}
	o := overview(&memory.Sources{Resident: []memory.Resident{status}})
	if o.Memory == nil {
		t.Fatalf("nothing is said: %q", o.Warnings)
	}
	if s := strings.Join(o.Memory.Summary, " "); !strings.Contains(s, "The process has 900MB in memory; the heap profile shows") || !strings.Contains(s, "“Anonymous memory, of Go and others”") {
		t.Errorf("%q", s)
	}
	var parts []string
	for row := range o.Memory.Table.Rows {
		parts = append(parts, o.Memory.Table.Cell(row, 3))
	}
	if s := strings.Join(parts, ", "); !strings.Contains(s, "Live objects") || !strings.Contains(s, "Resident in no area that the source names") {
		t.Errorf("the parts are %q", s)
	}
	if a := o.Memory.Advice; len(a) != 2 || a[0].Text != memory.AllFiles.Advice() {
		t.Errorf("the advice is %+v", a)
	}
	o = overview(&memory.Sources{Resident: []memory.Resident{status, status}})
	if w := strings.Join(o.Warnings, " "); o.Memory != nil || !strings.Contains(w, "cannot be said: status and status are both status") {
		t.Errorf("%+v, %q", o.Memory, w)
	}
}

// The summary of a comparison says how the memory of the process changed, if more is known of both sides.
func TestSummaryOfMemory(t *testing.T) {
	summary := func(of ...int64) string {
		t.Helper()
		var sides [2][]Recording
		for i, mb := range of {
			p := profile(t, "heap.pprof")
			if mb > 0 {
				p.Memory = &memory.Sources{Resident: []memory.Resident{{
					Source: memory.Source{Form: memory.Status, File: "status"}, Bytes: mb << 20, Areas: []memory.Figure{{Kind: memory.AllFiles, Bytes: mb << 20}},
				}}}
			}
			sides[i%2] = append(sides[i%2], Recording{Path: fmt.Sprint(i), Profile: p})
		}
		pair, err := NewPair(t.Context(), sides, [2]string{"a", "b"})
		if err != nil {
			t.Fatal(err)
		}
		r := window(nil)
		r.Compared, r.Tab = pair, SummaryTab
		a, _, err := Compute(t.Context(), r, nil)
		if err != nil {
			t.Fatal(err)
		}
		return a.Compared.Plain
	}
	const want = "\n\nMemory of the process\n\nThe process has 900MB in memory, before it had 700MB: +200MB.\n\nThe largest change is “Mapped files, the program too”: +200MB."
	if text := summary(700, 900); !strings.Contains(text, want) || !strings.Contains(text, "\n\n      before         after        change  part\n       700MB         900MB        +200MB  Mapped files, the program too\n") {
		t.Errorf("%q, want %q", text, want)
	}
	for _, of := range [][]int64{{0, 900}, {700, 0}, {700, 900, 700, 900}} { // sums have no moment
		if text := summary(of...); strings.Contains(text, "The process has") {
			t.Errorf("of %d MB it says %q", of, text)
		}
	}
}

// The overview names the tool that wrote a file, and calls nothing by no name.
func TestOverviewNamesTheFormat(t *testing.T) {
	for file, want := range map[string]string{
		"cpu.pprof": "", "cpu.perf.txt": "perf script", "cpu.speedscope.json": "speedscope", "cpu.firefox.json": "Firefox Profiler",
		"cpu.otlp.pb": "OpenTelemetry profiles", "cpu.collapsed.txt": "collapsed stacks", "cpu.cpuprofile": "V8 CPU profile",
	} {
		r, err := query.Evaluate(t.Context(), profile(t, file), query.Default())
		if err != nil {
			t.Fatal(err)
		}
		o, err := OverviewOf(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, f := range o.Facts {
			if f.Name == "Format" {
				got = f.Text
			}
			if f.Name == "" || file == "cpu.firefox.json" && f.Text == "record" {
				t.Errorf("%s: %q stands without a name", file, f.Text)
			}
		}
		if got != want {
			t.Errorf("%s: the format is %q, want %q", file, got, want)
		}
	}
}

// A key that the profile does not have colours nothing; only without a key the heaviest one does.
func TestColorByLabelOfAnotherProfile(t *testing.T) {
	r, err := query.Evaluate(t.Context(), profile(t, "cpu.pprof"), query.Default())
	if err != nil {
		t.Fatal(err)
	}
	axes := r.Profile.LabelAxes()
	if len(axes) == 0 {
		t.Fatal("the recording has no labels")
	}
	none := model.LabelAxis{}
	for asked, want := range map[model.LabelAxis]bool{none: true, axes[0]: true, {Key: "of another file"}: false} {
		if got, err := labelOf(t.Context(), r, asked); err != nil || (got != none) != want || asked != none && want && got != asked {
			t.Errorf("%+v leads to %+v, %v", asked, got, err)
		}
	}
}

// Scripts without a font are named once, signs between Han letters as Han. The built-in fonts have neither.
func TestScriptsWithoutAFont(t *testing.T) {
	got := WithoutFont(model.NewStrings([]string{"main.处理", "表。", "価格ー", "main.ราคา", "🚀", "1\u20e3", "ä"}))
	if len(got) != 1 || !strings.Contains(got[0], ": Emoji, Han, Thai.") {
		t.Errorf("%q", got)
	}
	if got := WithoutFont(model.NewStrings([]string{"main.ä", "цена"})); got != nil {
		t.Errorf("%q", got)
	}
	for tag, names := range scriptNames {
		if names.Tags().Name(language.Make(tag)) == "" {
			t.Errorf("%s is not named in its own language", tag)
		}
	}
}

// With a chosen time all figures say how much of the recording is of that time; without one none does.
func TestOverviewOfAChosenTime(t *testing.T) {
	b := model.NewBuilder([]model.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}})
	var at [2]model.LocID
	for i, name := range []string{"main.a", "main.b"} {
		f := b.Function(model.Function{Name: b.String(name)})
		at[i] = b.Location(model.NoMapping, 0, []model.Line{{Func: f}})
	}
	for i := range int64(10) {
		b.SampleAt(i*1e9, []model.LocID{at[i/5]}, b.LabelSet(nil), []int64{2, 2e7})
	}
	p := b.Profile(model.Header{Duration: 10e9, Period: 1e7, PeriodType: model.ValueType{Type: "cpu", Unit: "nanoseconds"}})
	for time, want := range map[string][3]string{
		"":      {"20 · 10 records · 2 stacks", "20", "200ms"},
		"0s:3s": {"6 of 20 · 3 of 10 records · 1 of 2 stacks", "6 of 20", "60ms of 200ms"},
	} {
		q := query.Default()
		q.Time = time
		r, err := query.Evaluate(t.Context(), p, q)
		if err != nil {
			t.Fatal(err)
		}
		o, err := OverviewOf(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		if got := [3]string{o.Facts[len(o.Facts)-1].Text, o.Types[0].Total, o.Types[1].Total}; got != want {
			t.Errorf("of %q it says %q, want %q", time, got, want)
		}
	}
}

// The overview of a profile in a series says how the memory of the process changed over the series.
func TestOverviewOfSeriesMemory(t *testing.T) {
	all := series.New(query.Query{})
	var a *Answer
	for i, want := range []string{"", "+100MB.\nThe largest change is “Resident memory, not divided”: +100MB.", "+200MB.\nThe largest change is “Resident memory, not divided”: +200MB; it grew in 2 of 2 steps."} {
		p, bytes := profile(t, "heap.pprof"), int64(400+100*i)<<20
		p.Memory = &memory.Sources{Resident: []memory.Resident{{Source: memory.Source{Form: memory.Status, File: "status"}, Bytes: bytes,
			Areas: []memory.Figure{{Kind: memory.Undivided, Bytes: bytes, How: "VmRSS"}}}}}
		if err := all.Add(t.Context(), strconv.Itoa(i), p, time.Time{}); err != nil {
			t.Fatal(err)
		}
		r := Request{Profile: p, Tab: OverviewTab, Trend: TrendRequest{Series: all, Changed: i}}
		if a != nil {
			r.Profile = a.Result.Profile // the one that is shown stays
		}
		r.Place.Query = query.Default()
		next, errs, err := Compute(t.Context(), r, a)
		if err != nil || next.Overview == nil {
			t.Fatalf("%v, %v", errs, err)
		}
		a = next
		if got := strings.Join(a.Overview.Course, "\n"); !strings.Contains(got, want) || (want == "") != (got == "") {
			t.Errorf("of %d profiles it says %q, want %q", i+1, got, want)
		}
	}
}

// The overview of a dump says which functions started its leaked goroutines, and the filter of each finds them.
func TestOverviewLeaked(t *testing.T) {
	for _, file := range []string{"goroutineleak.debug2.txt", "go1.27/goroutineleak.debug2.txt"} {
		p := profile(t, file)
		r, err := query.Evaluate(t.Context(), p, query.Default())
		if err != nil {
			t.Fatal(err)
		}
		o, err := OverviewOf(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		if len(o.Leaked) != 1 || o.Leaked[0].By != "created by main.wait" || o.Leaked[0].Count != "4" {
			t.Fatalf("%s: %+v", file, o.Leaked)
		}
		q := query.Default()
		q.TagFocus = o.Leaked[0].Only[0].Text + "\n" + o.Leaked[0].Only[1].Text
		if r, err = query.Evaluate(t.Context(), p, q); err != nil || r.Passed() != 4 {
			t.Errorf("%s: %q leaves %d, %v", file, q.TagFocus, r.Passed(), err)
		}
	}
	// Of many functions the overview lists those that started most. Who started the main goroutine is not known.
	var dump strings.Builder
	dump.WriteString("goroutine 1 [select (no cases) (leaked)]:\nmain.main()\n\t/m.go:1 +0x1\n\n")
	for i := range 20 {
		for range i/10 + 1 {
			fmt.Fprintf(&dump, "goroutine %d [chan send (leaked)]:\nmain.g()\n\t/m.go:2 +0x1\ncreated by main.f%d in goroutine 1\n\t/m.go:3 +0x1\n\n", 2+i, i)
		}
	}
	f, err := loader.Decode(t.Context(), "dump", []byte(dump.String()), loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all := leakedIn(f.Profile)
	if last := all[len(all)-1]; len(all) != maxLeaking+1 || all[0].By != "created by main.f10" || all[0].Count != "2" || len(last.Only) != 1 || last.Count != "15" {
		t.Errorf("%+v", all)
	}
}

// A profile that filters leave is written without what only Overview shows.
func TestFilteredAlone(t *testing.T) {
	r := Script(query.Default(), &scene.Light)
	r.Profile, r.View = profile(t, "wasteful/calls.pprof"), Find(OfProfile, Filtered)
	a, _, err := Compute(t.Context(), r, nil)
	if err != nil {
		t.Fatal(err)
	}
	if a.Overview != nil || a.standing.made {
		t.Errorf("a script computes what stands out: %+v", a.Overview)
	}
}
