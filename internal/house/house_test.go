// Package house has only tests: they check the borders between the packages of
// profstation, and that documents are true of the Makefile. docs/design.md explains the table floors.
package house

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
)

const (
	module  = "profstation"
	fyne    = "fyne.io/fyne/v2"
	fyneApp = fyne + "/app" // opens windows: the only part of Fyne that needs cgo and GL
)

// toolkit is how much of Fyne a package may use, itself and through its imports.
type toolkit int

const (
	none    toolkit = iota // no Fyne: runs from a script, on a server, in a fuzz test
	widgets                // Fyne without windows: builds and tests without cgo, GL or a display
	windows                // all of it
)

// floor is a package of the house, or a tree of packages. Imports run downwards
// only: imports lists all packages of ours that it may import itself.
type floor struct {
	pkg     string
	what    string
	fyne    toolkit
	imports string
}

// floors is the house from its roof to its ground. A package that is not
// listed belongs to the nearest one above it in the tree (loader/x to loader),
// and packages of one floor may import each other. model/... in a list of imports is all
// of the model, timeline/... all of the timeline.
var floors = []floor{
	{".", "the command line and the only importer of " + fyneApp, windows,
		"app app/ballast app/command app/instance loader assets"},

	{"assets/pages", "manual pages and completions, made of the commands", none, "app/command assets"},

	{"measure/bench", "how long works take, how that grows, and how long others need", none,
		"app/ballast ask/finding flame graph heatmap timeline/... loader loader/input scene model/... disk"},
	{"measure/calibrate", "how often conclusions are wrong, as a table", none, "measure/calibrate/course measure/simulate ask/finding model/... disk"},
	{"measure/calibrate/course", "how often what is said of series is wrong", none, "model/..."},
	{"measure/simulate", "recordings of programs of which it is known what changes, for tests", none, "model/..."},
	{"measure/legible", "the texts of a picture, checked for tests", none, "model/lang scene internal/thorough"},
	{"measure/emptywindow", "what every window costs, to measure ours against", windows, ""},
	{"measure/faults", "what goes wrong while files are written", none, ""},
	{"measure/hostile", "files that ask for much, for tests", none, ""},
	{"measure/mutant", "damaged recordings, for tests", none, ""},
	{"measure/stores", "stores of profiles for tests", none, ""},

	{"app", "the window: menus, dialogs, pages, preferences", widgets,
		"app/command app/instance views views/surface views/flame views/graph views/overtime views/timeline views/tables desk desk/editor desk/screen desk/session ask/write ask origin model/lang flame graph heatmap table timeline/... loader loader/input scene model/... assets"},
	{"app/command", "the commands that need no window", none,
		"desk/session ask/report ask/write ask/finding ask origin/link origin flame graph heatmap table timeline/... loader/profilestore loader loader/httpclient loader/memory loader/input scene model/... model/lang disk assets"},
	{"app/ballast", "a heap for a process that is soon over", none, "model/large/heap"},
	{"app/instance", "many starts, one window", none, "origin"},

	{"views", "bars, panels and the list of documents; shows, never computes", widgets,
		"views/surface views/flame views/graph views/overtime views/timeline views/tables desk/screen ask origin flame graph heatmap table timeline/... scene model/... model/lang"},
	{"views/flame", "flame graphs to walk in", widgets,
		"views/surface desk/screen ask flame graph heatmap table timeline/... scene model/... model/lang"},
	{"views/graph", "call graphs to walk in", widgets,
		"views/surface desk/screen ask flame graph heatmap table timeline/... scene model/... model/lang"},
	{"views/timeline", "lanes of traces, and their figures", widgets,
		"views/surface desk/screen ask origin flame graph heatmap table timeline/... scene model/... model/lang"},
	{"views/overtime", "samples over time: cells to choose from, and stacks in their order", widgets,
		"views/surface desk/screen ask flame graph heatmap table timeline/... scene model/... model/lang"},
	{"views/tables", "rows and columns, and words", widgets,
		"views/surface desk/screen ask origin flame graph heatmap table timeline/... scene model/... model/lang"},
	{"views/surface", "what all views are made of: a picture to pan and zoom, tips, grids, links", widgets,
		"desk/screen ask origin flame graph heatmap table timeline/... scene model/... model/lang"},

	{"desk", "the state of the window without a toolkit: documents, places, jobs", none,
		"desk/editor desk/folder desk/job desk/session desk/screen ask/place ask/report ask/write ask origin/link origin model/lang flame graph heatmap table timeline/... loader/profilestore loader loader/httpclient loader/input scene model/... disk"},
	{"desk/editor", "a line of a file in the user's editor", none, "model/safe model/lang"},
	{"desk/folder", "a folder that is followed: its files and their series", none,
		"desk/screen ask origin model/lang loader/profilestore loader loader/input model/..."},
	{"desk/job", "work in the background", none, "desk/screen"},
	{"desk/session", "what the next start brings back", none, "origin/link origin model/... model/lang disk"},
	{"internal/viewtest", "profiles, gestures and windows for the tests of views", widgets,
		"desk/screen ask flame heatmap table timeline/... scene model/... model/lang"},
	{"desk/desktest", "a queue and profiles for tests", none, "desk/screen"},
	{"desk/screen", "the snapshot and the intents: all that views know of the desk", none,
		"ask origin model/lang flame graph heatmap table timeline/... scene model/..."},

	{"ask/report", "a page of a file's facts, pictures and tables", none,
		"ask/finding ask/page ask/write ask origin flame graph heatmap table timeline/... loader scene model/... model/lang"},
	{"ask/write", "views to files: which there are, in which formats, and how", none,
		"ask model/lang flame graph heatmap table timeline/... loader scene model/..."},
	{"ask/place", "where a user is, as text", none, "ask origin/link origin flame timeline/figures timeline/describe timeline model/... model/lang"},
	{"ask", "a question and a view give an answer, without a window", none,
		"ask/finding origin/link origin model/lang flame graph heatmap table timeline/... loader loader/pprof loader/foreign scene model/..."},
	{"ask/finding", "what stands out in a recording", none, "origin/link timeline/... table model/... model/lang"},
	{"ask/page", "one HTML page of sections", none, "table scene model/... model/lang"},
	{"origin/link", "a thing to open and a place in it, as sessions and links have them", none, "origin model/... model/lang"},
	{"origin", "what a thing to open is", none, "timeline loader/profilestore loader loader/address model/... model/lang"},

	{"flame", "call tree to boxes", none, "heatmap scene model/... model/lang"},
	{"graph", "call graph to a laid-out graph", none, "scene process model/... model/lang"},
	{"timeline/figures", "sheets of figures of a trace", none,
		"timeline/plot timeline/paint timeline/describe timeline timeline/wording table scene model/... model/lang"},
	{"timeline/plot", "figures over time, drawn", none,
		"timeline/paint timeline timeline/wording scene model/... model/lang"},
	{"timeline/paint", "lanes to shapes and text", none,
		"timeline/describe timeline timeline/wording scene model/... model/lang"},
	{"timeline/describe", "what a trace records of a span or an event, in words", none,
		"timeline timeline/wording model/... model/lang"},
	{"timeline/timelinetest", "timelines for tests", none, "timeline model/... internal/must"},
	{"timeline", "trace to lanes, breakdowns and distributions", none,
		"timeline/wording table scene model/... model/lang"},
	{"timeline/wording", "names and times of a trace, as text", none, "model/... model/lang"},
	{"heatmap", "samples over time to cells", none, "scene model/... model/lang"},
	{"table", "sums to rows and columns of figures", none, "scene model/... model/lang"},
	{"loader/profilestore", "stores of profiles, asked as if they were files", none, "loader loader/httpclient loader/wire loader/input loader/address model/... model/lang"},
	{"loader", "bytes to model", none, "loader/pprof loader/trace loader/text loader/memory loader/logs loader/foreign loader/unwrap loader/bundle loader/httpclient loader/input loader/address model/... model/lang disk process"},
	{"loader/bundle", "archives as folders", none, "loader/logs loader/input model/... model/lang"},
	{"loader/unwrap", "what came along with a file on its way", none, "loader/input model/lang"},
	{"loader/logs", "texts of Go in logs", none, "loader/text model/... model/lang"},
	{"loader/pprof", "protobuf profiles", none, "loader/wire loader/input model/... model/lang"},
	{"loader/trace", "execution traces", none, "loader/input model/... model/lang"},
	{"loader/text", "legacy forms and dumps of goroutines", none, "loader/input model/... model/lang"},
	{"loader/memory", "what says how much memory a process has", none, "loader/input model/... model/lang"},
	{"loader/foreign", "profiles of other tools", none, "loader/wire loader/input model/... model/lang"},
	{"loader/httpclient", "requests to servers: who asks, how much is read, what went wrong", none, "loader/input loader/address model/... model/lang"},
	{"loader/input", "bytes unpacked, limited and counted; what is wrong with them", none, "loader/inflate model/... model/lang"},
	{"loader/inflate", "gzip files unpacked quickly, or left to a library", none, ""},
	{"loader/wire", "the encoding of protocol buffers", none, ""},
	{"loader/address", "what is the address of a server, and what of it may be kept", none, ""},

	{"disk", "files written whole or not at all", none, "model/lang"},
	{"process", "the program once more, for work that may go wrong", none, ""},
	{"scene", "shapes and text in pixels", none, "model/large"},
	{"internal/reference", "slow and obvious answers to queries, for tests", none, "internal/typed model/..."},
	{"internal/typed", "profiles for tests, typed as a few lines", none, "model/..."},
	{"model/compare", "two profiles against each other", none, "model/explain model/query model/names model/statistics model model/work model/units model/safe model/lists model/lang"},
	{"model/series", "the profiles of a folder, one after the other", none, "model/labels model/query model/names model/statistics model/memory model model/work model/units model/safe model/lists model/lang"},
	{"model/trace", "the tables of an execution trace", none, "model/mapped model model/work model/units model/safe model/lang"},
	{"model/explain", "what a profile is and what may mislead in it, in words", none, "model/query model/charge model/lineage model/names model model/work model/units model/safe model/lang"},
	{"model/complete", "proposals for the texts of filters", none, "model/labels model/query model/names model model/work model/units model/safe model/lang"},
	{"model/labels", "sums by labels", none, "model/query model/names model model/work model/units model/safe model/lang"},
	{"model/query", "questions and their answers", none, "model/charge model/names model model/large model/work model/units model/safe model/lang"},
	{"model/charge", "costs moved to the code that causes them", none, "model model/work model/units model/lists"},
	{"model/names", "how languages write the names of functions, and whose code they are", none, "model model/lineage model/work model/units model/safe model/lang"},
	{"model", "the tables every view reads", none, "model/lineage model/memory model/large model/work model/units model/safe model/lang"},
	{"model/lineage", "how goroutines came to be, by go statements", none, "model/work model/lang"},
	{"model/memory", "where the memory of a process is", none, "model/units model/safe model/lang"},
	{"model/statistics", "estimates, tests and intervals", none, ""},
	{"model/mapped", "tables that lie in files", none, "model/large"},
	{"model/large", "memory for large tables, in large pages", none, "model/large/heap model/work"},
	{"model/large/heap", "large pages where Go's heap begins", none, ""},
	{"model/lists", "what package slices lacks", none, ""},
	{"model/work", "what takes long: steps, processors, pairs", none, ""},
	{"model/units", "how figures are written", none, "model/safe model/lang"},
	{"model/safe", "texts made safe, and their room in a terminal", none, ""},
	{"model/lang", "texts in the language of the user", none, ""},

	{"assets", "icon and embedded files", none, ""},
	{"testdata/record", "the program that makes the recordings", none, ""},
	{"internal/house", "this test", none, ""},
	{"internal/fixture", "profiles that tests write as a few lines", none, ""},
	{"internal/golden", "files that tests compare with", none, ""},
	{"internal/pproftool", "go tool pprof, which tests compare with", none, ""},
	{"internal/secrets", "what may stand in no file, for tests", none, "internal/home internal/must"},
	{"internal/home", "a user's folders, for tests", none, "internal/must"},
	{"internal/thorough", "how much a test tries", none, ""},
	{"internal/must", "results of calls that cannot fail in a test, and contexts that count", none, ""},
}

