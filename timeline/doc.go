// Package timeline turns an execution trace into lanes and draws them.
//
// [New] prepares a trace: it costs time and is done in the background. [Timeline.Lanes]
// lists the lanes that a [Query] asks for. A [Painter] draws their visible part on any
// scene.Canvas, in a few milliseconds; [Lanes.At] finds what lies under a point,
// [Timeline.Inspect] returns all that is known of a span, [Picture] draws a part with its
// heading, for reports, and [WriteCSV] lists the spans in it.
//
// Every pixel is exact. Where spans are narrower than a column of pixels, the column is divided by
// how much of its time went to what, from sums that are exact to the nanosecond; what took any time
// at all gets at least a pixel of it. Columns begin at multiples of their width from the trace's
// beginning and not at the edge of the picture, so nothing shimmers when it moves.
package timeline
