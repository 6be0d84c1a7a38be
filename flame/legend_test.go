package flame_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"profstation/flame"
	"profstation/internal/golden"
	"profstation/internal/must"
	"profstation/model/query"
	"profstation/scene"
)

// Colours that do not explain themselves are explained; where values are
// negative they mean something else, whatever was chosen.
func TestLegend(t *testing.T) {
	plain := typed(t, "\n\ta\n\t5")
	negative := typed(t, "\n\ta b\n\t5 -3")
	for _, c := range []struct {
		name  string
		chart *flame.Chart
		by    flame.Coloring
	}{
		{"legend_package.txt", plain, flame.ByPackage}, {"legend_kind.txt", plain, flame.ByKind},
		{"legend_self.txt", plain, flame.BySelf}, {"legend_negative.txt", negative, flame.ByKind},
	} {
		rec := &scene.Recorder{Width: 600, Height: 30}
		c.chart.PaintLegend(rec, flame.Style{Theme: &scene.Light, Coloring: c.by}, 10, 590, 20)
		golden.Check(t, c.name, rec.String())
	}
}

// TestCancelling explains colours and widths where values cancel out, though no sum is negative.
func TestCancelling(t *testing.T) {
	stacks := []stack{{value: 5, names: []string{"a", "b"}}, {value: -5, names: []string{"a", "b"}}, {value: 1, names: []string{"a"}}}
	for _, all := range [][]stack{stacks, stacks[2:]} {
		c := chartOf(t, evaluate(t, profile(all)), whole())
		rec := &scene.Recorder{Width: 600, Height: 30}
		c.PaintLegend(rec, flame.Style{Theme: &scene.Light, Coloring: flame.ByPackage}, 10, 590, 20)
		said := strings.Contains(rec.String(), "increases and decreases added up") && strings.Contains(rec.String(), `"same"`)
		if cancels := len(all) > 1; said != cancels || c.Negative != cancels {
			t.Errorf("%v: Negative is %v, legend %s", all, c.Negative, rec)
		}
	}
}

// A legend that is wider than the room has several lines, none of which is cut.
func TestNarrowLegend(t *testing.T) {
	rec := &scene.Recorder{Width: 200, Height: 90}
	typed(t, "\n\ta\n\t5").PaintLegend(rec, flame.Style{Theme: &scene.Light, Coloring: flame.ByKind}, 10, 190, 80)
	golden.Check(t, "legend_narrow.txt", rec.String())
}

func TestWidest(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 8))
		r := evaluate(t, profile(randomStacks(rng, true)))
		o := whole()
		if r.Nodes.Len() > 0 && seed%2 == 0 {
			o.Pivot = query.NodeID(rng.IntN(r.Nodes.Len()))
		}
		c := chartOf(t, r, o)
		for n := range query.NodeID(r.Nodes.Len()) {
			got := c.Widest(n)
			want := flame.None // the first of the widest, callees before callers
			for _, ref := range refs(c) {
				if b := c.Box(ref); b.Node == n && (want == flame.None || want.Callers == ref.Callers && b.X1-b.X0 > width(c, want)) {
					want = ref
				}
			}
			if got != want {
				t.Fatalf("seed %d: the widest box of %d is %v, want %v", seed, n, got, want)
			}
		}
		if got := c.Widest(query.NoNode); got != flame.None {
			t.Fatalf("the widest box of nothing is %v", got)
		}
	}
}

func width(c *flame.Chart, ref flame.Ref) int64 {
	b := c.Box(ref)
	return b.X1 - b.X0
}

func TestDescribeNode(t *testing.T) {
	c := typed(t, `
		a a b
		b c c
		5 3 2`)
	ref := box(t, c, "a", "b")
	must.Have(c.Result.Sums(t.Context())) // figures of all instances show once they are known
	if got, want := c.DescribeNode(ref), "\nall instances: flat 5ns (50.00%), cum 7ns (70.00%)\nb.go"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := c.DescribeNode(flame.Ref{}); got != "" {
		t.Errorf("of the root %q is told", got)
	}
	if got := flame.Place(c.Result, node(t, c.Result, "c")); got != "c.go" {
		t.Errorf("the place is %q", got)
	}
}
