//go:build unix

package mapped

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

func mapFile(f *os.File, n int64, write bool) ([]byte, error) {
	access := unix.PROT_READ
	if write {
		access |= unix.PROT_WRITE
	}
	data, err := unix.Mmap(int(f.Fd()), 0, int(n), access, unix.MAP_SHARED)
	if err != nil {
		return nil, os.NewSyscallError("mmap", err)
	}
	if write { // access is random: reading ahead would be wasted
		unix.Madvise(data, unix.MADV_RANDOM)
	}
	return data, nil
}

// blank replaces a mapping by zeros. A slice in it may still be in use, and unmapping it would end the
// program. Only the addresses are lost, and there are plenty.
func blank(data []byte) {
	if len(data) > 0 {
		unix.MmapPtr(-1, 0, unsafe.Pointer(unsafe.SliceData(data)), uintptr(len(data)), unix.PROT_READ,
			unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_FIXED|noReserve)
	}
}

// zeros reserves disk space by writing zeros, where the system cannot reserve it directly.
func zeros(f *os.File, from, n int64) error {
	b := make([]byte, min(n, 1<<20))
	for n > 0 {
		w, err := f.WriteAt(b[:min(n, int64(len(b)))], from)
		if err != nil {
			return err
		}
		from, n = from+int64(w), n-int64(w)
	}
	return nil
}
