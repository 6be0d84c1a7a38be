package mapped

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

const noReserve = unix.MAP_NORESERVE

// allocate reserves space for n bytes on the disk.
func allocate(f *os.File, from, n int64) error {
	for {
		err := unix.Fallocate(int(f.Fd()), 0, from, n)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EOPNOTSUPP), errors.Is(err, unix.ENOSYS):
			return zeros(f, from, n)
		default:
			return os.NewSyscallError("fallocate", err)
		}
	}
}

func flush(f *os.File) {
	const all = 0
	unix.SyncFileRange(int(f.Fd()), 0, all, unix.SYNC_FILE_RANGE_WRITE)
}

func forget(f *os.File, from, n int64) {
	unix.Fadvise(int(f.Fd()), from, n, unix.FADV_DONTNEED)
}
