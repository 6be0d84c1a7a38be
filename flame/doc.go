// Package flame turns a call tree into the boxes of a flame graph and draws
// them.
//
// [New] prepares a [Chart] from a result: it costs time and is done in the
// background. [Chart.Paint] draws the visible part on any scene.Canvas, in a
// few milliseconds; [Chart.At] tells what lies under a point. [Picture] draws
// a whole chart with its heading, for reports.
//
// Horizontal places are in units of the sample type from the left edge of the
// root, so that they mean the same at every zoom and in every level of detail.
// Rows are counted from the root, or the pivot, which is row 0: callees have
// positive rows, callers of a pivot negative ones.
package flame
