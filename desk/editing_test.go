package desk

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/internal/fixture"
	"profstation/internal/must"
	"profstation/model/query"
	"profstation/model/trace"
	"profstation/origin"
)

// editorWrites names the file to which this test's program, started as an editor, writes its words.
const editorWrites = "EDITOR_OF_TEST"

// edited ends a process that is an editor.
func edited() {
	if out := os.Getenv(editorWrites); out != "" {
		must.Do(os.WriteFile(out, must.Have(json.Marshal(os.Args[1:])), 0o666))
		os.Exit(0)
	}
}

// edit carries out an intent, and returns what the editor was called with, nil if it was not.
func (r *rig) edit(i screen.OpenInEditor) (words []string) {
	r.t.Helper()
	out := filepath.Join(r.t.TempDir(), "words")
	r.sources.editing.getenv = func(name string) string {
		if name == "VISUAL" {
			return `"` + must.Have(os.Executable()) + `" {file} {line}`
		}
		return ""
	}
	r.sources.editing.look = exec.LookPath
	r.t.(*testing.T).Setenv(editorWrites, out)
	r.do(i)
	must.Do(os.Unsetenv(editorWrites))
	data, err := os.ReadFile(out)
	if err != nil {
		return nil
	}
	must.Do(json.Unmarshal(data, &words))
	return words
}

// sourced is a rig with a profile of functions in files of a folder.
func sourced(t *testing.T, lines int) (r *rig, file string) {
	dir := must.Have(filepath.EvalSymlinks(t.TempDir()))
	file = filepath.Join(dir, "main.go")
	must.Do(os.WriteFile(file, []byte("package main; func main() {}; func work() {}\n"+strings.Repeat("// line\n", lines-1)), 0o666))
	old := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	must.Do(os.Chtimes(file, old, old))
	r = newRig(t)
	r.do(screen.Open{Paths: []string{fixture.Write(t, filepath.Join(dir, "p.pprof"), []string{"cpu/nanoseconds"},
		"main.main@"+file+":1,main.work@"+file+":1 7", "main.main,main.lost@/nowhere/lost.go:1 3", "main.main,native 2")}})
	return r, file
}

func TestOpenInEditor(t *testing.T) {
	r, file := sourced(t, 9)
	if got := r.edit(screen.OpenInEditor{}); got != nil || r.shown.Notice != "Nothing is selected." {
		t.Errorf("without a selection: %q, %s", got, r.shown.Notice)
	}
	r.do(screen.Select{Selection: ask.Selection{Node: "main.work"}})
	for i, want := range map[screen.OpenInEditor]string{{}: ":1", {Node: "main.main"}: ":1", {File: file, Line: 5}: ":5", {File: file}: ""} {
		got := r.edit(i)
		line := max("1", strings.TrimPrefix(want, ":"))
		// The test's file is outside the folders that may be read: it is opened all the same.
		if !slices.Equal(got, []string{file, line}) || !strings.HasPrefix(r.shown.Notice, "Opened in "+filepath.Base(os.Args[0])+": "+file+want) {
			t.Errorf("%+v: %q, %q", i, got, r.shown.Notice)
		}
	}
	for i, want := range map[screen.OpenInEditor]string{
		{Node: "main.lost"}: "/nowhere/lost.go: source not found: choose its folder",
		{Node: "native"}:    "native.go: source not found: choose its folder",
		{Node: "gone"}:      "no source line is known of gone",
	} {
		if got := r.edit(i); got != nil || r.shown.Notice != want {
			t.Errorf("%+v: %q, %q, want %q", i, got, r.shown.Notice, want)
		}
	}
	r.Prefer(session.Preferences{Editor: "no-such-editor {file}"}, true)
	r.settle()
	if got := r.edit(screen.OpenInEditor{}); got != nil || r.shown.Notice != "no-such-editor is not installed, or not in the PATH" {
		t.Errorf("an editor that is not there: %q, %q", got, r.shown.Notice)
	}
}

// In Source, what is chosen there counts before the selected function.
func TestOpenTheChosenLine(t *testing.T) {
	r, file := sourced(t, 9)
	r.Prefer(session.Preferences{SourceFolders: []origin.Ref{origin.Ref(filepath.Dir(file))}}, true)
	r.do(screen.Select{Selection: ask.Selection{Node: "main.work"}}, screen.ShowTab{Tab: ask.SourceTab})
	if got := r.edit(screen.OpenInEditor{}); !slices.Equal(got, []string{file, "1"}) {
		t.Errorf("the function: %q", got)
	}
	r.sight = ask.Sight{Line: 7}
	if got := r.edit(screen.OpenInEditor{}); !slices.Equal(got, []string{file, "7"}) {
		t.Errorf("the chosen line: %q", got)
	}
}

