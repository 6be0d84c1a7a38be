package command

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"profstation/desk/session"
	"profstation/internal/must"
	made "profstation/measure/hostile"
	"profstation/model/query"
	"profstation/origin"
	"profstation/origin/link"
)

// htmlPage is what a test looks at of a report.
type htmlPage struct {
	text     string // all of it, without markup
	title    string
	headings []string // below the title
	svgs     int
	rows     int
}

// readPage reads a report, which is well-formed XML too, and makes sure that it
// loads nothing, runs nothing, and that all links within it lead somewhere.
func readPage(t *testing.T, page string) htmlPage {
	t.Helper()
	var p htmlPage
	ids, wanted := map[string]bool{}, map[string]bool{}
	var text strings.Builder
	title, heading := false, false
	d := xml.NewDecoder(strings.NewReader(page))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("the page is not well-formed: %v", err)
		}
		switch x := token.(type) {
		case xml.StartElement:
			switch x.Name.Local {
			case "script", "iframe", "object", "embed", "image", "img", "use", "base", "form":
				t.Errorf("the page has a %s", x.Name.Local)
			case "svg":
				p.svgs++
			case "tr":
				p.rows++
			case "h1":
				title = true
			case "h2", "h3":
				heading = true
				p.headings = append(p.headings, "")
			}
			for _, a := range x.Attr {
				switch name := a.Name.Local; {
				case name == "id":
					if ids[a.Value] {
						t.Errorf("two elements have the id %s", a.Value)
					}
					ids[a.Value] = true
				case name == "href" && strings.HasPrefix(a.Value, "#"):
					wanted[a.Value[1:]] = true
				case strings.HasPrefix(name, "on"), name == "src", name == "href" && a.Value != "data:,":
					t.Errorf("<%s %s=%q>", x.Name.Local, name, a.Value)
				case strings.HasPrefix(a.Value, "url("):
					wanted[strings.TrimSuffix(strings.TrimPrefix(a.Value, "url(#"), ")")] = true
				}
			}
		case xml.EndElement:
			title = title && x.Name.Local != "h1"
			heading = heading && x.Name.Local != "h2" && x.Name.Local != "h3"
		case xml.CharData:
			text.Write(x)
			if title {
				p.title += string(x)
			}
			if heading {
				p.headings[len(p.headings)-1] += string(x)
			}
		}
	}
	for id := range wanted {
		if !ids[id] {
			t.Errorf("nothing has the id %q", id)
		}
	}
	style, rest, _ := strings.Cut(page, "</style>")
	if strings.Contains(style, "@import") || strings.Contains(style, "url(") || strings.Contains(rest, "<style") {
		t.Error("the styles load something")
	}
	p.text = text.String()
	return p
}

func (p *htmlPage) has(t *testing.T, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(p.text, part) {
			t.Errorf("the page lacks %q", part)
		}
	}
}

