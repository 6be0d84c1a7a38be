// Package text reads profiles that are not protobufs: the legacy forms, such as Go's own for
// debug=1 in /debug/pprof, and goroutine dumps as written by debug=2 and crashes.
//
// Legacy forms become objects in github.com/google/pprof/profile, which reads them;
// pprof.FromLibrary turns those into tables. A dump goes into the tables directly.
package text