// A file that has changed says so, as in Source.
func TestOpenWhatHasChanged(t *testing.T) {
	r, file := sourced(t, 9)
	taken := time.Date(2019, 1, 1, 0, 0, 0, 0, time.UTC)
	r.do(screen.Open{Paths: []string{at(t, filepath.Join(filepath.Dir(file), "p.pprof"), "taken.pprof", taken, time.Second)}})
	for _, folders := range [][]origin.Ref{nil, {origin.Ref(filepath.Dir(file))}} {
		r.Prefer(session.Preferences{SourceFolders: folders}, true)
		r.settle()
		if got := r.edit(screen.OpenInEditor{File: file, Line: 3}); got == nil || !strings.Contains(r.shown.Notice, ":3; ") ||
			!strings.Contains(r.shown.Notice, "was changed after the profile was taken") {
			t.Errorf("%q: %q, %q", folders, got, r.shown.Notice)
		}
	}
}

func TestOpenFramesOfTraces(t *testing.T) {
	r, s := openTrace(t)
	if got := r.edit(screen.OpenInEditor{}); got != nil || r.shown.Notice != "Nothing is selected." {
		t.Errorf("without a selection: %q, %q", got, r.shown.Notice)
	}
	file := filepath.Join(must.Have(filepath.EvalSymlinks(t.TempDir())), "x.go")
	must.Do(os.WriteFile(file, nil, 0o666))
	if got := r.edit(screen.OpenInEditor{File: file, Line: 4}); !slices.Equal(got, []string{file, "4"}) {
		t.Errorf("a frame: %q, %q", got, r.shown.Notice)
	}
	// The first span with a stack of the program's own.
	tr := s.Trace.Timeline.Trace
	for g := range tr.Goroutines {
		at := tr.Spans.Start(tr.Goroutines[g].First)
		s = r.do(screen.SelectMoment{Moment: &ask.Moment{Go: trace.GoIndex(g), At: at}})
		if spot := s.Trace.Spot(); spot.File != "" {
			if spot.Line < 1 {
				t.Errorf("no line: %+v", spot)
			}
			got := r.edit(screen.OpenInEditor{})
			if got == nil && !strings.HasPrefix(r.shown.Notice, spot.File+": ") {
				t.Errorf("%+v: %q", spot, r.shown.Notice)
			}
			return
		}
	}
	t.Fatal("no span has a stack")
}

const sampleMain = `// Package main has frames that a profile names.
package main

import (
	"os"
	"runtime/pprof"

	"example.com/sample/inner"
)

func main() {
	outer()
}

//go:noinline
func outer() {
	inner.Call(func() {
		inlined()
	})
}

func inlined() {
	write()
}

//go:noinline
func write() {
	pprof.Lookup("goroutine").WriteTo(os.Stdout, 0)
}
`

const sampleInner = `package inner

// Call calls.
func Call(f func()) {
	type method struct{}
	call(f)
}

func call(f func()) { f() }
`

