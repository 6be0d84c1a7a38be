//go:build !unix

package command

// leaveGroup does nothing: there are no groups of processes that a terminal interrupts together.
func leaveGroup() {}