// allowed are the packages that a floor may import.
func (f *floor) allowed() (all []string) {
	for name := range strings.FieldsSeq(f.imports) {
		tree, whole := strings.CutSuffix(name, "/...")
		if !whole {
			all = append(all, name)
			continue
		}
		for _, g := range floors {
			if g.pkg == tree || strings.HasPrefix(g.pkg, tree+"/") && g.pkg != "model/lang" {
				all = append(all, g.pkg)
			}
		}
	}
	return all
}

func TestFloorsRunDownwards(t *testing.T) {
	below := make(map[string]bool)
	for _, f := range slices.Backward(floors) {
		for _, pkg := range f.allowed() {
			if !below[pkg] {
				t.Errorf("the table lets %s import %s, which is not below it", f.pkg, pkg)
			}
		}
		below[f.pkg] = true
	}
}

func TestBorders(t *testing.T) {
	for _, p := range list(t) {
		for _, breach := range p.breaches() {
			t.Error(breach)
		}
	}
}

// TestBreaches proves that the test of the borders can fail, and that it says why.
func TestBreaches(t *testing.T) {
	for _, c := range []struct{ pkg, imports, deps, want string }{
		{"model", "fmt github.com/google/pprof/profile", "", ""},
		{"model", "profstation/scene", "", "profstation/model imports profstation/scene: model (the tables every view reads) may import only model/lineage, model/memory, model/large, model/work, model/units, model/safe, model/lang of ours"},
		{"loader", "profstation/model", "", ""},
		{"loader/watch", "profstation/loader profstation/model", "", ""},
		{"loader/text", "profstation/loader", "", "profstation/loader/text imports profstation/loader: loader/text (legacy forms and dumps of goroutines) may import only loader/input, model/..., model/lang of ours"},
		{"loader", "profstation/flame", "", "profstation/loader imports profstation/flame: loader (bytes to model) may import only loader/pprof, loader/trace, loader/text, loader/memory, loader/logs, loader/foreign, loader/unwrap, loader/bundle, loader/httpclient, loader/input, loader/address, model/..., model/lang, disk, process of ours"},
		{"flame", "", "fmt " + fyne + "/canvas", "profstation/flame depends on fyne.io/fyne/v2/canvas: flame (call tree to boxes) may use no Fyne"},
		{"app/command", "profstation/flame", "fyne.io/fyne/v2", "profstation/app/command depends on fyne.io/fyne/v2: app/command (the commands that need no window) may use no Fyne"},
		{"flame", "profstation/timeline", "", "profstation/flame imports profstation/timeline: flame (call tree to boxes) may import only heatmap, scene, model/..., model/lang of ours"},
		{"views", "profstation/flame profstation/model", fyne + "/widget", ""},
		{"views/tables", "profstation/loader", "", "profstation/views/tables imports profstation/loader: views/tables (rows and columns, and words) may import only views/surface, desk/screen, ask, origin, flame, graph, heatmap, table, timeline/..., scene, model/..., model/lang of ours"},
		{"views/flame", "profstation/views/surface profstation/flame", fyne + "/widget", ""},
		{"views/flame", "profstation/views", "", "profstation/views/flame imports profstation/views: views/flame (flame graphs to walk in) may import only views/surface, desk/screen, ask, flame, graph, heatmap, table, timeline/..., scene, model/..., model/lang of ours"},
		{"views/graph", "profstation/views/flame", "", "profstation/views/graph imports profstation/views/flame: views/graph (call graphs to walk in) may import only views/surface, desk/screen, ask, flame, graph, heatmap, table, timeline/..., scene, model/..., model/lang of ours"},
		{"app", "profstation/views profstation/assets", fyneApp, "profstation/app depends on fyne.io/fyne/v2/app: app (the window: menus, dialogs, pages, preferences) must build without cgo and GL"},
		{"app", "profstation/app/command", "", ""},
		{"app", "", "github.com/go-gl/gl/v2.1/gl", "profstation/app depends on github.com/go-gl/gl/v2.1/gl: app (the window: menus, dialogs, pages, preferences) must build without cgo and GL"},
		{".", "profstation/app profstation/loader", fyneApp, ""},
		{".", "profstation/views", "", "profstation imports profstation/views: . (the command line and the only importer of fyne.io/fyne/v2/app) may import only app, app/ballast, app/command, app/instance, loader, assets of ours"},
		{"scene", "profstation/model", "", "profstation/scene imports profstation/model: scene (shapes and text in pixels) may import only model/large of ours"},
		{"misc", "", "", "profstation/misc is on no floor of the house: give it a line in the table, or it a better place"},
		{"model", "profstation/misc", "", "profstation/model imports profstation/misc: model (the tables every view reads) may import only model/lineage, model/memory, model/large, model/work, model/units, model/safe, model/lang of ours"},
	} {
		p := pkg{ImportPath: strings.TrimSuffix(module+"/"+c.pkg, "/."), Imports: strings.Fields(c.imports), Deps: strings.Fields(c.deps)}
		var want []string
		if c.want != "" {
			want = []string{c.want}
		}
		if got := p.breaches(); !slices.Equal(got, want) {
			t.Errorf("%s importing %q with dependencies %q:\n got %q\nwant %q", c.pkg, c.imports, c.deps, got, want)
		}
	}
}

