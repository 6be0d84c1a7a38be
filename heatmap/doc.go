// Package heatmap turns the times of samples into a map of cells and draws it: seconds across, fractions of a
// second up, as Netflix's FlameScope has it. Views and exports use it; the first call is [New].
//
//	m, err := New(ctx, result) // in the background: it goes over all samples
//	m.Paint(canvas, view)              // in a few milliseconds
//	cell := m.At(view, at)             // the cell under a point
//
// Cells are numbered in the order of time: from the foot of a column to its head, then on in the next column.
// So a row of cells that follow each other is one time, whatever columns it goes across.
package heatmap
