// Package loader turns bytes of a file, of standard input or in memory into the model: it finds out
// by the content what they are, and decodes them into a [model.Profile] or a [trace.Trace].
//
// Simple use:
//
//	f, err := Open(ctx, "cpu.pprof", Options{})
//
// The table of formats has a row for each form that it reads: execution traces (loader/trace),
// pprof's protobuf form (loader/pprof), legacy forms and dumps of goroutines (loader/text), all of
// them gzip'd or not (loader/input). An input that it cannot open is an [input.Error]: one line that says
// what the input really is and what to do. What it had to mend or leave out stands in the Warnings
// of the model.
//
// An input is not trusted: it is held to [input.Limits], and no input makes the package panic.
package loader
