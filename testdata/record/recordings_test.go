package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"
)

// committed is where the recordings stand that other tests use, and next where those of the newer release do.
const (
	committed = ".."
	next      = "../go1.27"
)

// profiles are the recordings in the protobuf format, with the sample types
// that the runtime gives them.
var profiles = map[string]string{
	"cpu.pprof":          "samples/count cpu/nanoseconds",
	"heap.pprof":         "alloc_objects/count alloc_space/bytes inuse_objects/count inuse_space/bytes",
	"allocs.pprof":       "alloc_objects/count alloc_space/bytes inuse_objects/count inuse_space/bytes",
	"delta-heap.pprof":   "alloc_objects/count alloc_space/bytes inuse_objects/count inuse_space/bytes",
	"delta-allocs.pprof": "alloc_objects/count alloc_space/bytes inuse_objects/count inuse_space/bytes",
	"block.pprof":        "contentions/count delay/nanoseconds",
	"mutex.pprof":        "contentions/count delay/nanoseconds",
	"goroutine.pprof":    "goroutine/count",
	"threadcreate.pprof": "threadcreate/count",
}

// more has the recordings that only some builds of the program write.
var more = map[string]string{
	"goroutineleak.pprof": "goroutineleak/count",
	"cpu-cgo.pprof":       "samples/count cpu/nanoseconds",
}

func parse(t *testing.T, dir, file string) *profile.Profile {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p, err := profile.Parse(f)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return p
}

func sampleTypes(p *profile.Profile) string {
	var types []string
	for _, st := range p.SampleType {
		types = append(types, st.Type+"/"+st.Unit)
	}
	return strings.Join(types, " ")
}

