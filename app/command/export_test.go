package command

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"profstation/internal/golden"
	"profstation/internal/must"
	"profstation/internal/pproftool"
	"profstation/loader"
	"profstation/model/units"
)

// exported runs `export … -o -` and returns what it wrote.
func exported(t *testing.T, view, format, file string, options ...string) string {
	t.Helper()
	r := run(t, append(append([]string{"export", "--view", view, "-o", "-", "--format", format}, options...), file)...)
	if r.exit != 0 {
		t.Fatalf("%s of %s %q: exit status %d\n%s", view, file, options, r.exit, r.err)
	}
	return r.out
}

// Files of figures hold the whole tables; the names of the golden files are the
// options.
func TestExportFigures(t *testing.T) {
	for _, c := range []struct{ view, format, file, options string }{
		{"top", "csv", "mutex", ""},
		{"top", "json", "mutex", ""},
		{"top", "json", "cpu", "--focus=pricing --lines --nodecount=15 --cum"},
		{"top", "csv", "goroutine", "--files --tagfocus=waits"},
		{"top", "csv", "cpu", "--focus=nobody"},
		{"flame", "csv", "threadcreate", ""},
		{"flame", "csv", "cpu", "--focus=json --show=json"},
		{"flame", "json", "cpu", "--focus=json --show=json --sort_siblings=name"},
		{"flame", "csv", "cpu", "--pivot=pricing.*Price --collapse_recursion --show=pricing"},
	} {
		got := exported(t, c.view, c.format, recordings+"/"+c.file+".pprof", strings.Fields(c.options)...)
		name := strings.NewReplacer("--", "", " ", "_", "*", "").Replace(c.options)
		golden.Check(t, strings.TrimSuffix(strings.Join([]string{c.view, c.file, name}, "-"), "-")+"."+c.format, got)
		if c.format == "json" && !json.Valid([]byte(got)) {
			t.Errorf("%v is no JSON", c)
		}
	}
}

// Dashes may stand for underscores.
func TestSpelling(t *testing.T) {
	want := exported(t, "top", "csv", cpu, "--sample_index=samples", "--relative_percentages", "--show_from=shop", "--tagroot=tenant")
	for _, options := range [][]string{
		{"--sample-index=samples", "--relative-percentages", "--show-from=shop", "--tagroot", "tenant"},
		{"--si", "samples", "--relative_percentages=true", "--show-from", "shop", "--tagroot=tenant"},
		{"--si=0", "--relative_percentages", "--show_from=shop", "--tagroot=tenant"},
	} {
		if got := exported(t, "top", "csv", cpu, options...); got != want {
			t.Errorf("%q is another table", options)
		}
	}
}

// SVG files are well formed whatever a name holds, refer to nothing outside and
// run nothing.
// The header of a table of means has pprof's total. What is drawn is sums, and says so.
func TestMeanHeader(t *testing.T) {
	block := recordings + "/block.pprof"
	for _, report := range []string{"-top", "-tree"} {
		of := regexp.MustCompile(`of (\S+) total\n(Dropped .*)\n`)
		want, _ := pproftool.Run(t, pproftool.Command(t, report, "-mean", "-sample_index=delay", block))
		got := run(t, "export", report, "-mean", "-sample_index=delay", "-o", "-", block)
		if a, b := of.FindString(got.out), of.FindString(want); a == "" || a != b {
			t.Errorf("%s: %q, not %q", report, a, b)
		}
	}
	for _, view := range []string{"flame", "pivot"} {
		args := []string{"export", "--view", view, "--format=svg", "-o", "-", "--mean", "--sample_index=cpu", cpu}
		if view == "pivot" {
			args = append(args, "--by=endpoint")
		}
		r := run(t, args...)
		if r.exit != exitOK || !strings.Contains(r.err, "--mean does not apply") || strings.Contains(r.out, "mean_cpu") || !strings.Contains(r.out, "these are sums") {
			t.Errorf("%s: %d %s", view, r.exit, r.err)
		}
	}
}

// A picture is called after the sheet that it shows.
func TestSheetTitles(t *testing.T) {
	for view, want := range map[string]string{"tasks": "Tasks · whole trace", "regions": "Regions · whole trace"} {
		if svg := exported(t, view, "svg", recordings+"/trace.trace"); !strings.Contains(svg, want) {
			t.Errorf("%s: the picture is not called %q", view, want)
		}
	}
}

