package graph_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"profstation/graph"
	"profstation/internal/must"
	"profstation/internal/typed"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/query"
)

// parsed makes a profile of stacks as [typed.ProfileOf] reads them.
func parsed(t testing.TB, text string) *model.Profile {
	t.Helper()
	return typed.ProfileOf(t, text, typed.Types("cpu/milliseconds"), model.Header{})
}

func result(_ testing.TB, p *model.Profile, q query.Query) *query.Result {
	return must.Have(query.Evaluate(context.Background(), p, q))
}

func newGraph(t testing.TB, p *model.Profile, q query.Query, o graph.Options) *graph.Graph {
	return must.Have(graph.New(context.Background(), result(t, p, q), o))
}

// text writes a graph in a line: A 0/9 and A>B 9, .> where the edge is
// residual, +> where it is inline.
func text(g *graph.Graph) string {
	var parts []string
	for i, n := range g.Nodes {
		parts = append(parts, fmt.Sprintf("%s %d/%d", g.Name(int32(i)), n.Flat, n.Cum))
	}
	for _, e := range g.Edges {
		mark := ""
		if e.Residual {
			mark += "."
		}
		if e.Inline {
			mark += "+"
		}
		parts = append(parts, fmt.Sprintf("%s%s>%s %d", g.Name(e.From), mark, g.Name(e.To), e.Weight))
	}
	return strings.Join(parts, ", ")
}

// TestNew says of each rule what it does to a graph that one can draw by hand.
func TestNew(t *testing.T) {
	for _, c := range []struct {
		rule, stacks string
		count        int
		fraction     float64
		options      graph.Options
		want         string
	}{
		{"nothing", "", -1, 0, graph.Options{}, ""},
		{"a chain", "A B C 9", -1, 0, graph.Options{}, "C 9/9, A 0/9, B 0/9, A>B 9, B>C 9"},
		{"no edge to itself", "A A B 9", -1, 0, graph.Options{}, "B 9/9, A 0/9, A>B 9"},
		{"recursion counts once", "A B A B 9", -1, 0, graph.Options{}, "B 9/9, A 0/9, A>B 9, B>A 9"},
		{"over what is too small", "A B C 9\nA C 90", -1, 0.5, graph.Options{}, "C 99/99, A 0/99, A.>C 99"},
		{"inlined every time", "A+B 9", -1, 0, graph.Options{}, "B 9/9, A 0/9, A+>B 9"},
		{"inlined sometimes", "A+B 9\nA B 1", -1, 0, graph.Options{}, "B 10/10, A 0/10, A>B 10"},
		{"small edges go", "A B 99\nC B 1", -1, 0, graph.Options{EdgeFraction: 0.05}, "B 100/100, A 0/99, C 0/1, A>B 99"},
		{"a detour is enough", "A X B 5\nA C B 50\nA C 1", 3, 0, graph.Options{}, "C 1/51, A 0/56, B 55/55, A>C 51, C>B 50"},
		{"a tree", "A B 5\nC B 4", -1, 0, graph.Options{CallTree: true}, "B 5/5, A 0/5, B 4/4, C 0/4, A>B 5, C>B 4"},
		{"a tree over what is too small", "A B C 5\nA B D 5\nA D 90", -1, 0.15, graph.Options{CallTree: true}, "D 90/90, A 0/100, A>D 90"},
		{"zero sums vanish", "A B 5\nA B -5\nA 3", -1, 0, graph.Options{}, "A 3/3"},
	} {
		q := query.Default()
		q.NodeCount, q.NodeFraction = c.count, c.fraction
		if got := text(newGraph(t, parsed(t, c.stacks), q, c.options)); !sameParts(got, c.want) {
			t.Errorf("%s: %s\nwant %s", c.rule, got, c.want)
		}
	}
}