// TestEveryFrame opens the right line of the right file for every frame of a program's own module: of one that was
// built here, of one built with -trimpath, and of one built elsewhere, whose paths are trimmed.
func TestEveryFrame(t *testing.T) {
	here, elsewhere := must.Have(filepath.EvalSymlinks(t.TempDir())), must.Have(filepath.EvalSymlinks(t.TempDir()))
	files := map[string]string{"go.mod": "module example.com/sample\n\ngo 1.24\n", "main.go": sampleMain, "inner/inner.go": sampleInner}
	for _, dir := range []string{here, elsewhere} {
		for name, text := range files {
			must.Do(os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777))
			must.Do(os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
		}
	}
	run := func(dir string, options ...string) string {
		t.Helper()
		program := filepath.Join(t.TempDir(), "sample.exe")
		build := exec.Command("go", append(append([]string{"build", "-o", program}, options...), ".")...)
		build.Dir, build.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		path := filepath.Join(t.TempDir(), "goroutine.pprof")
		must.Do(os.WriteFile(path, must.Have(exec.Command(program).Output()), 0o666))
		return path
	}
	// trimmed is what -trimpath makes of the paths in a profile. Go compiles its whole library anew for that option.
	trimmed := func() string {
		if !testing.Short() {
			return run(here, "-trimpath")
		}
		path := run(here)
		root := strings.TrimSpace(string(must.Have(exec.Command("go", "env", "GOROOT").Output())))
		p := must.Have(profile.ParseData(must.Have(os.ReadFile(path))))
		for _, f := range p.Function {
			name := strings.TrimPrefix(f.Filename, filepath.ToSlash(root)+"/src/")
			if own, ok := strings.CutPrefix(name, filepath.ToSlash(here)+"/"); ok {
				name = "example.com/sample/" + own
			}
			f.Filename = name
		}
		var b bytes.Buffer
		must.Do(p.Write(&b))
		must.Do(os.WriteFile(path, b.Bytes(), 0o666))
		return path
	}
	// What each function's line in the stack says, in the file that has it.
	want := map[string]string{
		"main.main": "main.go\touter()", "main.outer": "main.go\tinner.Call(func() {", "main.outer.func1": "main.go\tinlined()",
		"main.inlined": "main.go\twrite()", "main.write": `main.go	pprof.Lookup("goroutine").WriteTo(os.Stdout, 0)`,
		"example.com/sample/inner.Call": "inner/inner.go\tcall(f)", "example.com/sample/inner.call": "inner/inner.go\tfunc call(f func()) { f() }",
	}
	for _, c := range []struct {
		name, profile string
		p             session.Preferences
	}{
		{"local", run(here), session.Preferences{}},
		{"trimpath", trimmed(), session.Preferences{SourceFolders: []origin.Ref{origin.Ref(here)}}},
		{"elsewhere", run(elsewhere), session.Preferences{SourceFolders: []origin.Ref{origin.Ref(here)}, TrimPaths: []string{elsewhere}}},
	} {
		if c.name == "elsewhere" {
			must.Do(os.RemoveAll(elsewhere))
		}
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t)
			r.Prefer(c.p, true)
			r.do(screen.Open{Paths: []string{c.profile}})
			for _, by := range []query.Granularity{query.Functions, query.FileFunctions, query.Lines, query.Addresses} {
				s := r.do(screen.Ask{Change: func(q *query.Query) { q.Granularity = by }})
				met := map[string]bool{}
				nodes := s.Answer.Result.Nodes
				for n := range query.NodeID(nodes.Len()) {
					node := nodes.Node(n)
					name := node.Name
					if !strings.HasPrefix(name, "main.") && !strings.HasPrefix(name, "example.com/") {
						continue
					}
					met[name] = true
					words := r.edit(screen.OpenInEditor{Node: node.String()})
					if len(words) != 2 {
						t.Fatalf("%s by %v: no editor was started: %s", name, by, r.shown.Notice)
					}
					file := must.Have(os.ReadFile(words[0]))
					var line int
					must.Have(fmt.Sscan(words[1], &line))
					text := string(bytes.TrimSpace(bytes.Split(file, []byte("\n"))[line-1]))
					if got := filepath.ToSlash(strings.TrimPrefix(words[0], here+string(filepath.Separator))) + "\t" + text; got != want[name] {
						t.Errorf("%s by %v leads to %s, want %s", name, by, got, want[name])
					}
				}
				for name := range want {
					if !met[name] {
						t.Errorf("%s is not in the profile by %v", name, by)
					}
				}
			}
			// Grouped by files there is a line for each of them.
			s := r.do(screen.Ask{Change: func(q *query.Query) { q.Granularity = query.Files }})
			for n := range query.NodeID(s.Answer.Result.Nodes.Len()) {
				if node := s.Answer.Result.Nodes.Node(n); strings.HasSuffix(node.File, "sample/inner/inner.go") || strings.HasSuffix(node.File, "inner/inner.go") {
					if words := r.edit(screen.OpenInEditor{Node: node.String()}); len(words) != 2 || words[1] != "6" && words[1] != "9" {
						t.Errorf("the file: %q", words)
					}
				}
			}
		})
	}
}

