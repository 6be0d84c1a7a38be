package model

import (
	"math/rand/v2"
	"slices"
	"testing"

	"profstation/testdata/record/synthetic"
)

func listOf(stacks [][]LocID) *StackList {
	list := &StackList{}
	for _, s := range stacks {
		list.Add(s)
	}
	return list
}

// newStacks is the table of stacks, and where each of them stands in it.
func newStacks(t testing.TB, stacks [][]LocID) (*Stacks, []StackID) {
	t.Helper()
	table, ids, err := listOf(stacks).Table(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return table, ids
}

func repeated(l LocID, n int) []LocID { return slices.Repeat([]LocID{l}, n) }

// stackCases are stacks that are hard to sort, by what makes them so.
func stackCases() map[string][][]LocID {
	cases := map[string][][]LocID{
		"none":      {},
		"one empty": {{}},
		"empty":     {{}, {1}, {}, {2, 1}, {}},
		"prefixes":  {{1, 2, 3}, {1}, {1, 2}, {}, {1, 2, 3, 4}, {2}},
		"deep":      {repeated(7, 100_000), append(repeated(7, 99_999), 3), repeated(7, 50_000), repeated(7, 100_000)},
	}
	var same, rising, falling, long [][]LocID
	for i := range LocID(2000) {
		same = append(same, []LocID{1, 2, 3})
		rising = append(rising, []LocID{i})
		falling = append(falling, []LocID{2000 - i})
		if i < 300 {
			long = append(long, repeated(1, int(i)))
		}
	}
	cases["all the same"], cases["rising"], cases["falling"], cases["each a prefix of the next"] = same, rising, falling, long
	rnd := rand.New(rand.NewPCG(1, 2))
	var random, bushy [][]LocID
	for range 3000 {
		s := make([]LocID, rnd.IntN(6))
		b := make([]LocID, rnd.IntN(60))
		for i := range s {
			s[i] = LocID(rnd.IntN(4))
		}
		for i := range b {
			b[i] = LocID(rnd.IntN(2))
		}
		random, bushy = append(random, s), append(bushy, b)
	}
	var many [][]LocID // enough for several runs
	for range 40_000 {
		s := make([]LocID, rnd.IntN(8))
		for i := range s {
			s[i] = LocID(rnd.IntN(3))
		}
		many = append(many, s)
	}
	cases["many"] = many
	cases["random"], cases["random and deep"] = random, bushy
	return cases
}

func TestStacksAgainstSort(t *testing.T) {
	for name, stacks := range stackCases() {
		t.Run(name, func(t *testing.T) {
			table, ids := newStacks(t, stacks)
			want := slices.Clone(stacks)
			slices.SortFunc(want, slices.Compare)
			want = slices.CompactFunc(want, slices.Equal)
			if table.Len() != len(want) {
				t.Fatalf("%d stacks, want %d", table.Len(), len(want))
			}
			rnd, read := rand.New(rand.NewPCG(3, 4)), table.Reader()
			for i, w := range want {
				if d := rnd.IntN(len(w) + 1); table.Depth(StackID(i)) != len(w) || !slices.Equal(read.From(StackID(i), int32(d)), w[d:]) ||
					d < len(w) && table.At(StackID(i), int32(d)) != w[d] {
					t.Fatalf("stack %d of %d is another from location %d on", i, len(want), d)
				}
				if !slices.Equal(table.Reader().Locs(StackID(i)), w) {
					t.Fatalf("stack %d of %d is out of order", i, len(want))
				}
				common := 0
				if i > 0 {
					common = commonPrefix(want[i-1], w)
				}
				if table.Common(StackID(i)) != common {
					t.Fatalf("stack %d shares %d, want %d", i, table.Common(StackID(i)), common)
				}
			}
			for i, s := range stacks {
				if !slices.Equal(table.Reader().Locs(ids[i]), s) {
					t.Fatalf("sample %d has the wrong stack", i)
				}
			}
		})
	}
}

// TestRenumbered holds that a table with other numbers is that of the stacks with these numbers: in
// the same order, in any other, and where two become one.
func TestRenumbered(t *testing.T) {
	for name, stacks := range stackCases() {
		for kind, number := range map[string]func(LocID) LocID{
			"in order":  func(l LocID) LocID { return 2*l + 1 },
			"backwards": func(l LocID) LocID { return 10_000 - l },
			"mixed":     func(l LocID) LocID { return l * 7 % 3001 },
			"fewer":     func(l LocID) LocID { return l / 2 },
		} {
			numbers := make([]LocID, 3001)
			for l := range numbers {
				numbers[l] = number(LocID(l))
			}
			var renumbered [][]LocID
			for _, s := range stacks {
				r := make([]LocID, len(s))
				for i, l := range s {
					r[i] = numbers[l]
				}
				renumbered = append(renumbered, r)
			}
			table, ids := newStacks(t, stacks)
			want, wantIDs := newStacks(t, renumbered)
			got, at, err := table.Renumbered(t.Context(), numbers)
			if err != nil {
				t.Fatal(err)
			}
			for i, s := range ids {
				if at[s] != wantIDs[i] {
					t.Fatalf("%s, %s: stack %d stands at %d, want %d", name, kind, i, at[s], wantIDs[i])
				}
			}
			same := func(a, b *Stacks) bool {
				return slices.Equal(a.locs, b.locs) && slices.Equal(a.start, b.start) && slices.Equal(a.common, b.common)
			}
			if !same(got, want) {
				t.Errorf("%s, %s: the tables differ", name, kind)
			}
			late, lateIDs, err := listOf(stacks).Numbered(t.Context(), func() []LocID { return numbers })
			if err != nil || !same(late, want) || !slices.Equal(lateIDs, wantIDs) {
				t.Errorf("%s, %s: a table that was numbered late is another: %v", name, kind, err)
			}
			if len(table.locs) == 0 {
				continue
			}
			numbers[table.locs[len(table.locs)-1]] = -1
			if _, _, err := listOf(stacks).Numbered(t.Context(), func() []LocID { return numbers }); err == nil {
				t.Errorf("%s, %s: a location without a number has one", name, kind)
			}
		}
	}
}

func BenchmarkNewStacks(b *testing.B) {
	for _, name := range []string{"service", "random"} {
		b.Run(name, func(b *testing.B) {
			var stacks [][]LocID
			for _, s := range synthetic.Huge[name]().Sample {
				stack := make([]LocID, len(s.Location))
				for i, l := range s.Location {
					stack[len(stack)-1-i] = LocID(l.ID - 1)
				}
				stacks = append(stacks, stack)
			}
			b.ReportAllocs()
			for b.Loop() {
				newStacks(b, stacks)
			}
		})
	}
}
