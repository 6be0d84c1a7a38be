package model

import (
	"context"

	"profstation/model/work"
)

// Frames returns how many frames the stacks unfold to, where frames shared from the root count once. There is
// one for each line in a location, and one for a location without lines. A tree with all stacks has at most
// that many nodes. The only error is the context's.
func (p *Profile) Frames(ctx context.Context) (int64, error) {
	t := p.Stacks
	frames := make([]int32, len(p.Locations)) // in each
	for i := range p.Locations {
		frames[i] = p.Locations[i].frames()
	}
	n := (t.Len() + wholeEvery - 1) / wholeEvery
	counts := make([]int64, work.PartsOf(t.Len())) // at most 2³¹ references with 2³¹ lines each, which fits
	work.InParts(n, len(counts), func(part, lo, hi int) {
		steps, count := work.StepsUntil(ctx), int64(0)
		for i := lo; i < hi; i++ {
			// Behind what a whole stack shares, each holds what it does not share.
			whole, next := i*wholeEvery, min((i+1)*wholeEvery, t.Len())
			entered := t.locs[t.start[whole]+t.common[whole] : t.start[next]]
			if steps.Over(1 + len(entered)) {
				return
			}
			for _, l := range entered {
				count += int64(frames[l])
			}
		}
		counts[part] = count
	})
	all := int64(0)
	for _, c := range counts {
		all += c
	}
	return all, ctx.Err()
}

// FramesOf returns how many frames some locations have.
func (t *Tables) FramesOf(locs []LocID) (frames int64) {
	for _, l := range locs {
		frames += int64(t.Locations[l].frames())
	}
	return frames
}

func (l *Location) frames() int32 { return max(1, l.EndLine-l.FirstLine) }
