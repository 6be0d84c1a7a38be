package sandbox

import (
	"errors"
	"io"

	"golang.org/x/sys/unix"
)

// readable reports whether this process may read the memory of a process that it started. Some
// systems and containers do not allow it.
func readable(pid int) bool {
	// Nothing is mapped at address 0. A process that may read gets the error EFAULT there, any
	// other EPERM or ENOSYS.
	_, err := readMemory(pid, make([]byte, 1), 0)
	return errors.Is(err, unix.EFAULT)
}

// copyMemory copies a column from its place in another process.
func copyMemory(pid int, column []byte, at uintptr) error {
	const maxCopied = 16 << 20 // at a time, so that a loading can be stopped
	for len(column) > 0 {
		n, err := readMemory(pid, column[:min(len(column), maxCopied)], at)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case err != nil, n == 0: // the process has ended
			return io.ErrUnexpectedEOF
		}
		column, at = column[n:], at+uintptr(n)
	}
	return nil
}

func readMemory(pid int, b []byte, at uintptr) (int, error) {
	local := unix.Iovec{Base: &b[0]}
	local.SetLen(len(b))
	return unix.ProcessVMReadv(pid, []unix.Iovec{local}, []unix.RemoteIovec{{Base: at, Len: len(b)}}, 0)
}
