// Package trace reads execution traces of Go programs into the columns of profstation/model/trace.
//
// [Load] is the first call. A trace since Go 1.22 is a row of generations, each complete in itself:
// the file is split by the headers of its batches (splitter), generations are decoded side by side
// (decoder) and put together in their order (stitcher). A generation that cannot be read is left
// out, and the model says so (account). What no known version of Go writes is taken out of a generation
// and counted (sieve). What a program did wrong with its regions and tasks costs nothing, and is said in
// hints (regions, misuse); a trace before Go 1.22 is given to its reader so that it does not mind (marked).
package trace
