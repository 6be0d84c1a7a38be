// Package text reads the forms of profiles that are not protobufs: the legacy ones, as Go's own for
// debug=1 in /debug/pprof, and dumps of goroutines, as debug=2 and crashes have them.
//
// Legacy forms become the objects of github.com/google/pprof/profile, which reads them;
// pprof.FromLibrary turns them into tables. A dump goes into the tables directly.
package text
