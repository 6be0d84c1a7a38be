package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"profstation/internal/must"
	made "profstation/measure/hostile"
)

// TestInfoOfABundle describes every entry, as files of their own are.
func TestInfoOfABundle(t *testing.T) {
	path := filepath.Join(t.TempDir(), "b.tar.gz")
	cpu, trace := must.Have(os.ReadFile(recordings+"/cpu.pprof")), must.Have(os.ReadFile(recordings+"/trace.trace"))
	bundle := made.Pack(made.Tar("run/cpu.pprof", cpu, "go.trace", trace, "cut.pprof", cpu[:len(cpu)/2], "log", []byte("1\n2\n3\n4\n"), "version", []byte("go1.26\n")))
	if err := os.WriteFile(path, bundle, 0o600); err != nil {
		t.Fatal(err)
	}
	alone, r := run(t, "info", recordings+"/cpu.pprof", recordings+"/trace.trace"), run(t, "info", path)
	want := path + ": Bundle, tar.gz of 3 recordings\n  version: go1.26\n  Warning: left out: 1 other file\n\n"
	want += strings.NewReplacer(recordings+"/cpu.pprof", path+"/run/cpu.pprof", recordings+"/trace.trace", path+"/go.trace").Replace(alone.out)
	if r.exit != 1 || r.out != want || !strings.Contains(r.err, path+"/cut.pprof: a gzip file that is cut off") {
		t.Errorf("%d: %s\n%s, want\n%s", r.exit, r.out, r.err, want)
	}
	var lines []string
	for line := range strings.Lines(run(t, "info", "--json", path).out) {
		var about struct{ File, Kind string }
		if err := json.Unmarshal([]byte(line), &about); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, strings.TrimPrefix(about.File, path)+" "+about.Kind)
	}
	if got := strings.Join(lines, ", "); got != "/log unknown, /version unknown, /run/cpu.pprof profile, /go.trace trace, /cut.pprof unknown" {
		t.Error(got)
	}
}

// TestABundleAsAWhole reports on all entries of a bundle, and takes their profiles for a series; one of
// them is a file.
func TestABundleAsAWhole(t *testing.T) {
	dir := t.TempDir()
	path, out := filepath.Join(dir, "b.zip"), filepath.Join(dir, "out")
	cpu, heap := must.Have(os.ReadFile(recordings+"/cpu.pprof")), must.Have(os.ReadFile(recordings+"/heap.pprof"))
	if err := os.WriteFile(path, made.Zip("a/cpu.pprof", cpu, "cpu.pprof", cpu, "heap.pprof", heap), 0o600); err != nil {
		t.Fatal(err)
	}
	r := run(t, "report", path, "-o", out+".html")
	page := string(must.Have(os.ReadFile(out + ".html")))
	// The two profiles of one kind have a trend.
	if r.exit != 0 || strings.Count(page, "<h2") != 4 || strings.Count(page, ">Trend<") != 1 {
		t.Errorf("%d: %s, %d sections", r.exit, r.err, strings.Count(page, "<h2"))
	}
	r = run(t, "export", "--view", "trend", path, "-o", out+".csv")
	if rows := strings.Count(string(must.Have(os.ReadFile(out+".csv"))), "\n"); r.exit != 0 || rows < 3 {
		t.Errorf("%d: %s, %d rows", r.exit, r.err, rows)
	}
	one, entry := run(t, "export", "--top", "--format=txt", "-o", "-", recordings+"/cpu.pprof"), run(t, "export", "--top", "--format=txt", "-o", "-", filepath.Join(path, "a", "cpu.pprof"))
	if entry.exit != 0 || one.out != entry.out || one.out == "" {
		t.Errorf("%d: %s%s, want %s", entry.exit, entry.out, entry.err, one.out)
	}
	if r := run(t, "export", "--top", "--format=txt", "-o", path, filepath.Join(path, "a", "cpu.pprof")); r.exit != 2 {
		t.Errorf("an entry is written over its bundle: %d: %s", r.exit, r.err)
	}
	if r := run(t, "export", "--top", "--format=txt", "-o", "-", path); r.exit != 1 || !strings.Contains(r.err, "name one of them, as in "+filepath.Join(path, "a", "cpu.pprof")) {
		t.Errorf("%d: %s", r.exit, r.err)
	}
}
