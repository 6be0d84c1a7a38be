package names_test

import (
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/loader/pprof"
	"profstation/model"
	"profstation/model/names"
)

// The package of a function is in its name. Its module is in its file's path, or guessed.
func TestOwners(t *testing.T) {
	const cache = "/home/me/go/pkg/mod/"
	cases := []struct{ name, file, pkg, module string }{
		{"main.main", "/src/server/main.go", "main", "main module"},
		{"example.com/server/shop.(*Shop).report", "/src/server/shop/shop.go", "example.com/server/shop", "main module"},
		{"net/http.(*conn).serve", "/usr/local/go/src/net/http/server.go", "net/http", "std"},
		{"runtime.mallocgc", "/usr/local/go/src/runtime/malloc.go", "runtime", "std"},
		{"runtime.memmove", "/usr/local/go/src/runtime/memmove_amd64.s", "runtime", "std"},
		{"gopkg.in/yaml%2ev3.unmarshal", cache + "gopkg.in/yaml.v3@v3.0.1/yaml.go", "gopkg.in/yaml.v3", "gopkg.in/yaml.v3"},
		{"github.com/BurntSushi/toml.Decode", cache + "github.com/!burnt!sushi/toml@v1.4.0/decode.go", "github.com/BurntSushi/toml", "github.com/BurntSushi/toml"},
		{"github.com/goccy/go-graphviz/cgraph.(*Graph).Close", cache + "github.com/goccy/go-graphviz@v0.2.9/cgraph/graph.go",
			"github.com/goccy/go-graphviz/cgraph", "github.com/goccy/go-graphviz"},
		{"golang.org/x/net/http2.(*Framer).ReadFrame", "/src/server/vendor/golang.org/x/net/http2/frame.go",
			"golang.org/x/net/http2", "golang.org/x/net"},
	}
	in := &profile.Profile{SampleType: []*profile.ValueType{{Type: "cpu", Unit: "count"}}}
	for i, c := range cases {
		f := &profile.Function{ID: uint64(i + 1), Name: c.name, SystemName: c.name, Filename: c.file}
		loc := &profile.Location{ID: f.ID, Address: f.ID, Line: []profile.Line{{Function: f, Line: 1}}}
		in.Function, in.Location = append(in.Function, f), append(in.Location, loc)
		in.Sample = append(in.Sample, &profile.Sample{Location: []*profile.Location{loc}, Value: []int64{1}})
	}
	p := must.Have(pprof.FromLibrary(in, "pprof"))
	if len(p.Functions) != len(cases) {
		t.Fatalf("%d functions", len(p.Functions))
	}
	for i, f := range p.Functions {
		for _, c := range cases {
			id := model.FuncID(i)
			if pkg, module := names.PackageOfFunc(p, id), names.ModuleOfFunc(p, id); p.Strings.Raw(f.Name) == c.name && (pkg != c.pkg || module != c.module) {
				t.Errorf("%s is in package %q of %q, want %q of %q", c.name, pkg, module, c.pkg, c.module)
			}
		}
	}
}

// The name of a package is shortened as a path is, and its dots stay.
func TestNamesOfPackages(t *testing.T) {
	for path, want := range map[string]string{
		"github.com/gorilla/mux": "mux", "example.com/server/v2": "server/v2", "std": "std", "gopkg.in/yaml.v3": "yaml.v3",
	} {
		l := names.OfPackage
		if got := l.Shorter(l.Short(path, false)); got != [3]string{path, want, want} || l.Package(path) != path {
			t.Errorf("%s: %q, package %q", path, got, l.Package(path))
		}
	}
}
