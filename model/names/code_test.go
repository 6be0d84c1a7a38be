package names

import (
	"testing"
)

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
	// Methods with type parameters, since Go 1.27, as go tool nm prints them.
	{"main.(*L[go.shape.string]).Map[go.shape.int]", "main", "main.(*L[…]).Map[…]", "main.(*L[go.shape.string]).Map[go.shape.int]"},
	{"example.com/gm.v2/cmd/sub.v2/inner.(*List[go.shape.string]).Map[go.shape.int].func1.1", "example.com/gm.v2/cmd/sub.v2/inner",
		"inner.(*List[…]).Map[…].func1.1", "inner.(*List[go.shape.string]).Map[go.shape.int].func1.1"},
	{"example.com/gm/v2.(*List[go.shape.struct { A int; B int }]).Map[go.shape.map[[2]string]func(int) (chan<- bool, error)]-range1", "example.com/gm/v2",
		"gm/v2.(*List[…]).Map[…]-range1", "gm/v2.(*List[go.shape.struct { A int; B int }]).Map[go.shape.map[[2]string]func(int) (chan<- bool, error)]-range1"},
	{"a/inner.(*List[go.shape.struct { A int; B int }]).Map[go.shape.struct { X []net/http.Header; Y []net/http.Header }].gowrap1", "a/inner",
		"inner.(*List[…]).Map[…].gowrap1", "inner.(*List[go.shape.struct { A int; B int }]).Map[go.shape.struct { X []net/http.Header; Y []net/http.Header }].gowrap1"},
	{"a/inner.Val[go.shape.map[string][]example.com/b%2ec.Key].To[go.shape.struct { a/inner.items []a/inner.List[int] }].deferwrap2", "a/inner",
		"inner.Val[…].To[…].deferwrap2", "inner.Val[go.shape.map[string][]example.com/b%2ec.Key].To[go.shape.struct { a/inner.items []a/inner.List[int] }].deferwrap2"},
	{"a/inner.(*List[...]).Map[...]-fm", "a/inner", "inner.(*List[…]).Map[…]-fm", "inner.(*List[...]).Map[...]-fm"},
	{`gopkg.in/yaml%2ev3.(*L[go.shape.struct { A int "json:\"a]b,om(it\""; B []interface { M(int) (string, error) } }]).M[go.shape.[]uint8].func1-range2`, "gopkg.in/yaml.v3",
		"yaml.v3.(*L[…]).M[…].func1-range2", `yaml.v3.(*L[go.shape.struct { A int "json:\"a]b,om(it\""; B []interface { M(int) (string, error) } }]).M[go.shape.[]uint8].func1-range2`},
	{"main.(*L[go.shape.string]).Map[go.sha", "main", "main.(*L[…]).Map[…", "main.(*L[go.shape.string]).Map[go.sha"},
	{"type:.eq.main.(*L[go.shape.string]).Map[go.shape.int]", "main", "type:.eq.main.(*L[…]).Map[…]", "type:.eq.main.(*L[go.shape.string]).Map[go.shape.int]"},
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
		if got := Short(c.name, false); got != c.short {
			t.Errorf("ShortName(%q) = %q, want %q", c.name, got, c.short)
		}
		full := c.full
		if full == "" {
			full = c.short
		}
		if got := Short(c.name, true); got != full {
			t.Errorf("ShortName(%q) with type arguments = %q, want %q", c.name, got, full)
		}
	}
}

func TestShorterNames(t *testing.T) {
	for short, want := range map[string][2]string{
		"http.(*conn).serve":            {"(*conn).serve", "serve"},
		"http.HandlerFunc.ServeHTTP":    {"HandlerFunc.ServeHTTP", "HandlerFunc.ServeHTTP"},
		"inner.(*List[…]).Map[…]":       {"(*List[…]).Map[…]", "Map[…]"},
		"inner.Val[…].To[…].func1":      {"Val[…].To[…].func1", "Val[…].To[…].func1"},
		"inner.(*List[…]).Map[…]-fm":    {"(*List[…]).Map[…]-fm", "Map[…]-fm"},
		"main.F[net/http.Header]":       {"F[net/http.Header]", "F[net/http.Header]"},
		"main.F[func(int).(x)].func1":   {"F[func(int).(x)].func1", "F[func(int).(x)].func1"},
		"main.(*L[a/b.T]).M[func(c.d)]": {"(*L[a/b.T]).M[func(c.d)]", "M[func(c.d)]"},
		"main.":                         {"main.", "main."},
		"":                              {"", ""},
	} {
		if got, want := Shorter(short), [3]string{short, want[0], want[1]}; got != want {
			t.Errorf("ShorterNames(%q) = %q, want %q", short, got, want)
		}
	}
}

// Brackets within brackets, and those of tags, are found as by who reads type arguments letter by letter.
func TestWithoutTypeArguments(t *testing.T) {
	for name, want := range map[string]string{
		"main.(*L[go.shape.string]).Map[go.shape.int].func1": "main.(*L).Map.func1",
		`main.F[struct { A int "a]" }]-range1`:               "main.F-range1",
		`main.F[struct { A int "a\"]" }].f`:                  "main.F.f",
		`main.F[struct { A int "a]`:                          "main.F",
		`main.F["\`:                                          "main.F",
		"main.F[map[[2]string]int].G[[]T]":                   "main.F.G",
		"type:.eq.[2]string":                                 "type:.eq.[2]string",
		"[vdso]":                                             "[vdso]",
		"a[":                                                 "a",
		"a]b":                                                "a]b",
	} {
		if got := WithoutTypeArguments(name); got != want {
			t.Errorf("WithoutTypeArguments(%q) = %q, want %q", name, got, want)
		}
	}
}
