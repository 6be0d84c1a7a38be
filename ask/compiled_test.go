package ask

import (
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/loader/compiler"
	"profstation/loader/source"
	"profstation/model"
	"profstation/model/query"
	"profstation/table"
)

// TestReasonsOfKinds: bytes are explained by what escapes, time by what is inlined and checked. A line has each reason once,
// where it is compiled and where it is written.
func TestReasonsOfKinds(t *testing.T) {
	at := func(line, column int64) compiler.Place {
		return compiler.Place{File: "/m/a.go", Line: line, Column: column}
	}
	flow := func(line int64) []compiler.Step {
		return []compiler.Step{{Text: "flow: {heap} ← &x:", At: at(line, 1)}, {Text: "from &x (address-of)", At: at(line, 2)}}
	}
	remarks := []compiler.Remark{
		{Code: "escape", Text: "x escapes to heap", At: []compiler.Place{at(1, 1)}, Flow: flow(1)},
		{Code: "escape", At: []compiler.Place{at(1, 1)}}, // the same, without its reason
		{Code: "escape", At: []compiler.Place{at(2, 1)}},
		{Code: "escapes", Text: "x escapes to heap", At: []compiler.Place{at(3, 1), at(4, 1), at(1, 1)}, Flow: flow(3)},
		{Code: "leak", Text: "parameter y leaks to {heap}", At: []compiler.Place{at(5, 1)}},
		{Code: "canInlineFunction", Text: "cost: 10", At: []compiler.Place{at(1, 1)}},
		{Code: "cannotInlineFunction", Text: "recursive", At: []compiler.Place{at(2, 1)}},
		{Code: "isInBounds", At: []compiler.Place{at(3, 1)}},
		{Code: "isInBounds", At: []compiler.Place{at(3, 9)}},
		{Code: "isSliceInBounds", At: []compiler.Place{at(3, 1)}},
		{Code: "nilcheck", At: []compiler.Place{at(6, 1)}},
	}
	escapes := func(line string) table.Reason {
		return table.Reason{Text: "x escapes to heap", Flow: []string{"flow: {heap} ← &x:", "  from &x (address-of) at a.go:" + line + ":2"}}
	}
	for kind, want := range map[model.Kind]map[int64][]table.Reason{
		model.Heap: {1: {escapes("1")}, 2: {{Text: "escapes to heap"}}, 3: {escapes("3")}},
		model.CPU: {1: {{Text: "can be inlined: cost: 10"}}, 2: {{Text: "cannot be inlined: recursive"}},
			3: {{Text: "bounds check"}, {Text: "bounds check of a slice"}}},
	} {
		x := &Reasons{lines: map[string]map[int64][]table.Reason{}}
		if err := x.add(t.Context(), kind, remarks); err != nil {
			t.Fatal(err)
		}
		if got := x.lines["/m/a.go"]; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v\nwant %+v", kind, got, want)
		}
	}
}

// The note says whose Go the reasons are of, and why it is another than the profile's.
func TestReasonsOfWhichGo(t *testing.T) {
	for _, c := range []struct{ release, named, want string }{
		{"go1.26.8", "go1.26.8", "Reasons of go1.26.8, the profile's release, for 1 package"},
		{"", "go1.25.1", "Reasons of go1.26.8 for 1 package: go1.25.1, which the profile names, is not installed here"},
		{"", "", "Reasons of go1.26.8, the Go here, for 1 package: the profile does not say which Go built it"},
	} {
		x := &Reasons{By: "go1.26.8", Compiling: Compiling{Release: c.release, Named: c.named, Builds: []compiler.Build{{Folders: []string{"/m"}}}}}
		if got := x.Note(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// Of Go itself nothing is missing, though generic code of it counts as the program's.
func TestGoItselfIsNotLacking(t *testing.T) {
	goroot := strings.TrimSpace(string(must.Have(exec.Command("go", "env", "GOROOT").Output())))
	b := model.NewBuilder([]model.ValueType{{Type: "inuse_space", Unit: "bytes"}})
	for i, file := range []string{filepath.Join(goroot, "src", "maps", "iter.go"), "/nowhere/shop.go"} {
		f := b.Function(model.Function{Name: b.String([]string{"main.all", "main.sell"}[i]), File: b.String(file)})
		b.Sample([]model.LocID{b.Location(model.NoMapping, 0, []model.Line{{Func: f, Line: 1}})}, b.LabelSet(nil), []int64{1})
	}
	r := must.Have(query.Evaluate(t.Context(), b.Profile(model.Header{}), query.Default()))
	c := must.Have(CompilingOf(t.Context(), r, NewSources(source.Options{})))
	if len(c.Lacking) != 1 || !strings.HasPrefix(c.Lacking[0], "/nowhere/shop.go: source not found") {
		t.Errorf("%q", c.Lacking)
	}
}
