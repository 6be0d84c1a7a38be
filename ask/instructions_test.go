package ask

import (
	"reflect"
	"testing"

	"profstation/loader/source"
	"profstation/table"
)

// An instruction of an inlined call stands below the line of the call, with its place, and below its own line. It
// stands below a line once, even if a function was inlined into itself there.
func TestLineCode(t *testing.T) {
	all := &source.Code{
		Instructions: []source.Instruction{{Address: 1, File: "a.go", Line: 10, Text: "x"}, {Address: 2, File: "a.go", Line: 20, Text: "y", Flat: 3, Cum: 4}},
		Frames: [][]source.Frame{{{Function: "outer", Line: 10}},
			{{Function: "outer", Line: 11}, {Function: "inner", Line: 20}, {Function: "inner", Line: 20}, {Function: "other", Line: 30}}},
	}
	below := table.Instruction{Address: 2, Place: "other a.go:20", Text: "y", Flat: 3, Cum: 4}
	for _, c := range []struct {
		wanted []string
		want   map[int64][]table.Instruction
	}{
		{[]string{"outer"}, map[int64][]table.Instruction{10: {{Address: 1, Text: "x"}}, 11: {below}}},
		{[]string{"outer", "inner"}, map[int64][]table.Instruction{10: {{Address: 1, Text: "x"}}, 11: {below}, 20: {below}}},
		{[]string{"other"}, map[int64][]table.Instruction{30: {{Address: 2, Text: "y", Flat: 3, Cum: 4}}}},
	} {
		wanted := map[string]bool{}
		for _, name := range c.wanted {
			wanted[name] = true
		}
		if got := lineCode([]*source.Code{all}, func(f string) bool { return wanted[f] }); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v: %v, want %v", c.wanted, got, c.want)
		}
	}
}
