//go:build !unix

package compiler

import "os/exec"

// together does nothing: the command alone ends with its context. What it has started ends soon by itself.
func together(*exec.Cmd) {}
