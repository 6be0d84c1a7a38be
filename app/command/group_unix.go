//go:build unix

package command

import "syscall"

// leaveGroup makes a window that pprof has opened outlive it: Ctrl+C in the terminal of pprof ends every process of the
// group that the terminal has in front. A shell gives what somebody starts by hand a group of its own.
func leaveGroup() {
	if syscall.Getpgrp() != syscall.Getpid() {
		syscall.Setpgid(0, 0)
	}
}
