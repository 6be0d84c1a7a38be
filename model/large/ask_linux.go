package large

import "golang.org/x/sys/unix"

// ask asks for large pages between two addresses. Memory that is in use keeps its pages.
func ask(from, to uintptr) {
	unix.Syscall(unix.SYS_MADVISE, from, to-from, unix.MADV_HUGEPAGE)
}
