package model

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"profstation/internal/must"
	"regexp"
	"testing"
)

func TestNeighboursAgainstReference(t *testing.T) {
	randomCases(t, func(t *testing.T, rnd *rand.Rand, p *Profile, r *Result, paths []refPath) {
		type call struct{ from, to string }
		weights := map[call]int64{}
		for _, p := range paths {
			if p.value == 0 {
				continue
			}
			seen := map[call]bool{}
			for i := 1; i < len(p.names); i++ {
				c := call{p.names[i-1], p.names[i]}
				if c.from != c.to && !seen[c] {
					seen[c] = true
					weights[c] += p.value
				}
			}
		}
		got := map[call]int64{}
		for n := range r.Nodes.Len() {
			name := r.Nodes.Node(NodeID(n)).Name
			callers, callees, _ := r.Neighbours(context.Background(), NodeID(n))
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
				if Magnitude(callers[i].Weight) > Magnitude(callers[i-1].Weight) {
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
	randomCases(t, func(t *testing.T, rnd *rand.Rand, p *Profile, r *Result, paths []refPath) {
		for _, text := range []string{"A", "[BC]", "E$", "u1"} {
			re := regexp.MustCompile(text)
			var net, abs int64
			for _, p := range paths {
				for _, n := range p.names {
					if re.MatchString(n) {
						net += p.value
						abs += Magnitude(p.value)
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
