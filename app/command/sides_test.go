package command

import (
	"encoding/csv"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"profstation/ask"
)

// Files of figures of both sides have the rows of each side alone; pictures name
// both sides, and have what only one of them has.
func TestExportBeside(t *testing.T) {
	both := [2]string{"base," + cpu, "new," + slow}
	for _, view := range []string{"top", "graph"} {
		got := strings.Split(exported(t, view, "csv", slow, "--sort=cum", "--nodecount=12", "--beside", "--base="+cpu), "\n")
		var want []string
		for _, of := range both {
			side, file, _ := strings.Cut(of, ",")
			alone := strings.Split(exported(t, view, "csv", file, "--sort=cum", "--nodecount=12"), "\n")
			if want == nil {
				want = []string{"side," + alone[0]}
			}
			for _, row := range alone[1 : len(alone)-1] {
				want = append(want, side+","+row)
			}
		}
		if want = append(want, ""); !slices.Equal(got, want) {
			t.Errorf("%s: the rows of both are\n%.600s\nwant\n%.600s", view, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	for view, own := range map[string]string{"flame": "pricing.listPrice", "graph": "strings.ToLower", "top": "strings.ToLower"} {
		svg := exported(t, view, "svg", slow, "--nodecount=8", "--beside", "--base="+cpu, "--search=ToLower", "--noise=false")
		for _, want := range []string{"cpu.pprof → cpu-slow.pprof", "base: cpu.pprof", "new: cpu-slow.pprof · 9.71s = 100%", " changed by more than noise", own} {
			if !strings.Contains(svg, want) && !(view == "graph" && want == own) { // its letters stand in lines
				t.Errorf("%s: the picture has no %q", view, want)
			}
		}
	}
	if png := exported(t, "top", "png", slow, "--beside", "--diff_base="+cpu, "--nodecount=5", "--height=200"); !strings.HasPrefix(png, "\x89PNG") {
		t.Errorf("the picture begins %.8q", png)
	}
	boxes := exported(t, "flame", "csv", slow, "--beside", "--base="+cpu)
	if head, _, _ := strings.Cut(boxes, "\n"); head != "id,parent,depth,base,new,delta,finding,name" || !strings.Contains(boxes, "listPrice") {
		t.Errorf("the boxes of both begin %s", head)
	}
}

// Several recordings of each side are compared by recording, and judged by how much
// they differ.
func TestExportGroups(t *testing.T) {
	base, now := "--base="+strings.Join(slices.Repeat([]string{cpu}, 4), ","), slices.Repeat([]string{slow}, 4)
	files := func(view, format string, options ...string) string {
		return exported(t, view, format, slow, append(append(options, base), now...)...)
	}
	records, err := csv.NewReader(strings.NewReader(files("diff", "csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	finding := slices.Index(records[0], "finding_flat")
	columns := []string{"name", "base_flat_per_recording", "new_flat_per_recording", "delta_flat_per_recording"}
	if !slices.Equal(records[0][:4], columns) || finding < 0 {
		t.Fatalf("the columns are %q", records[0])
	}
	if row := strings.Split(strings.Split(files("flame", "csv", "--beside"), "\n")[1], ","); !strings.HasPrefix(row[3], "9640000000") || !strings.HasPrefix(row[4], "9710000000") {
		t.Errorf("the root is %q", row)
	}
	for view, want := range map[string]string{
		"flame": "id,parent,depth,base_per_recording,new_per_recording,delta_per_recording,", "top": "side,recordings,flat,",
		"graph": "side,recordings,from,to,weight,",
	} {
		if got := files(view, "csv", "--beside"); !strings.HasPrefix(got, want) || view != "flame" && !strings.Contains(got, "\nnew,5,") {
			t.Errorf("%s: the file begins %.100s", view, got)
		}
	}
	if got := files("graph", "csv"); !strings.HasPrefix(got, "from,to,weight_per_recording,weight_percent,") {
		t.Errorf("the edges begin %.100s", got)
	}
	if got := files("graph", "dot"); !strings.Contains(got, "/recording") || regexp.MustCompile(`[^.0-9]\dns`).MatchString(got) {
		t.Error("the graph's figures are not per recording, or what rounding left")
	}
	if row := records[1]; row[0] != "strings.ToLower" || row[finding] != "real" {
		t.Errorf("the first row is %q", row)
	}
	if loud := strings.Count(files("diff", "csv", "--noise=false"), "\n"); loud < 5 || loud >= len(records) {
		t.Errorf("%d rows without noise, %d with it", loud, len(records))
	}
	if few := strings.Count(files("diff", "csv", "--nodecount=7"), "\n"); few != 8 {
		t.Errorf("%d lines of 7 rows", few)
	}
	for view, format := range map[string]string{"summary": "md", "diff": "svg", "flame": "svg", "top": "svg"} {
		var options []string
		if view == "flame" || view == "top" {
			options = []string{"--beside"}
		}
		got := files(view, format, options...)
		for _, want := range []string{"cpu.pprof and 3 more", "cpu-slow.pprof and 4 more", "per recording (base 4, new 5)"} {
			if !strings.Contains(got, want) {
				t.Errorf("%s: there is no %q", view, want)
			}
		}
	}
	if got := files("summary", "md", "--per=request=400,500"); !strings.Contains(got, "per request (base 400, new 500)") {
		t.Error("what was asked for is not what is told")
	}
}

// Several files are added up before they are subtracted, as pprof does with a sum; where their numbers
// differ, what one recording has is compared.
func TestExportSeveralBases(t *testing.T) {
	summed := func(files ...string) string {
		sum := filepath.Join(t.TempDir(), "sum.pprof")
		if r := run(t, append([]string{"export", "-o", sum}, files...)...); r.exit != exitOK {
			t.Fatal(r.err)
		}
		return sum
	}
	base, now := summed(cpu, slow), summed(slow, slow)
	for _, view := range []string{"top", "flame", "labels"} {
		got, want := exported(t, view, "csv", slow, "--base="+cpu+","+slow, slow), exported(t, view, "csv", now, "--base="+base)
		if got != want {
			t.Errorf("%s: %.300s\nwant %.300s", view, got, want)
		}
		got, want = exported(t, view, "csv", slow, "--base="+cpu+","+cpu), exported(t, view, "csv", slow, "--base="+cpu)
		if got != want {
			t.Errorf("%s of one recording: %.300s\nwant %.300s", view, got, want)
		}
	}
	r := run(t, "export", "--view=flame", "--format=svg", "-o", "-", "--base="+cpu+","+cpu, slow)
	if want := "values are shown per recording (base 2, new 1)"; !strings.Contains(r.err, want) || !strings.Contains(r.out, "per recording (base 2, new 1)") {
		t.Errorf("it says %q, want %q there and in the picture", r.err, want)
	}
}

// All of pprof's views of a difference say what their figures are by, and show the same ones.
func TestExportSubtraction(t *testing.T) {
	for _, c := range []struct{ options, title, total string }{ // total: one of its forms
		{"--per=request=10,20", "per request (base 10, new 20)", "964ms/request"},
		{"--per_second", "per second of recording", "1927.84ms|1.93s/s"},
		{"--normalize", "scaled to the base", "9.64s|9640ms"},
		{"--base=" + cpu + "," + cpu + " " + slow, "sums of 2 recordings each", "19.28s|19.3s"},
		{"--base=" + cpu + "," + cpu, "per recording (base 2, new 1)", "9.64s/recording"},
	} {
		options := strings.Fields(strings.Replace(c.options, "--base=", "--diff_base=", 1))
		if !strings.Contains(c.options, "--base=") {
			options = append(options, "--diff_base="+cpu)
		}
		for _, view := range []string{"flame", "graph", "top", "peek"} {
			total := c.total
			if view == "graph" { // what values are by stands in its heading once
				total, _, _ = strings.Cut(total, "/")
			}
			svg := exported(t, view, "svg", slow, options...)
			if !strings.Contains(svg, c.title) || !regexp.MustCompile(total).MatchString(strings.ReplaceAll(svg, " ", "")) {
				t.Errorf("%s %s does not say %q and %q: %.1500s", view, c.options, c.title, total, svg)
			}
		}
	}
}

// With --pairs differences within pairs are judged, if there are pairs.
func TestExportPairs(t *testing.T) {
	summary := exported(t, "summary", "md", slow, "--pairs", "--base="+cpu+","+cpu, slow)
	for _, want := range []string{"in pairs", "differences within pairs"} {
		if !strings.Contains(summary, want) {
			t.Errorf("the summary does not say %q: %s", want, summary)
		}
	}
	for args, want := range map[string]string{
		"--view=top -o x.csv --pairs " + slow:                                    "pairs need recordings to compare with",
		"--view=summary -o x.md --pairs --base=" + cpu + " " + slow:              "found 1 in the base and 1 on the new side",
		"--view=summary -o x.md --pairs --base=" + cpu + "," + slow + " " + slow: "found 2 in the base and 1 on the new side",
	} {
		if r := run(t, append([]string{"export"}, strings.Fields(args)...)...); r.exit == 0 || !strings.Contains(r.err, want) {
			t.Errorf("%s: %d, %q, want %q", args, r.exit, r.err, want)
		}
	}
}

func TestExportBesideErrors(t *testing.T) {
	trace := recordings + "/trace.trace"
	noJSON := "cannot be written as json, only as " + either(formatNames(besideOf(ask.OfComparison, "flame").Formats()))
	for args, want := range map[string]string{
		"--view=flame -o x.svg --beside " + slow:                                     "--beside shows the base too: add --base FILE",
		"--view=labels -o x.svg --beside --base=" + cpu + " " + slow:                 "--beside is for the views flame, graph or top",
		"--view=flame -o x.json --beside --base=" + cpu + " " + slow:                 noJSON,
		"--view=diff -o x.csv --base=" + cpu + "," + trace + " " + slow:              "an execution trace cannot be compared with a profile",
		"--view=durations -o x.csv --base=" + trace + "," + trace + " " + trace:      "traces are compared one to one",
		"--view=timeline -o x.svg --base=" + trace + "," + trace + " " + trace:       "traces are compared one to one",
		"--view=durations -o x.csv --base=" + cpu + "," + cpu + " " + slow:           "the view durations is for execution traces",
		"--view=diff --format=csv -o " + slow + " --base=" + cpu + "," + slow + " x": "the output would replace the base",
		"--view=diff -o x.csv --base=" + cpu + ",nowhere.pprof " + slow:              "nowhere.pprof: no such file",
	} {
		r := run(t, append([]string{"export"}, strings.Fields(args)...)...)
		if r.exit == exitOK || !strings.Contains(r.err, want) {
			t.Errorf("%s: exit status %d, %s; want %q", args, r.exit, r.err, want)
		}
	}
}
