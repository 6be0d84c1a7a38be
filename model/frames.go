package model

import "context"

// Frames is how many frames the stacks unfold to, what stacks share from the root counted once: one
// for each line of a location, or for a location without lines. A tree of all stacks has so many
// nodes at most. Its only error is the context's.
func (p *Profile) Frames(ctx context.Context) (int64, error) {
	read := p.Stacks.Reader()
	frames, steps := int64(0), 0 // 2³¹ references of 2³¹ lines at most, which fits
	for i := range StackID(p.Stacks.Len()) {
		entered := read.from(i, p.Stacks.common[i])
		if steps += len(entered); steps >= stepsBetween || i%stepsBetween == 0 {
			if steps = 0; ctx.Err() != nil {
				return 0, ctx.Err()
			}
		}
		for _, l := range entered {
			loc := &p.Locations[l]
			frames += int64(max(1, loc.EndLine-loc.FirstLine))
		}
	}
	return frames, nil
}

// stepsBetween is how many steps of a fast loop lie between two looks at its context.
const stepsBetween = 1 << 16
