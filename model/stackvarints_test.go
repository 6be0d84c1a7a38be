package model

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// varints packs a stack as profile.proto does, leaf first. Some numbers take more bytes than they need.
func varints(stack []LocID, longer func() bool) (packed []byte) {
	for _, l := range slices.Backward(stack) {
		packed = binary.AppendUvarint(packed, uint64(l))
		if l < 1<<14 && longer() {
			packed[len(packed)-1] |= 0x80
			packed = append(packed, 0)
		}
	}
	return packed
}

// TestAddVarints holds that packed stacks make the same table as others, with numbers of all lengths.
func TestAddVarints(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, largest := range []int{1, 100, 127, 128, 254, 255, 256, 16_000, 16_384, 65_534, 65_535, 70_000, 3_000_000, math.MaxInt32} {
		for _, odd := range []int{0, 1, 30} {
			var a, b StackList
			for range 2000 {
				stack := make([]LocID, rnd.IntN(30))
				for i := range stack {
					stack[i] = LocID(rnd.IntN(1 + min(largest, 1<<rnd.IntN(31))))
				}
				packed := varints(stack, func() bool { return rnd.IntN(100) < odd })
				a.Add(stack)
				if depth := b.AddVarints(packed); depth != len(stack) {
					t.Fatalf("up to %d: %d locations of %v in % x", largest, depth, stack, packed)
				}
			}
			want, wantIDs, err := a.Table(t.Context())
			got, gotIDs, err2 := b.Table(t.Context())
			if err != nil || err2 != nil || !slices.Equal(gotIDs, wantIDs) || !slices.Equal(got.locs, want.locs) || !slices.Equal(got.common, want.common) {
				t.Errorf("up to %d: the tables differ, %v, %v", largest, err, err2)
			}
		}
	}
}

// slowVarints is AddVarints without a list, and obvious: from the first byte on.
func slowVarints(packed []byte) (stack []LocID, ok bool) {
	for len(packed) > 0 {
		u, n := binary.Uvarint(packed)
		if n <= 0 || n > 5 || u > math.MaxInt32 {
			return nil, false
		}
		stack, packed = append(stack, LocID(u)), packed[n:]
	}
	slices.Reverse(stack)
	return stack, true
}

// FuzzAddVarints holds that any bytes are the stack that they would be if they were read from the first on, or none.
func FuzzAddVarints(f *testing.F) {
	for _, seed := range [][]byte{
		{}, {0}, {0x7f}, {0x80}, {0x80, 1}, {1, 0x80}, {0xff, 0xff, 0x03, 7}, {0xff, 0xff, 0xff, 0xff, 7}, {0xff, 0xff, 0xff, 0xff, 8},
		{0xff, 0xff, 0xff, 0xff, 0xff, 1}, {0x80, 0x80, 0x80, 0x80, 0x80, 0}, slices.Repeat([]byte{0x80, 1}, 9), slices.Repeat([]byte{0x81, 1, 5}, 9),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, packed []byte) {
		want, ok := slowVarints(packed)
		var wide, list StackList
		// A list whose locations are of the middle width from the start on.
		wide.Add([]LocID{300})
		for _, l := range []*StackList{&wide, &list} {
			if depth := l.AddVarints(packed); ok && depth != len(want) || !ok && depth >= 0 {
				t.Fatalf("%d locations, want %v, %v", depth, want, ok)
			}
			if !ok {
				continue
			}
			table, ids, err := l.Table(t.Context())
			if err != nil || !slices.Equal(table.Reader().Locs(ids[len(ids)-1]), want) {
				t.Fatalf("another stack than %v: %v", want, err)
			}
		}
	})
}