// A line from an editor is shown in the profile in front or else the first that has its file, with what it costs.
func TestShowLine(t *testing.T) {
	r := newRig(t)
	if s := r.do(screen.ShowLine{Path: "/x/main.go", Line: 3}); s.Notice != "no profile is open that could have main.go:3: open one first" {
		t.Errorf("without a profile: %q", s.Notice)
	}
	dir := must.Have(filepath.EvalSymlinks(t.TempDir()))
	file := filepath.Join(dir, "shop", "cart.go")
	must.Do(os.MkdirAll(filepath.Dir(file), 0o777))
	must.Do(os.WriteFile(file, []byte("package shop\n\nfunc cart() {}\n"), 0o666))
	first := fixture.Write(t, filepath.Join(dir, "first.pprof"), []string{"cpu/nanoseconds"}, "shop.main@/build/app/shop/main.go:1,shop.cart@/build/app/shop/cart.go:1 7", "other.main@/else/main.go:1 3")
	second := fixture.Write(t, filepath.Join(dir, "second.pprof"), []string{"cpu/nanoseconds"}, "tool.main@/build/tool/main.go:1,shop.cart@/build/app/shop/cart.go:1 4")
	r.do(screen.Open{Paths: []string{first}}, screen.Open{Paths: []string{second}})
	active := r.shown.Active
	r.do(screen.Select{Selection: ask.Selection{Node: "tool.main"}})
	for _, c := range []struct {
		path   string
		line   int64
		says   string
		active int
	}{
		{file, 1, "cart.go:1: flat 4ns (100%), cum 4ns (100%)", active}, // in front
		{file, 2, "Nothing is counted at cart.go:2.", active},
		{"/src/tool/main.go", 1, "main.go:1: flat 0 (0%), cum 4ns (100%)", active},
		{filepath.Join(dir, "gone.go"), 1, "no open profile has the file " + filepath.Join(dir, "gone.go"), active},
		{"/src/main.go", 1, "no open profile has the file /src/main.go", active}, // a name alone says nothing
		{"/src/shop/main.go", 1, "main.go:1: flat 0 (0%), cum 7ns (70.00%)", active - 1},
		{file, 1, "cart.go:1: flat 7ns (70.00%), cum 7ns (70.00%)", active - 1}, // it is in front now
	} {
		var heard []string
		s := r.do(screen.ShowLine{Path: c.path, Line: c.line, Found: func(says string, err error) {
			if heard = append(heard, says); err != nil {
				heard = []string{err.Error()}
			}
		}})
		if !slices.Equal(heard, []string{c.says}) {
			t.Errorf("%s:%d: the terminal hears %q, want %q", c.path, c.line, heard, c.says)
		}
		if s.Notice != c.says || s.Active != c.active {
			t.Errorf("%s:%d: %q in %d, want %q in %d", c.path, c.line, s.Notice, s.Active, c.says, c.active)
		}
		if strings.HasPrefix(c.says, "no open") {
			continue
		}
		if src := s.Answer.Source; s.Tab != ask.SourceTab || src == nil || src.Table == nil || filepath.Base(src.File) != filepath.Base(c.path) {
			t.Errorf("%s: the tab is %v", c.path, s.Tab)
		}
	}
	// The text of the file is found: its line is chosen. Another file or function begins as ever.
	r.Prefer(session.Preferences{SourceFolders: []origin.Ref{origin.Ref(dir)}}, true)
	r.settle()
	s := r.do(screen.ShowLine{Path: file, Line: 3})
	if src := s.Answer.Source; !src.Chosen || src.First != 2 || len(src.Source.Text) != 3 {
		t.Errorf("row %d is chosen: %v", src.First, src.Chosen)
	}
	s = r.do(screen.Select{Selection: ask.Selection{Node: "shop.cart"}})
	if src := s.Answer.Source; !src.Chosen || src.First != 3 { // its hot line, which stands behind a text that cannot have it
		t.Errorf("for a function row %d is chosen: %v", src.First, src.Chosen)
	}
}

// A line of a file that has changed says so. Who asked for a line hears that another one was asked for meanwhile.
func TestShowChangedLine(t *testing.T) {
	r, file := sourced(t, 9)
	taken := time.Date(2019, 1, 1, 0, 0, 0, 0, time.UTC)
	r.do(screen.Open{Paths: []string{at(t, filepath.Join(filepath.Dir(file), "p.pprof"), "taken.pprof", taken, time.Second)}})
	for line, want := range map[int64]string{1: "main.go:1: flat 7ns", 2: "Nothing is counted at main.go:2."} {
		var said string
		s := r.do(screen.ShowLine{Path: file, Line: line, Found: func(says string, _ error) { said = says }})
		if said != s.Notice || !strings.HasPrefix(said, want) || !strings.Contains(said, file+" was changed after the profile was taken (2020-01-01") {
			t.Errorf("line %d: %q, %q", line, said, s.Notice)
		}
	}
	var first error
	r.Do(screen.ShowLine{Path: file, Line: 1, Found: func(_ string, err error) { first = err }})
	r.do(screen.ShowLine{Path: file, Line: 2})
	if first == nil {
		t.Error("who asked for the first line still waits")
	}
}

