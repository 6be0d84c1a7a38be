package sandbox

import "golang.org/x/sys/unix"

const (
	architecture = unix.AUDIT_ARCH_AARCH64
	otherCalls   = 1 << 31 // there are none
)

// refusedHere are the refused calls that only this architecture has.
var refusedHere []uint32
