//go:build linux && (amd64 || arm64)

package sandbox

import (
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// refused are the system calls with which a process reaches what it does not hold already: files,
// the network, other processes and programs. Go's runtime needs none of them to go on.
var refused = []uint32{
	unix.SYS_OPENAT, unix.SYS_OPENAT2, unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_MKDIRAT, unix.SYS_MKNODAT, unix.SYS_UNLINKAT,
	unix.SYS_RENAMEAT, unix.SYS_RENAMEAT2, unix.SYS_LINKAT, unix.SYS_SYMLINKAT, unix.SYS_TRUNCATE, unix.SYS_FCHMODAT, unix.SYS_FCHOWNAT,
	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_CHROOT, unix.SYS_PIVOT_ROOT,
	unix.SYS_SOCKET, unix.SYS_SOCKETPAIR, unix.SYS_CONNECT, unix.SYS_BIND, unix.SYS_LISTEN, unix.SYS_ACCEPT, unix.SYS_ACCEPT4,
	unix.SYS_EXECVE, unix.SYS_EXECVEAT, unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV,
	unix.SYS_IO_URING_SETUP, unix.SYS_BPF, unix.SYS_USERFAULTFD, unix.SYS_UNSHARE, unix.SYS_SETNS,
}

// Where the filter finds its data in the kernel's struct seccomp_data.
const (
	callAt         = 0
	architectureAt = 4
)

// giveUpSystem makes the refused calls fail from now on, in all threads, with a seccomp filter. It
// cannot be undone.
func giveUpSystem() {
	filter := programOf(append(refused, refusedHere...))
	runtime.LockOSThread() // one thread makes the promise; the filter applies it to all others
	defer runtime.UnlockOSThread()
	unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER,
		unix.SECCOMP_FILTER_FLAG_TSYNC|unix.SECCOMP_FILTER_FLAG_SPEC_ALLOW, uintptr(unsafe.Pointer(&program)))
}

// programOf returns the filter. Refused calls and those for another architecture fail with EPERM.
func programOf(refused []uint32) []unix.SockFilter {
	const allow, deny = unix.SECCOMP_RET_ALLOW, unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	load := func(at uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
	}
	result := func(k uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: k} }
	jump := func(test uint16, k uint32, then, otherwise int) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_K | test, K: k, Jt: uint8(then), Jf: uint8(otherwise)}
	}
	n := len(refused)
	f := []unix.SockFilter{
		load(architectureAt),
		jump(unix.BPF_JEQ, architecture, 0, n+3), // to the last line
		load(callAt),
		jump(unix.BPF_JGE, otherCalls, n+1, 0),
	}
	for i, call := range refused {
		f = append(f, jump(unix.BPF_JEQ, call, n-i, 0))
	}
	return append(f, result(allow), result(deny))
}
