package desk

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	pprof "github.com/google/pprof/profile"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/internal/fixture"
	"profstation/internal/must"
	"profstation/model"
	"profstation/model/labels"
	"profstation/model/query"
	"profstation/model/units"
	"profstation/origin"
)

// recorded is a rig with a recording of testdata on the screen.
func recorded(t testing.TB, name string) *rig {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{"../testdata/" + name}})
	return r
}

func namesOf(filters []query.Refining) []string {
	var out []string
	for _, f := range filters {
		n := f.Name + "=" + f.Text
		if f.Off {
			n = "off " + n
		}
		if f.Inverted {
			n = "not " + n
		}
		out = append(out, n)
	}
	return out
}

// A filter that is off or inverted stays in its place and comes back with the
// history.
func TestFiltersOffAndInverted(t *testing.T) {
	r := opened(t)
	r.do(screen.Refine{Name: "focus", Text: "json"})
	all := slices.Clone(r.shown.Place.Filters)
	all[0].Inverted = true
	s := r.do(screen.SetFilters{Filters: all})
	if s.Place.Query.Ignore != "json" || s.Place.Query.Focus != "" || r.width() != 60 {
		t.Errorf("turned round, the question is %+v and %d are left", s.Place.Query, r.width())
	}
	off := slices.Clone(all)
	off[0].Off = true
	r.pause()
	if s = r.do(screen.SetFilters{Filters: off}); r.width() != 200 || !slices.Equal(namesOf(s.Place.Filters), []string{"not off focus=json"}) {
		t.Errorf("off, %d are left by %q", r.width(), namesOf(s.Place.Filters))
	}
	if s = r.do(screen.Back{}); r.width() != 60 || s.Place.Filters[0].Off {
		t.Errorf("one step back %d are left by %q", r.width(), namesOf(s.Place.Filters))
	}
	// The input of the bar sets the filter in force under its name.
	if s = r.do(screen.Refine{Name: "ignore", Text: "log"}); !slices.Equal(namesOf(s.Place.Filters), []string{"ignore=log"}) {
		t.Errorf("an input of another text leaves %q", namesOf(s.Place.Filters))
	}
}

// Filters stay over tabs, documents and sample types.
func TestFiltersAreNeverLost(t *testing.T) {
	r := opened(t)
	heap := fixture.WriteHeap(t)
	r.do(screen.Refine{Name: "focus", Text: "json"}, screen.Refine{Name: "hide", Text: "main"})
	want := namesOf(r.shown.Place.Filters)
	for _, i := range []screen.Intent{
		screen.ShowTab{Tab: ask.LabelsTab}, screen.ShowTab{Tab: ask.SourceTab}, screen.SampleType{Name: "samples"},
		screen.Open{Paths: []string{heap}}, screen.SampleType{Name: "inuse_objects"}, screen.ToggleTheme{},
	} {
		if s := r.do(i); !slices.Equal(namesOf(s.Place.Filters), want) {
			t.Fatalf("after %#v the filters are %q, want %q", i, namesOf(s.Place.Filters), want)
		}
	}
	if got := r.shown.Answer.Result.Query; got.Focus != "json" || got.Hide != "main" {
		t.Errorf("the other document is asked %+v", got)
	}
}

func TestSavedFilters(t *testing.T) {
	r := opened(t)
	r.do(screen.Refine{Name: "focus", Text: "json"}, screen.SaveFilters{Name: "of json"}, screen.ClearFilters{})
	r.do(screen.Refine{Name: "ignore", Text: "json"}, screen.SaveFilters{Name: "all else"})
	s := r.shown
	if len(s.Saved) != 2 || s.Saved[0].Name != "all else" || s.Saved[1].Name != "of json" {
		t.Fatalf("kept: %+v", s.Saved)
	}
	if r.do(screen.SetFilters{Filters: s.Saved[1].Filters}); r.width() != 140 {
		t.Errorf("applied again, %d are left", r.width())
	}
	if s := r.do(screen.SaveFilters{Name: "of json", Forget: true}); len(s.Saved) != 1 {
		t.Errorf("one is forgotten, %d are kept", len(s.Saved))
	}
}

