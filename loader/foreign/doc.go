// Package foreign reads profiles that other tools than Go's write: collapsed stacks, what perf script
// prints, speedscope's JSON, OpenTelemetry's profiles and the Firefox Profiler's processed profiles.
//
// Each form has a [Form], a function that knows it by its first bytes, and one that decodes it. What such a file
// calls a thread, a process or an attribute becomes a label, its weights become sample types with their
// units, and where it says when a sample was taken, the sample has a time.
package foreign
