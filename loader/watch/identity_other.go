//go:build !unix

package watch

import (
	"io/fs"
	"os"
)

// inode returns nothing on these systems: size and time have to do.
func inode(fs.FileInfo) (dev, ino uint64) { return 0, 0 }

func openFile(path string) (*os.File, error) { return os.Open(path) }