// Labels of a real recording: keys, values, a filter by one click, two keys
// against each other, numbers in ranges.
func TestLabels(t *testing.T) {
	r := recorded(t, "cpu.pprof")
	s := r.do(screen.ShowTab{Tab: ask.LabelsTab})
	l := s.Answer.Labels
	if l == nil || len(l.Keys) != 3 || l.At != 0 {
		t.Fatalf("labels: %+v", l)
	}
	axis := model.LabelAxis{Key: "endpoint"}
	s = r.do(screen.Show{Change: func(d *ask.Display) { d.Labels = ask.LabelsChoice{Axis: axis} }})
	l = s.Answer.Labels
	if got := l.Keys[l.At].Axis; got != axis {
		t.Fatalf("the key is %v", got)
	}
	// A search matches values here, and functions elsewhere.
	s = r.do(screen.Search{Text: "^/(search|report)$"})
	if got := s.Answer.Labels.Found; !slices.Equal(got, []bool{true, true, false, false}) || s.Answer.MatchText != "2 values found" {
		t.Errorf("found %v, told %q", got, s.Answer.MatchText)
	}
	if s = r.do(screen.NextMatch{}, screen.Search{Text: "json"}, screen.NextMatch{}); s.Place.Selected.Node != "" {
		t.Errorf("a search for a value selects %q", s.Place.Selected.Node)
	}
	if s = r.do(screen.ShowTab{Tab: ask.TopTab}); !strings.Contains(s.Answer.MatchText, " found, ") {
		t.Errorf("the line in Top is %q", s.Answer.MatchText)
	}
	s = r.do(screen.ShowTab{Tab: ask.LabelsTab}, screen.Search{})
	l = s.Answer.Labels
	if l.Found != nil || s.Answer.MatchText != "" {
		t.Errorf("without a search: %v, %q", l.Found, s.Answer.MatchText)
	}
	if l.Values.Rows != 4 || len(l.Selecting) != 4 || l.Values.Cell(0, len(l.Values.Columns)-1) == "" {
		t.Fatalf("%d values, %d filters", l.Values.Rows, len(l.Selecting))
	}
	whole := s.Answer.Result.Total
	for row, to := range l.Selecting {
		s := r.do(screen.Narrow{To: []labels.Selecting{to}})
		left := figure(t, s)
		if want := l.Keys[l.At].Values; row < len(want) && left != want[row].Net {
			t.Errorf("only value %d leaves %d, want %d", row, left, want[row].Net)
		}
		r.do(screen.ClearFilters{})
		s = r.do(screen.Narrow{To: []labels.Selecting{to}, Leave: true})
		if rest := figure(t, s); left+rest != whole {
			t.Errorf("value %d leaves %d and %d without it, of %d", row, left, rest, whole)
		}
		r.do(screen.ClearFilters{})
	}
	s = r.do(screen.Show{Change: func(d *ask.Display) {
		d.Labels = ask.LabelsChoice{Axis: axis, Against: model.LabelAxis{Key: "tenant"}}
	}})
	l = s.Answer.Labels
	if l.Pivot == nil || l.Pivot.Functions || len(l.Pivot.Pivot.Rows) != 4 || len(l.Pivot.Pivot.Cols) != 4 {
		t.Fatalf("pivot: %+v", l.Pivot)
	}
	to := l.Pivot.Pivot.Select(s.Answer.Result.Profile, 0, 0)
	want := l.Pivot.Pivot.Cell(0, 0)
	if got := figure(t, r.do(screen.Narrow{To: to})); got != want || want == 0 {
		t.Errorf("a cell leaves %d, want %d", got, want)
	}
	r.do(screen.ClearFilters{})
	s = r.do(screen.Show{Change: func(d *ask.Display) { d.Labels = ask.LabelsChoice{Axis: axis, Functions: true} }})
	if l = s.Answer.Labels; l.Pivot == nil || !l.Pivot.Functions || l.Cells.Rows == 0 {
		t.Errorf("functions against the key: %+v", l)
	}
	if got := l.Pivot.Pivot.Rows[0]; l.Pivot.Cum || got.Net != must.Have(s.Answer.Result.Top(context.Background())).Rows[0].Flat {
		t.Errorf("the first of them is %+v", got)
	}
	s = r.do(screen.Show{Change: func(d *ask.Display) { d.Labels.Cum = true }})
	l = s.Answer.Labels
	if rows := l.Pivot.Pivot.Rows; !l.Pivot.Cum || rows[0].Cum < rows[1].Cum || rows[0].Cum <= must.Have(s.Answer.Result.Top(context.Background())).Rows[0].Flat {
		t.Errorf("by cum: %+v", rows[:2])
	}
	r = recorded(t, "heap.pprof")
	s = r.do(screen.ShowTab{Tab: ask.LabelsTab}, screen.Show{Change: func(d *ask.Display) {
		d.Labels = ask.LabelsChoice{Axis: model.LabelAxis{Key: "bytes", Numeric: true}, Ranges: true}
	}})
	l = s.Answer.Labels
	if l == nil || l.Values.Rows == 0 || l.Values.Rows > ask.MaxRanges+1 {
		t.Fatalf("ranges: %+v", l)
	}
	whole = s.Answer.Result.Total
	var sum int64
	for _, to := range l.Selecting {
		sum += figure(t, r.do(screen.Narrow{To: []labels.Selecting{to}}))
		r.do(screen.ClearFilters{})
	}
	if sum != whole {
		t.Errorf("all ranges leave %d of %d", sum, whole)
	}
}

