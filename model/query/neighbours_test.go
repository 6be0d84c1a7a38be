package query_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"testing"

	"profstation/internal/must"
	"profstation/internal/reference"
	"profstation/model"
	"profstation/model/query"
	"profstation/model/units"
)

func TestNeighboursAgainstReference(t *testing.T) {
	reference.RandomCases(t, func(t *testing.T, rnd *rand.Rand, p *model.Profile, r *query.Result, paths []reference.Path) {
		type call struct{ from, to string }
		weights := map[call]int64{}
		for _, p := range paths {
			if p.Value == 0 {
				continue
			}
			seen := map[call]bool{}
			for i := 1; i < len(p.Names); i++ {
				c := call{p.Names[i-1], p.Names[i]}
				if c.from != c.to && !seen[c] {
					seen[c] = true
					weights[c] += p.Value
				}
			}
		}
		got := map[call]int64{}
		for n := range r.Nodes.Len() {
			name := r.Nodes.Node(query.NodeID(n)).Name
			callers, callees, _ := r.Neighbours(context.Background(), query.NodeID(n))
			for _, e := range callers {
				got[call{r.Nodes.Node(e.Node).Name, name}] = e.Weight
			}
			for _, e := range callees {
				c := call{name, r.Nodes.Node(e.Node).Name}
				if w, ok := got[c]; ok && w != e.Weight {
					t.Errorf("%v has %d from above and %d from below", c, w, e.Weight)
				}
				got[c] = e.Weight
			}
			for i := 1; i < len(callers); i++ {
				if units.Magnitude(callers[i].Weight) > units.Magnitude(callers[i-1].Weight) {
					t.Errorf("callers of %s are not in order: %v", name, callers)
				}
			}
		}
		if !maps.Equal(got, weights) {
			t.Errorf("calls %v, want %v", got, weights)
		}
	})
}

func TestMatchTotalAgainstReference(t *testing.T) {
	reference.RandomCases(t, func(t *testing.T, rnd *rand.Rand, p *model.Profile, r *query.Result, paths []reference.Path) {
		for _, text := range []string{"A", "[BC]", "E$", "u1"} {
			re := regexp.MustCompile(text)
			var net, abs int64
			for _, p := range paths {
				for _, n := range p.Names {
					if re.MatchString(n) {
						net += p.Value
						abs += units.Magnitude(p.Value)
						break
					}
				}
			}
			gotNet, gotAbs, _ := r.MatchTotal(context.Background(), must.Have(r.Matches(context.Background(), re)))
			if got, want := fmt.Sprint(gotNet, gotAbs), fmt.Sprint(net, abs); got != want {
				t.Errorf("%s: %s, want %s", text, got, want)
			}
		}
	})
}
