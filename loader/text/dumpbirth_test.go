package text

import (
	"slices"
	"testing"

	"profstation/loader/input"
	"profstation/model"
)

// Stacks of a dump go on to the go statement, and to those before it as far as their goroutines are in the dump, in any
// order. What a dump does not have between the function with which a goroutine began and its go statement, it says.
func TestDumpLineages(t *testing.T) {
	const dump = `goroutine 9 [chan receive]:
main.worker(0x1)
	/src/main.go:30 +0x1
created by main.serve in goroutine 7
	/src/main.go:20 +0x2

goroutine 1 [running]:
main.main()
	/src/main.go:5 +0x3

goroutine 7 [select]:
main.serve()
	/src/main.go:22 +0x4
created by main.main in goroutine 1
	/src/main.go:6 +0x5

goroutine 8 [select]:
main.worker(0x2)
	/src/main.go:31 +0x1
created by main.gone in goroutine 3
	/src/main.go:40 +0x6

goroutine 10 [select]:
main.worker(0x3)
	/src/main.go:32 +0x1
created by main.pool in goroutine 7
	/src/main.go:60 +0x6

goroutine 20 [select]:
main.again()
	/src/main.go:50 +0x1
created by main.again in goroutine 21
	/src/main.go:51 +0x6

goroutine 21 [select]:
main.again()
	/src/main.go:50 +0x1
created by main.again in goroutine 20
	/src/main.go:51 +0x6
`
	p, err := ParseDump([]byte(dump), func(name string) string { return name }, input.Limits{}.OrDefault(), input.NewProgress(t.Context(), nil))
	if err != nil {
		t.Fatal(err)
	}
	c, err := model.Continued.Of(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	type frame struct {
		name string
		line int64
	}
	var got [][]frame
	for _, s := range c.Samples.Stack {
		var stack []frame
		for _, l := range c.Stacks.Reader().Locs(s) {
			x := c.Lines[c.Locations[l].FirstLine]
			stack = append(stack, frame{c.Strings.Raw(c.Functions[x.Func].Name), x.Line})
		}
		got = append(got, stack)
	}
	again := frame{"go main.again", 0}
	want := [][]frame{
		{{"main.main", 6}, {"go main.serve", 0}, {"main.serve", 20}, {"go main.worker", 0}, {"main.worker", 30}},
		{{"main.main", 5}},
		{{"main.main", 6}, {"go main.serve", 0}, {"main.serve", 22}},
		{{"main.gone", 40}, {"go main.worker", 0}, {"main.worker", 31}},
		{{"main.main", 6}, {"go main.serve", 0}, {"main.serve", 0}, {"(callers not recorded)", 0}, {"main.pool", 60}, {"go main.worker", 0}, {"main.worker", 32}},
		{{"main.again", 51}, again, {"main.again", 51}, again, {"main.again", 50}},
		{{"main.again", 51}, again, {"main.again", 50}},
	}
	for i := range want {
		if !slices.Equal(got[i], want[i]) {
			t.Errorf("goroutine %d: %v, want %v", i, got[i], want[i])
		}
	}
}
