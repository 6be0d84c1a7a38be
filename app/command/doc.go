// Package command is the command line: what needs no window, and the root command that opens it.
//
// [New] makes the tree of commands, [Main] runs it and turns its error into an exit status. Options
// of queries have pprof's names, with underscores or dashes.
package command
