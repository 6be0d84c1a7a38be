package ask

import (
	"reflect"
	"testing"

	"profstation/loader/compiler"
	"profstation/model"
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
