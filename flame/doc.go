// Package flame turns a call tree into the boxes of a flame graph and draws them.
// The views, the exports and the reports use it; the first call is [New].
//
//	c, err := New(ctx, result, Options{Pivot: query.NoNode}) // in the background: it takes time
//	p := NewPainter(c, style, nil, nil)
//	p.Paint(canvas, view)        // the visible part, in a few milliseconds
//	box := c.At(view, style, at) // the box under a point
//
// [Picture] is a whole chart with its heading, for a report; [NewDiff] makes a chart of two sides.
//
// Horizontal places are in units of the sample type from the left edge of the root, so that they
// mean the same at every zoom and in every level of detail. Rows are counted from the root, or the
// pivot, which is row 0: callees have positive rows, callers of a pivot negative ones.
package flame
