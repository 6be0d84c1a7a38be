package command

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// TestFindings holds that each file has its findings, with the calls of pprof that prove them, as text and as JSON.
func TestFindings(t *testing.T) {
	leaks, trace := filepath.Join(recordings, "goroutineleak.pprof"), filepath.Join(recordings, "trace.trace")
	if r := run(t, "findings", leaks); strings.Contains(r.out, "go tool pprof") {
		t.Errorf("calls of pprof stand where nobody asked for them:\n%s", r.out)
	}
	r := run(t, "findings", "--commands", leaks, trace)
	for _, want := range []string{leaks + ":\n", "Worth a look: nothing that still runs can wake these goroutines (leaked)", "  Do: ", "  go tool pprof -top -nodefraction=0 -sample_index=goroutineleak " + leaks + "\n", "'-hide=^", trace + ":"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("%q is missing:\n%s", want, r.out)
		}
	}
	if r.exit != exitOK || r.err != "" {
		t.Errorf("exit status %d: %s", r.exit, r.err)
	}
	r = run(t, "findings", "--json", leaks, trace)
	lines := strings.Split(strings.TrimSpace(r.out), "\n")
	var info findingsInfo
	if err := json.Unmarshal([]byte(lines[0]), &info); err != nil || len(lines) != 2 {
		t.Fatalf("%v: %s", err, r.out)
	}
	if f := info.Findings[0]; info.Version != findingsVersion || info.File != leaks || f.Rule != "leaked" || f.Severity != "worth" ||
		f.Pprof[len(f.Pprof)-1] != leaks || len(f.Callers) == 0 {
		t.Errorf("%+v", info)
	}
}

// TestFindingsOfNothing holds that a file in which nothing stands out says so, and that one that cannot be read is one line.
func TestFindingsOfNothing(t *testing.T) {
	file := filepath.Join(recordings, "threadcreate.pprof")
	if r := run(t, "findings", "--json", "no-such-file"); r.exit != exitFailed || strings.Count(r.err, "\n") != 1 {
		t.Errorf("exit status %d: %s", r.exit, r.err)
	}
	if r := run(t, "findings", "no-such-file", file); r.exit != exitFailed || strings.Count(r.err, "\n") != 1 || !strings.Contains(r.out, "May mislead: ") {
		t.Errorf("the file beside it, exit status %d: %s%s", r.exit, r.out, r.err)
	}
	if r := run(t, "findings", file); r.exit != exitOK || !strings.Contains(r.out, "May mislead: thread creation profiles have been broken") {
		t.Errorf("exit status %d: %s%s", r.exit, r.out, r.err)
	}
}

// TestReportOfFindings holds that a report says what stands out, the worst first, with the proof and the calls of pprof,
// also where filters leave other figures in its pictures. It says nothing where nothing stands out.
func TestReportOfFindings(t *testing.T) {
	report := func(args ...string) string {
		t.Helper()
		r := run(t, append([]string{"report", "-o", "-"}, args...)...)
		if r.exit != exitOK {
			t.Fatalf("exit status %d: %s", r.exit, r.err)
		}
		return r.out
	}
	page := report("--focus=main", filepath.Join(recordings, "wasteful", "calls.pprof"))
	for _, want := range []string{
		"<h3>What stands out</h3>", "<p class=\"lines\">The filters are not applied here.</p>", "<h4>", "<dt>Worth a look</dt><dd>share: ", "<dt>Callers</dt>", "<dt>Why</dt>", "<dt>Do</dt>",
		"<pre>go tool pprof -top -nodefraction=0 -sample_index=cpu &#39;-focus=", " calls.pprof</pre>",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing", want)
		}
	}
	worth, notice := strings.LastIndex(page, "<dt>Worth a look</dt>"), strings.Index(page, "<dt>Notice</dt>")
	if pictures := strings.Index(page, "<h3>Flame graph</h3>"); worth < 0 || notice >= 0 && notice < worth || pictures < worth {
		t.Errorf("the last that is worth a look is at %d, the first notice at %d, the pictures at %d", worth, notice, pictures)
	}
	if page := report(filepath.Join(recordings, "trace.trace")); !strings.Contains(page, "<h4>the world was stopped for ") || strings.Contains(page, "<pre>") {
		t.Error("a trace has no finding, or one with a call of pprof")
	}
	if page := report(filepath.Join(recordings, "threadcreate.pprof")); strings.Contains(page, "What stands out") {
		t.Error("something stands out where nothing does")
	}
}