func TestReport(t *testing.T) {
	out := filepath.Join(t.TempDir(), "report.html")
	r := run(t, "report", "-o", out, "--focus", "shop", "--nodecount", "20", "--title", "Load & test",
		recordings+"/cpu.pprof", recordings+"/heap.pprof", recordings+"/trace.trace")
	if r.exit != exitOK || r.out != "" {
		t.Fatalf("exit %d, %s%s", r.exit, r.out, r.err)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	p := readPage(t, string(data))
	want := []string{
		"cpu.pprof", "Flame graph", "Call graph", "Functions", "Labels", "How this was recorded",
		"heap.pprof", "What stands out", "Flame graph", "Call graph", "Functions", "Labels", "How this was recorded",
		"trace.trace", "What stands out", "Timeline", "How this was recorded",
	}
	if !slices.Equal(p.headings, want) {
		t.Errorf("the headings are %q, want %q", p.headings, want)
	}
	if p.svgs != 5 {
		t.Errorf("there are %d pictures, want 5", p.svgs)
	}
	p.has(t, "Load & test", "Where the program spent CPU time", "Duration", "Build ID", "alloc_space",
		"Filters: only samples with a node that matches “shop”.", "Showing top 20 nodes out of", "endpoint", "Goroutines", "Longest pause")
}

// A report has what the overview has: the leaked goroutines by what created them, and how memory changed over a series.
func TestReportLeaksAndCourse(t *testing.T) {
	dir := t.TempDir()
	bundle, out := filepath.Join(dir, "heaps.zip"), filepath.Join(dir, "report.html")
	read := func(name string) []byte { return must.Have(os.ReadFile(recordings + "/memory/" + name)) }
	must.Do(os.WriteFile(bundle, made.Zip("1.txt", read("garbage.txt"), "2.txt", read("live.txt")), 0o600))
	if r := run(t, "report", "-o", out, recordings+"/goroutineleak.debug2.txt", bundle); r.exit != exitOK {
		t.Fatalf("exit %d, %s", r.exit, r.err)
	}
	p := readPage(t, string(must.Have(os.ReadFile(out))))
	for _, title := range []string{"Leaked goroutines", "How the memory of the process changed"} {
		if n := slices.Index(p.headings, title); n < 0 {
			t.Errorf("%q is missing of %q", title, p.headings)
		}
	}
	p.has(t, "created by ", "The largest change is “")
}

// Thresholds hold for what stands out on the page.
func TestReportThreshold(t *testing.T) {
	for option, want := range map[string]bool{"runtime-locks=10": true, "runtime-locks=off": false, "runtime-locks=90": false} {
		out := filepath.Join(t.TempDir(), "report.html")
		if r := run(t, "report", "-o", out, "--threshold", option, recordings+"/wasteful/calls.pprof"); r.exit != exitOK {
			t.Fatalf("exit %d, %s", r.exit, r.err)
		}
		if got := strings.Contains(string(must.Have(os.ReadFile(out))), "contention on locks inside the runtime"); got != want {
			t.Errorf("with %s it is on the page: %v", option, got)
		}
	}
	if r := run(t, "report", "-o", "x.html", "--threshold", "nothing=3", recordings+"/cpu.pprof"); r.exit != exitUsage || !strings.Contains(r.err, "no rule has that name") {
		t.Errorf("status %d, %s", r.exit, r.err)
	}
}

// With a base the page is named after both sides. It says what changed, by the figures of the comparison, and lists
// the recordings. Each of them follows only if that was asked for.
func TestReportBase(t *testing.T) {
	asked := []string{"report", "-o", "-", "--nodecount", "10", "--base", recordings + "/cpu-slow.pprof", recordings + "/cpu.pprof"}
	alone := []string{"Flame graph", "Call graph", "Functions", "Labels", "How this was recorded"}
	want := []string{"cpu-slow.pprof → cpu.pprof", "Flame graph of the change", "Functions that changed", "Labels that changed", "Recordings", "How this was judged"}
	r := run(t, asked...)
	if r.exit != exitOK {
		t.Fatalf("exit %d, %s", r.exit, r.err)
	}
	p := readPage(t, r.out)
	if p.title != want[0] || !slices.Equal(p.headings, want) {
		t.Errorf("the title is %q and the headings are %q, want %q", p.title, p.headings, want)
	}
	each := readPage(t, run(t, append(asked, "--each")...).out)
	if want := slices.Concat(want, []string{"cpu-slow.pprof"}, alone, []string{"cpu.pprof"}, alone); !slices.Equal(each.headings, want) {
		t.Errorf("of each, the headings are %q, want %q", each.headings, want)
	}
	p.has(t, "significance")
	p.has(t, "In your own code, the largest change is")
	// Several files with one base: each is compared with it, which has one section.
	r = run(t, "report", "-o", "-", "--nodecount", "1", "--base", recordings+"/cpu-slow.pprof", recordings+"/cpu.pprof", recordings+"/cpu.pprof")
	p = readPage(t, r.out)
	if want := "cpu-slow.pprof → cpu.pprof and 1 more"; r.exit != exitOK || p.title != want {
		t.Errorf("exit %d, the title is %q, want %q", r.exit, p.title, want)
	}
	named := slices.DeleteFunc(slices.Clone(p.headings), func(h string) bool { return !strings.Contains(h, ".pprof") })
	if want := []string{want[0], want[0]}; !slices.Equal(named, want) {
		t.Errorf("the sections are %q, want %q", named, want)
	}
	diff := run(t, "export", "--view", "diff", "--format", "csv", "-o", "-", "--nodecount", "1", "--base", recordings+"/cpu-slow.pprof", recordings+"/cpu.pprof")
	_, line, _ := strings.Cut(diff.out, "\n")
	name, _, _ := strings.Cut(line, ",")
	if diff.exit != exitOK || name == "" {
		t.Fatal(diff.err)
	}
	p.has(t, name)
}

// A page says where the code of its profiles was, so that a ticket says which build it is about.
func TestReportNamesBuilds(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{cpu}, "Sources"},
		{[]string{cpu, "--base", slow}, "sources in "},
	} {
		out := filepath.Join(t.TempDir(), "out.html")
		if r := run(t, append([]string{"report", "-o", out}, c.args...)...); r.exit != exitOK {
			t.Fatal(r.err)
		}
		if text := readPage(t, string(must.Have(os.ReadFile(out)))).text; !strings.Contains(text, c.want) {
			t.Errorf("%q: the page does not name where the code was: %.600s", c.args, text)
		}
	}
}