// TestMeanDelay holds that --mean_delay is --mean of the delay, as in pprof.
func TestMeanDelay(t *testing.T) {
	mutex := recordings + "/mutex.pprof"
	got, want := exported(t, "top", "txt", mutex, "--mean_delay"), exported(t, "top", "txt", mutex, "--mean", "--si=delay")
	if got != want || !strings.Contains(got, "Type: mean_delay\n") {
		t.Errorf("--mean_delay gives\n%s\nwant\n%s", got, want)
	}
}

func TestSVG(t *testing.T) {
	bad := hostile(t)
	for _, file := range []string{cpu, recordings + "/heap.pprof", bad} {
		for _, view := range viewNames(ofProfiles) {
			if viewNamed(view).Format(".svg") == nil {
				continue
			}
			for _, options := range [][]string{{}, {"--theme=dark", "--color=self", "--root=down", "--generics", "--search=.", "--trim=false"}} {
				if len(options) > 0 && file != bad {
					continue // names are what may break it
				}
				if needsBase(viewNamed(view)) {
					options = append(options, "--base="+file)
				}
				if viewNamed(view).Programs { // which are not here
					continue
				}
				if view == "pivot" {
					key := labelKey(t, file)
					if key == "" {
						continue
					}
					options = append(options, "--by="+key)
				}
				file := file
				if view == "heatmap" || view == "flamechart" { // pprof's files have no times
					file, options = recordings+"/trace.trace", append(options, "--from_trace=cpu")
				}
				svg := exported(t, view, "svg", file, options...)
				if err := checkSVG(svg); err != nil {
					t.Errorf("%s of %s %q: %v", view, file, options, err)
				}
			}
		}
	}
}

func checkSVG(svg string) error {
	d := xml.NewDecoder(strings.NewReader(svg))
	texts, titles := 0, 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch e.Name.Local {
		case "text":
			texts++
		case "title":
			titles++
		case "script", "image", "use", "foreignObject", "a":
			return fmt.Errorf("it has an element %s", e.Name.Local)
		}
		for _, a := range e.Attr {
			if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" {
				return fmt.Errorf("it has an attribute %s", a.Name.Local)
			}
		}
	}
	if texts < 3 || titles < 2 {
		return fmt.Errorf("it has %d texts and %d titles", texts, titles)
	}
	return nil
}

