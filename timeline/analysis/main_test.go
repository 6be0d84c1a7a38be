package analysis

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"profstation/internal/pproftool"
	"profstation/loader"
	"profstation/model/trace"
)

var goEnvRoot = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	return strings.TrimSpace(string(out)), err
})

// goroot is where the Go distribution stands.
func goroot(t testing.TB) string {
	dir, err := goEnvRoot()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// recordings are the project's own trace, those of the old format that the Go
// distribution has for its tests, and those below the folder that
// PROFSTATION_CORPUS names.
func recordings(t testing.TB) []string {
	files := pproftool.Recordings(t, "../../testdata/trace.trace")
	old, err := filepath.Glob(filepath.Join(goroot(t), "src/internal/trace/internal/tracev1/testdata/*_good"))
	if err != nil || len(old) == 0 {
		t.Fatalf("no traces of the old format: %v", err)
	}
	files = append(files, old...)
	if dir := os.Getenv("PROFSTATION_CORPUS"); dir != "" {
		more, err := filepath.Glob(filepath.Join(dir, "*.trace"))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, more...)
	}
	return append(files, textTraces(t)...)
}

var loaded struct {
	sync.Mutex
	traces map[string]*trace.Trace
}

// load opens a trace once for all tests.
func load(t testing.TB, file string) *trace.Trace {
	t.Helper()
	loaded.Lock()
	defer loaded.Unlock()
	if tr := loaded.traces[file]; tr != nil {
		return tr
	}
	f, err := loader.Open(t.Context(), file, loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if loaded.traces == nil {
		loaded.traces = map[string]*trace.Trace{}
	}
	loaded.traces[file] = f.Trace
	return f.Trace
}

// eachTrace runs a test on every recording.
func eachTrace(t *testing.T, f func(t *testing.T, file string, tr *trace.Trace)) {
	for _, file := range recordings(t) {
		t.Run(filepath.Base(file), func(t *testing.T) { f(t, file, load(t, file)) })
	}
}

// intervals are some of a trace: the whole, most of it, a small one, one of a
// nanosecond, an empty one.
func intervals(tr *trace.Trace) []trace.Interval {
	e := tr.End
	return []trace.Interval{{}, {From: e / 7, To: e + 5}, {From: e / 3, To: e/3 + e/50}, {From: e / 2, To: e/2 + 1}, {From: e, To: e}}
}

// inGo builds programs that need packages internal to the Go distribution: the
// go command takes the source, and what else is given, for files of it.
func inGo(t testing.TB, source string, instead map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	replace := map[string]string{}
	put := func(name, text string) {
		file := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(goroot(t), "src", name)] = file
	}
	put("internal/trace/testdata/profstation/main.go", source)
	for name, text := range instead {
		put(name, text)
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	over, program := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "program")
	if err := os.WriteFile(over, overlay, 0o666); err != nil {
		t.Fatal(err)
	}
	run := exec.Command("go", "build", "-overlay", over, "-o", program, filepath.Join(goroot(t), "src/internal/trace/testdata/profstation/main.go"))
	run.Dir = filepath.Join(goroot(t), "src/internal/trace")
	run.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// toBinary turns the distribution's test traces, which are texts, into files.
const toBinary = `package main

import (
	"bytes"
	"internal/trace/raw"
	"internal/txtar"
	"io"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	for _, file := range os.Args[2:] {
		a, err := txtar.ParseFile(file)
		check(err)
		files := map[string][]byte{}
		for _, f := range a.Files {
			files[f.Name] = f.Data
		}
		if !strings.HasPrefix(string(files["expect"]), "SUCCESS") {
			continue
		}
		r, err := raw.NewTextReader(bytes.NewReader(files["trace"]))
		check(err)
		var b bytes.Buffer
		w, err := raw.NewWriter(&b, r.Version())
		check(err)
		for {
			e, err := r.ReadEvent()
			if err == io.EOF {
				break
			}
			check(err)
			check(w.WriteEvent(e))
		}
		check(os.WriteFile(filepath.Join(os.Args[1], filepath.Base(file)), b.Bytes(), 0o666))
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
`

var converted struct {
	sync.Once
	dir   string
	files []string
}

// textTraces converts the distribution's own sound test traces, which are made
// for what is hard about the format.
func textTraces(t testing.TB) []string {
	t.Helper()
	converted.Do(func() {
		dir, err := os.MkdirTemp("", "profstation")
		if err != nil {
			t.Fatal(err)
		}
		converted.dir = dir
		texts, err := filepath.Glob(filepath.Join(goroot(t), "src/internal/trace/testdata/tests/*.test"))
		if err != nil || len(texts) == 0 {
			t.Fatalf("no text traces: %v", err)
		}
		if out, err := exec.Command(inGo(t, toBinary, nil), append([]string{dir}, texts...)...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		converted.files, _ = filepath.Glob(filepath.Join(dir, "*.test"))
	})
	if len(converted.files) == 0 {
		t.Fatal("the text traces were not converted")
	}
	return converted.files
}

func TestMain(m *testing.M) {
	code := m.Run()
	if goTool.dir != "" {
		os.RemoveAll(goTool.dir)
	}
	if converted.dir != "" {
		os.RemoveAll(converted.dir)
	}
	os.Exit(code)
}

// overlap is how much of the time between two ends lies in an interval.
func overlap(iv trace.Interval, from, to trace.Time) trace.Time {
	return max(min(to, iv.To)-max(from, iv.From), 0)
}

// ends are two ends that the trace may not record, as borders within it.
func (a *Analysis) ends(start, end trace.Time) (from, to trace.Time) {
	iv := a.t.Between(start, end)
	return iv.From, iv.To
}

// clip is the part of the time between two ends that lies in an interval.
func clip(iv trace.Interval, from, to trace.Time) (trace.Time, trace.Time) {
	return max(from, iv.From), min(to, iv.To)
}
