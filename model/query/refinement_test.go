package query_test

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/model/query"
	"profstation/model/safe"
)

var matchAll = regexp.MustCompile("")

func TestRefinement(t *testing.T) {
	for _, c := range []struct {
		name    string
		filters []query.Refining
		want    string // name=text of what is in force
	}{
		{"none", nil, ""},
		{"one", []query.Refining{{Name: "focus", Text: "a"}}, "focus=a"},
		{"off", []query.Refining{{Name: "focus", Text: "a", Off: true}, {Name: "hide", Text: "b"}}, "hide=b"},
		{"inverted", []query.Refining{{Name: "focus", Text: "a", Inverted: true}}, "ignore=a"},
		{"inverted twice over", []query.Refining{{Name: "taghide", Text: "a", Inverted: true}, {Name: "show", Text: "b", Inverted: true}}, "hide=b tagshow=a"},
		{"no contrary", []query.Refining{{Name: "show_from", Text: "a", Inverted: true}}, "show_from=a"},
		{"two of a name", []query.Refining{{Name: "ignore", Text: "a|b"}, {Name: "focus", Text: "c", Inverted: true}}, "ignore=(?:a|b)|(?:c)"},
		{"two labels", []query.Refining{{Name: "tagfocus", Text: "k=1"}, {Name: "tagfocus", Text: "l=2"}, {Name: "tagfocus", Text: "k=1"}}, "tagfocus=k=1\nl=2"},
		{"keys", []query.Refining{{Name: "tagroot", Text: "a"}, {Name: "tagroot", Text: "b"}}, "tagroot=a,b"},
		{"empty", []query.Refining{{Name: "focus"}}, ""},
	} {
		before := query.Default().With("focus", "was").With("tagleaf", "there")
		before.SampleIndex = "kept"
		q := query.Refinement{Filters: c.filters}.Apply(before)
		var got []string
		for _, f := range q.Filters() {
			got = append(got, f.Name+"="+f.Text)
		}
		if s := strings.Join(got, " "); s != c.want || q.SampleIndex != "kept" {
			t.Errorf("%s: %q, want %q", c.name, s, c.want)
		}
	}
	for _, c := range []struct {
		name, text string
		wrong      bool
	}{
		{"focus", "(", true}, {"hide", "a", false}, {"tagfocus", "k=a\nl=(", true}, {"mean", "1", true}, {"tagroot", "(", false},
	} {
		if err := query.CheckFilter(c.name, c.text); (err != nil) != c.wrong {
			t.Errorf("%s=%s: %v", c.name, c.text, err)
		}
	}
}

// A command line means to a shell what it says.
func TestCommandLine(t *testing.T) {
	sh := must.Have(exec.LookPath("sh"))
	q := query.Default()
	q.Focus, q.Hide, q.TagFocus, q.PruneFrom = `it's $HOME "x" \(`, "(a|b)*", "key=^a b$", "p"
	q.Granularity, q.Sort, q.Mean, q.NodeCount, q.DivideBy, q.Unit, q.SampleIndex = query.Lines, query.ByCum, true, 7, 1.5, "ms", "delay"
	f := query.Sources{Files: []string{"f"}}
	for _, c := range []struct {
		q      query.Query
		report string
		of     query.Sources
		want   []string
		lost   int
	}{
		{query.Default(), "top", query.Sources{Files: []string{"cpu.pprof"}}, []string{"-top", "cpu.pprof"}, 0},
		{query.Default().Whole(), "", query.Sources{Files: []string{"-x y.pprof", "z"}, Base: []string{"b", "-b c"}, Diff: true, Normalize: true}, []string{"-nodecount=0", "-nodefraction=0", "-edgefraction=0", "-diff_base=b", "-diff_base=-b c", "-normalize", "./-x y.pprof", "z"}, 0},
		{q, "peek=a b", query.Sources{Files: []string{"it's.pprof"}, Base: []string{"b"}}, []string{"-peek=a b", "-focus=" + q.Focus, "-hide=(a|b)*", "-prune_from=p", "-tagfocus=key=^a b$",
			"-sample_index=delay", "-lines", "-cum", "-mean", "-nodecount=7", "-divide_by=1.5", "-unit=ms", "-base=b", "it's.pprof"}, 0},
		{query.Default().With("tagfocus", "k=^a$\nl=^b$"), "tags", f, []string{"-tags", "-tagfocus=^k:a$,^l:b$", "f"}, 0},
		{query.Default().With("tagignore", "k=^a$\nl="), "tags", f, []string{"-tags", "-tagignore=^k:a$|^l:", "f"}, 0},
		{query.Default().With("focus", "it's\x1b[201~\u202e\\(\xff\n\r"), "", f, []string{"-focus=it's\x1b[201~\u202e\\(\xff\n\r", "f"}, 0},
		{query.Default().With("tagfocus", "k=1kb:\nl=^b$"), "tags", f, []string{"-tags", "-tagfocus=k=1kb:", "f"}, 1},
	} {
		line, lost := c.q.CommandLine(c.report, c.of)
		rest, ok := strings.CutPrefix(line, "go tool pprof ")
		if !ok || len(lost) != c.lost || safe.Visible(line) != line {
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
