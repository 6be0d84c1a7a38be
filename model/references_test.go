package model_test

import (
	"testing"

	"profstation/model"
)

func TestCutReference(t *testing.T) {
	for name, want := range map[string][2]string{
		"next. (*main.node)":                       {"next", "*main.node"},
		"$mapval. (map[string]func(int) (a, b.T))": {"$mapval", "map[string]func(int) (a, b.T)"},
		"[10+]. ([]uint8)":                         {"[10+]", "[]uint8"},
		"$sub_objects$":                            {"$sub_objects$", ""},
	} {
		if field, typ, ok := model.CutReference(name); !ok || field != want[0] || typ != want[1] {
			t.Errorf("%s: %q, %q, %v", name, field, typ, ok)
		}
	}
	for _, name := range []string{"", "main.cache", "main.(*T).M", "f (a.py:3)", "void f(int)", ". (T)", "x. ()", "bss segment[0]"} {
		if field, typ, ok := model.CutReference(name); ok {
			t.Errorf("%s: %q, %q", name, field, typ)
		}
	}
}

// A profile of references is one only if nothing in it is of a heap profile: each case differs from the first in one thing.
func TestKindOfReferences(t *testing.T) {
	type file struct {
		types    []model.ValueType
		frames   []string
		header   model.Header
		file     string
		address  uint64
		line     int64
		mappings []string
	}
	sample := func(f file) *model.Profile {
		b := model.NewBuilder(f.types)
		for _, m := range f.mappings {
			b.Mapping(model.Mapping{Limit: 0xff, File: b.String(m)})
		}
		var stack []model.LocID
		for _, name := range f.frames {
			fn := b.Function(model.Function{Name: b.String(name), File: b.String(f.file)})
			stack = append(stack, b.Location(model.NoMapping, f.address, []model.Line{{Func: fn, Line: f.line}}))
		}
		b.Sample(stack, 0, make([]int64, len(f.types)))
		return b.Profile(f.header)
	}
	objects, space := model.ValueType{Type: "inuse_objects", Unit: "count"}, model.ValueType{Type: "inuse_space", Unit: "bytes"}
	both := []model.ValueType{objects, space}
	frames := []string{"next. (*main.node)", "main.list"}
	for name, c := range map[string]struct {
		change func(*file)
		want   model.Kind
	}{
		"as goref writes it":         {func(*file) {}, model.References},
		"one type":                   {func(f *file) { f.types = both[1:] }, model.References},
		"only roots":                 {func(f *file) { f.frames, f.mappings = frames[1:], []string{"-"} }, model.References},
		"roots without the mapping":  {func(f *file) { f.frames = frames[1:] }, model.Heap},
		"roots in a binary":          {func(f *file) { f.frames, f.mappings = frames[1:], []string{"/bin/x"} }, model.Heap},
		"what was allocated, too":    {func(f *file) { f.types = append(f.types[:1:1], model.ValueType{Type: "alloc_space", Unit: "bytes"}) }, model.Heap},
		"another unit":               {func(f *file) { f.types = []model.ValueType{{Type: "inuse_space", Unit: "kB"}} }, model.Heap},
		"sampled":                    {func(f *file) { f.header.Period = 512 << 10 }, model.Heap},
		"sampled by bytes":           {func(f *file) { f.header.PeriodType = model.ValueType{Type: "space", Unit: "bytes"} }, model.Heap},
		"with files":                 {func(f *file) { f.file = "main.go" }, model.Heap},
		"with addresses":             {func(f *file) { f.address = 0x401000 }, model.Heap},
		"with lines":                 {func(f *file) { f.line = 7 }, model.Heap},
		"of another tool":            {func(f *file) { f.header.Foreign = true }, model.Heap},
		"of something else measured": {func(f *file) { f.types = []model.ValueType{{Type: "cpu", Unit: "nanoseconds"}} }, model.CPU},
	} {
		f := file{types: both, frames: frames}
		c.change(&f)
		if got := sample(f).Kind; got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
