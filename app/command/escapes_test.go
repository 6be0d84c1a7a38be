package command

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"profstation/ask"
	"profstation/internal/must"
)

// shop is a module whose file allocates in lines 9 and 14, and a heap profile of it.
func shop(t *testing.T, named string) (dir, path string) {
	t.Helper()
	dir = must.Have(filepath.EvalSymlinks(t.TempDir()))
	must.Do(os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/shop\n\ngo 1.24\n"), 0o666))
	code := "package shop\n\n// Item is sold.\ntype Item struct{ Price int }\n\nvar last *Item\n\n" +
		"// New returns one.\nfunc New() *Item { x := Item{Price: 1}; return &x }\n\n" +
		"// Keep keeps one.\nfunc Keep(n int) {\n\ty := n\n\tlast = &Item{Price: y}\n}\n"
	file := filepath.Join(dir, "shop.go")
	must.Do(os.WriteFile(file, []byte(code), 0o666))
	if named == "" {
		named = file
	}
	keep := &profile.Function{ID: 1, Name: "example.com/shop.Keep", SystemName: "example.com/shop.Keep", Filename: named, StartLine: 12}
	fresh := &profile.Function{ID: 2, Name: "example.com/shop.New", SystemName: "example.com/shop.New", Filename: named, StartLine: 9}
	at := func(id uint64, f *profile.Function, line int64) *profile.Location {
		return &profile.Location{ID: id, Address: id, Line: []profile.Line{{Function: f, Line: line}}}
	}
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "inuse_objects", Unit: "count"}, {Type: "inuse_space", Unit: "bytes"}},
		Function:   []*profile.Function{keep, fresh},
		Location:   []*profile.Location{at(1, keep, 14), at(2, fresh, 9), at(3, keep, 13)},
		TimeNanos:  time.Now().Add(time.Hour).UnixNano(), // later than the file
	}
	for i, bytes := range []int64{4096, 1024, 512} {
		p.Sample = append(p.Sample, &profile.Sample{Location: p.Location[i : i+1], Value: []int64{1, bytes}})
	}
	var out bytes.Buffer
	must.Do(p.Write(&out))
	path = filepath.Join(dir, "heap.pprof")
	must.Do(os.WriteFile(path, out.Bytes(), 0o666))
	return dir, path
}

func TestEscapes(t *testing.T) {
	for name, named := range map[string]string{"full paths": "", "trimmed paths": "example.com/shop/shop.go"} {
		dir, path := shop(t, named)
		r := runOn(t, "", "escapes", "--json", path)
		if r.exit != exitOK || !strings.Contains(r.err, "for 1 package") || strings.Contains(r.err, "warning") {
			t.Fatalf("%s: status %d, %s", name, r.exit, r.err)
		}
		var out jsonEscapes
		must.Do(json.Unmarshal([]byte(r.out), &out))
		var lines []int64
		for _, l := range out.Lines {
			lines = append(lines, l.Line)
			if l.Path != filepath.Join(dir, "shop.go") {
				t.Errorf("%s: line %d is of %s", name, l.Line, l.Path)
			}
		}
		if !slices.Equal(lines, []int64{14, 9, 13}) {
			t.Fatalf("%s: lines %d", name, lines)
		}
		keep, fresh := out.Lines[0].Reasons, out.Lines[1].Reasons
		if len(keep) != 1 || keep[0].Text != "&Item{...} escapes to heap" || !slices.ContainsFunc(keep[0].Flow, func(s string) bool { return strings.Contains(s, "from last = &Item{...} (assign) at shop.go:14:7") }) {
			t.Errorf("%s: Keep: %q", name, keep)
		}
		if len(fresh) != 1 || fresh[0].Text != "x escapes to heap" || len(out.Lines[2].Reasons) != 0 {
			t.Errorf("%s: New: %q; a line that does not allocate: %q", name, fresh, out.Lines[2].Reasons)
		}
	}
}

func TestEscapesText(t *testing.T) {
	dir, path := shop(t, "")
	must.Do(os.Chtimes(filepath.Join(dir, "shop.go"), time.Time{}, time.Now().Add(2*time.Hour)))
	r := runOn(t, "", "escapes", path)
	for _, want := range []string{"4kB (72.73%), flat 4kB  " + filepath.Join(dir, "shop.go") + ":14\n    &Item{...} escapes to heap\n        flow: ", ":13\n    the compiler gives no reason: what does not escape is on the heap, too, if "} {
		if r.exit != exitOK || !strings.Contains(r.out, want) {
			t.Errorf("status %d, %s\n%s\nis without %q", r.exit, r.err, r.out, want)
		}
	}
	if !strings.Contains(r.err, "was changed after") {
		t.Errorf("nothing says that the file was changed: %s", r.err)
	}
}

// What cannot be compiled, or is not found, is one line.
func TestEscapesErrors(t *testing.T) {
	dir, path := shop(t, "")
	must.Do(os.WriteFile(filepath.Join(dir, "more.go"), []byte("package shop\n\nfunc f() { return 1 }\n"), 0o666))
	_, gone := shop(t, "/nowhere/shop.go")
	for path, want := range map[string]string{
		path: "too many return values", gone: "Nothing can be compiled: /nowhere/shop.go: source not found in ", "../../testdata/trace.trace": "is an execution trace",
	} {
		r := runOn(t, "", "escapes", path)
		if r.exit != exitFailed || r.out != "" || !strings.Contains(r.err, want) || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%s: status %d, %q", path, r.exit, r.err)
		}
	}
}

