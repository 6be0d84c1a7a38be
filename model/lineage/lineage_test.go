package lineage

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// slowLineage walks from a goroutine to those that led to it. It keeps the last statements.
func slowLineage(births []Birth, g, most int) (statements []int32, cut bool) {
	for g >= 0 && births[g].At >= 0 {
		if len(statements) == most {
			return statements, true
		}
		statements = append(statements, births[g].At)
		g = int(births[g].By)
	}
	return statements, false
}

// path is [All.Path] from the goroutine to those that led to it.
func path(all *All, place int32) (statements []int32, cut bool) {
	statements, cut = all.Path(place)
	slices.Reverse(statements)
	return statements, cut
}

func one(int32) int { return 1 }

func TestFindLineages(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		births := make([]Birth, 1+rnd.IntN(150))
		order := rnd.Perm(len(births)) // who started a goroutine may stand behind it
		for i, g := range order {
			births[g] = Birth{By: -1, At: int32(rnd.IntN(4)) - 1}
			if i > 0 && rnd.IntN(20) > 0 {
				births[g].By = int32(order[max(0, i-1-rnd.IntN(2))])
			}
		}
		all, err := Find(t.Context(), births, one)
		if err != nil {
			t.Fatal(err)
		}
		for g := range births {
			want, wantCut := slowLineage(births, g, all.Most)
			if got, cut := path(all, all.Of[g]); !slices.Equal(got, want) || cut != wantCut {
				t.Fatalf("%v: goroutine %d: %v, cut %v; want %v, cut %v", births, g, got, cut, want, wantCut)
			}
		}
	}
}

// What started itself ends: a text may say anything.
func TestLineageInCircles(t *testing.T) {
	all, err := Find(t.Context(), []Birth{{0, 0}, {2, 1}, {1, 2}}, one)
	if err != nil {
		t.Fatal(err)
	}
	for g, place := range all.Of {
		if got, _ := path(all, place); len(got) == 0 || len(got) > 3 || got[0] != int32(g) {
			t.Errorf("goroutine %d: %v", g, got)
		}
	}
}

// However many goroutines started each other, and in however many ways, lineages are bounded.
func TestLongLineages(t *testing.T) {
	const n = 30_000
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, c := range []struct {
		name  string
		at    func(i int) int32
		size  int
		cut   bool
		nodes int
	}{
		{"one go statement", func(int) int32 { return 7 }, 100, false, 3 * Longest},
		{"any order", func(int) int32 { return int32(rnd.IntN(3)) }, 2, true, mostNodes},
		{"each another", func(i int) int32 { return int32(i) }, 100, true, 3 * n},
	} {
		births := make([]Birth, n)
		for i := range births {
			births[i] = Birth{By: int32(i - 1), At: c.at(i)}
		}
		all, err := Find(t.Context(), births, func(int32) int { return c.size })
		if err != nil {
			t.Fatal(err)
		}
		frames, met := 0, map[int32]bool{}
		for _, place := range all.Of {
			if !met[place] {
				met[place] = true
				frames += int(all.nodes[place].frames)
			}
		}
		if frames > max(allFrames, n*c.size) || len(all.nodes) > c.nodes {
			t.Errorf("%s: %d frames, %d nodes, the last %d statements", c.name, frames, len(all.nodes), all.Most)
		}
		if (all.Most < Longest) != c.cut || (all.Warning() != "") != c.cut {
			t.Errorf("%s: the last %d statements, %q", c.name, all.Most, all.Warning())
		}
	}
}
