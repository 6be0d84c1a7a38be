// Package bundle reads archives as the folders that they are: what they hold, and one entry after the
// other, without a file on the disk. It knows zip and tar, and tar packed with gzip or zstd;
// a log with several dumps of goroutines is one of them.
//
//	b, err := bundle.List(ctx, "support.zip", bundle.Options{Look: …})
//	err = b.Visit(ctx, bundle.Options{}, func(e *bundle.Entry) bool { … }, func(e *bundle.Entry, r io.Reader) error { … })
//
// The address of an entry is the path that it would have if the bundle were a folder:
// support.zip/node1/cpu.pprof. [Split] finds the bundle in it.
//
// A bundle is not trusted: its names are made safe and lead nowhere, what is neither a folder nor a
// file is left out, and so is a bundle within it. There are at most [MaxEntries], and what one of them
// unpacks to is held to the limits of an input.
package bundle
