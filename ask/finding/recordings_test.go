package finding_test

import (
	"maps"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"profstation/ask/finding"
	"profstation/internal/must"
	"profstation/internal/pproftool"
	"profstation/internal/thorough"
	"profstation/loader"
	"profstation/model/compare"
	"profstation/model/query"
	"profstation/model/series"
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
	seen := map[string]int{}
	for _, file := range files {
		f := must.Have(loader.Open(t.Context(), file, loader.Options{}))
		for _, x := range must.Have(finding.In(t.Context(), finding.Subject{Profile: f.Profile, Trace: f.Trace})) {
			if x.Pprof == nil && x.ByCaller == nil {
				continue
			}
			if seen[x.Rule]++; seen[x.Rule] > 1 && !thorough.One(seen[x.Rule], 8) { // each rule once, and more of those that find much
				continue
			}
			if x.Pprof != nil {
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
	if len(seen) < 25 {
		t.Errorf("only the rules %q have figures of pprof's in the recordings", slices.Sorted(maps.Keys(seen)))
	}
}

// stands are what is found in recordings, beside others; "": nothing is.
var stands = map[string]string{
	"wasteful/memory.pprof":             "allocation assists boxing caveats copying gc maps slices stacks strings",
	"wasteful/calls.pprof":              "panics regexp runtime-locks unbuffered",
	"wasteful/uses.pprof":               "callers profiler reflection",
	"wasteful/locks.pprof":              "channels mutexes",
	"wasteful/ticks.pprof":              "scheduler",
	"wasteful/goroutine.pprof":          "crowd lock-queue",
	"wasteful/objects.pprof":            "one-line-objects",
	"wasteful/lines.pprof":              "one-line one-line-in-use",
	"wasteful/held.pprof":               "dead-goroutines idle-buffers profiler-memory",
	"wasteful/newer.pprof":              "new-release",
	"wasteful/waits.trace":              "waiting-for-p",
	"wasteful/collector.trace":          "assists-of-trace gc-of-trace",
	"wasteful/idle.trace":               "gomaxprocs idle-ps",
	"heap.pprof":                        "buffers deflate",
	"mutex.pprof":                       "one-lock",
	"trace.trace":                       "pauses",
	"goroutineleak.pprof":               "leaked",
	"cpu-cgo.pprof":                     "",
	"wasteful/calm-mutex.pprof":         "",
	"wasteful/calm-goroutineleak.pprof": "caveats",
	"goroutine.debug2.txt":              "",
}

// found are the rules that find something in a subject.
func found(t *testing.T, s finding.Subject) map[string]bool {
	all := map[string]bool{}
	for _, x := range must.Have(finding.In(t.Context(), s)) {
		all[x.Rule] = true
	}
	return all
}

func opened(t *testing.T, file string) *loader.File {
	return must.Have(loader.Open(t.Context(), file, loader.Options{}))
}

// grown says what grows in a series of heap profiles.
func grown(t *testing.T, files []string) finding.Subject {
	s := series.New(query.Default())
	for _, file := range files {
		must.Do(s.Add(t.Context(), file, opened(t, file).Profile, time.Time{}))
	}
	q := series.Question{Type: "inuse_space", By: series.Functions}
	return finding.Subject{Growth: &finding.Growth{Ranking: must.Have(s.Growth(t.Context(), q)), Question: q, Unit: "bytes"}}
}

// changed compares two profiles.
func changed(t *testing.T, base, now string) finding.Subject {
	pair := must.Have(compare.Join(t.Context(), opened(t, base).Profile, opened(t, now).Profile))
	return finding.Subject{Comparison: must.Have(pair.Evaluate(t.Context(), query.Default(), compare.Normalisation{}))}
}

// TestRecordings holds what stands out in recordings of all releases, that each rule finds something in one of each
// release, and that each is silent about one at which it looks.
func TestRecordings(t *testing.T) {
	const dir = "../../testdata/"
	fires, silent := map[string]map[string]bool{}, map[string]bool{}
	looked := func(release string, all map[string]bool, at func(rule string) bool) {
		for _, rule := range finding.Names() {
			switch {
			case all[rule] && fires[rule] == nil:
				fires[rule] = map[string]bool{release: true}
			case all[rule]:
				fires[rule][release] = true
			case at(rule):
				silent[rule] = true
			}
		}
	}
	releases := map[string]bool{}
	for name, want := range stands {
		for _, file := range pproftool.Recordings(t, dir+name) {
			release := filepath.Base(filepath.Dir(file))
			if release != "go1.27" {
				release = ""
			}
			releases[release] = true
			f := opened(t, file)
			subject := finding.Subject{Profile: f.Profile, Trace: f.Trace}
			all := found(t, subject)
			looked(release, all, func(rule string) bool { return finding.LooksAt(rule, subject) })
			for rule := range strings.FieldsSeq(want) {
				if !all[rule] {
					t.Errorf("%s: %s is not found", file, rule)
				}
			}
			if want == "" && len(all) > 0 {
				t.Errorf("%s: %v is found", file, slices.Sorted(maps.Keys(all)))
			}
		}
	}
	none := func(string) bool { return false }
	for release := range releases {
		growing := must.Have(filepath.Glob(filepath.Join(dir, "wasteful", release, "growing*.pprof")))
		looked(release, found(t, grown(t, growing)), none)
		looked(release, found(t, changed(t, dir+"cpu.pprof", dir+"cpu-slow.pprof")), none) // of one release only
		for rule, all := range map[string]finding.Subject{
			"growth": grown(t, growing[:4]), "change": changed(t, dir+"cpu.pprof", filepath.Join(dir, release, "cpu.pprof")),
		} {
			silent[rule] = silent[rule] || !found(t, all)[rule]
		}
	}
	for _, rule := range finding.Names() {
		if len(fires[rule]) < len(releases) {
			t.Errorf("%s finds something in recordings of %q only: each rule needs one of each release", rule, slices.Sorted(maps.Keys(fires[rule])))
		}
		if !silent[rule] {
			t.Errorf("%s is silent about no recording", rule)
		}
	}
}
