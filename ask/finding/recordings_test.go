package finding_test

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"profstation/ask/finding"
	"profstation/internal/must"
	"profstation/internal/pproftool"
	"profstation/loader"
)

// accounting is what pprof says a table is about.
var accounting = regexp.MustCompile(`(?m)^Showing nodes accounting for (\S+), (\S+) of (\S+) total`)

// amount reads a value that pprof or a finding wrote, in the smallest unit.
func amount(t *testing.T, text string) float64 {
	t.Helper()
	m := regexp.MustCompile(`^([0-9.]+)([a-zA-Zµ]*)$`).FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("%q is no value", text)
	}
	unit, ok := map[string]float64{"": 1, "B": 1, "kB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30, "ns": 1, "us": 1e3, "µs": 1e3, "ms": 1e6, "s": 1e9, "mins": 6e10, "hrs": 3.6e12}[m[2]]
	if !ok {
		t.Fatalf("%q has an unknown unit", text)
	}
	return must.Have(strconv.ParseFloat(m[1], 64)) * unit
}

// nearly reports whether two values are one that was rounded to two decimals, in different units.
func nearly(a, b float64) bool { return math.Abs(a-b) <= 0.005*max(a, b) }

// TestPprof holds that go tool pprof prints the figures of each finding, with the command that the finding names.
func TestPprof(t *testing.T) {
	files := slices.Concat(pproftool.Recordings(t, "../../testdata/*.pprof"), pproftool.Recordings(t, "../../testdata/wasteful/*.pprof"), pproftool.Corpus(t))
	files = append(files, pproftool.Compiler(t))
	seen := map[string]bool{}
	for _, file := range files {
		f := must.Have(loader.Open(t.Context(), file, loader.Options{}))
		for _, x := range must.Have(finding.In(t.Context(), finding.Subject{Profile: f.Profile, Trace: f.Trace})) {
			if x.Pprof != nil {
				seen[x.Rule] = true
				out, _ := pproftool.Run(t, pproftool.Command(t, append(slices.Clip(x.Pprof), file)...))
				m := accounting.FindStringSubmatch(out)
				if m == nil {
					t.Errorf("%s, %s: pprof %q prints\n%s", file, x.Rule, x.Pprof, out)
					continue
				}
				switch {
				case x.Share == 0:
					if x.Figures[0].Text != m[1] {
						t.Errorf("%s, %s: %+v, pprof %q says %q", file, x.Rule, x.Figures, x.Pprof, m[0])
					}
				default:
					part, whole, _ := strings.Cut(x.Figures[1].Text, " of ")
					if x.Figures[0].Text != m[2] || !nearly(amount(t, part), amount(t, m[1])) || !nearly(amount(t, whole), amount(t, m[3])) {
						t.Errorf("%s, %s: %+v, pprof %q says %q", file, x.Rule, x.Figures, x.Pprof, m[0])
					}
				}
			}
			if x.ByCaller == nil {
				continue
			}
			seen[x.Rule] = true
			out, _ := pproftool.Run(t, pproftool.Command(t, append(slices.Clip(x.ByCaller), file)...))
			shares := map[string]string{}
			for line := range strings.Lines(out) { // flat, flat%, sum%, cum, cum%, name
				if f := strings.Fields(line); len(f) >= 6 && strings.HasSuffix(f[1], "%") {
					name := strings.Join(f[5:], " ")
					shares[strings.TrimSuffix(strings.TrimSuffix(name, " (inline)"), " (partial-inline)")] = f[1]
				}
			}
			for _, c := range x.Callers {
				if shares[c.Name] != c.Text {
					t.Errorf("%s, %s: %s has %s, pprof %q says %q", file, x.Rule, c.Name, c.Text, x.ByCaller, shares[c.Name])
				}
			}
		}
	}
	if len(seen) < 5 {
		t.Errorf("only the rules %q find something in the recordings", slices.Sorted(maps.Keys(seen)))
	}
}

// stands are what is found in recordings.
var stands = map[string]string{
	"../../testdata/wasteful/memory.pprof":    "allocation assists boxing caveats copying gc maps slices stacks strings",
	"../../testdata/wasteful/calls.pprof":     "panics regexp runtime-locks unbuffered",
	"../../testdata/wasteful/goroutine.pprof": "crowd lock-queue",
	"../../testdata/heap.pprof":               "buffers deflate",
	"../../testdata/mutex.pprof":              "one-lock",
	"../../testdata/trace.trace":              "pauses",
	"../../testdata/goroutineleak.pprof":      "leaked",
	"../../testdata/cpu-cgo.pprof":            "",
	"../../testdata/goroutine.debug2.txt":     "",
}

// TestRecordings holds what stands out in recordings of all releases. Those of programs that do nothing of it have nothing.
func TestRecordings(t *testing.T) {
	for pattern, want := range stands {
		for _, file := range pproftool.Recordings(t, pattern) {
			f := must.Have(loader.Open(t.Context(), file, loader.Options{}))
			found := map[string]bool{}
			for _, x := range must.Have(finding.In(t.Context(), finding.Subject{Profile: f.Profile, Trace: f.Trace})) {
				found[x.Rule] = true
			}
			for _, rule := range strings.Fields(want) {
				if !found[rule] {
					t.Errorf("%s: %s is not found", file, rule)
				}
			}
			if want == "" && len(found) > 0 {
				t.Errorf("%s: %v is found", file, slices.Sorted(maps.Keys(found)))
			}
		}
	}
}
