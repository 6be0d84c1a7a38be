package source

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// Lines of comments, behind the end, and outside their function are of another version of a file. What may
// stand anywhere is believed.
func TestForeign(t *testing.T) {
	text := strings.Split(`package p // line 1

// Run is a comment.
func (t *T[K]) Run() { // 4
	x := `+"`text"+`

of three lines`+"`"+`
	/* a comment
	of two lines */
	go func() { println(x) }() // 10
}

//go:linkname other q.Other
func other() {
	return // 15
}

func (V) Get() { println() }
var v = func() int { return 1 }`, "\n")
	f := &File{Path: "p.go", Lines: text}
	for _, c := range []struct {
		function string
		fits     []int64
	}{
		{"a/p.(*T[go.shape.int]).Run", []int64{0, 4, 5, 6, 7, 10, 11}},
		{"a/p.(*T[...]).Run.func1", []int64{0, 1, 4, 5, 6, 7, 10, 11, 14, 15, 16, 18, 19}},
		{"q.Other", []int64{0, 14, 15, 16}},
		{"a/p.(*V).Get", []int64{0, 18}},
		{"a/p.init", []int64{0, 1, 4, 5, 6, 7, 10, 11, 14, 15, 16, 18, 19}},
		{"a/p.Gone", []int64{0}},
	} {
		for line := range int64(25) {
			foreign := f.Foreign([]Place{{c.function, line}})
			if want := !slices.Contains(c.fits, line); foreign[line] != want {
				t.Errorf("%s in line %d is foreign: %v, want %v", c.function, line, foreign[line], want)
			}
		}
	}
	if got := f.Foreign([]Place{{"a/p.(*T).Run", 3}, {"a/p.(*T).Run", 4}, {"a/p.(*T).Run", 99}}); !slices.Equal(slices.Sorted(maps.Keys(got)), []int64{3, 99}) {
		t.Errorf("of several lines %v are foreign", got)
	}
	assembly := &File{Path: "a.s", Lines: strings.Split("// one\nTEXT ·f(SB)\n\tRET // three\n\n/* five\nsix */ RET\n\t/* seven */ // too\n/* eight */ RET", "\n")}
	var all []Place
	for line := range int64(10) {
		all = append(all, Place{"p.f", line})
	}
	if got := slices.Sorted(maps.Keys(assembly.Foreign(all))); !slices.Equal(got, []int64{1, 4, 5, 7, 9}) {
		t.Errorf("of assembly %v are foreign", got)
	}
	for _, f := range []*File{{Path: "a.c", Lines: text}, {Path: "p.go", Err: errBinary}, {Path: "p.go"}} {
		if got := f.Foreign([]Place{{"a/p.Gone", 3}}); got != nil {
			t.Errorf("%s: %v", f.Path, got)
		}
	}
	if got := (&File{Path: "a.c", Lines: text}).Foreign([]Place{{"f", int64(len(text))}, {"f", int64(len(text)) + 1}, {"f", 0}}); len(got) != 1 || !got[int64(len(text))+1] {
		t.Errorf("of a file of %d lines in C %v are foreign", len(text), got)
	}
	broken := &File{Path: "p.go", Lines: []string{"package p", "func {", "// x"}}
	if got := broken.Foreign([]Place{{"p.F", 2}, {"p.F", 3}}); got[2] || !got[3] {
		t.Errorf("of a file that is not Go %v are foreign", got)
	}
}
