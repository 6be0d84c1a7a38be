package flame_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"profstation/flame"
	"profstation/internal/must"
	"profstation/loader"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/query"
	"profstation/scene"
)

func compared(t testing.TB, base, now string, q query.Query, n compare.Normalisation) *compare.Comparison {
	t.Helper()
	var p [2]*model.Profile
	for i, name := range []string{base, now} {
		f := must.Have(loader.Open(context.Background(), "../testdata/"+name, loader.Options{}))
		p[i] = f.Profile
	}
	pair := must.Have(compare.Join(context.Background(), p[0], p[1]))
	c := must.Have(pair.Evaluate(context.Background(), q, n))
	return c
}

// Every box of a comparison weighs on either side what the box of the same path
// weighs in that side's own chart.
func TestDiffBoxes(t *testing.T) {
	for _, q := range []query.Query{
		query.Default(),
		{TagRoot: "endpoint", Focus: "pricing", Granularity: query.Lines},
		{ShowFrom: "shop", NoInlines: true},
	} {
		c := compared(t, "cpu.pprof", "cpu-slow.pprof", q, compare.Normalisation{})
		pricing := query.NoNode
		for n := range query.NodeID(c.New.Nodes.Len()) {
			if strings.HasSuffix(c.New.Nodes.Node(n).Name, "pricing.Total") {
				pricing = n
			}
		}
		for _, pivot := range []query.NodeID{query.NoNode, pricing} {
			o := flame.Options{Pivot: pivot}
			own := [2]*flame.Chart{}
			for i, r := range []*query.Result{c.Base, c.New} {
				own[i] = chartOf(t, r, o)
			}
			for _, w := range compare.Widths {
				d := must.Have(flame.NewDiff(t.Context(), c, w, o))
				checkBoxes(t, d, own, w)
			}
		}
	}
}

func checkBoxes(t *testing.T, d *flame.Chart, own [2]*flame.Chart, w compare.Width) {
	t.Helper()
	seen := [2]int64{} // what the leaves of the chart have
	for _, callers := range []bool{false, true} {
		tree := d.Down
		if callers {
			tree = d.Up
		}
		if tree == nil {
			continue
		}
		for b := range int32(tree.Len()) {
			ref := flame.Ref{Callers: callers, Branch: b}
			path := d.Path(ref)
			change := d.Change(ref)
			for side, got := range []int64{change.Base, change.New} {
				var want int64
				if at, found := own[side].Find(callers, path); found == len(path) {
					want = own[side].Box(at).Net
				}
				if got != want {
					t.Fatalf("by %s: box %v weighs %d on side %d, want %d", w, path, got, side, want)
				}
				seen[side] += got
			}
			box := d.Box(ref)
			switch width := box.X1 - box.X0; {
			case w == compare.ByNew && width != change.New, w == compare.ByBase && width != change.Base,
				w == compare.ByLarger && width < max(change.New, change.Base):
				t.Fatalf("by %s: box %v of %d and %d is %d wide", w, path, change.Base, change.New, width)
			}
		}
	}
	if w == compare.ByLarger && (seen[0] == 0 || seen[1] == 0) {
		t.Errorf("by the larger of both one side has nothing: %v", seen)
	}
}