// Of equal files nothing is listed that did not change.
func TestReportEqual(t *testing.T) {
	copied := filepath.Join(t.TempDir(), "same.pprof")
	must.Do(os.WriteFile(copied, must.Have(os.ReadFile(recordings+"/cpu.pprof")), 0o600))
	r := run(t, "report", "-o", "-", "--base", recordings+"/cpu.pprof", copied)
	p := readPage(t, r.out)
	if want := []string{"cpu.pprof → same.pprof", "Recordings", "How this was judged"}; r.exit != exitOK || !slices.Equal(p.headings, want) {
		t.Errorf("exit %d, the headings are %q, want %q", r.exit, p.headings, want)
	}
	p.has(t, "Nothing: all figures of both sides are equal.")
	if p.svgs > 0 || p.rows != 3 {
		t.Errorf("%d pictures, %d rows", p.svgs, p.rows)
	}
}

// A folder stands for its profiles, which begin with their trend. What is no profile is left out.
func TestReportFolder(t *testing.T) {
	dir := t.TempDir()
	for name, from := range map[string]string{"a.pprof": "cpu.pprof", "b.pprof": "cpu-slow.pprof"} {
		must.Do(os.WriteFile(filepath.Join(dir, name), must.Have(os.ReadFile(filepath.Join(recordings, from))), 0o600))
	}
	must.Do(os.WriteFile(filepath.Join(dir, "notes.txt"), []byte("nothing"), 0o600))
	r := run(t, "report", "-o", "-", "--nodecount", "3", dir)
	if r.exit != exitOK || !strings.Contains(r.err, "left out") || !strings.Contains(r.err, "notes.txt") {
		t.Errorf("exit %d, %s", r.exit, r.err)
	}
	p := readPage(t, r.out)
	for _, want := range []string{"a.pprof", "b.pprof"} {
		if !slices.Contains(p.headings, want) {
			t.Errorf("the headings are %q, without %s", p.headings, want)
		}
	}
	if slices.Contains(p.headings, "notes.txt") || !slices.ContainsFunc(p.headings, func(h string) bool { return strings.Contains(h, "rend") }) {
		t.Errorf("the headings are %q", p.headings)
	}
	if r := run(t, "report", "-o", "-", t.TempDir()); r.exit != exitFailed || !strings.Contains(r.err, "no profiles in") || r.out != "" {
		t.Errorf("of an empty folder: exit %d, %s", r.exit, r.err)
	}
}

// Names that lead writers astray stay names.
func TestReportHostile(t *testing.T) {
	file := hostile(t)
	r := run(t, "report", "-o", "-", "--trim=false", "--ignore", "no<such>&", "--each", "--base", file, "--title", `</title><script>"`, file)
	if r.exit != exitOK {
		t.Fatalf("exit %d, %s", r.exit, r.err)
	}
	p := readPage(t, r.out)
	p.has(t, "--><script>alert(1)</script>", `</title><script>"`, "no samples with a node that matches “no<such>&”", "matches nothing")
}

