package command

import (
	"encoding/csv"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"profstation/internal/golden"
)

const slow = recordings + "/cpu-slow.pprof"

// needed are the options without which a view says nothing.
var needed = map[string][]string{
	"diff":      {"--base=" + slow},
	"summary":   {"--base=" + slow},
	"durations": {"--base=" + recordings + "/trace.trace"},
}

// Top of a difference has the rows of go tool pprof with the same options.
func TestBaseAgainstPprof(t *testing.T) {
	base, err := filepath.Abs(cpu)
	if err != nil {
		t.Fatal(err)
	}
	for _, options := range [][]string{
		{"--base=" + base}, {"--diff_base=" + base, "--cum"}, {"--normalize", "--base=" + base, "--focus=pricing"},
		{base}, {"--cum", "--focus=pricing", base}, // several sources are added up
	} {
		t.Run(strings.Join(options, " "), func(t *testing.T) {
			t.Parallel()
			cum := strings.Contains(strings.Join(options, " "), "cum")
			records, err := csv.NewReader(strings.NewReader(exported(t, "top", "csv", slow, options...))).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			got := settle(records[1:], cum)
			want := settle(pprofTop(t, slow, options), cum)
			if len(got) != len(want) {
				t.Fatalf("%d rows, want %d", len(got), len(want))
			}
			for i := range got {
				if err := sameRow(got[i], want[i]); err != nil {
					t.Errorf("row %d: %v\n %q\n want %q", i, err, got[i], want[i])
				}
			}
		})
	}
}

// A difference has no utilization: it belongs to neither side. The graph says what its shares are of.
func TestBaseHeader(t *testing.T) {
	for option, want := range map[string]string{"": "", "--base=" + cpu: "of the sum of all changes.", "--diff_base=" + cpu: "of the base&#39;s total."} {
		var options []string
		if option != "" {
			options = []string{option}
		}
		dot, svg := exported(t, "graph", "dot", slow, options...), exported(t, "graph", "svg", slow, options...)
		if alone := option == ""; strings.Contains(dot, "Utilization") != alone || strings.Contains(svg, "Utilization") != alone {
			t.Errorf("%q: the utilization is not where it belongs", option)
		}
		if !strings.Contains(strings.ReplaceAll(svg, "'", "&#39;"), want) {
			t.Errorf("%q: the picture does not say %q", option, want)
		}
		if flame := exported(t, "flame", "svg", slow, options...); strings.Contains(flame, " cores)") != (option == "") {
			t.Errorf("%q: the flame graph's heading is wrong about cores", option)
		}
	}
}

func TestBaseOptions(t *testing.T) {
	for _, c := range []struct {
		args string
		exit int
		want string
	}{
		{"--view=diff -o x.svg " + cpu, exitUsage, "the view diff needs a base: add --base FILE"},
		{"--view=top -o x.csv --normalize " + cpu, exitUsage, "values are normalised against a base: add --base FILE"},
		{"--view=top -o x.csv --base=a --diff-base=b " + cpu, exitUsage, "--base and --diff_base exclude each other"},
		{"--view=top -o x.csv --base=a --normalize --per_second " + cpu, exitUsage, "exclude each other"},
		{"--view=top -o x.csv --base=a --per=request=1 " + cpu, exitUsage, "expected a name and its counts"},
		{"--view=top -o x.csv --base=a --per=request=1,0 " + cpu, exitUsage, "expected a name and its counts"},
		{"--view=top -o x.csv --base=a --per=request=Inf,1 " + cpu, exitUsage, "expected a name and its counts"},
		{"--view=diff -o x.svg --base=a --width_by=half " + cpu, exitUsage, "expected new, base or larger"},
		{"--view=diff -o " + slow + " --base=" + slow + " --format=csv " + cpu, exitUsage, "the output would replace the base"},
		{"--view=diff -o x.svg --base=nowhere.pprof " + cpu, exitFailed, "nowhere.pprof: no such file"},
		{"--view=diff -o x.svg --base=" + recordings + "/heap.pprof " + cpu, exitFailed, "a cpu profile cannot be compared with a heap profile"},
		{"--view=summary -o x.md --per_second --base=" + recordings + "/heap.pprof " + recordings + "/allocs.pprof", exitFailed, "the base has none"},
	} {
		r := run(t, append([]string{"export"}, strings.Fields(c.args)...)...)
		if r.exit != c.exit || !strings.Contains(r.err, c.want) || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%s: exit status %d\n%s", c.args, r.exit, r.err)
		}
	}
}