// What is real stands out, and nothing else does.
// What is said of all boxes of a node are the figures of the sides, whatever the widths are of.
func TestDiffDescribeNode(t *testing.T) {
	for _, n := range []compare.Normalisation{{}, {By: compare.PerSecond}} {
		c := compared(t, "cpu.pprof", "cpu-slow.pprof", query.Default(), n)
		for _, w := range compare.Widths {
			d := must.Have(flame.NewDiff(t.Context(), c, w, flame.Options{Pivot: query.NoNode}))
			must.Have(d.Result.Sums(context.Background()))
			for b := range int32(d.Down.Len()) {
				ref := flame.Ref{Branch: b}
				at := d.Box(ref).Node
				if at == query.NoNode {
					continue
				}
				want := ""
				base, now := c.Factors()
				for i, figure := range [][2]int64{
					{must.Have(c.Base.Sums(context.Background())).Flat[at], must.Have(c.New.Sums(context.Background())).Flat[at]}, {must.Have(c.Base.Sums(context.Background())).Cum[at], must.Have(c.New.Sums(context.Background())).Cum[at]},
				} {
					want += fmt.Sprintf("\nall instances, %s: base %s, new %s", []string{"flat", "cum"}[i],
						c.Format(float64(figure[0])*base), c.Format(float64(figure[1])*now))
				}
				if got := d.DescribeNode(ref); !strings.HasPrefix(got, want) {
					t.Fatalf("width %v: %q, want %q", w, got, want)
				}
			}
		}
	}
}

func TestDiffColours(t *testing.T) {
	c := compared(t, "cpu.pprof", "cpu-slow.pprof", query.Default(), compare.Normalisation{})
	d := must.Have(flame.NewDiff(t.Context(), c, compare.ByLarger, flame.Options{Pivot: query.NoNode}))
	real, slow := 0, false
	for b := range int32(d.Down.Len()) {
		ref := flame.Ref{Branch: b}
		if !d.Real(ref) {
			continue
		}
		real++
		change := d.Change(ref)
		if low, high := change.Verdict.Interval(); !(low > 0 || high < 0) {
			t.Errorf("a box is called real that changed by %v to %v", low, high)
		}
		if n := d.Down.Node[b]; n != query.NoNode && strings.HasSuffix(c.Name(n), "pricing.(*Rates).Of") {
			slow = slow || change.Delta > 0
		}
	}
	if !slow || real*3 > d.Down.Len() {
		t.Errorf("%d of %d boxes are real, the slow one among them: %v", real, d.Down.Len(), slow)
	}
	same := compared(t, "cpu.pprof", "cpu.pprof", query.Default(), compare.Normalisation{})
	d = must.Have(flame.NewDiff(t.Context(), same, compare.ByNew, flame.Options{Pivot: query.NoNode}))
	for b := range int32(d.Down.Len()) {
		if d.Real(flame.Ref{Branch: b}) {
			t.Fatal("a profile differs from itself")
		}
	}
	// Without a known sampling error nothing is noise.
	exact := compared(t, "mutex.pprof", "mutex.pprof", query.Default(), compare.Normalisation{By: compare.PerUnit, Base: 1, New: 2})
	d = must.Have(flame.NewDiff(t.Context(), exact, compare.ByNew, flame.Options{Pivot: query.NoNode}))
	if got := d.Describe(flame.Ref{}); !strings.Contains(got, "(-50.0%)") || !strings.Contains(got, "not judged") || !d.Real(flame.Ref{}) {
		t.Errorf("it says %q", got)
	}
}

func TestDiffPicture(t *testing.T) {
	c := compared(t, "cpu.pprof", "cpu-slow.pprof", query.Default(), compare.Normalisation{By: compare.PerTotal})
	d := must.Have(flame.NewDiff(t.Context(), c, compare.ByLarger, flame.Options{Pivot: query.NoNode, Columns: 1200}))
	p := &flame.Picture{Chart: d, Head: scene.Heading{Title: "base → new"}, Width: 1200, Style: flame.Style{Theme: &scene.Dark}}
	var out bytes.Buffer
	w, h := p.Size()
	cv := scene.NewSVG(&out, w, h, scene.Color{}, p.Head.Title, "")
	p.Draw(cv)
	must.Do(cv.Close())
	svg := out.String()
	for _, want := range []string{"the new profile scaled to the base's total", "width: the larger of both", "gone", "more than noise", ">not sure<"} {
		if !strings.Contains(strings.ReplaceAll(svg, "&#39;", "'"), want) {
			t.Errorf("the picture does not say %q", want)
		}
	}
}
