//go:build unix

package watch

import (
	"io/fs"
	"os"
	"syscall"
)

// inode returns the identity of the file to which a path leads.
func inode(info fs.FileInfo) (dev, ino uint64) {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Dev), uint64(s.Ino)
	}
	return 0, 0
}

// openFile opens a file. It does not wait for a writer if the file has become a pipe.
func openFile(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
}