// figure returns the total of what the filters leave.
func figure(t *testing.T, s *screen.Snapshot) int64 {
	t.Helper()
	if s.Answer == nil {
		t.Fatal("nothing is shown")
	}
	var sum int64
	for _, v := range must.Have(s.Answer.Result.Sums(context.Background())).Flat {
		sum += v
	}
	return sum
}

func TestPeekAndSource(t *testing.T) {
	r := recorded(t, "cpu.pprof")
	if s := r.do(screen.ShowTab{Tab: ask.PeekTab}); s.Answer.Peek != nil {
		t.Error("nothing is selected, and something is peeked at")
	}
	const name = "encoding/json.Marshal"
	s := r.do(screen.Select{Selection: ask.Selection{Node: name}})
	p := s.Answer.Peek
	if p == nil || p.Callers.Branches[0].Count == 0 || p.Callees.Branches[0].Count == 0 {
		t.Fatalf("peek: %+v", p)
	}
	nb := s.Answer.Details
	if int(p.Callees.Branches[0].Count) != len(nb.Callees) || p.Callees.Branches[1].Net != nb.Callees[0].Weight {
		t.Errorf("%d callees, the heaviest %d; the details have %d and %d", p.Callees.Branches[0].Count,
			p.Callees.Branches[1].Net, len(nb.Callees), nb.Callees[0].Weight)
	}
	s = r.do(screen.ShowTab{Tab: ask.SourceTab})
	src := s.Answer.Source
	if src == nil || !strings.HasSuffix(src.File, "encoding/json/encode.go") || len(src.Files) < 10 {
		t.Fatalf("source: %+v", src)
	}
	if len(src.Source.Text) == 0 || src.Table == nil || src.Table.Rows < len(src.Source.Text) {
		t.Fatalf("no text of %s: %s", src.File, src.Source.Note)
	}
	if len(src.Hot) != len(src.HotLines) || src.First >= src.Table.Rows {
		t.Errorf("hot: %v %v", src.Hot, src.HotLines)
	}
	if !slices.ContainsFunc(src.HotLines, func(l query.LineSum) bool { return l.Flat == 0 && l.Cum > 0 }) {
		t.Errorf("no hot line has only cum: %v", src.HotLines)
	}
	for i, row := range src.Hot {
		if got, want := src.Table.Cell(row, 3), src.HotLines[i].Line; got != units.Format(want, "", "") && want > 0 {
			t.Errorf("hot line %d is row %d, which is line %s", want, row, got)
		}
	}
	// The file does not exist: the tab shows what is known, and why there is no
	// text.
	r = opened(t)
	s = r.do(screen.Select{Selection: ask.Selection{Node: "main.serve"}}, screen.ShowTab{Tab: ask.SourceTab})
	if src = s.Answer.Source; src.File != "main.serve.go" || src.Source.Note == "" || src.Table == nil || src.Table.Rows == 0 {
		t.Errorf("a missing source: %+v", src)
	}
}

// A picked file is shown until another function is selected.
func TestPickedSource(t *testing.T) {
	r := opened(t)
	file := func(i screen.Intent) string { return r.do(i).Answer.Source.File }
	r.do(screen.ShowTab{Tab: ask.SourceTab})
	if got := file(screen.Select{Selection: ask.Selection{Node: "main.serve"}}); got != "main.serve.go" {
		t.Fatalf("the file is %q", got)
	}
	pick := screen.Show{Change: func(d *ask.Display) { d.SourceFile = "runtime.gc.go" }}
	if got := file(pick); got != "runtime.gc.go" {
		t.Errorf("picked, the file is %q", got)
	}
	if got := file(screen.Refine{Name: "hide", Text: "log"}); got != "runtime.gc.go" {
		t.Errorf("filtered, the file is %q", got)
	}
	r.pause()
	if got := file(screen.Select{Selection: ask.Selection{Node: "json.Marshal"}}); got != "json.Marshal.go" {
		t.Errorf("another function has the file %q", got)
	}
	file(pick)
	if got := file(screen.Back{}); got != "main.serve.go" {
		t.Errorf("one step back the file is %q", got)
	}
}

