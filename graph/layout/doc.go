// Package layout finds places for boxes and ways for the edges between them. It
// knows sizes and nothing of names, figures or profiles. The window and the exports
// use it for call graphs; the first call is [Helper.Compute].
//
//	h := &layout.Helper{}
//	defer h.Close()
//	h.Warm() // ahead, when a picture is likely to be asked for
//	err := h.Compute(ctx, g, func(p *layout.Positions, stage layout.Stage) { … })
//
// graphviz lays out in a process of its own, since it cannot be interrupted, and
// [Quick] gives something to look at while it works or if it fails.
package layout
