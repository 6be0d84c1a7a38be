// Package timeline turns an execution trace into lanes.
//
// [New] prepares a trace: it costs time and is done in the background. [Timeline.Lanes]
// lists the lanes that a [Query] asks for, [Lanes.At] finds what lies under a point, and
// [WriteCSV] lists the spans in a part. Package describe says what is known about a span,
// and package paint draws lanes.
//
// Every pixel is exact. Where spans are narrower than a column of pixels, kinds of time divide the column
// by sums that are exact to the nanosecond, and what took any time at all gets at least a pixel. Columns
// begin at multiples of their width from the trace's beginning and not at the picture's edge, so nothing
// shimmers when it moves.
package timeline
