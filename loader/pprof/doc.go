// Package pprof reads and writes pprof's protobuf form (github.com/google/pprof/proto/profile.proto).
//
// [Decode] reads unpacked bytes straight into the tables of a [model.Profile]. [FromLibrary] makes
// the same tables from the objects in github.com/google/pprof/profile, which read the legacy forms
// and add profiles up. [Write] writes what a query left of a profile.
package pprof
