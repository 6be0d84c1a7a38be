// Package flame turns a call tree into the boxes of a flame graph and draws them. The views, the exports and the
// reports use it; the first call is [New].
//
//	c, err := New(ctx, result, Options{Pivot: query.NoNode}) // in the background: it takes time
//	p := NewPainter(c, style, nil, nil)
//	p.Paint(canvas, view)        // the visible part, in a few milliseconds
//	box := c.At(view, style, at) // the box under a point
//
// [Picture] is a whole chart with its heading, for a report. [NewDiff] makes a chart for two sides.
//
// Horizontal places are in the sample type's unit from the root's left edge, so that they mean the same at every zoom
// and in every level of detail. Row 0 is the root, or the pivot. Callees have positive rows, a pivot's callers
// negative ones.
package flame