// Code is found at the paths of the profile, wherever that is. Where --source_path names other folders, the error has the
// one that helps.
func TestEscapesElsewhere(t *testing.T) {
	dir, path := shop(t, "")
	away := must.Have(filepath.EvalSymlinks(t.TempDir()))
	must.Do(os.Rename(path, filepath.Join(away, "heap.pprof")))
	t.Chdir(away)
	r := runOn(t, "", "escapes", "heap.pprof")
	if r.exit != exitOK || !strings.Contains(r.out, filepath.Join(dir, "shop.go")+":14\n    &Item{...} escapes to heap") {
		t.Errorf("status %d, %s%s", r.exit, r.out, r.err)
	}
	want := "Nothing can be compiled: " + filepath.Join(dir, "shop.go") + " is outside the folders that may be read: add --source_path=" + dir
	if r = runOn(t, "", "escapes", "--source_path=.", "heap.pprof"); r.exit != exitFailed || !strings.Contains(r.err, want) || strings.Count(r.err, "\n") != 1 {
		t.Errorf("status %d, %s%s", r.exit, r.out, r.err)
	}
	if r = runOn(t, "", "escapes", "--source_path="+dir, "heap.pprof"); r.exit != exitOK {
		t.Errorf("with that: status %d, %s", r.exit, r.err)
	}
}

// What others' code allocates counts at the line that calls it, and what was inlined also where it was. The lines above
// have none of it.
func TestEscapesCalled(t *testing.T) {
	dir, path := shop(t, "")
	file := filepath.Join(dir, "shop.go")
	function := func(id uint64, name, file string) *profile.Function {
		return &profile.Function{ID: id, Name: name, SystemName: name, Filename: file}
	}
	keep, fresh := function(1, "example.com/shop.Keep", file), function(2, "example.com/shop.New", file)
	format, grow := function(3, "fmt.Sprintf", "/usr/lib/go/src/fmt/print.go"), function(4, "runtime.growslice", "/usr/lib/go/src/runtime/slice.go")
	at := func(id uint64, lines ...profile.Line) *profile.Location {
		return &profile.Location{ID: id, Address: id, Line: lines}
	}
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "inuse_objects", Unit: "count"}, {Type: "inuse_space", Unit: "bytes"}},
		Function:   []*profile.Function{keep, fresh, format, grow},
		Location: []*profile.Location{
			at(1, profile.Line{Function: keep, Line: 13}), at(2, profile.Line{Function: format, Line: 239}), at(3, profile.Line{Function: grow, Line: 1}),
			at(4, profile.Line{Function: fresh, Line: 9}, profile.Line{Function: keep, Line: 14}), at(5, profile.Line{Function: keep, Line: 15}),
		},
		TimeNanos: time.Now().Add(time.Hour).UnixNano(),
	}
	l := func(all ...int) (stack []*profile.Location) {
		for _, i := range all {
			stack = append(stack, p.Location[i-1])
		}
		return stack
	}
	for bytes, stack := range map[int64][]*profile.Location{4096: l(3, 2, 1, 5), 1024: l(4, 5), 512: l(2, 1)} {
		p.Sample = append(p.Sample, &profile.Sample{Location: stack, Value: []int64{1, bytes}})
	}
	var b bytes.Buffer
	must.Do(p.Write(&b))
	must.Do(os.WriteFile(path, b.Bytes(), 0o666))

	r := runOn(t, "", "escapes", "--json", path)
	var out jsonEscapes
	must.Do(json.Unmarshal([]byte(r.out), &out))
	want := []jsonEscape{
		{Line: 13, Cost: 4608, Cum: 4608, Calls: []jsonCallee{{"fmt.Sprintf", false, 4608}}},
		{Line: 9, Cost: 1024, Flat: 1024, Cum: 1024},
		{Line: 14, Cost: 1024, Cum: 1024, Calls: []jsonCallee{{"example.com/shop.New", true, 1024}}},
	}
	for i := range out.Lines {
		x := &out.Lines[i]
		x.Path, x.File, x.Percent, x.Reasons = "", "", 0, nil
	}
	if out.Version != 2 || !reflect.DeepEqual(out.Lines, want) {
		t.Errorf("version %d, %+v\nwant %+v", out.Version, out.Lines, want)
	}
	r = runOn(t, "", "escapes", path)
	if first := "4.50kB (81.82%), flat 0  " + file + ":13\n    4.50kB allocated in fmt.Sprintf, called here\n"; !strings.HasPrefix(r.out, first) ||
		!strings.Contains(r.out, "    1kB allocated in example.com/shop.New, inlined here\n    &Item") {
		t.Errorf("%s\ndoes not begin with %q", r.out, first)
	}
}

// Each file is named once, with its path once.
func TestDoubts(t *testing.T) {
	line := func(path, note string) ask.ReasonLine {
		var l ask.ReasonLine
		l.Path, l.Note = path, note
		return l
	}
	got := doubtsOf([]ask.ReasonLine{
		line("/a.go", "/a.go was changed"), line("/b.go", "this is the file of go1.26.8"), line("/a.go", "/a.go was changed"), line("/c.go", ""),
	})
	if want := []string{"/a.go was changed", "/b.go: this is the file of go1.26.8"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
