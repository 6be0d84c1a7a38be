package model

import (
	"context"
	"math/rand/v2"
	"profstation/internal/must"
	"strings"
	"testing"
)

// someNode is a node of a result by chance, NoNode where it has none.
func someNode(rnd *rand.Rand, r *Result) (NodeID, string) {
	n := r.Nodes.Len()
	if n == 0 {
		return NoNode, ""
	}
	id := NodeID(rnd.IntN(n))
	return id, r.Nodes.Node(id).Name
}

func TestCallTreeAgainstReference(t *testing.T) {
	randomCases(t, func(t *testing.T, rnd *rand.Rand, p *Profile, r *Result, paths []refPath) {
		for range 6 {
			o, ref := TreeOptions{Pivot: NoNode}, refOptions{}
			if rnd.IntN(2) == 0 {
				o.Pivot, ref.pivot = someNode(rnd, r)
				if ref.pivot == "" { // the frame of a label without a value
					o.Pivot = NoNode
				}
				o.Callers = o.Pivot != NoNode && rnd.IntN(2) == 0
			}
			o.Recursion, o.ByName = rnd.IntN(2) == 0, rnd.IntN(2) == 0
			o.Least = []int64{0, 0, 3, 10}[rnd.IntN(4)]
			if rnd.IntN(3) == 0 {
				o.From = int64(rnd.IntN(60))
				o.To = o.From + 1 + int64(rnd.IntN(20))
			}
			ref.callers, ref.recursion, ref.byName = o.Callers, o.Recursion, o.ByName
			ref.least, ref.from, ref.to = o.Least, o.From, o.To
			tree, err := r.CallTree(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			got, want := treeText(tree, r, 0), refCallTree(paths, ref).text(ref, 0, 0)
			if got != want {
				t.Errorf("%+v:\n%s\nwant:\n%s", o, got, want)
				return
			}
			checkTree(t, tree)
		}
	})
}

// checkTree checks what CallTree promises of any tree.
func checkTree(t *testing.T, tree *CallTree) {
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
	randomCases(t, func(t *testing.T, rnd *rand.Rand, p *Profile, r *Result, paths []refPath) {
		most := 1 + rnd.IntN(10)
		tree, err := r.CallTree(context.Background(), TreeOptions{Pivot: NoNode, Most: most})
		if err != nil {
			t.Fatal(err)
		}
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
	randomCases(t, func(t *testing.T, rnd *rand.Rand, p *Profile, r *Result, paths []refPath) {
		o := TreeOptions{Pivot: NoNode, ByName: rnd.IntN(2) == 0, Recursion: rnd.IntN(2) == 0}
		tree, err := r.CallTree(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		for b := range int32(tree.Len()) {
			var nodes []NodeID
			for _, p := range tree.Path(b)[1:] {
				nodes = append(nodes, tree.Node[p])
			}
			x, width, found, _ := r.Locate(context.Background(), o, nodes)
			if x != tree.X[b] || width != tree.Abs[b] || found != len(nodes) {
				t.Errorf("branch %d: at %d, %d wide, %d of %d nodes; want at %d, %d wide",
					b, x, width, found, len(nodes), tree.X[b], tree.Abs[b])
			}
			// A path that goes on where the tree does not ends at its last branch.
			if x2, w2, n, _ := r.Locate(context.Background(), o, append(nodes, NoNode)); x2 != x || w2 != width || n != found {
				t.Errorf("branch %d and beyond: at %d, %d wide, %d nodes", b, x2, w2, n)
			}
		}
	})
}

func TestCallTreeFind(t *testing.T) {
	r := evaluate(t, parseStacks(t, "A B C 5\nA D 3"), DefaultQuery())
	tree, err := r.CallTree(context.Background(), TreeOptions{Pivot: NoNode})
	if err != nil {
		t.Fatal(err)
	}
	a, b, c, d := node(t, r, "A"), node(t, r, "B"), node(t, r, "C"), node(t, r, "D")
	branch, found := tree.Find([]NodeID{a, b, c})
	if found != 3 || tree.Node[branch] != c {
		t.Errorf("A B C: %d found, at %v", found, tree.Node[branch])
	}
	branch, found = tree.Find([]NodeID{a, d, c})
	if found != 2 || tree.Node[branch] != d {
		t.Errorf("A D C: %d found, at %v", found, tree.Node[branch])
	}
}

// TestCallTreeDeep holds that neither the walk nor the tree recurse: 100,000
// frames are a stack like others.
func TestCallTreeDeep(t *testing.T) {
	const depth = 100_000
	r := evaluate(t, parseStacks(t, strings.Repeat("A B ", depth/2)+"7\n"+strings.Repeat("A B ", depth/2)+"C 1"), DefaultQuery())
	tree, err := r.CallTree(context.Background(), TreeOptions{Pivot: NoNode})
	if err != nil {
		t.Fatal(err)
	}
	if tree.Len() != depth+2 || tree.Abs[depth] != 8 || tree.Self[depth] != 7 || tree.Abs[depth+1] != 1 {
		t.Errorf("%d branches, the last but one has %d", tree.Len(), tree.Abs[depth])
	}
	if s := must.Have(r.Sums(context.Background())); s.Cum[node(t, r, "A")] != 8 || s.Flat[node(t, r, "B")] != 7 {
		t.Errorf("sums: %+v", s)
	}
}

func TestCallTreeCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := evaluate(t, parseStacks(t, "A 1"), DefaultQuery())
	if _, err := r.CallTree(ctx, TreeOptions{Pivot: NoNode}); err != context.Canceled {
		t.Errorf("error %v", err)
	}
}

// TestCallTreeRoom holds that a tree with nothing left out is made in one piece of memory, and that
// one of few branches does not keep what was made for many.
func TestCallTreeRoom(t *testing.T) {
	b := NewBuilder([]ValueType{{"samples", "count"}})
	f, g := b.Function(Function{Name: b.String("main.f")}), b.Function(Function{Name: b.String("main.g")})
	var locs []LocID
	for i := range 1000 {
		locs = append(locs, b.Location(NoMapping, uint64(i+1), []Line{{Func: []FuncID{f, g}[i%2], Line: int64(i)}}))
	}
	for i := range locs[:len(locs)-1] {
		b.Sample([]LocID{locs[i+1], locs[i]}, 0, []int64{1})
	}
	p := b.Profile(Header{})
	for granularity, branches := range map[Granularity]int{Addresses: 2*999 + 1, Functions: 5} {
		r := must.Have(p.Evaluate(t.Context(), Query{Granularity: granularity}))
		tree := must.Have(r.CallTree(t.Context(), TreeOptions{Pivot: NoNode}))
		if tree.Len() != branches || cap(tree.Node) > 2*branches || cap(tree.X) > 2*branches {
			t.Errorf("%v: %d branches, want %d, with room for %d", granularity, tree.Len(), branches, cap(tree.Node))
		}
	}
}
