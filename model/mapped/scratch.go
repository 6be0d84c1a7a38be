package mapped

import (
	"os"
	"path/filepath"
)

// Scratch opens an empty file that nobody else sees. It no longer has a name if the system allows that, and
// it vanishes when it is closed, even if the program is killed. It lies in the user's cache because the
// folder for temporary files is often memory itself.
func Scratch() (*os.File, error) {
	dir, err := os.UserCacheDir()
	if err == nil {
		dir = filepath.Join(dir, "profstation")
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		dir = os.TempDir()
	}
	f, err := os.CreateTemp(dir, "scratch-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()
		os.Remove(f.Name())
		return nil, err
	}
	return f, nil
}

// Flush starts to write a file's changes to the disk, so that its memory can be reused soon. If memory were
// short, the system would otherwise wait for one page after the other. Flush is not for a mapped file: every
// page would fault at its next change.
func Flush(f *os.File) { flush(f) }

// Forget says that n bytes in a file will not be read again, so that the system drops them before other
// memory.
func Forget(f *os.File, from, n int64) { forget(f, from, n) }
