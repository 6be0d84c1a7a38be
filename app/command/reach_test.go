package command

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/ask"
)

// everything is a profile in which each option finds something to change: labels of text and of
// bytes, inlined calls, recursion, columns, type arguments, and a node that became less. It writes
// its source, too, and returns the file and the folder.
func everything(t *testing.T, dir, name string, times int64, negative bool) string {
	t.Helper()
	source := filepath.Join(dir, "gone", "a.go")
	os.Mkdir(filepath.Dir(source), 0o777)
	if err := os.WriteFile(source, []byte(strings.Repeat("\tcode()\n", 60)), 0o666); err != nil {
		t.Fatal(err)
	}
	p := &profile.Profile{
		SampleType:    []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		PeriodType:    &profile.ValueType{Type: "cpu", Unit: "nanoseconds"},
		Period:        10e6,
		TimeNanos:     1_700_000_000e9,
		DurationNanos: 2e9 * times,
		Mapping:       []*profile.Mapping{{ID: 1, Start: 0x1000, Limit: 0x9000, File: "/bin/a"}},
	}
	functions := map[string]*profile.Function{}
	line := func(name string, at, column int64) profile.Line {
		f := functions[name]
		if f == nil {
			f = &profile.Function{ID: uint64(len(functions) + 1), Name: name, SystemName: name, Filename: "/gone/a.go", StartLine: at}
			functions[name] = f
			p.Function = append(p.Function, f)
		}
		return profile.Line{Function: f, Line: at, Column: column}
	}
	location := func(lines ...profile.Line) *profile.Location {
		n := uint64(len(p.Location) + 1)
		l := &profile.Location{ID: n, Mapping: p.Mapping[0], Address: 0x1000 + 16*n, Line: lines}
		p.Location = append(p.Location, l)
		return l
	}
	root, other := location(line("main.main", 5, 1)), location(line("main.main", 5, 9))
	serve, again := location(line("net.serve", 12, 1)), location(line("net.serve", 13, 1))
	inlined := location(line("json.inner", 30, 2), line("json.parse", 20, 1))
	generic, gone := location(line("sort.By[go.shape.int]", 40, 1)), location(line("old.gone", 50, 1))
	tiny := location(line("tiny.leaf", 55, 1))
	add := func(count, delay int64, user string, bytes int64, stack ...*profile.Location) {
		s := &profile.Sample{Location: stack, Value: []int64{count * times, delay * times}}
		if user != "" {
			s.Label = map[string][]string{"user": {user}, "zone": {"=" + user[:1]}}
		}
		if bytes > 0 {
			s.NumLabel, s.NumUnit = map[string][]int64{"bytes": {bytes}}, map[string][]string{"bytes": {"bytes"}}
		}
		p.Sample = append(p.Sample, s)
	}
	add(3, 40_000_000, "ann", 2048, inlined, serve, root)
	add(2, 90_000_000, "bob", 0, generic, again, serve, root)
	add(7, 20_000_000, "", 4096, serve, other)
	add(1, 3_000_000*times, "cy", 0, generic, root)
	add(1, 10_000_000, "ann", 0, location(line("=sum", 58, 1)), root)
	if negative {
		add(2, -9_000_000, "", 0, gone, root)
	}
	add(1, 200_000, "", 0, tiny, serve, root)
	file := filepath.Join(dir, name)
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// tried is a value of each option that changes whatever the option reaches.
var tried = map[string]string{
	"focus": "json", "ignore": "json", "hide": "net", "show": "net|main|json", "show_from": "net", "prune_from": "net",
	"tagfocus": "user=ann", "tagignore": "user=ann", "tagshow": "user", "taghide": "user",
	"tagroot": "user", "tagleaf": "user", "sample_index": "samples", "granularity": "lines", "sort": "cum",
	"noinlines": "true", "showcolumns": "true", "relative_percentages": "true", "mean": "true", "drop_negative": "true",
	"nodecount": "2", "nodefraction": "0.2", "edgefraction": "0.3", "divide_by": "4", "unit": "us", "trim": "false",
	"by": "zone", "source_path": "/nowhere", "trim_path": "/gone", "kind": "heap", "line": "json",
	"color": "self", "root": "down", "sort_siblings": "name", "generics": "true", "collapse_recursion": "true",
	"pivot": "net", "call_tree": "true", "search": "json", "width_by": "base", "noise": "false",
	"from": "500ms", "to": "60ms", "lanes": "main", "waits": "all",
	"time": "0s:1s", "theme": "dark", "width": "900", "height": "77", "scale": "1", "raw": "true",
}

// triedOverTime are values for the CPU samples of a trace, which have times; "" where these find nothing to change: they
// have one sample type, no inlined calls, columns or type arguments, and no name that a spreadsheet would run.
var triedOverTime = map[string]string{
	"tagfocus": "goroutine=http", "tagignore": "goroutine=http", "tagroot": "goroutine", "tagleaf": "goroutine", "by": "goid", "show_from": "json",
	"sample_index": "", "noinlines": "", "showcolumns": "", "generics": "", "raw": "",
}

// companions are what else must be given for an option to have an effect, in some views or in all.
var companions = map[string]string{
	"relative_percentages": "--focus=json", "showcolumns": "--lines", "by flame": "--color=label",
	"noinlines trend": "--by=functions", "noinlines growth": "--by=functions", "hide trend": "--by=functions --cum",
	"hide growth": "--by=functions", "tagroot growth": "--by=functions --cum", "tagroot trend": "--by=functions --cum",
	"tagleaf trend": "--by=functions", "noise graph": "--base=BASE", "tagroot lines": "--by=functions --cum",
}

// TestOptionsOfViews holds that each option changes each file, or is refused with its name.
func TestOptionsOfViews(t *testing.T) {
	for _, r := range reaches {
		for _, o := range strings.Fields(r.options) {
			if tried[o] == "" {
				t.Errorf("--%s is tried nowhere", o)
			}
		}
	}
	dir := t.TempDir()
	file, base := everything(t, dir, "new.pprof", 2, false), everything(t, dir, "base.pprof", 1, false)
	less := everything(t, dir, "less.pprof", 2, true)
	views, changed := 0, 0
	for _, view := range append(viewNames(anyView), "functions", "sides", "lines") {
		name, more := view, []string{"--source_path=" + dir}
		files := []string{file}
		switch view {
		case "functions":
			name, more = "pivot", append(more, "--by=user")
		case "pivot":
			more = append(more, "--by=user,zone")
		case "sides":
			name, more = "flame", append(more, "--beside", "--base="+base)
		case "heatmap", "flamechart":
			more, files = append(more, "--from_trace=cpu"), []string{recordings + "/trace.trace"}
		case "lines":
			name, more = "trend", append(more, "--line=.")
		}
		v := viewNamed(name)
		switch v.Of {
		case ask.OfTrace:
			files = []string{recordings + "/trace.trace"}
		case ask.OfTracePair:
			continue
		case ask.OfComparison:
			more = append(more, "--base="+base)
		case ask.OfSeries:
			files = []string{base, file, recordings + "/heap.pprof"}
		}
		if more[0] == "--source_path="+dir && name != "list" {
			more = more[1:]
		}
		formats := v.Formats
		if view == "sides" {
			formats = besideOf(ask.OfComparison, name).Formats
		}
		views++
		for _, f := range formats {
			args := append([]string{"export", "--view=" + name, "-o=-", "--format=" + f.Name()}, more...)
			plain := map[string]string{} // with companions
			for o, value := range tried {
				over, other := triedOverTime[o]
				if other && v.Tab == ask.OverTimeTab {
					value = over
				}
				switch {
				case value == "":
					continue
				case f.Name() == "png" && o != "scale" && o != "theme": // as .svg
					continue
				case o == "raw" && (ofTraces(v) || ofSeries(v)): // no name in them is a formula
					continue
				case ofTraces(v) && f.Drawn && view != "timeline" && view != "sched": // as in others
					continue
				}
				files := files
				if o == "drop_negative" && v.Tab != ask.OverTimeTab && !ofTraces(v) && !ofSeries(v) {
					files = []string{less}
				}
				also := cmp.Or(companions[o+" "+view], companions[o])
				with := append(slices.Clone(args), strings.Fields(strings.Replace(also, "BASE", base, 1))...)
				key := also + files[0]
				if _, ok := plain[key]; !ok {
					r := run(t, append(slices.Clone(with), files...)...)
					if r.exit == 2 && also != "" {
						continue // its companion is refused
					}
					if r.exit != 0 {
						t.Fatalf("%q: %s", with, r.err)
					}
					plain[key] = uncaptioned(r.out)
				}
				r := run(t, append(append(with, "--"+o+"="+value), files...)...)
				switch {
				case r.exit == 2 && strings.Contains(r.err, "--"+o) && strings.Count(r.err, "\n") == 1:
				case r.exit == 1 && o == "time" && strings.Contains(r.err, "match"): // nothing has a time, and so nothing is left
					changed++
				case r.exit != 0:
					t.Errorf("%s as %s with --%s: exit status %d, %s", view, f.Name(), o, r.exit, r.err)
				case uncaptioned(r.out) == plain[key]:
					t.Errorf("%s as %s with --%s=%s %s: nothing changed", view, f.Name(), o, value, also)
				default:
					changed++
				}
			}
		}
	}
	if views < 20 || changed < 300 {
		t.Errorf("%d changes in %d views", changed, views)
	}
}

// captions are what a file says of its own options: in a picture, as JSON, as pprof does, in DOT.
var captions = regexp.MustCompile(`Filters: [^<\n"]*|"filters":\{[^}]*\}|Active filters:(\\l)?\n?|   [a-z_]+=[^\\\n]*(\\l|\n)`)

// uncaptioned is a file without what it says of its own options.
func uncaptioned(text string) string { return captions.ReplaceAllString(text, "") }

// reaching are those of some arguments that are no options or change something in a view: of both
// sides if --beside is among them.
func reaching(view, format string, args ...string) []string {
	if both := besideOf(ask.OfComparison, view); both != nil && slices.Contains(args, "--beside") {
		view = both.Name
	}
	if by := strings.Join(args, " "); view == "pivot" && !strings.Contains(by, ",") {
		view = "functions"
	}
	return slices.DeleteFunc(slices.Clone(args), func(o string) bool {
		name, _, _ := strings.Cut(strings.TrimPrefix(o, "--"), "=")
		name = cmp.Or(map[string]string{"cum": "sort", "lines": "granularity"}[name], name)
		for _, r := range reaches {
			if slices.Contains(strings.Fields(r.options), name) {
				formats, ok := r.places()[view]
				return !ok || len(formats) > 0 && !slices.Contains(formats, format)
			}
		}
		return false
	})
}
