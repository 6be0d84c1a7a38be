package editor

import (
	"os"

	"golang.org/x/sys/unix"
)

// memory returns a file in memory that never grows. An editor that is still open when this program ends can go on
// writing to it: from a pipe it would get a signal, and end with what its user has not saved.
func memory() (*os.File, error) {
	fd, err := unix.MemfdCreate("editor", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(fd), "editor")
	if err := f.Truncate(maxSaid); err != nil {
		f.Close()
		return nil, err
	}
	if _, err := unix.FcntlInt(f.Fd(), unix.F_ADD_SEALS, unix.F_SEAL_GROW|unix.F_SEAL_SHRINK); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
