// Package heatmap turns the times of samples into a map of cells and draws it: seconds across, fractions of a
// second up, as in Netflix's FlameScope. Views and exports use it; the first call is [New].
//
//	m, err := New(ctx, result) // in the background: it goes over all samples
//	m.Paint(canvas, view)              // in a few milliseconds
//	cell := m.At(view, at)             // the cell under a point
//
// Cells are numbered in time order: from the foot of a column to its head, then on in the next column. So
// consecutive cells are one span of time, whatever columns it crosses.
package heatmap
