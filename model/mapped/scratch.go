package mapped

import (
	"os"
	"path/filepath"
)

// Scratch opens an empty file that nobody else sees: it has no name any more where the system allows
// that, and goes when it is closed, also if the program is ended. It lies in the user's cache, for
// the folder of temporary files is often memory itself.
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

// Flush begins to bring what was written to a file to the disk, so that its memory can be had soon:
// with little of it, the system would wait for one page after the other. It is not for a file that is
// mapped, of which each page would be caught at its next change.
func Flush(f *os.File) { flush(f) }

// Forget says that n bytes of a file will not be read again, so that other memory need not make way.
func Forget(f *os.File, from, n int64) { forget(f, from, n) }
