package sandbox

import "golang.org/x/sys/unix"

const (
	architecture = unix.AUDIT_ARCH_X86_64
	otherCalls   = 0x40000000 // x32's calls are numbered from here
)

// refusedHere are the refused calls that newer architectures do not have.
var refusedHere = []uint32{
	unix.SYS_OPEN, unix.SYS_CREAT, unix.SYS_MKDIR, unix.SYS_MKNOD, unix.SYS_RMDIR, unix.SYS_UNLINK, unix.SYS_RENAME,
	unix.SYS_LINK, unix.SYS_SYMLINK, unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_FORK, unix.SYS_VFORK,
}
