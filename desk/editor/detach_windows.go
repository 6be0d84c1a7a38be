package editor

import (
	"os/exec"
	"syscall"
)

// detach gives a program a group of its own: Ctrl+C for this one does not reach it.
func detach(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}
