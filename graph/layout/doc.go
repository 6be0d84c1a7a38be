// Package layout finds places for boxes and routes for the edges between them. It knows sizes, but no names, figures
// or profiles. The window and the exports use it for call graphs; the first call is [Helper.Compute].
//
//	h := &layout.Helper{}
//	defer h.Close()
//	h.Warm() // ahead, when a picture is likely to be asked for
//	err := h.Compute(ctx, g, func(p *layout.Positions, stage layout.Stage) { … })
//
// graphviz works in a separate process, since it cannot be interrupted. [Quick] provides something to look at
// meanwhile, or if graphviz fails.
package layout
