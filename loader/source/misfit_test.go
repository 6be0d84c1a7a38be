package source

import (
	"strings"
	"testing"
	"time"
)

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

// A file that the user edits was changed; only Go's own and those of modules are from releases.
func TestMisfitCause(t *testing.T) {
	at := time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC)
	for want, f := range map[string]*File{
		"a.go was changed after the profile was taken (2026-05-04 03:02:01): p.F does not begin in its line 2": {Newer: true},
		"a.go is not the version that was compiled: p.F does not begin in its line 2":                          {},
		"perhaps it is from another release: p.F does not begin in its line 2":                                 {Std: true, Newer: true},
		"another release: p.F does not begin in its line 2":                                                    {Fixed: true},
		"this is the file of go1.26, the profile is of go1.25":                                                 {Std: true, Release: "go1.26", Wanted: "go1.25"},
	} {
		f.Path, f.ModTime, f.Lines = "a.go", at, []string{"package p", "", "func F() {}"}
		if why := f.Misfit("p.F", 2, 0); !strings.Contains(why, want) {
			t.Errorf("%q, want %q", why, want)
		}
	}
}