// What a line from an editor shows of a program built with -trimpath is found by Source and the editor, too.
func TestShowTrimmedLine(t *testing.T) {
	dir := must.Have(filepath.EvalSymlinks(t.TempDir()))
	file := filepath.Join(dir, "app", "cart", "cart.go")
	must.Do(os.MkdirAll(filepath.Dir(file), 0o777))
	must.Do(os.WriteFile(file, []byte("package cart\n\nfunc Add() {}\n"), 0o666))
	must.Do(os.WriteFile(filepath.Join(dir, "app", "go.mod"), []byte("module example.com/shop\n"), 0o666))
	profile := []string{"example.com/shop/cart.Add@example.com/shop/cart/cart.go:1 7"}
	beside := fixture.Write(t, filepath.Join(dir, "app", "p.pprof"), []string{"cpu/nanoseconds"}, profile...)
	elsewhere := fixture.Write(t, filepath.Join(dir, "q.pprof"), []string{"cpu/nanoseconds"}, profile...)
	for _, c := range []struct {
		path string
		do   screen.Intent
	}{{beside, screen.ShowTab{Tab: ask.SourceTab}}, {elsewhere, screen.ShowLine{Path: file, Line: 3}}} {
		r := newRig(t)
		r.do(screen.Open{Paths: []string{c.path}})
		s := r.do(c.do)
		if src := s.Answer.Source; src.Folder != filepath.Join(dir, "app") || !strings.Contains(src.Source.Note, file) {
			t.Fatalf("%s: the folder is %q: %s", c.path, src.Folder, src.Source.Note)
		}
		if got := r.edit(screen.OpenInEditor{Node: "example.com/shop/cart.Add"}); !slices.Equal(got, []string{file, "1"}) {
			t.Errorf("%s: the editor opens %q: %s", c.path, got, r.shown.Notice)
		}
		r.Do(screen.ChooseFolder{Folder: s.Answer.Source.Folder})
		r.queue.Wait(1)
		r.queue.Next()
		if src := r.settle().Answer.Source; len(src.Source.Text) != 3 {
			t.Errorf("%s: allowed: %s", c.path, src.Source.Note)
		}
	}
}

// Goroutines are parked in the runtime: Source and the editor begin with the line of the user's own that most wait at.
func TestSourceOfGoroutines(t *testing.T) {
	s := recorded(t, "goroutine.pprof").do(screen.ShowTab{Tab: ask.SourceTab})
	if src := s.Answer.Source; src == nil || !strings.Contains(src.File, "testdata/record") || src.Hottest() == 0 {
		t.Errorf("Source shows line %d of %s, of %q", src.Hottest(), src.File, src.Files)
	}
}

// The files of a profile are found by what is found there, and else by what their paths end in.
func TestFilesAt(t *testing.T) {
	dir := must.Have(filepath.EvalSymlinks(t.TempDir()))
	for name, text := range map[string]string{"go.mod": "module example.com/shop\n", "a/x.go": "", "b/x.go": "", "b/a/x.go": ""} {
		must.Do(os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777))
		must.Do(os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	r := newRig(t)
	r.Prefer(session.Preferences{SourceFolders: []origin.Ref{origin.Ref(dir)}}, true)
	r.do(screen.Open{Paths: []string{fixture.Write(t, filepath.Join(dir, "p.pprof"), []string{"cpu/nanoseconds"},
		"f@example.com/shop/a/x.go:1,g@example.com/shop/b/x.go:1 7", "h@example.com/shop/b/a/x.go:1,i@lone.go:1 7", `j@C:\\work\\shop\\win.go:1 1`)}})
	for name, want := range map[string]string{
		"a/x.go": "example.com/shop/a/x.go", "b/x.go": "example.com/shop/b/x.go", "b/a/x.go": "example.com/shop/b/a/x.go",
		"lone.go": "lone.go", "c/x.go": "", "y.go": "", "xx.go": "",
	} {
		got, err := r.sources.finder.FileAt(t.Context(), r.shown.Answer.Result.Profile, filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil || got != want {
			t.Errorf("%s is %q, %v, want %q", name, got, err, want)
		}
	}
	if _, err := r.sources.finder.FileAt(must.Ask(0), r.shown.Answer.Result.Profile, "/x/x.go"); err == nil {
		t.Error("it goes on when nobody waits")
	}
}

// In a comparison a function opens that only one side has, however the sides are shown.
func TestOpenFromComparisons(t *testing.T) {
	r := compared(t)
	for _, w := range []ask.Way{ask.SideBySide, ask.AsDifference, ask.AsTable} {
		r.do(way(w))
		for _, node := range []string{"main.old", "main.retry", "main.serve"} {
			if r.edit(screen.OpenInEditor{Node: node}); r.shown.Notice != node+".go: source not found: choose its folder" {
				t.Errorf("way %v: %s: %q", w, node, r.shown.Notice)
			}
		}
	}
}
