//go:build unix

package instance

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// folder is below the session's runtime folder, or below the one for temporary files.
func folder() string {
	if dir := os.Getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "profstation")
	}
	return filepath.Join(os.TempDir(), "profstation-"+strconv.Itoa(os.Getuid()))
}

// private returns an error unless a folder belongs to this user and is closed to others.
func private(dir string, info fs.FileInfo) error {
	if s, ok := info.Sys().(*syscall.Stat_t); !ok || int(s.Uid) != os.Getuid() {
		return fmt.Errorf("the folder for the program's socket: %s belongs to another user", dir)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return fmt.Errorf("the folder for the program's socket: %s has the permissions %v, expected none for others: chmod 700 mends it",
			dir, info.Mode().Perm())
	}
	return nil
}
