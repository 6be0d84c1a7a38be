// Package loader turns bytes into the model: it opens a file, standard input
// or bytes in memory, tells by the content what they are, and decodes them
// into a [model.Profile].
//
// Simple use:
//
//	f, err := loader.Open(ctx, "cpu.pprof", loader.Options{})
//
// It reads pprof's protobuf form, gzip'd or not, the texts of a Go program's
// /debug/pprof pages (debug=1 and debug=2), crash dumps, and all legacy forms
// that github.com/google/pprof/profile reads. What it cannot open is an
// [Error]: one line that says what the input really is and what to do. What it
// had to mend or leave out stands in [model.Header.Warnings].
//
// An input is not trusted: it is held to [Limits], and no input makes the
// package panic.
package loader
