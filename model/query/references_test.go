package query_test

import (
	"io/fs"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/model"
	"profstation/model/names"
	"profstation/model/query"
	"profstation/testdata/record/synthetic"
)

// Two recordings are of references; no heap profile is taken for one.
func TestOnlyReferencesAreReferences(t *testing.T) {
	seen, heaps := 0, 0
	must.Do(filepath.WalkDir("../../testdata", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		f, err := loader.Open(t.Context(), path, loader.Options{OnlyProfiles: true})
		if err != nil || f.Profile == nil {
			return nil
		}
		seen++
		if f.Profile.Kind == model.Heap || f.Profile.Kind == model.Allocs {
			heaps++
		}
		if is := f.Profile.Kind == model.References; is != strings.HasPrefix(e.Name(), "references") {
			t.Errorf("%s: %s", path, f.Profile.Kind)
		}
		return nil
	}))
	if seen < 40 || heaps < 9 {
		t.Errorf("%d recordings, %d of them heaps", seen, heaps)
	}
}

// What a variable, a field or a type holds is the sum of all paths with it, and the totals are those of the objects that
// were written.
func TestWhoHolds(t *testing.T) {
	p := load(t, "../../testdata/references.pprof")
	for column, of := range []func(synthetic.Held) int64{
		func(h synthetic.Held) int64 { return h.Objects }, func(h synthetic.Held) int64 { return h.Bytes },
	} {
		for g, name := range map[query.Granularity]func(string) string{
			query.Functions: func(frame string) string { return frame }, query.Types: names.TypeOfReference,
		} {
			want, total := map[string][2]int64{}, int64(0)
			for _, h := range synthetic.ShopHeld(0) {
				seen := map[string]bool{}
				for _, frame := range h.Path {
					if n := name(frame); !seen[n] {
						seen[n] = true
						want[n] = [2]int64{want[n][0], want[n][1] + of(h)}
					}
				}
				leaf := name(h.Path[len(h.Path)-1])
				want[leaf] = [2]int64{want[leaf][0] + of(h), want[leaf][1]}
				total += of(h)
			}
			q := query.Default().Whole()
			q.SampleIndex, q.Granularity = p.Types[column].Type, g
			r := must.Have(query.Evaluate(t.Context(), p, q))
			if got := figuresOf(t, r); !maps.Equal(got, want) || r.Total != total {
				t.Errorf("%s by %s, total %d of %d:\n%v\nwant\n%v", q.SampleIndex, g, r.Total, total, got, want)
			}
		}
	}
	r := must.Have(query.Evaluate(t.Context(), p, query.Default().Whole()))
	held := func(name string) string {
		id := query.NoNode
		for n := range query.NodeID(r.Nodes.Len()) {
			if r.Nodes.Node(n).Name == name {
				id = n
			}
		}
		callers, _, err := r.Neighbours(t.Context(), id)
		if err != nil || len(callers) == 0 {
			t.Fatalf("nobody holds %s: %v", name, err)
		}
		return r.Nodes.Node(callers[0].Node).Name
	}
	chain := []string{"Lines. ([]example.com/shop/order.Line)", "$mapval. (*example.com/shop/order.Order)", "example.com/shop/catalog.cache"}
	for i := range len(chain) - 1 {
		if got := held(chain[i]); got != chain[i+1] {
			t.Errorf("%s is held by %s, want %s", chain[i], got, chain[i+1])
		}
	}
}

// In what goref itself has recorded, each variable holds what the program has put there: with less than 5 % for
// the names, headers and tables beside the data.
func TestWhoHoldsInGoref(t *testing.T) {
	p := load(t, "../../testdata/references-goref.pprof")
	q := query.Default().Whole()
	q.SampleIndex = "inuse_space"
	r := must.Have(query.Evaluate(t.Context(), p, q))
	held := figuresOf(t, r)
	for root, want := range map[string]int64{
		"main.sessions": 2000 * 8 << 10, "main.queue": 1000 * 4 << 10, "main.archive": 16 << 20, "runtime.goexit": 6 << 20,
	} {
		if got := held[root][1]; got < want || got > want+want/20 {
			t.Errorf("%s holds %d, want %d", root, got, want)
		}
	}
	if all := int64(2000*8<<10 + 1000*4<<10 + 16<<20 + 6<<20); r.Total < all || r.Total > all+all/20 {
		t.Errorf("the total is %d, want %d", r.Total, all)
	}
}

// Types are a way to group references alone.
func TestTypesOfReferences(t *testing.T) {
	if p := load(t, "../../testdata/references.pprof"); !query.Types.In(p) || query.Files.In(p) || !query.Packages.In(p) {
		t.Error("references are grouped otherwise than by type and package")
	}
	if query.Types.In(load(t, "../../testdata/heap.pprof")) {
		t.Error("a heap profile is grouped by type")
	}
	p := load(t, "../../testdata/references.pprof")
	for i, f := range p.Functions {
		name, kind := p.Strings.Raw(f.Name), names.CodeKindOf(p, model.FuncID(i))
		if own := strings.Contains(name, "main.session"); own != (kind == names.MainModule) && strings.Contains(name, "session") {
			t.Errorf("%s is %v", name, kind)
		}
	}
}
