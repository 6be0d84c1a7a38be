package model

import (
	"context"

	"profstation/model/work"
)

// Frames returns how many frames the stacks unfold to, where frames shared from the root count once. There is
// one for each line in a location, and one for a location without lines. A tree with all stacks has at most
// that many nodes. The only error is the context's.
func (p *Profile) Frames(ctx context.Context) (int64, error) {
	n := p.Stacks.Len()
	counts := make([]int64, work.PartsOf(n)) // at most 2³¹ references with 2³¹ lines each, which fits
	work.InParts(n, len(counts), func(part, lo, hi int) {
		read, steps, frames := p.Stacks.Reader(), work.StepsUntil(ctx), int64(0)
		for i := lo; i < hi; i++ {
			entered := read.From(StackID(i), int32(p.Stacks.Common(StackID(i))))
			if steps.Over(1 + len(entered)) {
				return
			}
			frames += p.FramesOf(entered)
		}
		counts[part] = frames
	})
	frames := int64(0)
	for _, c := range counts {
		frames += c
	}
	return frames, ctx.Err()
}

// FramesOf returns how many frames some locations have.
func (t *Tables) FramesOf(locs []LocID) (frames int64) {
	for _, l := range locs {
		loc := &t.Locations[l]
		frames += int64(max(1, loc.EndLine-loc.FirstLine))
	}
	return frames
}