// TestThresholds holds that the options set thresholds, and that an unknown rule or share is an error.
func TestThresholds(t *testing.T) {
	file := filepath.Join(recordings, "wasteful", "calls.pprof")
	speaks := func(options ...string) bool {
		t.Helper()
		r := run(t, append(append([]string{"findings"}, options...), file)...)
		if r.exit != exitOK {
			t.Fatalf("exit status %d: %s", r.exit, r.err)
		}
		return strings.Contains(r.out, " (regexp)\n")
	}
	if !speaks() || speaks("--threshold=regexp=99") || speaks("--threshold=regexp=off", "--threshold=panics=off") || !speaks("--threshold", "regexp=0.5%") {
		t.Error("a threshold is not used")
	}
	for option, want := range map[string]string{
		"nothing=5": "no rule has that name", "regexp": "expected a number above 0, up to 100", "regexp=0": "or regexp=off", "regexp=NaN": "a number",
		"pauses=5": "expected pauses=off",
	} {
		if r := run(t, "findings", "--threshold="+option, file); r.exit != exitUsage || !strings.Contains(r.err, want) {
			t.Errorf("%s: exit status %d, %q", option, r.exit, r.err)
		}
	}
}

// TestFindingsOfTwo holds that with a base what is new and gone is said, with a call of pprof for each side, as text and as
// JSON, that traces have that, too, and that nothing is said of equal sides.
func TestFindingsOfTwo(t *testing.T) {
	base, now := filepath.Join(recordings, "cpu.pprof"), filepath.Join(recordings, "wasteful", "calls.pprof")
	r := run(t, "findings", "--commands", "--base", base, now)
	for _, want := range []string{"cpu.pprof → calls.pprof:\n", "New: ", " of the CPU time ", "  base  ", "  new  ", " percentage points\n", " " + now + "\n", " " + base + "\n"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("%q is missing:\n%s", want, r.out)
		}
	}
	if r.exit != exitOK || strings.Contains(r.out, "May mislead") {
		t.Errorf("exit status %d: %s%s", r.exit, r.out, r.err)
	}
	r = run(t, "findings", "--base", now, base, "--json")
	var info shiftsInfo
	if err := json.Unmarshal([]byte(r.out), &info); err != nil || len(info.Changes) == 0 {
		t.Fatalf("%v: %s", err, r.out)
	}
	f := info.Changes[0]
	if info.Version != findingsVersion || info.Base[0] != now || info.New[0] != base || f.Change != "gone" || f.Rule == "" || f.Base == "" ||
		f.Pprof[len(f.Pprof)-1] != base || f.PprofBase[len(f.PprofBase)-1] != now {
		t.Errorf("%+v", info)
	}
	if r := run(t, "findings", "--base", base, filepath.Join(recordings, "cpu-slow.pprof")); !strings.Contains(r.out, "functions changed by more than noise") {
		t.Errorf("no known pattern changed, and nothing says that functions did: %s%s", r.out, r.err)
	} else if _, line, ok := strings.Cut(strings.TrimSpace(r.out), ": profstation "); !ok || run(t, strings.Fields(line)...).exit != exitOK {
		t.Errorf("the command in %q does not run", r.out)
	}
	if r := run(t, "findings", "--base", base, base); !strings.Contains(r.out, "nothing stands out more or less") {
		t.Errorf("between equal files: %s%s", r.out, r.err)
	}
	trace := filepath.Join(recordings, "trace.trace")
	if r := run(t, "findings", "--base", now, base, "--threshold", f.Rule+"=off", "--json"); r.exit != exitOK || strings.Contains(r.out, `"rule":"`+f.Rule+`"`) {
		t.Errorf("%s is off: %s%s", f.Rule, r.out, r.err)
	}
	if r := run(t, "findings", "--base", trace, trace); !strings.Contains(r.out, "nothing stands out more or less") || r.exit != exitOK {
		t.Errorf("between equal traces: %s%s", r.out, r.err)
	}
	if r := run(t, "findings", "--base", trace, base); r.exit != exitFailed || strings.Count(r.err, "\n") != 1 {
		t.Errorf("a trace and a profile, exit status %d: %s", r.exit, r.err)
	}
}
