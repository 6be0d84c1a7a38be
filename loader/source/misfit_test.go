package source

import "testing"

func TestMisfit(t *testing.T) {
	f := &File{Path: "/go/src/p/a.go", Lines: []string{"package p", "", "func (t *T) Run(x int) {", "\tgo func() {}()", "}", "func Map[K any]() {"}}
	for _, c := range []struct {
		function string
		line     int64
		fits     bool
	}{
		{"p.(*T).Run", 3, true}, {"p.Map[go.shape.int]", 6, true}, {"p.(*T).Run", 4, false}, {"p.Other", 3, false},
		{"p.(*T).Run", 99, false}, {"p.(*T).Run", 0, true}, {"p.(*T).Run.func1", 1, true}, {"p.init.0", 2, true}, {"p.f-range1", 5, true},
		{"p.(*T[go.shape.int]).Run", 3, true}, {"p.(*T[go.shape.int]).Run", 4, false}, {"p.(*T[a/b.X]).Run[go.shape.[]string]", 3, true},
		{"p.(*T[go.shape.int]).Run[go.shape.[]string]", 4, false}, {"p.(*T[go.shape.int]).Run[go.shape.int].gowrap1", 1, true},
	} {
		if why := f.Misfit(c.function, c.line, 0); (why == "") != c.fits {
			t.Errorf("%s in line %d: %q", c.function, c.line, why)
		}
	}
	for at, fits := range map[int64]bool{3: true, 5: true, 1: false, 6: false, 99: false, 0: true} {
		if why := f.Misfit("p.(*T).Run", 0, at); (why == "") != fits {
			t.Errorf("line %d: %q", at, why)
		}
	}
	if why := (&File{Path: "a.s", Lines: f.Lines}).Misfit("p.add", 1, 1); why != "" {
		t.Error(why)
	}
}
