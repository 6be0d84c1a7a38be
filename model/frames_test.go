package model

import (
	"context"
	"errors"
	"math/rand/v2"
	"profstation/internal/must"
	"slices"
	"strings"
	"testing"
)

// TestFrames counts the nodes of a tree of all stacks with every line as a node, made by hand.
func TestFrames(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		b := NewBuilder([]ValueType{{"cpu", "ns"}})
		f := b.Function(Function{})
		lines := make([]int, 6)
		for l := range lines {
			lines[l] = r.IntN(4)
			b.Location(NoMapping, uint64(l), slices.Repeat([]Line{{Func: f}}, lines[l]))
		}
		nodes := map[string]bool{}
		for range 50 {
			stack := make([]LocID, r.IntN(8))
			path := ""
			for i := range stack {
				stack[i] = LocID(r.IntN(len(lines)))
			}
			for _, l := range slices.Backward(stack) {
				path += string(rune('a' + l))
				for k := range max(1, lines[l]) {
					nodes[path+strings.Repeat("+", k)] = true
				}
			}
			b.Sample(stack, 0, []int64{1})
		}
		got, err := b.Profile(Header{}).Frames(t.Context())
		if err != nil || got != int64(len(nodes)) {
			t.Errorf("seed %d: %d frames, %v; %d by hand", seed, got, err, len(nodes))
		}
	}
}

// TestFinishStops has the context end while the stacks of several runs are merged, and while their
// frames are counted.
func TestFinishStops(t *testing.T) {
	random := func() *Builder {
		r := rand.New(rand.NewPCG(1, 1))
		b := NewBuilder([]ValueType{{"cpu", "ns"}})
		for l := range 100 {
			b.Location(NoMapping, uint64(l), nil)
		}
		for range 2 * runStacks {
			stack := make([]LocID, 40)
			for i := range stack {
				stack[i] = LocID(r.IntN(100))
			}
			b.Sample(stack, 0, []int64{1})
		}
		return b
	}
	if p, err := random().Finish(must.Ask(20), Header{}); p != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("a profile of which the merging was stopped: %v, error %v", p != nil, err)
	}
	if _, err := random().Profile(Header{}).Frames(must.Ask(2)); !errors.Is(err, context.Canceled) {
		t.Errorf("counting millions of frames was not stopped: %v", err)
	}
}
