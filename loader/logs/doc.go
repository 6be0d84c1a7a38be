// Package logs finds texts of Go, as dumps of goroutines, in logs: a container runtime, journald, a logging library
// and others put something before each line, or make each line, or all of them, a member of JSON. [Read] takes that off.
//
// A log is read in one pass. A line in which a goroutine's header begins behind something says what that is, if the
// lines below it go on as a stack does. What is before it becomes a shape: words stay as they are, and times, numbers
// and runs of spaces may differ. All lines of that shape are one stream, so that lines of two containers that stand
// between each other are told apart. Nothing is copied but what stands near stacks.
package logs