func TestExportDiff(t *testing.T) {
	records, err := csv.NewReader(strings.NewReader(exported(t, "diff", "csv", slow, "--base="+cpu, "--cum"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(records[0][:5], ","); got != "name,base_flat,new_flat,delta_flat,delta_flat_percent" {
		t.Errorf("header %s", got)
	}
	quiet := strings.Count(exported(t, "diff", "csv", slow, "--base="+cpu, "--noise=false"), "\n")
	if quiet < 5 || quiet >= len(records) {
		t.Errorf("%d rows without noise, %d with it", quiet, len(records))
	}
	var report struct {
		Method string
		Rows   []struct {
			Name string
			Flat struct{ Base, New, Delta float64 }
		}
	}
	if err := json.Unmarshal([]byte(exported(t, "diff", "json", slow, "--base="+cpu, "--per=request=10,20")), &report); err != nil {
		t.Fatal(err)
	}
	if report.Method != "counts of one recording a side" {
		t.Errorf("method %q", report.Method)
	}
	for _, r := range report.Rows {
		if want := r.Flat.New/20 - r.Flat.Base/10; r.Flat.Delta-want > 1 || want-r.Flat.Delta > 1 {
			t.Errorf("%s: Δ %v, want %v", r.Name, r.Flat.Delta, want)
		}
	}
	for _, width := range []string{"new", "base", "larger"} {
		svg := exported(t, "diff", "svg", slow, "--base="+cpu, "--width_by="+width)
		for _, want := range []string{"cpu.pprof → cpu-slow.pprof", "not sure", "pricing.(*Rates).scan"} {
			if width != "base" && !strings.Contains(svg, want) {
				t.Errorf("by %s: the picture has no %q", width, want)
			}
		}
	}
	if pivot := exported(t, "diff", "svg", slow, "--base="+cpu, "--pivot=ToLower"); !strings.Contains(pivot, "callers and callees of strings.ToLower") {
		t.Error("the picture does not say what it is about")
	}
}

func TestExportSummary(t *testing.T) {
	golden.Check(t, "summary.cpu.md", exported(t, "summary", "md", slow, "--base="+cpu))
	golden.Check(t, "summary.cpu.cum-normalize-focus.md", exported(t, "summary", "md", slow, "--base="+cpu, "--cum", "--normalize", "--focus=pricing|regexp"))
	golden.Check(t, "summary.mutex.md", exported(t, "summary", "md", recordings+"/mutex.pprof", "--base="+recordings+"/mutex.pprof"))
}

// Two traces are drawn on one time scale, and their durations compared.
func TestExportTwoTraces(t *testing.T) {
	trace := recordings + "/trace.trace"
	svg := exported(t, "timeline", "svg", trace, "--base="+trace, "--lanes=main")
	for _, want := range []string{"base: trace.trace", "new: trace.trace", "on one scale", "lanes=main"} {
		if !strings.Contains(svg, want) {
			t.Errorf("the picture has no %q", want)
		}
	}
	records, err := csv.NewReader(strings.NewReader(exported(t, "durations", "csv", trace, "--base="+trace))).ReadAll()
	if err != nil || len(records) < 5 {
		t.Errorf("%d durations, %v", len(records), err)
	}
	for args, want := range map[string]string{
		"--view=goroutines -o x.csv --base=" + trace + " " + trace: "to compare two traces, choose timeline or durations",
		"--view=timeline -o x.csv --base=" + trace + " " + trace:   "two timelines are a picture",
		"--view=timeline -o x.svg --base=" + cpu + " " + trace:     "cpu.pprof is not: both must be",
		"--view=durations -o x.csv " + trace:                       "the view durations needs a base",
	} {
		if r := run(t, append([]string{"export"}, strings.Fields(args)...)...); r.exit == 0 || !strings.Contains(r.err, want) {
			t.Errorf("%s: exit status %d\n%s", args, r.exit, r.err)
		}
	}
}
