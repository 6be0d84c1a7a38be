package instance

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// folder is below the user's own folder for local data, which others cannot enter.
func folder() string {
	if dir, err := os.UserCacheDir(); err == nil {
		return filepath.Join(dir, "profstation")
	}
	return filepath.Join(os.TempDir(), "profstation")
}

// private trusts the rights that the folder inherits.
func private(string, fs.FileInfo) error { return nil }

// errorSharingViolation says that another process has the file open and shares it with nobody.
const errorSharingViolation = syscall.Errno(32)

// take opens a file for this process alone; errTaken: another process has it.
func take(path string) (*os.File, error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil,
		syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, errorSharingViolation) {
		return nil, errTaken
	}
	if err != nil {
		return nil, &os.PathError{Op: "lock", Path: path, Err: err}
	}
	return os.NewFile(uintptr(h), path), nil
}
