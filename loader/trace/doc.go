// Package trace reads execution traces of Go programs into the columns of profstation/model/trace.
//
// [Load] is the first call. A trace since Go 1.22 is a row of generations, each complete in itself:
// the file is split by the headers of its batches (splitter), generations are decoded side by side
// (decoder) and put together in their order (stitcher). A generation that cannot be read is left
// out, and the model says so (account).
package trace
