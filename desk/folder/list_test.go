package folder

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

type thing struct {
	path string
	at   int
}

func inOrder(a, b *thing) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.path, b.path)) }

// A list is what sorting all of it is, whatever comes, changes and goes between two looks at it, and
// a list that somebody holds does not change.
func TestList(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	l, want := newList(inOrder), map[string]*thing{}
	var held, copied []*thing
	for round := range 300 {
		for range rng.IntN(20) {
			path := fmt.Sprint(rng.IntN(50))
			x := &thing{path, rng.IntN(10)}
			if want[path] = x; rng.IntN(3) == 0 {
				x = nil
				delete(want, path)
			}
			l.put(path, x)
		}
		l.apply()
		var all []*thing
		for _, x := range want {
			all = append(all, x)
		}
		slices.SortFunc(all, inOrder)
		if !slices.Equal(l.All, all) {
			t.Fatalf("round %d: %d things, want %d", round, len(l.All), len(all))
		}
		for i, x := range all {
			if l.index(x.path) != i {
				t.Errorf("round %d: %v is in place %d, want %d", round, *x, l.index(x.path), i)
			}
		}
		if l.index("none") != -1 {
			t.Error("what is not there has a place")
		}
		if !slices.Equal(held, copied) {
			t.Fatalf("round %d changed the list before it", round)
		}
		held, copied = l.All, slices.Clone(l.All)
	}
}

// A change of a list compares a few of its things, however long it is.
func TestListGrows(t *testing.T) {
	compared := 0
	steps := func(n int) int {
		l := newList(func(a, b *thing) int {
			compared++
			return inOrder(a, b)
		})
		for i := range n {
			l.put(fmt.Sprint(i), &thing{fmt.Sprint(i), i * 7919 % n})
		}
		l.apply()
		compared = 0
		for i := range 100 {
			l.put(fmt.Sprint(i), &thing{fmt.Sprint(i), i})
			l.put(fmt.Sprint("new", i), &thing{fmt.Sprint("new", i), n - i})
			l.put(fmt.Sprint(n-1-i), nil)
		}
		l.apply()
		return compared
	}
	if few, many := steps(2_500), steps(40_000); float64(many) > 1.5*float64(few) {
		t.Errorf("300 changes take %d comparisons of 2,500 things, %d of 40,000", few, many)
	}
}