// A binary is read only after it is allowed, for each document again.
func TestInstructionsAreAllowed(t *testing.T) {
	r := recorded(t, "cpu.pprof")
	source := func(i screen.Intent) *ask.SourceAnswer { return r.do(i).Answer.Source }
	r.do(screen.Select{Selection: ask.Selection{Node: "encoding/json.Marshal"}}, screen.ShowTab{Tab: ask.SourceTab})
	src := source(screen.Show{Change: func(d *ask.Display) { d.Assembly = true }})
	named := src.Binary
	if src.Table != nil || src.Note != "" || named == "" || !src.Missing {
		t.Errorf("before it is allowed: %+v", src)
	}
	if src = source(screen.ReadBinary{Named: named}); src.Table != nil || !strings.Contains(src.Note, "cannot be read") || src.Binary != named {
		t.Errorf("a binary that is not there: %+v", src)
	}
	no := filepath.Join(t.TempDir(), "no.exe")
	if err := os.WriteFile(no, []byte("no binary"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.choose = []string{no}
	if src = source(screen.ReadBinary{Named: named, Choose: true}); src.Table != nil || !strings.Contains(src.Note, "no.exe") {
		t.Errorf("what is no binary: %+v", src)
	}
	// Below the lines of a file it is the same; the lines are there meanwhile.
	src = source(screen.Show{Change: func(d *ask.Display) { d.ByLine = true }})
	if src.Table == nil || src.Source.Code != nil || !strings.Contains(src.Note, "no.exe") || src.Binary != named {
		t.Errorf("what is no binary, below lines: %+v", src)
	}
	if src = source(screen.Show{Change: func(d *ask.Display) { d.Assembly = false }}); src.Note != "" || src.Binary != "" {
		t.Errorf("without instructions: %+v", src)
	}
	source(screen.Show{Change: func(d *ask.Display) { d.Assembly = true }})
	src = source(screen.Open{Paths: []string{"../testdata/cpu-slow.pprof"}})
	if src.Note != "" || src.Binary == "" {
		t.Errorf("another document: %+v", src)
	}
}

// Code that lies elsewhere is named with its folder, before it is compiled and after that, and one that was allowed is asked for.
func TestCompilingNamesTheFolder(t *testing.T) {
	dir := must.Have(filepath.EvalSymlinks(t.TempDir()))
	file := filepath.Join(dir, "shop.go")
	for path, text := range map[string]string{filepath.Join(dir, "go.mod"): "module example.com/shop\n\ngo 1.24\n",
		file: "package shop\n\nfunc F() *int { x := 1; return &x }\n"} {
		must.Do(os.WriteFile(path, []byte(text), 0o666))
	}
	f := &pprof.Function{ID: 1, Name: "example.com/shop.F", SystemName: "example.com/shop.F", Filename: file, StartLine: 3}
	l := &pprof.Location{ID: 1, Address: 1, Line: []pprof.Line{{Function: f, Line: 3}}}
	p := &pprof.Profile{SampleType: []*pprof.ValueType{{Type: "inuse_space", Unit: "bytes"}}, Function: []*pprof.Function{f},
		Location: []*pprof.Location{l}, Sample: []*pprof.Sample{{Location: []*pprof.Location{l}, Value: []int64{4096}}}}
	var out bytes.Buffer
	must.Do(p.Write(&out))
	path := filepath.Join(t.TempDir(), "heap.pprof")
	must.Do(os.WriteFile(path, out.Bytes(), 0o666))

	r := opened(t)
	r.do(screen.Open{Paths: []string{path}}, screen.ShowTab{Tab: ask.SourceTab})
	src := r.do(screen.Show{Change: func(d *ask.Display) { d.Reasons = true }}).Answer.Source
	if src.Compiling.Any() || src.Folder != dir || src.Why() != "Nothing can be compiled: "+file+" is outside the folders that may be read: allow "+dir+"." {
		t.Fatalf("elsewhere: folder %q, %q", src.Folder, src.Why())
	}
	if src = r.do(screen.Compile{}).Answer.Source; src.Folder != dir || !strings.Contains(src.Why(), "allow "+dir) {
		t.Errorf("compiled: folder %q, %q", src.Folder, src.Why())
	}
	r.Do(screen.ChooseFolder{Folder: dir})
	r.queue.Wait(1) // the folder is allowed in the background
	r.queue.Next()
	r.settle()
	if src = r.shown.Answer.Source; !src.Compiling.Any() || src.Folder != "" {
		t.Errorf("allowed: folder %q, %q", src.Folder, src.Why())
	}
}

// Code is compiled after that is allowed, for each document again, and once.
func TestCompilingIsAllowed(t *testing.T) {
	dir := must.Have(filepath.EvalSymlinks(t.TempDir()))
	for name, text := range map[string]string{"go.mod": "module main\n\ngo 1.24\n", "main.serve.go": "package shop\n\nfunc F() *int { x := 1; return &x }\n"} {
		must.Do(os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	r := opened(t)
	r.do(screen.Select{Selection: ask.Selection{Node: "main.serve"}}, screen.ShowTab{Tab: ask.SourceTab})
	r.Do(screen.ChooseFolder{Folder: dir})
	r.queue.Wait(1) // the folder is allowed in the background
	r.queue.Next()
	r.settle()
	why := func(i screen.Intent) *ask.SourceAnswer { return r.do(i).Answer.Source }
	src := why(screen.Show{Change: func(d *ask.Display) { d.Reasons = true }})
	if !src.Compiling.Any() || src.Reasons != nil || !strings.Contains(src.Why(), "compiles 1 package in "+dir) {
		t.Fatalf("before it is allowed: %q, %+v", src.Why(), src.Compiling)
	}
	src = why(screen.Compile{})
	if src.Compiling != nil || src.Reasons == nil || len(src.Source.Reasons[3]) == 0 || !strings.HasPrefix(src.Reasons.By, "go1.") {
		t.Fatalf("after that: %q, %+v", src.Why(), src.Source.Reasons)
	}
	if first := src.Reasons; why(screen.Search{Text: "x"}).Reasons != first {
		t.Error("it is compiled again without being asked")
	} else if why(screen.Compile{}).Reasons == first {
		t.Error("it is not compiled again on demand")
	}
	later := time.Now().Add(time.Hour)
	must.Do(os.Chtimes(filepath.Join(dir, "main.serve.go"), later, later))
	why(screen.Show{Change: func(d *ask.Display) { d.Reasons = false }})
	if src = why(screen.Show{Change: func(d *ask.Display) { d.Reasons = true }}); src.Reasons != nil || !src.Compiling.Any() {
		t.Errorf("of a file that was changed: %q", src.Why())
	}
	if src = why(screen.Open{Paths: []string{"../testdata/cpu-slow.pprof"}}); src.Reasons != nil {
		t.Error("another document has reasons")
	}
}

// The sources are found after their folder is allowed.
func TestChooseFolder(t *testing.T) {
	r := opened(t)
	r.do(screen.Select{Selection: ask.Selection{Node: "main.serve"}}, screen.ShowTab{Tab: ask.SourceTab})
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.serve.go"), []byte("package main\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.export = dir // the answer of the dialog
	r.Do(screen.ChooseFolder{})
	r.queue.Wait(1) // the folder is allowed in the background
	r.queue.Next()
	s := r.settle()
	if src := s.Answer.Source; len(src.Source.Text) != 1 {
		t.Errorf("with the folder: %q", src.Source.Note)
	}
}

// Beginnings of paths in the preferences are cut off before a file is looked for
// in a folder.
func TestTrimmedPaths(t *testing.T) {
	r := recorded(t, "cpu.pprof")
	src := r.do(screen.Select{Selection: ask.Selection{Node: "profstation/testdata/record/pricing.Total"}}, screen.ShowTab{Tab: ask.SourceTab}).Answer.Source
	const trimmed = "profstation/testdata/record/pricing" // only a name is left, which is not looked for alone
	rest, ok := strings.CutPrefix(src.File, trimmed+"/")
	if !ok {
		t.Fatalf("the file is %q", src.File)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, filepath.FromSlash(rest))
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("package pricing // the one that was trimmed for\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		trim []string
		want bool
	}{{nil, false}, {[]string{"/other", trimmed}, true}} {
		r.Prefer(session.Preferences{SourceFolders: []origin.Ref{origin.Ref(dir)}, TrimPaths: c.trim}, true)
		src = r.settle().Answer.Source
		if found := len(src.Source.Text) > 0 && strings.Contains(src.Source.Text[0], "trimmed for"); found != c.want {
			t.Errorf("trimming %q: %q, %s", c.trim, src.Source.Text[:min(1, len(src.Source.Text))], src.Source.Note)
		}
	}
}
