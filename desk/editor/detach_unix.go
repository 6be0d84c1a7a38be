//go:build unix

package editor

import (
	"os/exec"
	"syscall"
)

// detach gives a program a session of its own: what ends this one's does not reach it.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