// pkg is the output of `go list -json` for a package: its imports, and all that it
// depends on, without those of its tests.
type pkg struct {
	Dir        string
	ImportPath string
	Imports    []string
	Deps       []string
}

// breaches returns a line for each border that the package breaks.
func (p *pkg) breaches() []string {
	f := floorOf(p.ImportPath)
	if f == nil {
		return []string{p.ImportPath + " is on no floor of the house: give it a line in the table, or it a better place"}
	}
	var out []string
	allowed, named := f.allowed(), strings.Fields(f.imports)
	for _, path := range p.Imports {
		if !ours(path) {
			continue
		}
		other := floorOf(path)
		if other == f || other != nil && slices.Contains(allowed, other.pkg) {
			continue
		}
		may := "nothing"
		if len(named) > 0 {
			may = "only " + strings.Join(named, ", ")
		}
		out = append(out, fmt.Sprintf("%s imports %s: %s (%s) may import %s of ours", p.ImportPath, path, f.pkg, f.what, may))
	}
	for _, path := range p.Deps {
		switch {
		case f.fyne == none && strings.HasPrefix(path, "fyne.io/"):
			out = append(out, fmt.Sprintf("%s depends on %s: %s (%s) may use no Fyne", p.ImportPath, path, f.pkg, f.what))
		case f.fyne != windows && (path == fyneApp || strings.HasPrefix(path, "github.com/go-gl/")):
			out = append(out, fmt.Sprintf("%s depends on %s: %s (%s) must build without cgo and GL", p.ImportPath, path, f.pkg, f.what))
		}
	}
	return out
}