// TestRecord makes a short recording of everything.
func TestRecord(t *testing.T) {
	dir := t.TempDir()
	if err := run(t.Context(), options{dir: dir, duration: 300 * time.Millisecond, traceDuration: 100 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	for file, types := range profiles {
		if got := sampleTypes(parse(t, dir, file)); got != types {
			t.Errorf("%s has sample types %s, want %s", file, got, types)
		}
	}
	for file, start := range map[string]string{
		"goroutine.debug1.txt": "goroutine profile: total ",
		"goroutine.debug2.txt": "goroutine ",
		"trace.trace":          "go 1.",
	} {
		data, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(data), start) {
			t.Errorf("%s starts with %q, want %q", file, data[:min(len(data), 40)], start)
		}
	}
}

// TestScripts writes what has names in every script.
func TestScripts(t *testing.T) {
	dir := t.TempDir()
	if err := run(t.Context(), options{scripts: dir}); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"scripts.pprof", "scripts-slow.pprof"} {
		if got := labelValues(parse(t, dir, file), "endpoint"); !slices.Contains(got, "/お会計") {
			t.Errorf("%s has endpoints %q", file, got)
		}
	}
	data, err := os.ReadFile(filepath.Join(dir, "scripts.trace"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{".חישוב_מחיר", "/お会計", "मूल्य की गणना", "👍🏽"} {
		if !bytes.Contains(data, []byte(want)) {
			t.Errorf("the trace does not contain %q", want)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "shop", "订单", "价格.go")); err != nil {
		t.Error(err)
	}
}

// TestCommittedProfiles holds what testdata/README.md promises and tests of
// other packages rely on.
func TestCommittedProfiles(t *testing.T) {
	for _, dir := range []string{committed, next} {
		for _, files := range []map[string]string{profiles, more} {
			for file, types := range files {
				if got := sampleTypes(parse(t, dir, file)); got != types {
					t.Errorf("%s/%s has sample types %s, want %s", dir, file, got, types)
				}
			}
		}
	}
	for _, file := range []string{"cpu.pprof", "cpu-slow.pprof", "go1.27/cpu.pprof"} {
		p := parse(t, committed, file)
		for label, want := range map[string][]string{
			"endpoint": {"/checkout", "/report", "/search"},
			"tenant":   {"acme", "globex", "initech"},
			"worker":   {"ledger"},
		} {
			if got := labelValues(p, label); !slices.Equal(got, want) {
				t.Errorf("%s: label %s has values %v, want %v", file, label, got, want)
			}
		}
		if len(p.Sample) < 500 {
			t.Errorf("%s has %d samples, want 500", file, len(p.Sample))
		}
		deepest := slices.MaxFunc(p.Sample, func(a, b *profile.Sample) int { return len(a.Location) - len(b.Location) })
		if n := len(deepest.Location); n < 40 {
			t.Errorf("%s: the deepest stack has %d locations, want 40", file, n)
		}
		if !slices.ContainsFunc(p.Location, func(l *profile.Location) bool { return len(l.Line) > 2 }) {
			t.Errorf("%s has no location with two inlined functions", file)
		}
	}
	for _, dir := range []string{committed, next} {
		if waits := labelValues(parse(t, dir, "goroutine.pprof"), "waits"); len(waits) < 8 {
			t.Errorf("%s/goroutine.pprof: goroutines wait in %d ways, want 8: %v", dir, len(waits), waits)
		}
		if got := labelValues(parse(t, dir, "goroutineleak.pprof"), "weird key"); !slices.Equal(got, []string{`a"b, c}`}) {
			t.Errorf("%s/goroutineleak.pprof has the label %q", dir, got)
		}
		if got := labelValues(parse(t, dir, "cpu-cgo.pprof"), "language"); !slices.Equal(got, []string{"C", "Go"}) {
			t.Errorf("%s/cpu-cgo.pprof has the languages %q", dir, got)
		}
	}
	if !slices.ContainsFunc(parse(t, committed, "delta-heap.pprof").Sample, func(s *profile.Sample) bool { return s.Value[3] < 0 }) {
		t.Error("delta-heap.pprof has no negative value")
	}
}

// TestNextRelease holds what only recordings of the newer release have: symbols of generic methods and of
// allocators by size, and labels and leaks in dumps.
func TestNextRelease(t *testing.T) {
	names := map[string]bool{}
	for _, f := range parse(t, next, "cpu.pprof").Function {
		names[f.Name] = true
	}
	for _, want := range []string{
		"profstation/testdata/record/catalog.(*Index[go.shape.string]).Each[go.shape.string]", "runtime.mallocgcTinySC2",
	} {
		if !names[want] {
			t.Errorf("cpu.pprof has no %s", want)
		}
	}
	data, err := os.ReadFile(filepath.Join(next, "goroutineleak.debug2.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		" [chan receive (nil chan) (leaked)] {waits: \"nil channel\"}:", ` [chan receive (leaked)] {waits: "brackets ]: {x: y}", "weird key": "a\"b, c}"}:`,
	} {
		if !bytes.Contains(data, []byte(want)) {
			t.Errorf("goroutineleak.debug2.txt has no %q", want)
		}
	}
}

func labelValues(p *profile.Profile, key string) []string {
	var values []string
	for _, s := range p.Sample {
		values = append(values, s.Label[key]...)
	}
	slices.Sort(values)
	return slices.Compact(values)
}

// TestSlowIsSlower makes sure that the pair of CPU profiles has the difference
// that it was made for, and that it is well above the noise.
func TestSlowIsSlower(t *testing.T) {
	samples := func(file string) (of, all int64) {
		for _, s := range parse(t, committed, file).Sample {
			all += s.Value[0]
			if slices.ContainsFunc(s.Location, func(l *profile.Location) bool {
				return slices.ContainsFunc(l.Line, func(line profile.Line) bool {
					return strings.HasSuffix(line.Function.Name, "pricing.(*Rates).Of")
				})
			}) {
				of += s.Value[0]
			}
		}
		return of, all
	}
	fast, fastAll := samples("cpu.pprof")
	slow, slowAll := samples("cpu-slow.pprof")
	if slow < 50 || slow*fastAll < 5*fast*slowAll {
		t.Errorf("pricing.(*Rates).Of has %d of %d samples, and %d of %d in the slow recording", fast, fastAll, slow, slowAll)
	}
}

// TestCommittedTrace looks for the names of tasks, regions and logs. What the
// events are is for the tests of the trace's reader.
func TestCommittedTrace(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(committed, "trace.trace"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"go 1.", "/checkout", "/search", "/report", "pay", "bank", "ledger", "box", "query", "globex"} {
		if !bytes.Contains(data, []byte(want)) {
			t.Errorf("trace.trace does not contain %q", want)
		}
	}
}

// TestNoLocalPaths makes sure that no recording shows where it was made, and
// that they stay small.
func TestNoLocalPaths(t *testing.T) {
	const limit = 2_500_000
	files, err := filepath.Glob(filepath.Join(committed, "*.*"))
	if err != nil {
		t.Fatal(err)
	}
	newer, err := filepath.Glob(filepath.Join(next, "*.*"))
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, file := range append(files, newer...) {
		if strings.HasSuffix(file, ".md") || filepath.Clean(file) == filepath.Clean(next) {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		total += len(data)
		if packed, err := gzip.NewReader(bytes.NewReader(data)); err == nil {
			if data, err = io.ReadAll(packed); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
		}
		for _, path := range []string{"/home/", "/root/", "/tmp/", "/usr/", "/build/", "/go/pkg/", "C:\\"} {
			if bytes.Contains(data, []byte(path)) {
				t.Errorf("%s contains a local path: %s", file, path)
			}
		}
		if at := bytes.Index(data, []byte("/testdata/record/")); at >= 0 && !bytes.HasSuffix(data[:at], []byte("profstation")) {
			t.Errorf("%s contains a local path before /testdata/record/", file)
		}
	}
	if total > limit {
		t.Errorf("the recordings have %d bytes, want at most %d", total, limit)
	}
}
