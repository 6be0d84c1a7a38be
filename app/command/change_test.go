package command

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"profstation/desk/session"
	"profstation/model/labels"
	"profstation/origin"
)

// absolute is a recording as a workspace keeps it.
func absolute(t *testing.T, name string) origin.Ref {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(recordings, name))
	if err != nil {
		t.Fatal(err)
	}
	return origin.Ref(path)
}

// reportOf is the page of a workspace with one document.
func reportOf(t *testing.T, all ...session.Document) (htmlPage, ran) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "w"+origin.Workspaces)
	if err := session.SaveWorkspace(file, session.Workspace{Documents: all}); err != nil {
		t.Fatal(err)
	}
	r := run(t, "report", "-o", "-", "--nodecount", "5", file)
	return readPage(t, r.out), r
}

// Groups of a workspace are added up, normalised as they were kept, and judged by
// their runs.
func TestReportGroups(t *testing.T) {
	base, now := absolute(t, "cpu-slow.pprof"), absolute(t, "cpu.pprof")
	d := session.Document{
		Kind: session.Comparison, Path: now, MoreNew: []origin.Ref{now, now, now, now}, Base: base, MoreBase: []origin.Ref{base, base, base},
	}
	p, r := reportOf(t, d)
	if r.exit != exitOK {
		t.Fatalf("exit %d, %s", r.exit, r.err)
	}
	p.has(t, "cpu-slow.pprof and 3 more → cpu.pprof and 4 more", "per recording (base 4, new 5)", "more than noise", "hardly ever differ as much among themselves")
	d.Place.Options = map[string]string{"compare_by": "per unit", "compare_unit": "request", "compare_base": "4000", "compare_new": "6000"}
	p, _ = reportOf(t, d)
	p.has(t, "per request (base 4,000, new 6,000)")
}

// Several bases are a group too, whose other side is the file.
func TestReportBases(t *testing.T) {
	r := run(t, "report", "-o", "-", "--nodecount", "5", "--base", cpu+","+cpu, slow)
	if r.exit != exitOK {
		t.Fatalf("exit %d, %s", r.exit, r.err)
	}
	p := readPage(t, r.out)
	p.has(t, "cpu.pprof and 1 more → cpu-slow.pprof", "per recording (base 2, new 1)")
	// Several files against several bases are two groups, compared once.
	r = run(t, "report", "-o", "-", "--nodecount", "5", "--base", cpu+","+cpu, slow, cpu, slow)
	p = readPage(t, r.out)
	p.has(t, "cpu.pprof and 1 more → cpu-slow.pprof and 2 more", "per recording (base 2, new 3)")
	if want := "cpu.pprof and 1 more → cpu-slow.pprof and 2 more"; p.title != want || p.headings[0] != want {
		t.Errorf("the title is %q and the first heading %q, want %q", p.title, p.headings[0], want)
	}
	if n := strings.Count(strings.Join(p.headings, "\n"), "→"); r.exit != exitOK || n != 1 {
		t.Errorf("exit %d, %d comparisons: %s", r.exit, n, r.err)
	}
	trace := recordings + "/trace.trace"
	if r := run(t, "report", "-o", "-", "--base", trace+","+trace, trace); r.exit == exitOK || !strings.Contains(r.err, "one to one") {
		t.Errorf("a group of traces: exit %d, %s", r.exit, r.err)
	}
}

// Two traces are compared by their durations, in a workspace and with --base.
func TestReportTraces(t *testing.T) {
	trace := absolute(t, "trace.trace")
	want := []string{"trace.trace → trace.trace", "How this was judged"} // which are equal
	p, r := reportOf(t, session.Document{Kind: session.Comparison, Path: trace, Base: trace})
	if r.exit != exitOK || !slices.Equal(p.headings, want) {
		t.Errorf("exit %d, the headings are %q, want %q: %s", r.exit, p.headings, want, r.err)
	}
	p.has(t, "Nothing: all figures of both sides are equal.")
	r = run(t, "report", "-o", "-", "--each", "--base", string(trace), string(trace))
	p = readPage(t, r.out)
	alone := []string{"trace.trace", "What stands out", "Timeline", "How this was recorded"}
	if want = slices.Concat(want, alone, alone); r.exit != exitOK || !slices.Equal(p.headings, want) {
		t.Errorf("exit %d, the headings are %q, want %q: %s", r.exit, p.headings, want, r.err)
	}
	if r = run(t, "report", "-o", "-", "--base", cpu, string(trace)); r.exit != exitOK || !strings.Contains(r.err, "is not compared with a profile") {
		t.Errorf("a profile as base: exit %d, %s", r.exit, r.err)
	}
}

// What cannot be compared is told in the page, and by the exit status; all else is
// there. A sample type that was chosen for others is not asked of a comparison.
func TestReportUncompared(t *testing.T) {
	now, trace := absolute(t, "cpu.pprof"), absolute(t, "trace.trace")
	for _, c := range []struct {
		d    session.Document
		want string
	}{
		{session.Document{Path: now, Base: trace}, "an execution trace cannot be compared with a profile"},
		{session.Document{Path: trace, MoreNew: []origin.Ref{trace}, Base: trace}, "one to one"},
		{session.Document{Path: now, Base: absolute(t, "heap.pprof")}, "cannot be compared with"},
		{session.Document{Path: now, Base: origin.Ref(filepath.Join(t.TempDir(), "gone"))}, "gone"},
	} {
		c.d.Kind = session.Comparison
		p, r := reportOf(t, c.d)
		if r.exit != exitFailed || !strings.Contains(r.err, c.want) {
			t.Errorf("exit %d, %s; want %q", r.exit, r.err, c.want)
		}
		p.has(t, "These could not be compared.", c.want)
	}
	d := session.Document{Kind: session.Comparison, Path: now, Base: absolute(t, "cpu-slow.pprof")}
	d.Place.Options = map[string]string{"sample_index": "inuse_space"}
	if p, r := reportOf(t, d); r.exit != exitOK {
		t.Errorf("another's sample type: exit %d, %s", r.exit, r.err)
	} else {
		p.has(t, "Functions that changed")
	}
}

// In a workspace, a comparison of a part with the rest is by shares, and the profile itself keeps its section: its parts
// do not stand for it.
func TestReportOfParts(t *testing.T) {
	file := absolute(t, "cpu.pprof")
	now := labels.Part{Key: "tenant", Value: "acme"}
	base := now.Others()
	p, r := reportOf(t, session.Document{Kind: session.Parts, Path: file, Base: file, Parts: []*labels.Part{&base, &now}}, session.Document{Path: file})
	if r.exit != exitOK || !slices.Contains(p.headings, "cpu.pprof") || !strings.Contains(p.headings[0], "tenant=acme of cpu.pprof") {
		t.Errorf("exit %d, %q: %s", r.exit, p.headings, r.err)
	}
	p.has(t, "scaled to the base's total")
}