func ours(path string) bool { return path == module || strings.HasPrefix(path, module+"/") }

// floorOf returns the floor of a package of ours: its own line of the table or that
// of the nearest folder above it, nil if there is none. The root is the floor of no
// other package.
func floorOf(path string) *floor {
	if path == module {
		return &floors[0]
	}
	for folder := strings.TrimPrefix(path, module+"/"); folder != ""; {
		if i := slices.IndexFunc(floors, func(f floor) bool { return f.pkg == folder }); i >= 0 {
			return &floors[i]
		}
		folder = folder[:max(0, strings.LastIndexByte(folder, '/'))]
	}
	return nil
}

// list asks the go command for all packages of both modules, also those in testdata.
// It lists packages with errors too: the compiler complains about those.
func list(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-e", "-tags=migrated_fynedo,no_emoji",
		"-json=Dir,ImportPath,Imports,Deps", module+"/...", module+"/testdata/record/...")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("%v: %v\n%s", cmd, err, exit.Stderr)
		}
		t.Fatalf("%v: %v", cmd, err)
	}
	var packages []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v: %v", cmd, err)
		}
		if p.Dir != "" && !ignored(t, p.Dir) {
			packages = append(packages, p)
		}
	}
	if len(packages) < 3 {
		t.Fatalf("%v: found %d packages only", cmd, len(packages))
	}
	return packages
}

// ignored reports whether git ignores a folder: somebody's experiments are not part
// of the house. Without git, or outside a checkout, it ignores none.
func ignored(t *testing.T, dir string) bool {
	return exec.CommandContext(t.Context(), "git", "-C", dir, "check-ignore", "-q", ".").Run() == nil
}

// TestDesign checks that the files and folders that docs/design.md names exist, and that one can read it at a sitting.
func TestDesign(t *testing.T) {
	text := must.Have(os.ReadFile("../../docs/design.md"))
	if n := bytes.Count(text, []byte("\n")); n > 200 {
		t.Errorf("it has %d lines, more than 200", n)
	}
	names := regexp.MustCompile("`((?:app|views|desk|ask|origin|flame|graph|timeline|table|loader|scene|model|assets|docs|testdata|internal|measure|e2e)/[\\w./]*)`").FindAllSubmatch(text, -1)
	if len(names) == 0 {
		t.Fatal("it names none")
	}
	for _, n := range names {
		if _, err := os.Stat(filepath.Join("../..", string(n[1]))); err != nil {
			t.Errorf("docs/design.md names what is not there: %v", err)
		}
	}
}
