// Package logs finds texts written by Go programs, such as goroutine dumps, in logs. A container runtime, journald, a
// logging library and others put something before each line, or turn each line, or all of them, into a JSON member.
// [Read] removes that.
//
// A log is read in one pass. If a goroutine's header begins after some other text in a line, and the lines below go on
// as a stack does, then that text is what the log put there. It becomes a shape: words stay as they are, while times,
// numbers and runs of spaces may differ. All lines with that shape are one stream, so interleaved lines from two
// containers are told apart. Only lines near stacks are copied.
package logs