func TestPNG(t *testing.T) {
	for _, c := range []struct {
		view, options string
		width, height int // 0: any
	}{
		{"flame", "--sample_index=samples --scale=1", 1400, 0},
		{"top", "--width=700 --scale=2 --theme=dark --nodecount=20", 1400, 2 * (12 + 4*17 + 6 + 24 + 20*20 + 12)},
		{"flame", "--width=640 --height=480 --scale=1.5 --root=down", 960, 720},
		{"top", "--height=300 --nodecount=0", 2800, 600},
	} {
		data := exported(t, c.view, "png", cpu, strings.Fields(c.options)...)
		img, err := png.Decode(strings.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		size := img.Bounds().Size()
		if size.X != c.width || c.height != 0 && size.Y != c.height {
			t.Errorf("%s %s: %v pixels, want %d × %d", c.view, c.options, size, c.width, c.height)
		}
		colors := map[any]bool{}
		for x := 0; x < size.X; x += 7 { // some of them will do
			for y := range min(size.Y, 100) {
				colors[img.At(x, y)] = true
			}
		}
		if len(colors) < 10 {
			t.Errorf("%s %s: only %d colours", c.view, c.options, len(colors))
		}
	}
}

// Hostile names survive: safe or raw in CSV, valid in JSON.
func TestHostileNames(t *testing.T) {
	file := hostile(t)
	f, err := loader.Open(t.Context(), file, loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, options := range [][]string{{"--trim=false"}, {"--trim=false", "--raw"}} {
		records, err := csv.NewReader(strings.NewReader(exported(t, "top", "csv", file, options...))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		names := map[string]bool{}
		for _, r := range records {
			names[r[5]] = true
		}
		for _, fn := range f.Profile.Functions {
			name := f.Profile.Strings.Raw(fn.Name)
			if name == "" { // it goes by its file
				continue
			}
			if len(options) == 1 {
				name = units.SafeCell(name)
			}
			// The reader of CSV takes \r\n for a line end.
			if name = strings.ReplaceAll(name, "\r\n", "\n"); !names[name] {
				t.Errorf("%q: %q is not in the table", options, name)
			}
		}
	}
	for _, view := range []string{"flame", "top"} {
		if !json.Valid([]byte(exported(t, view, "json", file, "--trim=false"))) {
			t.Errorf("%s: no JSON", view)
		}
	}
	if _, err := csv.NewReader(strings.NewReader(exported(t, "flame", "csv", file))).ReadAll(); err != nil {
		t.Error(err)
	}
}

// No cell of any table begins as a formula does, unless it is a number or names are to be raw.
func TestNoFormulas(t *testing.T) {
	file, n := hostile(t), 0
	formula := func(cell string) bool {
		_, err := strconv.ParseFloat(cell, 64)
		return err != nil && strings.IndexAny(cell, "=+-@\t\r") == 0
	}
	for _, view := range viewNames(ofProfiles) {
		if viewNamed(view).Format(".csv") == nil || viewNamed(view).Programs {
			continue
		}
		options := []string{"--focus=.", "--trim=false"}
		if needsBase(viewNamed(view)) {
			options = append(options, "--base="+file)
		}
		if view == "pivot" {
			options = append(options, "--by="+labelKey(t, file))
		}
		for _, raw := range []bool{false, true} {
			if raw {
				options = append(options, "--raw")
			}
			records, err := csv.NewReader(strings.NewReader(exported(t, view, "csv", file, options...))).ReadAll()
			if err != nil {
				t.Fatalf("%s: %v", view, err)
			}
			for _, cell := range slices.Concat(records...) {
				if !formula(cell) {
					continue
				}
				if n++; !raw {
					t.Errorf("%s: the cell %q", view, cell)
				}
			}
		}
	}
	if n == 0 {
		t.Error("no raw name is a formula")
	}
}

// What is left of a profile may be nothing at all.
func TestNothingLeft(t *testing.T) {
	for _, view := range viewNames(ofProfiles) {
		for _, format := range formatNames(viewNamed(view).Formats()) {
			r := run(t, append([]string{"export", "--view", view, "-o", "-", "--format", format, "--focus=nobody", cpu}, needed[view]...)...)
			if ofFunctions(view) { // which show nothing else
				if r.exit != 1 || r.out != "" || r.err != "profstation: no remaining node matches focus=nobody\n" {
					t.Errorf("%s %s: exit status %d\n%s", view, format, r.exit, r.err)
				}
				continue
			}
			if r.exit != 0 || r.out == "" && format != "collapsed" && view != "comments" || !strings.Contains(r.err, "warning: "+cpu+": --focus matches nothing") {
				t.Errorf("%s %s: exit status %d\n%s", view, format, r.exit, r.err)
			}
		}
	}
	if svg := exported(t, "top", "svg", cpu, "--focus=nobody"); !strings.Contains(svg, "No rows match") {
		t.Error("an empty picture does not say why")
	}
}

func TestHeaviest(t *testing.T) {
	got := exported(t, "flame", "csv", cpu, "--pivot=pricing")
	first := strings.Split(got, "\n")[1]
	want := strings.Split(exported(t, "top", "csv", cpu, "--show=pricing", "--cum"), "\n")[1]
	if name := want[strings.LastIndexByte(want, ',')+1:]; !strings.HasSuffix(first, ","+name) {
		t.Errorf("the pivot is %s, want %s", first, name)
	}
}

func TestStandardInput(t *testing.T) {
	data, err := os.ReadFile(cpu)
	if err != nil {
		t.Fatal(err)
	}
	r := runOn(t, string(data), "export", "--view=top", "-o", "-", "--format=csv", "-")
	if want := exported(t, "top", "csv", cpu); r.exit != 0 || r.out != want {
		t.Errorf("exit status %d\n%s", r.exit, r.err)
	}
	if svg := runOn(t, string(data), "export", "--view=top", "-o", "-", "--format=svg", "-").out; !strings.Contains(svg, ">standard input<") {
		t.Error("the picture does not say where it is from")
	}
}

// Pictures have the unit that was asked for; files of figures never do: they take the option as pprof does.
func TestUnit(t *testing.T) {
	if svg := exported(t, "top", "svg", cpu, "--unit=ms", "--nodecount=1"); !strings.Contains(svg, "ms</text>") {
		t.Error("the picture has no ms")
	}
	if got, want := exported(t, "top", "csv", cpu, "--unit=ms"), exported(t, "top", "csv", cpu); got != want {
		t.Errorf("the figures depend on the unit:\n%s", got)
	}
}

// The file is the same as what goes to standard output, and its format follows
// from its ending in any case of letters.
func TestExportToFile(t *testing.T) {
	dir := t.TempDir()
	files := 0
	for _, view := range viewNames(ofProfiles) {
		for _, format := range formatNames(viewNamed(view).Formats()) {
			if viewNamed(view).Programs { // which is not here
				continue
			}
			files++
			name := filepath.Join(dir, view+"."+strings.ToUpper(format))
			options := append([]string{"--height=200"}, needed[view]...)
			if view == "list" { // of a few files
				options = append(options, "--focus=json")
			}
			if r := run(t, append([]string{"export", "--view", view, "-o", name, cpu}, options...)...); r.exit != 0 || r.out != "" {
				t.Errorf("%s: exit status %d\n%s%s", name, r.exit, r.err, r.out)
			}
			got, err := os.ReadFile(name)
			if want := exported(t, view, format, cpu, options...); err != nil || string(got) != want {
				t.Errorf("%s holds %.40q (%v), want %.40q", filepath.Base(name), got, err, want)
			}
		}
	}
	if got := len(must.Names(dir)); got != files {
		t.Errorf("%d files", got)
	}
}

// What was collected is exported like a sample type of the file's own, but only where it is asked for is it in a file.
func TestCollectedIsExported(t *testing.T) {
	const heap = "../../testdata/heap.pprof"
	out := filepath.Join(t.TempDir(), "out.pprof")
	for options, want := range map[string]string{
		"":                               "alloc_objects alloc_space inuse_objects inuse_space",
		"--sample_index=alloc_space":     "alloc_objects alloc_space inuse_objects inuse_space",
		"--sample_index=collected_space": "alloc_objects alloc_space inuse_objects inuse_space collected_objects collected_space",
		"--base ../../testdata/heap.pprof --normalize --sample_index=collected_objects": "alloc_objects alloc_space inuse_objects inuse_space collected_objects collected_space",
	} {
		run(t, append([]string{"export", "--view=profile", "-o", out, heap}, strings.Fields(options)...)...)
		f, err := loader.Open(t.Context(), out, loader.Options{})
		if err != nil {
			t.Fatal(options, err)
		}
		var names []string
		for _, t := range f.Profile.Types {
			names = append(names, t.Type)
		}
		if got := strings.Join(names, " "); got != want || names[f.Profile.Default] != "inuse_space" {
			t.Errorf("%q: %s, and %s is shown first", options, got, names[f.Profile.Default])
		}
	}
	if top := run(t, "export", "-top", "--sample_index=collected_space", heap).out; !strings.Contains(top, "Type: collected_space") {
		t.Error(top)
	}
	if r := run(t, "__completeNoDesc", "export", heap, "--sample_index", ""); !strings.Contains(r.out, "inuse_space\ncollected_objects\ncollected_space\n") {
		t.Error(r.out)
	}
}

// TestChargedByHeap holds that the collector is charged by a heap profile that is given, and that the picture says so. One of
// another process, one that says nothing about bytes in use, and one with a base are refused.
func TestChargedByHeap(t *testing.T) {
	heap := filepath.Join(recordings, "heap.pprof")
	plain := exported(t, "flame", "svg", cpu, "--charge_gc")
	if svg := exported(t, "flame", "svg", cpu, "--charge_gc", "--heap", heap); svg == plain || !strings.Contains(svg, "bytes in use in the heap profile of the same process") {
		t.Error("the picture is not by bytes in use, or does not say so")
	}
	if !strings.Contains(plain, "CPU time in runtime.mallocgc") {
		t.Error("without a heap profile the picture does not say by what")
	}
	out := filepath.Join(t.TempDir(), "out.svg")
	for _, c := range []struct {
		exit    int
		said    string
		options []string
	}{
		{exitFailed, "comes from another process", []string{"--charge_gc", "--heap", filepath.Join(recordings, "go1.27", "heap.pprof")}},
		{exitFailed, "give a heap profile", []string{"--charge_gc", "--heap", filepath.Join(recordings, "mutex.pprof")}},
		{exitUsage, "add --charge_gc", []string{"--heap", heap}},
		{exitUsage, "for one profile", []string{"--charge_gc", "--heap", heap, "--base", cpu}},
		{exitUsage, "for one profile", []string{"--charge_gc", "--heap", heap, "--view", "trend"}},
	} {
		r := run(t, append([]string{"export", "--view", "flame", "-o", out, cpu}, c.options...)...)
		if r.exit != c.exit || !strings.Contains(r.err, c.said) {
			t.Errorf("%q: exit status %d, %s", c.options, r.exit, r.err)
		}
	}
}
