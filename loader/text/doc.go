// Package text reads the forms of profiles that are not protobufs: the legacy ones, as Go's own for
// debug=1 in /debug/pprof, and dumps of goroutines, as debug=2 and crashes have them.
//
// What it makes are the objects of github.com/google/pprof/profile, which can
// add profiles up; pprof.FromLibrary turns them into tables.
package text
