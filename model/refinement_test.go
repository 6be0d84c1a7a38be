package model

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

var matchAll = regexp.MustCompile("")

func TestRefinement(t *testing.T) {
	for _, c := range []struct {
		name    string
		filters []Refining
		want    string // name=text of what is in force
	}{
		{"none", nil, ""},
		{"one", []Refining{{Name: "focus", Text: "a"}}, "focus=a"},
		{"off", []Refining{{Name: "focus", Text: "a", Off: true}, {Name: "hide", Text: "b"}}, "hide=b"},
		{"inverted", []Refining{{Name: "focus", Text: "a", Inverted: true}}, "ignore=a"},
		{"inverted twice over", []Refining{{Name: "taghide", Text: "a", Inverted: true}, {Name: "show", Text: "b", Inverted: true}}, "hide=b tagshow=a"},
		{"no contrary", []Refining{{Name: "show_from", Text: "a", Inverted: true}}, "show_from=a"},
		{"two of a name", []Refining{{Name: "ignore", Text: "a|b"}, {Name: "focus", Text: "c", Inverted: true}}, "ignore=(?:a|b)|(?:c)"},
		{"two labels", []Refining{{Name: "tagfocus", Text: "k=1"}, {Name: "tagfocus", Text: "l=2"}, {Name: "tagfocus", Text: "k=1"}}, "tagfocus=k=1\nl=2"},
		{"keys", []Refining{{Name: "tagroot", Text: "a"}, {Name: "tagroot", Text: "b"}}, "tagroot=a,b"},
		{"empty", []Refining{{Name: "focus"}}, ""},
	} {
		before := DefaultQuery().With("focus", "was").With("tagleaf", "there")
		before.SampleIndex = "kept"
		q := Refinement{Filters: c.filters}.Apply(before)
		var got []string
		for _, f := range q.Filters() {
			got = append(got, f.Name+"="+f.Text)
		}
		if s := strings.Join(got, " "); s != c.want || q.SampleIndex != "kept" {
			t.Errorf("%s: %q, want %q", c.name, s, c.want)
		}
	}
	p := parseStacks(t, "A 1")
	for _, c := range []struct {
		name, text string
		wrong      bool
	}{
		{"focus", "(", true}, {"hide", "a", false}, {"tagfocus", "k=a\nl=(", true}, {"mean", "1", true}, {"tagroot", "(", false},
	} {
		if err := p.CheckFilter(c.name, c.text); (err != nil) != c.wrong {
			t.Errorf("%s=%s: %v", c.name, c.text, err)
		}
	}
}

// A command line means to a shell what it says.
func TestCommandLine(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	q := DefaultQuery()
	q.Focus, q.Hide, q.TagFocus, q.PruneFrom = `it's $HOME "x" \(`, "(a|b)*", "key=^a b$", "p"
	q.Granularity, q.Sort, q.Mean, q.NodeCount, q.DivideBy, q.Unit, q.SampleIndex = Lines, ByCum, true, 7, 1.5, "ms", "delay"
	f := Sources{Files: []string{"f"}}
	for _, c := range []struct {
		q      Query
		report string
		of     Sources
		want   []string
		lost   int
	}{
		{DefaultQuery(), "top", Sources{Files: []string{"cpu.pprof"}}, []string{"-top", "cpu.pprof"}, 0},
		{DefaultQuery().Whole(), "", Sources{Files: []string{"-x y.pprof", "z"}, Base: []string{"b", "-b c"}, Diff: true, Normalize: true}, []string{"-nodecount=0", "-nodefraction=0", "-edgefraction=0", "-diff_base=b", "-diff_base=-b c", "-normalize", "./-x y.pprof", "z"}, 0},
		{q, "peek=a b", Sources{Files: []string{"it's.pprof"}, Base: []string{"b"}}, []string{"-peek=a b", "-focus=" + q.Focus, "-hide=(a|b)*", "-prune_from=p", "-tagfocus=key=^a b$",
			"-sample_index=delay", "-lines", "-cum", "-mean", "-nodecount=7", "-divide_by=1.5", "-unit=ms", "-base=b", "it's.pprof"}, 0},
		{DefaultQuery().With("tagfocus", "k=^a$\nl=^b$"), "tags", f, []string{"-tags", "-tagfocus=^k:a$,^l:b$", "f"}, 0},
		{DefaultQuery().With("tagignore", "k=^a$\nl="), "tags", f, []string{"-tags", "-tagignore=^k:a$|^l:", "f"}, 0},
		{DefaultQuery().With("focus", "it's\x1b[201~\u202e\\(\xff\n\r"), "", f, []string{"-focus=it's\x1b[201~\u202e\\(\xff\n\r", "f"}, 0},
		{DefaultQuery().With("tagfocus", "k=1kb:\nl=^b$"), "tags", f, []string{"-tags", "-tagfocus=k=1kb:", "f"}, 1},
	} {
		line, lost := c.q.CommandLine(c.report, c.of)
		rest, ok := strings.CutPrefix(line, "go tool pprof ")
		if !ok || len(lost) != c.lost || Visible(line) != line {
			t.Errorf("%s; lost: %q", line, lost)
		}
		out, err := exec.Command(sh, "-c", `for a in `+rest+`; do printf '%s\n' "$a"; done`).Output()
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
		if got, want := string(out), strings.Join(c.want, "\n")+"\n"; got != want {
			t.Errorf("%s:\n%swant\n%s", line, got, want)
		}
	}
}
