// Package trace reads execution traces written by Go programs into the columns of profstation/model/trace.
//
// Start with [Load]. A trace since Go 1.22 is a row of generations, each complete in itself: the splitter
// finds them in the file by their batch headers, decoders work on them side by side, and the stitcher puts
// them together in their order. A generation that cannot be read is left out, and the account of losses in
// the model says so. The sieve takes whatever no known Go version writes out of a generation and counts it.
// Mistakes that a program made with its regions and tasks cost no data; the trace's hints name them
// (regions, misuse). The reader for traces before Go 1.22 would refuse such a trace, so function marked first
// rewrites the events that the reader would reject.
package trace
