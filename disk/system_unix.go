//go:build unix

package disk

import (
	"errors"
	"os"
	"syscall"
)

// movesOpen says whether a file can be renamed and removed while it is open.
const movesOpen = true

// lock locks a file for this process until it is closed. errTaken means that another process has
// locked it; any other error, that the file system has no locks. It does not use a library, which
// would open the file by its path: the lock must be on the very file that was made, or that was
// opened without following a link.
func lock(f *os.File) error {
	for {
		switch err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err {
		case syscall.EINTR:
		case syscall.EWOULDBLOCK:
			return errTaken
		default:
			return err
		}
	}
}

// openLeft opens a file and nothing else: no link, and no pipe, which might make it wait.
func openLeft(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
}

// duplicate opens one of this process's descriptors a second time, at the same place in its file.
func duplicate(fd int, name string) (*os.File, error) {
	again, err := syscall.Dup(fd)
	if err != nil {
		return nil, err
	}
	syscall.CloseOnExec(again)
	return os.NewFile(uintptr(again), name), nil
}

// syncNames brings a folder to the disk. Some network file systems cannot.
func syncNames(d *os.File) error {
	err := d.Sync()
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		return nil
	}
	return err
}
