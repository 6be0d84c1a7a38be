package query_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/loader/pprof"
	"profstation/model"
	"profstation/model/names"
	"profstation/model/query"
)

// The figures of packages, modules and types are those of functions in a profile whose functions have the names of their
// packages, modules and types, and the filter for each leaves what its cum says.
func TestOwners(t *testing.T) {
	files := must.Have(filepath.Glob("../../testdata/*.pprof"))
	if len(files) < 5 {
		t.Fatalf("only %q", files)
	}
	owned := 0
	for _, file := range files {
		data := must.Have(os.ReadFile(file))
		p := must.Have(loader.Open(t.Context(), file, loader.Options{})).Profile
		for _, g := range []query.Granularity{query.Packages, query.Modules, query.Types} {
			if g == query.Types && !g.In(p) {
				continue
			}
			q := query.Default().Whole()
			renamed := q
			q.Granularity = g
			r := must.Have(query.Evaluate(t.Context(), p, q))
			got := figuresOf(t, r)
			other := must.Have(profile.ParseData(data))
			rename(other, p, g)
			want := figuresOf(t, must.Have(query.Evaluate(t.Context(), must.Have(pprof.FromLibrary(other, "pprof")), renamed)))
			if !maps.Equal(got, want) {
				t.Errorf("%s by %s:\n%v\nwant\n%v", file, g, got, want)
			}
			if strings.HasSuffix(file, "/cpu.pprof") && got["std"] == [2]int64{} && got["encoding/json"] == [2]int64{} {
				t.Errorf("%s by %s: %v", file, g, got)
			}
			for n := range query.NodeID(r.Nodes.Len()) {
				focused := q
				focused.Focus = r.Only(n)
				sum := int64(0)
				for _, flat := range must.Have(must.Have(query.Evaluate(t.Context(), p, focused)).Sums(t.Context())).Flat {
					sum += flat
				}
				if cum := got[r.Nodes.Node(n).String()][1]; r.Nodes.Node(n).Name != "" && sum != cum {
					t.Errorf("%s by %s: %s has %d, and its filter %s leaves %d", file, g, r.Nodes.Node(n), cum, focused.Focus, sum)
				}
				owned++
			}
		}
	}
	if owned < 50 {
		t.Errorf("only %d packages and modules", owned)
	}
}

// figuresOf returns flat and cum of each node.
func figuresOf(t *testing.T, r *query.Result) map[string][2]int64 {
	t.Helper()
	all := map[string][2]int64{}
	top := must.Have(r.Top(t.Context()))
	for _, row := range top.Rows {
		all[r.Nodes.Node(row.Node).String()] = [2]int64{row.Flat, row.Cum}
	}
	return all
}

var parentheses = regexp.MustCompile(`\(.*?\)`)

// rename gives each function the name of its package or module, as p says. What has none has the name of its binary.
func rename(other *profile.Profile, p *model.Profile, g query.Granularity) {
	type function struct{ name, file string }
	owner := map[function]string{}
	for i, f := range p.Functions {
		name, _ := g.Owner(p, model.FuncID(i))
		owner[function{p.Strings.Raw(f.Name), p.Strings.Raw(f.File)}] = name
	}
	for _, loc := range other.Location {
		for _, l := range loc.Line {
			of, known := owner[function{l.Function.Name, l.Function.Filename}]
			if !known { // pprof leaves out what is in parentheses if the name looks like one in C++
				of = owner[function{parentheses.ReplaceAllString(l.Function.Name, ""), l.Function.Filename}]
			}
			if of == "" && loc.Mapping != nil && loc.Mapping.File != "" {
				of = names.NoPackage
				if loc.Mapping != other.Mapping[0] {
					of = "[" + filepath.Base(loc.Mapping.File) + "]"
				}
			}
			if of != "" && !strings.HasPrefix(l.Function.SystemName, "renamed ") {
				l.Function.SystemName = "renamed " + l.Function.Name
				l.Function.Name = of
			}
		}
	}
	for _, f := range other.Function {
		f.Filename, f.StartLine = "", 0
	}
}

// Calls within a package are one branch of a tree, and a name for little width keeps the end of its path.
func TestTreeOfOwners(t *testing.T) {
	p := must.Have(loader.Open(t.Context(), "../../testdata/cpu.pprof", loader.Options{})).Profile
	q := query.Default().Whole()
	q.Granularity = query.Packages
	r := must.Have(query.Evaluate(t.Context(), p, q))
	tree := must.Have(r.CallTree(t.Context(), query.TreeOptions{Pivot: query.NoNode}))
	for i := 1; i < tree.Len(); i++ {
		if parent := tree.Parent[i]; tree.Node[i] == tree.Node[parent] && parent != 0 {
			t.Fatalf("%s calls itself", r.Nodes.Node(tree.Node[i]))
		}
	}
	for n := range query.NodeID(r.Nodes.Len()) {
		if r.Declared(n) != model.NoFunc {
			t.Errorf("%s has the place of one of its functions", r.Nodes.Node(n))
		}
		if r.Nodes.Node(n).Name == "compress/flate" {
			if got := r.Shorter(n); strings.Join(got, " ") != "compress/flate flate" {
				t.Errorf("shorter forms are %q", got)
			}
		}
	}
}
