package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"sync"
	"time"

	"profstation/model/lang"
)

// form is what all temporary names look like: they have the process, and a random number. Folders
// that are followed, and listings, leave out what begins with a dot.
const form = ".profstation-%d-%d.tmp"

// old is the age from which a temporary file belongs to nobody, if files cannot be locked.
const old = 24 * time.Hour

// open has this process's temporary files.
var open struct {
	sync.Mutex
	files map[string]*temporary
	ended bool // no more are made
}

// temporary is a file under its temporary name. It is locked, which no other process can mistake:
// process numbers are used again, and in containers many processes have the same.
type temporary struct{ *os.File }

var (
	errTaken = lang.Error("another process has it locked")
	errEnded = lang.Error("the program is exiting")
)

// begin makes a temporary file; its path begins with dir.
func begin(dir string, mode fs.FileMode) (*temporary, error) {
	open.Lock()
	defer open.Unlock()
	for try := 0; ; {
		if open.ended {
			return nil, errEnded
		}
		name := dir + fmt.Sprintf(form, os.Getpid(), rand.Uint32())
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if err == nil && own(f, name) {
			t := &temporary{f}
			if open.files == nil {
				open.files = make(map[string]*temporary)
			}
			open.files[name] = t
			return t, nil
		}
		switch try++; {
		case err == nil: // somebody who cleans up came first
			f.Close()
			os.Remove(name)
		case !errors.Is(err, fs.ErrExist) || try > 1000:
			return nil, err
		}
	}
}

// own locks a file and reports whether it still has its name.
func own(f *os.File, name string) bool {
	if lock(f) == errTaken {
		return false
	}
	now, err := os.Lstat(name)
	if err != nil {
		return false
	}
	mine, err := f.Stat()
	return err == nil && os.SameFile(now, mine)
}

// moved is called when the file has another name. The old one may belong to somebody else by now.
func (t *temporary) moved() {
	open.Lock()
	defer open.Unlock()
	delete(open.files, t.Name())
}

// end closes the file, and removes it unless it was moved.
func (t *temporary) end() {
	t.Close()
	open.Lock()
	defer open.Unlock()
	if open.files[t.Name()] == t {
		os.Remove(t.Name())
		delete(open.files, t.Name())
	}
}

// Abandon removes this process's temporary files and lets it begin no others. It is for a process
// that ends without waiting for its work.
func Abandon() {
	open.Lock()
	defer open.Unlock()
	open.ended = true
	for name, t := range open.files {
		if !movesOpen {
			t.Close()
		}
		os.Remove(name)
	}
}

// Try finds out whether files can be written in a folder.
func Try(dir string) error {
	f, err := begin(within(dir), 0o600)
	if err == nil {
		f.end()
	}
	return failed(dir, err, false)
}

// within returns a folder as the beginning of a path, "" for the current one.
func within(dir string) string {
	if dir == "" || os.IsPathSeparator(dir[len(dir)-1]) {
		return dir
	}
	return dir + string(os.PathSeparator)
}

// Clean removes the temporary files that processes have left in a folder, "" for the current one.
// It removes no other file, and none that a process still writes. It fails silently: what it cannot
// remove harms nobody.
func Clean(dir string) {
	dir = within(dir)
	d, err := os.Open(dir + ".")
	if err != nil {
		return
	}
	defer d.Close()
	names, _ := d.Readdirnames(-1)
	for _, name := range names {
		var process, number int
		fmt.Sscanf(name, form, &process, &number)
		if name == fmt.Sprintf(form, process, number) {
			removeLeft(dir+name, lock)
		}
	}
}

// removeLeft removes a temporary file if nobody writes to it.
func removeLeft(path string, lock func(*os.File) error) {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	f, err := openLeft(path)
	if err != nil {
		return
	}
	defer f.Close()
	mine, err := f.Stat()
	if err != nil || !os.SameFile(info, mine) {
		return
	}
	switch err := lock(f); {
	case err == errTaken:
	case err == nil, time.Since(info.ModTime()) > old:
		if !movesOpen {
			f.Close()
		}
		os.Remove(path)
	}
}

// syncFolder brings the names in a folder to the disk, if the system can do that.
func syncFolder(dir string) error {
	d, err := os.Open(dir + ".")
	if err != nil {
		return nil // whoever may write into a folder need not be allowed to read it
	}
	defer d.Close()
	return syncNames(d)
}
