package query_test

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/internal/reference"
	"profstation/internal/typed"
	"profstation/model"
	"profstation/model/query"
	"profstation/model/work"
)

// TestPaths holds the walk, whole and in parts, against paths made sample by
// sample.
func TestPaths(t *testing.T) {
	reference.RandomCases(t, func(t *testing.T, rnd *rand.Rand, p *model.Profile, r *query.Result, paths []reference.Path) {
		want := map[string]int64{}
		var total int64
		for _, path := range paths {
			total += path.Value
			if len(path.Names) > 0 {
				want[strings.Join(path.Names, " ")] += path.Value
			}
		}
		sum := func(ranges ...model.StackID) map[string]int64 {
			got := map[string]int64{}
			for i := range ranges[1:] {
				var before []string
				err := r.PathsIn(work.StepsUntil(context.Background()), ranges[i], ranges[i+1], func(_ model.StackID, path []query.Step, common int, net int64) {
					names := slices.Clone(before[:common]) // what the caller may rely on
					for _, s := range path[common:] {
						names = append(names, r.Nodes.Node(s.Node).Name)
					}
					got[strings.Join(names, " ")] += net
					before = names
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			return got
		}
		n := model.StackID(r.Profile.Stacks.Len())
		nonzero := func(m map[string]int64) map[string]int64 {
			maps.DeleteFunc(m, func(_ string, v int64) bool { return v == 0 })
			return m
		}
		nonzero(want)
		for _, ranges := range [][]model.StackID{{0, n}, {0, n / 3, n / 2, n}} {
			if got := nonzero(sum(ranges...)); !maps.Equal(got, want) {
				t.Errorf("%v: %v\nwant %v", ranges, got, want)
			}
		}
		var sampled int64
		r.EachSample(context.Background(), func(_ model.StackID, _ model.LabelSetID, v int64) { sampled += v })
		if sampled != total {
			t.Errorf("the samples that pass have %d, want %d", sampled, total)
		}
	})
}

func TestPathsTellInlining(t *testing.T) {
	r := reference.Evaluate(t, typed.Profile(t, "A+B+C D 5"), query.Default())
	var got []string
	read := func(_ model.StackID, path []query.Step, _ int, _ int64) {
		for _, s := range path {
			mark := ""
			if s.Inlined() {
				mark = "+"
			}
			got = append(got, mark+r.Nodes.Node(s.Node).Name)
		}
	}
	if err := r.Paths(work.StepsUntil(context.Background()), read); err != nil || strings.Join(got, " ") != "A +B +C D" {
		t.Error(got, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := r.Paths(work.StepsUntil(ctx), read); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestTreeTellsInlining(t *testing.T) {
	// B is always inlined into A, C only sometimes.
	r := reference.Evaluate(t, typed.Profile(t, "A+B+C 5\nA+B C 3"), query.Default())
	tree := must.Have(r.CallTree(context.Background(), query.TreeOptions{Pivot: query.NoNode}))
	if want := []bool{false, false, true, false}; !slices.Equal(tree.Inline, want) {
		t.Errorf("%v, want %v", tree.Inline, want)
	}
}

func TestShownLabels(t *testing.T) {
	p := typed.Profile(t, "A 5 user=bob bytes:=64 pprof::base=true")
	for _, c := range []struct{ show, hide, want string }{
		{"", "", "user bytes"}, {"us|base", "", "user"}, {"", "us", "bytes"}, {"s", "user", "bytes"}, {"x", "", ""},
	} {
		q := query.Default()
		q.TagShow, q.TagHide = c.show, c.hide
		var got []string
		for _, l := range reference.Evaluate(t, p, q).ShownLabels()(1) {
			got = append(got, p.Strings.Raw(l.Key))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("show %q, hide %q: %v, want %s", c.show, c.hide, got, c.want)
		}
	}
}
