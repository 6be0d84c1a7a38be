// Package layout finds places for boxes and ways for the edges between them. It
// knows sizes and nothing of names, figures or profiles.
//
// [Helper.Compute] does all that a window or an export needs: graphviz lays out
// in a process of its own, since it cannot be interrupted, and [Quick] gives
// something to look at while it works or if it fails.
//
//	h := &layout.Helper{}
//	defer h.Close()
//	h.Warm() // ahead, when a picture is likely to be asked for
//	err := h.Compute(ctx, g, func(p *layout.Positions, stage layout.Stage) { … })
package layout
