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
	r := run(t, "findings", leaks, trace)
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
