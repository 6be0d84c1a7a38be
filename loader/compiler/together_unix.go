//go:build unix

package compiler

import (
	"os/exec"
	"syscall"
)

// together makes a command lead a group of processes: when its context ends, so does all that it has started.
func together(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
