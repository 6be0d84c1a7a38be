package query_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/internal/reference"
	"profstation/internal/typed"
	"profstation/model"
	"profstation/model/query"
)

// someNode is a node of a result by chance, NoNode where it has none.
func someNode(rnd *rand.Rand, r *query.Result) (query.NodeID, string) {
	n := r.Nodes.Len()
	if n == 0 {
		return query.NoNode, ""
	}
	id := query.NodeID(rnd.IntN(n))
	return id, r.Nodes.Node(id).Name
}

func TestCallTreeAgainstReference(t *testing.T) {
	reference.RandomCases(t, func(t *testing.T, rnd *rand.Rand, p *model.Profile, r *query.Result, paths []reference.Path) {
		for range 6 {
			o, ref := query.TreeOptions{Pivot: query.NoNode}, reference.Options{}
			if rnd.IntN(2) == 0 {
				o.Pivot, ref.Pivot = someNode(rnd, r)
				if ref.Pivot == "" { // the frame of a label without a value
					o.Pivot = query.NoNode
				}
				o.Callers = o.Pivot != query.NoNode && rnd.IntN(2) == 0
			}
			o.Recursion, o.ByName = rnd.IntN(2) == 0, rnd.IntN(2) == 0
			o.Min = []int64{0, 0, 3, 10}[rnd.IntN(4)]
			if rnd.IntN(3) == 0 {
				o.From = int64(rnd.IntN(60))
				o.To = o.From + 1 + int64(rnd.IntN(20))
			}
			ref.Callers, ref.Recursion, ref.ByName = o.Callers, o.Recursion, o.ByName
			ref.Min, ref.From, ref.To = o.Min, o.From, o.To
			tree := must.Have(r.CallTree(context.Background(), o))
			got, want := reference.TreeText(tree, r, 0), reference.CallTree(paths, ref).Text(ref, 0, 0)
			if got != want {
				t.Errorf("%+v:\n%s\nwant:\n%s", o, got, want)
				return
			}
			checkTree(t, tree)
		}
	})
}

// checkTree checks what CallTree promises of any tree.
func checkTree(t *testing.T, tree *query.CallTree) {
	t.Helper()
	for b := range int32(tree.Len()) {
		net, x := tree.Self[b], tree.X[b]
		for c := tree.First[b]; c < tree.First[b]+tree.Count[b]; c++ {
			if c <= b || tree.Parent[c] != b || tree.Depth[c] != tree.Depth[b]+1 {
				t.Fatalf("branch %d is no proper child of %d", c, b)
			}
			if tree.X[c] != x {
				t.Fatalf("branch %d begins at %d, not at %d", c, tree.X[c], x)
			}
			net += tree.Net[c]
			x += tree.Abs[c]
		}
		if tree.Count[b] > 0 && net != tree.Net[b] {
			t.Fatalf("branch %d: self and children are %d, the branch is %d", b, net, tree.Net[b])
		}
		if x > tree.X[b]+tree.Abs[b] {
			t.Fatalf("branch %d: its children end at %d, it at %d", b, x, tree.X[b]+tree.Abs[b])
		}
		if path := tree.Path(b); path[0] != 0 || path[len(path)-1] != b {
			t.Fatalf("path of branch %d: %v", b, path)
		}
	}
}

// TestCallTreeMost holds that a bounded tree is the whole one, except that
// some of its branches stand merged.
func TestCallTreeMost(t *testing.T) {
	reference.RandomCases(t, func(t *testing.T, rnd *rand.Rand, p *model.Profile, r *query.Result, paths []reference.Path) {
		most := 1 + rnd.IntN(10)
		tree := must.Have(r.CallTree(context.Background(), query.TreeOptions{Pivot: query.NoNode, Max: most}))
		checkTree(t, tree)
		branches := 0
		for b := range tree.Len() {
			if tree.Merged[b] == 0 {
				branches++
			}
		}
		if children := r.Nodes.Len(); branches > most+children {
			t.Errorf("%d branches, %d asked for", branches, most)
		}
	})
}

