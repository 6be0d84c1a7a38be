// Package command is the command line: what needs no window, and the root command that opens it.
//
// [New] makes the command tree, [Main] runs it and turns its error into an exit status. Options
// for queries have pprof's names, with underscores or dashes.
package command
