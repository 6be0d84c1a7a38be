package command

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"profstation/internal/pproftool"
)

var fine = regexp.MustCompile(`(\.\d{6})\d+`)

// Two values of a label are compared as two files are that hold no more than these, which go tool pprof compares, too.
func TestExportSplit(t *testing.T) {
	dir := t.TempDir()
	part := func(name, option, value string) string {
		file := filepath.Join(dir, name+".pprof")
		if r := run(t, "export", "-o", file, option+"=endpoint=^"+value+"$", cpu); r.exit != 0 {
			t.Fatal(r.err)
		}
		return file
	}
	search, report, others := part("search", "--tagfocus", "/search"), part("report", "--tagfocus", "/report"), part("others", "--tagignore", "/report")
	for _, view := range []string{"top", "diff", "graph", "summary"} {
		for _, c := range []struct {
			split, base string
			more        []string
		}{
			{"endpoint=/search,/report", search, nil},
			{"endpoint=/report", others, []string{"--normalize"}}, // sums of different sizes are compared by their shares
		} {
			format := "csv"
			if view == "summary" {
				format = "md"
			}
			of := func(options ...string) string {
				text := exported(t, view, format, options[0], append(options[1:], c.more...)...)
				text = strings.Replace(text, "Both sides are parts of one recording. The same parts of several recordings would show how much runs differ.",
					"Compare at least 4 recordings of each side, taken alternately (before, after, before, after, …).", 1)
				for from, to := range map[string]string{"report of cpu.pprof": "report", "report.pprof": "report", "endpoint=/": "", "search.pprof": "search", "others.pprof": "endpoint≠/report"} {
					text = strings.ReplaceAll(text, from, to)
				}
				return fine.ReplaceAllString(text, "$1") // sums of the same numbers in another order
			}
			got, want := of(cpu, "--split="+c.split), of(report, "--diff_base="+c.base)
			if got != want || !strings.Contains(got, "\n") {
				t.Errorf("%s of %s:\n%.900s\nwant\n%.900s", view, c.split, got, want)
			}
		}
	}
	if svg := exported(t, "flame", "svg", cpu, "--split=endpoint=/search,/report", "--beside"); !strings.Contains(svg, "endpoint=/search → endpoint=/report of cpu.pprof") {
		t.Error("the picture is not named after the parts")
	}
	if text := exported(t, "summary", "md", cpu, "--split=tenant=acme"); strings.Contains(text, "e-0") || !strings.Contains(text, "tenant≠acme") {
		t.Errorf("totals that are scaled to each other differ by rounding: %.300s", text)
	}
	// Parts of several recordings are two groups.
	if text := exported(t, "diff", "csv", cpu, "--split=endpoint=/search,/report", cpu, slow, slow); !strings.Contains(text, "json") {
		t.Errorf("the parts of four recordings: %.300s", text)
	}
}

// TestSplitAgainstPprof has go tool pprof write a file for each value with -tagfocus, and compares the figures of
// --split with those of its -diff_base.
func TestSplitAgainstPprof(t *testing.T) {
	dir := t.TempDir()
	part := func(value string) string {
		file := filepath.Join(dir, strings.Trim(value, "/")+".pb.gz")
		pproftool.Run(t, pproftool.Command(t, "-proto", "-output="+file, "-tagfocus=endpoint=^"+value+"$", cpu))
		return file
	}
	base, now := part("/search"), part("/report")
	rows := func(text string) string {
		_, rows, ok := strings.Cut(text, "flat  flat%")
		if !ok {
			t.Fatalf("no table in %.300s", text)
		}
		return rows
	}
	for _, more := range [][]string{nil, {"-cum"}, {"-lines"}, {"-nodefraction=0", "-nodecount=0"}, {"-focus=json"}} {
		want, _ := pproftool.Run(t, pproftool.Command(t, append(append([]string{"-top"}, more...), "-diff_base="+base, now)...))
		got := run(t, append(append([]string{"export", "-top"}, more...), "--split=endpoint=/search,/report", cpu)...)
		if rows(got.out) != rows(want) || strings.Count(want, "\n") < 10 {
			t.Errorf("%v:\n%.900s\nwant\n%.900s", more, got.out+got.err, want)
		}
	}
}

// Both parts come from one recording: its time counts once.
func TestSplitDuration(t *testing.T) {
	for _, args := range []string{"-top", "--view=top --format=txt -o -"} {
		text := run(t, append([]string{"export", "--split=endpoint=/search,/report", cpu}, strings.Fields(args)...)...).out
		if !strings.Contains(text, "Duration: 5s,") {
			t.Errorf("%s: %.300s", args, text)
		}
	}
	// Two recordings still take the time of both.
	if text := run(t, "export", "-top", "--base="+cpu, slow).out; !strings.Contains(text, "Duration: 10.0") {
		t.Errorf("two recordings: %.300s", text)
	}
}

func TestSplitRefused(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"export --view top -o - --format csv --split=endpoint=/nowhere,/report " + cpu, exitFailed, "no sample has endpoint=/nowhere"},
		{"export --view top -o - --format csv --split=user=a,b " + cpu, exitFailed, "no sample has the label user"},
		{"export --view top -o - --format csv --split=endpoint " + cpu, exitUsage, "two of its values"},
		{"export --view top -o - --format csv --split=endpoint=/report --base " + cpu + " " + slow, exitUsage, "exclude each other"},
		{"compare --split=endpoint=/report " + cpu + " " + slow, exitUsage, "parts of one side"},
	} {
		if r := run(t, strings.Fields(c.args)...); r.exit != c.code || !strings.Contains(r.err, c.want) {
			t.Errorf("%s: %d, %s; want %d and %s", c.args, r.exit, r.err, c.code, c.want)
		}
	}
}

// The report has the comparison of the parts before the profile.
func TestReportSplit(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.html")
	if r := run(t, "report", "-o", out, "--split=endpoint=/search,/report", cpu); r.exit != 0 {
		t.Fatal(r.err)
	}
	page, err := os.ReadFile(out)
	if err != nil || !strings.Contains(string(page), "endpoint=/search → endpoint=/report of cpu.pprof") {
		t.Errorf("the page has no comparison of the parts: %v", err)
	}
	_, changed, _ := strings.Cut(string(page), "Labels that changed")
	changed, _, _ = strings.Cut(changed, "</table>")
	if strings.Contains(changed, ">endpoint<") || !strings.Contains(changed, ">tenant<") {
		t.Errorf("labels that changed: %s", changed)
	}
}

func TestCompareSplit(t *testing.T) {
	var got Start
	root := New(func(_ context.Context, s Start) error { got = s; return nil })
	root.SetArgs([]string{"compare", "--split", "endpoint=/report", cpu})
	if err := root.Execute(); err != nil || got.Split != "endpoint=/report" || len(got.Base) != 1 || len(got.New) != 1 || got.Base[0] != got.New[0] {
		t.Errorf("the window is to open %+v: %v", got, err)
	}
}
