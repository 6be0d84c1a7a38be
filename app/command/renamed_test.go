package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/pproftool"
)

// renamedBuild writes a CPU profile of a program of one closure.
func renamedBuild(t *testing.T, name, closure string, samples int64) string {
	t.Helper()
	f := &profile.Function{ID: 1, Name: closure, SystemName: closure, Filename: "/src/main.go", StartLine: 40}
	m := &profile.Mapping{ID: 1, Start: 0x1000, Limit: 0x9000, File: "service", BuildID: name}
	l := &profile.Location{ID: 1, Mapping: m, Address: 0x2000 + uint64(samples), Line: []profile.Line{{Function: f, Line: 42}}}
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		PeriodType: &profile.ValueType{Type: "cpu", Unit: "nanoseconds"}, Period: 10e6,
		Function: []*profile.Function{f}, Mapping: []*profile.Mapping{m}, Location: []*profile.Location{l},
		Sample: []*profile.Sample{{Location: []*profile.Location{l}, Value: []int64{samples, samples * 10e6}}},
	}
	path := filepath.Join(t.TempDir(), name)
	out, err := os.Create(path)
	if err == nil {
		err = p.Write(out)
	}
	if err == nil {
		err = out.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// A function that is named differently by the two builds is one in our views, with both names; what is pprof's
// has its rows.
func TestRenamed(t *testing.T) {
	base, now := renamedBuild(t, "old.pprof", "main.main.serve.f.func1", 88), renamedBuild(t, "new.pprof", "main.f.func1", 85)
	const both = "main.main.serve.f.func1 → main.f.func1"
	for view, want := range map[string]string{
		"diff csv":  both + ",880000000,850000000,",
		"diff json": `"name": "` + both + `"`,
		"flame csv": both, "top csv": both, "graph dot": `main\nmain\nserve\nf\nfunc1 →\nmain\nf\nfunc1\n`, "graph csv": "",
	} {
		name, format, _ := strings.Cut(view, " ")
		r := run(t, "export", "--view", name, "-o", "-", "--format", format, "--diff_base="+base, now)
		if r.exit != 0 || !strings.Contains(r.out, want) {
			t.Errorf("%s: exit status %d, %s\n%s", view, r.exit, r.err, r.out)
		}
		if said := "1 function was renamed, and is matched by file and line"; !strings.Contains(r.err, said) {
			t.Errorf("%s says %q", view, r.err)
		}
	}
	r := run(t, "export", "-top", "-diff_base="+base, now)
	want, _ := pproftool.Run(t, pproftool.Command(t, "-top", "-diff_base="+base, now))
	if r.out != want || r.err != "" || strings.Contains(r.out, "→") {
		t.Errorf("-top prints\n%s\nwant\n%s%s", r.out, want, r.err)
	}
	out := filepath.Join(t.TempDir(), "d.pprof")
	run(t, "export", "--view", "profile", "-o", out, "--base="+base, now)
	if again := run(t, "export", "-top", out); !strings.Contains(again.out, " main.main.serve.f.func1\n") || strings.Contains(again.out, "→") {
		t.Errorf("the exported difference has\n%s", again.out)
	}
}