// sameParts compares without regard to the order, which pprof's texts settle.
func sameParts(a, b string) bool {
	x, y := strings.Split(a, ", "), strings.Split(b, ", ")
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

func TestNodeletsCountAsNodes(t *testing.T) {
	p := parsed(t, "A 50 k=a\nA 40 k=b\nA 30 k=c\nA 20 k=d\nA 10 k=e\nB 9\nC 8")
	q := query.Default()
	q.NodeCount, q.NodeFraction = 5, 0
	g := newGraph(t, p, q, graph.Options{})
	if len(g.Nodes) != 1 || len(g.Nodes[0].Tags) != 4 || g.OfNodes != 3 {
		t.Errorf("%s of %d nodes with %d nodelets, want A of 3 with 4", text(g), g.OfNodes, len(g.Nodes[0].Tags))
	}
}

// A bound for pictures holds only where the query has none and there are more nodes.
func TestMost(t *testing.T) {
	p := parsed(t, "A 4\nB 3\nC 2\nD 1")
	for _, c := range []struct{ count, max, want int }{{0, 0, 4}, {0, 4, 4}, {0, 3, 3}, {2, 3, 2}, {4, 1, 4}} {
		q := query.Default()
		q.NodeCount, q.NodeFraction = c.count, 0
		if g := newGraph(t, p, q, graph.Options{Max: c.max}); len(g.Nodes) != c.want || g.OfNodes != 4 {
			t.Errorf("nodecount %d, at most %d: %d of %d nodes, want %d of 4", c.count, c.max, len(g.Nodes), g.OfNodes, c.want)
		}
	}
}

// Nodes that were asked for take the place of the lightest, and keep their edges.
func TestAlso(t *testing.T) {
	p := parsed(t, "A B 900\nA C 90\nA D 9\nE D 1")
	for _, c := range []struct {
		rule, also string
		count      int
		tree       bool
		want       string
	}{
		{"none", "", 0, false, "A 0/999, B 900/900, C 90/90, A>B 900, A>C 90"},
		{"below the least share", "D", 0, false, "A 0/999, B 900/900, C 90/90, D 10/10, A>B 900, A>C 90, A>D 9"},
		{"two", "D E", 0, false, "A 0/999, B 900/900, C 90/90, D 10/10, E 0/1, A>B 900, A>C 90, A>D 9, E>D 1"},
		{"in place of the lightest", "D", 3, false, "A 0/999, B 900/900, D 10/10, A>B 900, A>D 9"},
		{"that is drawn anyway", "B", 2, false, "A 0/999, B 900/900, A>B 900"},
		{"of a tree the heaviest box", "D", 0, true, "A 0/999, B 900/900, C 90/90, D 9/9, A>B 900, A>C 90, A>D 9"},
		{"of a tree, in place of the lightest", "D", 3, true, "A 0/999, B 900/900, D 9/9, A>B 900, A>D 9"},
	} {
		q := query.Default()
		q.NodeCount, q.NodeFraction = c.count, 0.05
		r := result(t, p, q)
		o := graph.Options{EdgeFraction: 0.05, CallTree: c.tree}
		for n := range query.NodeID(r.Nodes.Len()) {
			if slices.Contains(strings.Fields(c.also), r.Nodes.Node(n).Name) {
				o.Also = append(o.Also, n)
			}
		}
		g := must.Have(graph.New(t.Context(), r, o))
		if got := text(g); !sameParts(got, c.want) {
			t.Errorf("%s: %s\nwant %s", c.rule, got, c.want)
		}
	}
}

// Boxes have no type arguments. Texts for other programs have them.
func TestTypeArgumentsInBoxes(t *testing.T) {
	const name = `example.com/pkg.(*List[go.shape.struct { main.F string "json:\"f\""; main.G [4]int }]).Push.func1`
	g := newGraph(t, profileNamed(name, "main.main", "a.go"), query.Default(), graph.DefaultOptions())
	i := slices.IndexFunc(g.Nodes, func(n graph.Node) bool { return g.Result.Nodes.Node(n.ID).Name == name })
	if got, want := g.NameLines(int32(i)), []string{"pkg", "(*List[…])", "Push", "func1"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	var dot strings.Builder
	if err := g.WriteDOT(&dot); err != nil || !strings.Contains(dot.String(), "[4]int") {
		t.Errorf("the text for graphviz has no type arguments: %v\n%s", err, dot.String())
	}
}

// Boxes of packages have their path, broken between its elements: the dots in it stay.
func TestPackagesInBoxes(t *testing.T) {
	q := query.Default()
	q.Granularity = query.Packages
	g := newGraph(t, profileNamed("github.com/gorilla/mux.(*Router).ServeHTTP", "net/http.HandlerFunc.ServeHTTP", "a.go"), q, graph.DefaultOptions())
	var got []string
	for i := range g.Nodes {
		got = append(got, strings.Join(g.NameLines(int32(i)), "|"))
	}
	slices.Sort(got)
	if want := []string{"[a.go]", "github.com/|gorilla/|mux", "net/|http"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestSummary(t *testing.T) {
	q := query.Default()
	q.NodeCount, q.NodeFraction = 1, 0.1
	q.Focus = strings.Repeat("A|B|C|", 20) + `"\`
	q.Focus = strings.TrimSuffix(q.Focus, `"\`) + "D"
	g := newGraph(t, parsed(t, "A 500\nB 300\nC 1\nD 2"), q, graph.Options{})
	want := []string{
		"Active filters:", "   " + ("focus=" + q.Focus)[:80] + "…",
		"Showing nodes accounting for 500ms, 62.27% of 803ms total",
		"Dropped 2 nodes (cum <= 80ms)", "Showing top 1 nodes out of 2",
	}
	if got := g.Summary(lang.English); !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

func TestCSV(t *testing.T) {
	var b bytes.Buffer
	g := newGraph(t, parsed(t, "A B+C 900\nA C 100"), query.Default(), graph.DefaultOptions())
	must.Do(g.WriteCSV(&b))
	want := `from,to,weight,weight_percent,residual,inline,from_node,from_flat,from_cum,to_node,to_flat,to_cum
A,B,900,90.0000,false,false,2,0,1000,3,0,900
B,C,900,90.0000,false,true,3,0,900,1,1000,1000
A,C,100,10.0000,false,false,2,0,1000,1,1000,1000
`
	if b.String() != want {
		t.Errorf("%s\nwant\n%s", b.String(), want)
	}
}

// failing is a file on a full disk.
type failing struct{}

var errFull = errors.New("no space left")

func (failing) Write([]byte) (int, error) { return 0, errFull }

func TestErrors(t *testing.T) {
	p := parsed(t, "A B 9 k=v")
	g := newGraph(t, p, query.Default(), graph.DefaultOptions())
	if err := g.WriteDOT(failing{}); !errors.Is(err, errFull) {
		t.Error(err)
	}
	if err := g.WriteCSV(failing{}); !errors.Is(err, errFull) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, tree := range []bool{false, true} {
		if _, err := graph.New(ctx, g.Result, graph.Options{CallTree: tree}); !errors.Is(err, context.Canceled) {
			t.Errorf("call tree %v: %v", tree, err)
		}
	}
}

// TestTreeTooLarge bounds the branches: those below the cutoff are not made,
// and where even the others are too many, the reason is told.
func TestTreeTooLarge(t *testing.T) {
	p := parsed(t, "A B 50\nA C 40\nA D E F 2\nA G H I 1")
	q := query.Default()
	q.NodeFraction = 0.2
	r := result(t, p, q)
	all := map[string]int64{"A": 93, "B": 50, "C": 40, "D": 2, "E": 2, "F": 2, "G": 1, "H": 1, "I": 1}
	if got, partial, err := graph.PartialTree(r, 100); err != nil || partial || !maps.Equal(got, all) {
		t.Error(got, partial, err)
	}
	large := map[string]int64{"A": 93, "B": 50, "C": 40}
	if got, partial, err := graph.PartialTree(r, 8); err != nil || !partial || !maps.Equal(got, large) {
		t.Error(got, partial, err)
	}
	if _, _, err := graph.PartialTree(r, 2); err == nil || !strings.Contains(err.Error(), "more than 2 branches: filter, or raise nodefraction above 0.2") {
		t.Error(err)
	}
}

func TestHeat(t *testing.T) {
	for _, c := range []struct {
		share  float64
		inside bool
		want   [3]uint8
	}{
		{0, false, [3]uint8{178, 178, 178}}, {1, false, [3]uint8{178, 0, 0}}, {-1, false, [3]uint8{0, 0, 178}},
		{-1, true, [3]uint8{213, 213, 237}}, {-0.1, false, [3]uint8{133, 133, 178}},
		{7, true, [3]uint8{237, 213, 213}}, {0.1, false, [3]uint8{178, 133, 89}},
	} {
		r, g, b := graph.Heat(c.share, c.inside)
		if got := [3]uint8{r, g, b}; got != c.want {
			t.Errorf("%v %v: %v, want %v", c.share, c.inside, got, c.want)
		}
	}
}

// By weight the nodes with the largest |cum| stay, also where values are negative.
func TestDifference(t *testing.T) {
	p := parsed(t, "a b c 100\na d e -90\na x 1\na y -1\na z 2")
	q := query.Default()
	q.NodeCount = 4
	g := newGraph(t, p, q, graph.Options{Difference: true})
	var names []string
	for i := range g.Nodes {
		names = append(names, g.Name(int32(i)))
	}
	if got := strings.Join(names, " "); got != "b c d e" {
		t.Errorf("the nodes are %s", got)
	}
}
