//go:build unix

package watch

import (
	"io/fs"
	"os"
	"syscall"
)

// inode is the identity of the file that a path leads to.
func inode(info fs.FileInfo) (dev, ino uint64) {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Dev), uint64(s.Ino)
	}
	return 0, 0
}

// openFile opens a file, and does not wait for a writer if it has become a pipe.
func openFile(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
}
