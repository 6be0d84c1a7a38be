package instance

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/gofrs/flock"
)

// place is where the starts of a user on a display meet: a lock and a socket in a private folder.
type place struct {
	dir  string
	name string // of the socket and the lock, without their endings
}

// here makes the folder if it is missing. It fails if no folder belongs to the user alone.
func here() (place, error) {
	dir := folder()
	return place{dir, display()}, own(dir)
}

// display names the screen: a double click on one must not open something on another.
func display() string {
	// :0 and :0.0 are the same screen.
	name := cmp.Or(os.Getenv("WAYLAND_DISPLAY"), strings.TrimSuffix(os.Getenv("DISPLAY"), ".0"), "display")
	h := fnv.New32a()
	h.Write([]byte(name))
	return "window-" + strconv.FormatUint(uint64(h.Sum32()), 16)
}

func (p place) socket() string { return filepath.Join(p.dir, p.name+".sock") }
func (p place) lock() string   { return filepath.Join(p.dir, p.name+".lock") }

// take locks a file until this process ends or closes it; errTaken: another process has the lock.
func take(path string) (*flock.Flock, error) {
	l := flock.New(path)
	switch locked, err := l.TryLock(); {
	case err != nil:
		return nil, fmt.Errorf("lock %s: %w", path, err)
	case !locked:
		return nil, errTaken
	}
	return l, nil
}

// own makes a folder that only this user may enter, or checks that it is one.
func own(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make the folder for the program's socket: %w", err)
	}
	// Not Stat: a link made by somebody else could lead anywhere.
	info, err := os.Lstat(dir)
	if err != nil {
		return fmt.Errorf("look at the folder for the program's socket: %w", err)
	}
	if !info.IsDir() {
		return fmt.Errorf("the folder for the program's socket: %s is a %v, expected a folder", dir, info.Mode().Type())
	}
	return private(dir, info)
}