// What cannot be opened is told in the page, and by the exit status.
func TestReportMissing(t *testing.T) {
	out := filepath.Join(t.TempDir(), "r.html")
	r := run(t, "report", "-o", out, filepath.Join(t.TempDir(), "gone"), recordings+"/mutex.pprof")
	if r.exit != exitFailed || strings.Count(r.err, "\n") != 1 {
		t.Errorf("exit %d, %s", r.exit, r.err)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	p := readPage(t, string(data))
	p.has(t, "This file could not be opened.", "mutex.pprof")
}

func TestReportUsage(t *testing.T) {
	cpu := recordings + "/cpu.pprof"
	own := filepath.Join(t.TempDir(), "own.pprof")
	if err := os.WriteFile(own, []byte("x"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{cpu}, "add -o FILE.html"},
		{[]string{"-o", "x.html"}, "expected one or more files"},
		{[]string{"-o", own, own}, "would replace the file"},
		{[]string{"-o", own, "--base", own, cpu}, "would replace the base"},
		{[]string{"-o", "-", "--theme", "blue", cpu}, "expected light, dark, high-contrast-light or high-contrast-dark"},
		{[]string{"-o", "-", "--width", "NaN", cpu}, "from 300 to 10000"},
		{[]string{"-o", "-", "--focus", "(", cpu}, "focus"},
	} {
		if r := run(t, append([]string{"report"}, c.args...)...); r.exit != exitUsage || !strings.Contains(r.err, c.want) {
			t.Errorf("report %q: exit %d, %s; want %q", c.args, r.exit, r.err, c.want)
		}
	}
}

// A workspace is all of its documents, with their filters and notes.
func TestReportWorkspace(t *testing.T) {
	abs := func(name string) origin.Ref {
		path, err := filepath.Abs(filepath.Join(recordings, name))
		if err != nil {
			t.Fatal(err)
		}
		return origin.Ref(path)
	}
	file := filepath.Join(t.TempDir(), "week"+origin.Workspaces)
	err := session.SaveWorkspace(file, session.Workspace{
		Documents: []session.Document{
			{Path: abs("cpu.pprof"), Place: link.Place{Filters: []query.Refining{{Name: "ignore", Text: "nothing-has-this-name"}}, Options: map[string]string{"sample_index": "samples"}}},
			{Path: abs("trace.trace")},
			{Kind: session.Made, Path: abs("trace.trace"), Recipe: &origin.Recipe{Title: "waits of everybody", Kind: "sync", Waits: "all"}},
			{Kind: session.Folder, Path: abs(".")},
			{Kind: session.Comparison, Path: abs("cpu.pprof"), Base: abs("cpu-slow.pprof")},
		},
		Notes: []session.Noted{
			{Path: abs("cpu.pprof"), Notes: []origin.Note{{On: "runtime.mallocgc", Text: "on a frame"}}},
			{Path: abs("trace.trace"), Notes: []origin.Note{{On: "g1 main.main: running", Text: "on a span", Goroutine: 1, At: 2_000_000}}},
			{Path: abs("trace.trace") + ": network wait", Notes: []origin.Note{{On: "main.main", Text: "out of the trace"}}},
			{Path: abs("trace.trace") + ": waits of everybody", Notes: []origin.Note{{On: "main.main", Text: "in its own section"}}},
			{Path: abs("cpu.pprof"), Base: abs("cpu-slow.pprof"), Notes: []origin.Note{{On: "main.main", Text: "on the change"}}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, "report", "-o", "-", "--nodecount", "5", file)
	if r.exit != exitOK || !strings.Contains(r.err, "no folder") {
		t.Fatalf("exit %d, %s", r.exit, r.err)
	}
	p := readPage(t, r.out)
	want := []string{
		"cpu-slow.pprof → cpu.pprof", "Notes", "Flame graph of the change", "Functions that changed", "Labels that changed", "Recordings", "How this was judged",
		"cpu.pprof", "Notes", "Flame graph", "Call graph", "Functions", "Labels", "How this was recorded",
		"trace.trace", "Notes", "What stands out", "Timeline", "How this was recorded",
		"trace.trace: waits of everybody", "Notes", "Flame graph", "Call graph", "Functions", "Labels", "How this was recorded",
	}
	if !slices.Equal(p.headings, want) {
		t.Errorf("the headings are %q, want %q", p.headings, want)
	}
	p.has(t, "no samples with a node that matches “nothing-has-this-name”", "on a frame", "runtime.mallocgc flat", "on a span", "at 2ms",
		"network wait: main.main", "out of the trace", "on the change", "in its own section")
	if r := run(t, "report", "-o", "-", "--nodecount", "5", "--base", cpu, file); !strings.Contains(r.err, "the base is ignored") {
		t.Errorf("a base for a workspace: exit %d, %s", r.exit, r.err)
	}
	if r := run(t, "report", "-o", "-", filepath.Join(t.TempDir(), "gone"+origin.Workspaces)); r.exit != exitFailed {
		t.Errorf("a workspace that is not there: exit %d, %s", r.exit, r.err)
	}
}
