package labels

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"testing"

	"profstation/internal/must"
	"profstation/internal/reference"
	"profstation/model"
	"profstation/model/query"
)

// TestCross holds sums by node and label against those made sample by sample, for rows that are all
// nodes or some, in a table and in a hash.
func TestCross(t *testing.T) {
	type cell struct{ row, column int32 }
	type sums struct{ flat, cum int64 }
	reference.RandomCases(t, func(t *testing.T, rnd *rand.Rand, p *model.Profile, r *query.Result, _ []reference.Path) {
		c := Crossing{Rows: r.Nodes.Len(), Columns: 7, At: func(_ int32, s query.Step) int32 { return int32(s.Node) }}
		if rnd.IntN(30) == 0 {
			c.Columns = 1 << 22 // too many for a table
		}
		columns := make([][]int32, r.Profile.Labels.Len())
		for i := range columns {
			for range rnd.IntN(4) {
				columns[i] = append(columns[i], rnd.Int32N(7))
			}
		}
		c.Of = func(set model.LabelSetID) []int32 { return columns[set] }
		row := func(n query.NodeID) int32 { return int32(n) }
		if rnd.IntN(2) == 0 {
			for range r.Nodes.Len() {
				c.Row = append(c.Row, rnd.Int32N(int32(r.Nodes.Len())+1)-1)
			}
			row = func(n query.NodeID) int32 { return c.Row[n] }
		}
		want := map[cell]sums{}
		r.EachSample(context.Background(), func(s model.StackID, set model.LabelSetID, v int64) {
			path := r.Path(s)
			seen := map[int32]bool{-1: true}
			for i, step := range path {
				at := row(step.Node)
				for _, column := range columns[set] {
					k := cell{at, column}
					x := want[k]
					if !seen[at] {
						x.cum += v
					}
					if i == len(path)-1 && at >= 0 {
						x.flat += v
					}
					if at >= 0 {
						want[k] = x
					}
				}
				seen[at] = true
			}
		})
		all := must.Have(Cross(context.Background(), r, c))
		got := map[cell]sums{}
		for x := range all {
			got[cell{x.Row, x.Column}] = sums{x.Flat, x.Cum}
		}
		if !maps.Equal(got, want) {
			t.Errorf("%v\nwant %v", got, want)
		}
		if c.Max = len(want) - 1; c.Max > 0 {
			if _, err := Cross(context.Background(), r, c); !errors.Is(err, errTooMany) {
				t.Errorf("%d cells, of which %d are allowed: %v", len(want), c.Max, err)
			}
		}
	})
}

// TestCrossTidies holds the same where many samples meet in one stack.
func TestCrossTidies(t *testing.T) {
	b := model.NewBuilder([]model.ValueType{{Type: "v", Unit: "count"}})
	l := b.Location(model.NoMapping, 1, []model.Line{{Func: b.Function(model.Function{Name: b.String("f")})}})
	for i := range 1000 {
		b.Sample([]model.LocID{l}, b.LabelSet([]model.Label{{Key: b.String("n"), Num: int64(i), IsNum: true}}), []int64{int64(i)})
	}
	r := reference.Evaluate(t, b.Profile(model.Header{}), query.Default())
	all, err := Cross(t.Context(), r, Crossing{
		Rows: 1, Columns: 3, At: func(int32, query.Step) int32 { return 0 },
		Of: func(set model.LabelSetID) []int32 { return []int32{int32(set) % 3} },
	})
	if err != nil {
		t.Fatal(err)
	}
	var flat, cum int64
	for x := range all {
		flat, cum = flat+x.Flat, cum+x.Cum
	}
	if flat != 499_500 || cum != flat {
		t.Errorf("flat %d, cum %d", flat, cum)
	}
}
