package model

import "testing"

var symbols = []struct {
	name, pkg, short, full string // full: the short name with type arguments; "": as short
}{
	{"main.main", "main", "main.main", ""},
	{"main.main.func1", "main", "main.main.func1", ""},
	{"main.init.0", "main", "main.init.0", ""},
	{"main.glob..func1", "main", "main.glob..func1", ""},
	{"main.(*Tree[go.shape.int]).Insert", "main", "main.(*Tree[…]).Insert", "main.(*Tree[go.shape.int]).Insert"},
	{"main.F[...]", "main", "main.F[…]", "main.F[...]"},
	{"runtime.mallocgc", "runtime", "runtime.mallocgc", ""},
	{"runtime/pprof.(*profileBuilder).addCPUData", "runtime/pprof", "pprof.(*profileBuilder).addCPUData", ""},
	{"net/http.(*conn).serve", "net/http", "http.(*conn).serve", ""},
	{"net/http.HandlerFunc.ServeHTTP", "net/http", "http.HandlerFunc.ServeHTTP", ""},
	{"vendor/golang.org/x/net/http2/hpack.(*Decoder).Write", "vendor/golang.org/x/net/http2/hpack", "hpack.(*Decoder).Write", ""},
	{"github.com/a/b.v2/c.F", "github.com/a/b.v2/c", "c.F", ""},
	{"github.com/a/b/v2.(*T).M", "github.com/a/b/v2", "b/v2.(*T).M", ""},
	{"github.com/dgraph-io/badger/v3.(*levelHandler).getTableForKey", "github.com/dgraph-io/badger/v3", "badger/v3.(*levelHandler).getTableForKey", ""},
	{"github.com/google/pprof/profile.glob..func2", "github.com/google/pprof/profile", "profile.glob..func2", ""},
	{"gopkg.in/yaml%2ev3.Unmarshal", "gopkg.in/yaml.v3", "yaml.v3.Unmarshal", ""},
	{"v2.F", "v2", "v2.F", ""},
	{"bad%zz.F", "bad%zz", "bad%zz.F", ""},
	{"slices.SortFunc[go.shape.[]net/http.keyValues,go.shape.struct { a int }]", "slices",
		"slices.SortFunc[…]", "slices.SortFunc[go.shape.[]net/http.keyValues,go.shape.struct { a int }]"},
	{"slices.SortFunc[go.shape.[]int].func1[go.shape.int]", "slices", "slices.SortFunc[…].func1[…]", "slices.SortFunc[go.shape.[]int].func1[go.shape.int]"},
	{"profstation/testdata/record/catalog.Map[go.shape.string,go.shape.string]", "profstation/testdata/record/catalog",
		"catalog.Map[…]", "catalog.Map[go.shape.string,go.shape.string]"},
	{"profstation/testdata/record/shop.(*Shop).Handler.labelled.func3.1", "profstation/testdata/record/shop", "shop.(*Shop).Handler.labelled.func3.1", ""},
	{"type:.eq.net/http.Cookie", "net/http", "type:.eq.http.Cookie", ""},
	{"type..hash.main.key", "main", "type..hash.main.key", ""},
	{"type:.eq.foo", "", "type:.eq.foo", ""},
	{"type:.eq.[2]string", "", "type:.eq.[2]string", ""},
	{"[vdso]", "", "[vdso]", ""},
	{"cmpbody", "", "cmpbody", ""},
	{"_cgo_3f_Cfunc_sin", "", "_cgo_3f_Cfunc_sin", ""},
	{"", "", "", ""},
	{".", "", ".", ""},
	{"/", "", "/", ""},
	{"/usr/lib/libc.so.6", "", "/usr/lib/libc.so.6", ""},
	{"ns::f", "ns", "ns::f", ""},
	{"void std::sort<int*>(int*, int*)", "std", "void std::sort<int*>(int*, int*)", ""},
	{"<alloc::vec::Vec<T> as core::ops::Drop>::drop", "alloc", "<alloc::vec::Vec<T> as core::ops::Drop>::drop", ""},
	{"(anonymous namespace)::f", "", "(anonymous namespace)::f", ""},
	{"java.util.HashMap.put", "java.util", "HashMap.put", ""},
	{"com.example.Shop$Cart.add", "com.example", "Shop$Cart.add", ""},
	{"main.server.Do.func1", "main", "main.server.Do.func1", ""},
	{"org.f", "org", "org.f", ""},
	{"a/b.main.f.func1 → c/d.f[int].func1", "a/b", "b.main.f.func1 → d.f[…].func1", "b.main.f.func1 → d.f[int].func1"},
}

func TestNamesOfCode(t *testing.T) {
	for _, c := range symbols {
		if got := PackageOf(c.name); got != c.pkg {
			t.Errorf("PackageOf(%q) = %q, want %q", c.name, got, c.pkg)
		}
		if got := ShortName(c.name, false); got != c.short {
			t.Errorf("ShortName(%q) = %q, want %q", c.name, got, c.short)
		}
		full := c.full
		if full == "" {
			full = c.short
		}
		if got := ShortName(c.name, true); got != full {
			t.Errorf("ShortName(%q) with type arguments = %q, want %q", c.name, got, full)
		}
	}
}

func FuzzNamesOfCode(f *testing.F) {
	for _, c := range symbols {
		f.Add(c.name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		PackageOf(name)
		if s := ShortName(name, true); len(s) > len(name) {
			t.Errorf("ShortName(%q) = %q is longer", name, s)
		}
		if s := ShortName(name, false); name != "" && s == "" {
			t.Errorf("ShortName(%q) is empty", name)
		}
	})
}