func TestLocateAgainstCallTree(t *testing.T) {
	reference.RandomCases(t, func(t *testing.T, rnd *rand.Rand, p *model.Profile, r *query.Result, paths []reference.Path) {
		o := query.TreeOptions{Pivot: query.NoNode, ByName: rnd.IntN(2) == 0, Recursion: rnd.IntN(2) == 0}
		tree := must.Have(r.CallTree(context.Background(), o))
		for b := range int32(tree.Len()) {
			var nodes []query.NodeID
			for _, p := range tree.Path(b)[1:] {
				nodes = append(nodes, tree.Node[p])
			}
			x, width, found, _ := r.Locate(context.Background(), o, nodes)
			if x != tree.X[b] || width != tree.Abs[b] || found != len(nodes) {
				t.Errorf("branch %d: at %d, %d wide, %d of %d nodes; want at %d, %d wide",
					b, x, width, found, len(nodes), tree.X[b], tree.Abs[b])
			}
			// A path that goes on where the tree does not ends at its last branch.
			if x2, w2, n, _ := r.Locate(context.Background(), o, append(nodes, query.NoNode)); x2 != x || w2 != width || n != found {
				t.Errorf("branch %d and beyond: at %d, %d wide, %d nodes", b, x2, w2, n)
			}
		}
	})
}

func TestCallTreeFind(t *testing.T) {
	r := reference.Evaluate(t, typed.Profile(t, "A B C 5\nA D 3"), query.Default())
	tree := must.Have(r.CallTree(context.Background(), query.TreeOptions{Pivot: query.NoNode}))
	a, b, c, d := reference.Node(t, r, "A"), reference.Node(t, r, "B"), reference.Node(t, r, "C"), reference.Node(t, r, "D")
	branch, found := tree.Find([]query.NodeID{a, b, c})
	if found != 3 || tree.Node[branch] != c {
		t.Errorf("A B C: %d found, at %v", found, tree.Node[branch])
	}
	branch, found = tree.Find([]query.NodeID{a, d, c})
	if found != 2 || tree.Node[branch] != d {
		t.Errorf("A D C: %d found, at %v", found, tree.Node[branch])
	}
}

// TestCallTreeDeep holds that neither the walk nor the tree recurse: 100,000
// frames are a stack like others.
func TestCallTreeDeep(t *testing.T) {
	const depth = 100_000
	r := reference.Evaluate(t, typed.Profile(t, strings.Repeat("A B ", depth/2)+"7\n"+strings.Repeat("A B ", depth/2)+"C 1"), query.Default())
	tree := must.Have(r.CallTree(context.Background(), query.TreeOptions{Pivot: query.NoNode}))
	if tree.Len() != depth+2 || tree.Abs[depth] != 8 || tree.Self[depth] != 7 || tree.Abs[depth+1] != 1 {
		t.Errorf("%d branches, the last but one has %d", tree.Len(), tree.Abs[depth])
	}
	if s := must.Have(r.Sums(context.Background())); s.Cum[reference.Node(t, r, "A")] != 8 || s.Flat[reference.Node(t, r, "B")] != 7 {
		t.Errorf("sums: %+v", s)
	}
}

func TestCallTreeCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := reference.Evaluate(t, typed.Profile(t, "A 1"), query.Default())
	if _, err := r.CallTree(ctx, query.TreeOptions{Pivot: query.NoNode}); err != context.Canceled {
		t.Errorf("error %v", err)
	}
}

// TestCallTreeRoom holds that a tree with nothing left out is made in one piece of memory, and that
// one of few branches does not keep what was made for many.
func TestCallTreeRoom(t *testing.T) {
	b := model.NewBuilder([]model.ValueType{{Type: "samples", Unit: "count"}})
	f, g := b.Function(model.Function{Name: b.String("main.f")}), b.Function(model.Function{Name: b.String("main.g")})
	var locs []model.LocID
	for i := range 1000 {
		locs = append(locs, b.Location(model.NoMapping, uint64(i+1), []model.Line{{Func: []model.FuncID{f, g}[i%2], Line: int64(i)}}))
	}
	for i := range locs[:len(locs)-1] {
		b.Sample([]model.LocID{locs[i+1], locs[i]}, 0, []int64{1})
	}
	p := b.Profile(model.Header{})
	for granularity, branches := range map[query.Granularity]int{query.Addresses: 2*999 + 1, query.Functions: 5} {
		r := must.Have(query.Evaluate(t.Context(), p, query.Query{Granularity: granularity}))
		tree := must.Have(r.CallTree(t.Context(), query.TreeOptions{Pivot: query.NoNode}))
		if tree.Len() != branches || cap(tree.Node) > 2*branches || cap(tree.X) > 2*branches {
			t.Errorf("%v: %d branches, want %d, with room for %d", granularity, tree.Len(), branches, cap(tree.Node))
		}
	}
}
