package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"profstation/disk"
	"profstation/origin/link"
)

// The most that is kept of what other programs have handed over: the oldest goes first.
const (
	maxKept      = 50
	maxKeptBytes = 1 << 30
)

// kept is the folder in the user's cache for profiles that other programs have handed over and that have no file of
// their own. Each is in a folder that is named after the time, by which files with the same name are told apart.
type kept struct{ dir string }

func keptFiles() (kept, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return kept{}, err
	}
	return kept{filepath.Join(cache, "profstation", "pprof")}, nil
}

// add keeps what receive writes. receive returns the name for it. If the newest of that name has the same bytes, it
// stays, so that the window goes to the document that it has.
func (k kept) add(ctx context.Context, receive func(*disk.Draft) (name string, err error)) (path string, err error) {
	before := k.all()
	dir, err := k.folder(time.Now())
	if err != nil {
		return "", err
	}
	defer os.Remove(dir) // fails if something is in it
	draft, err := disk.Begin(dir, 0o600)
	if err != nil {
		return "", err
	}
	defer draft.Drop()
	name, err := receive(draft)
	if err != nil {
		return "", err
	}
	if err := ctx.Err(); err != nil {
		return "", err
	}
	for _, old := range slices.Backward(before) {
		if filepath.Base(old.path) == name {
			if sameBytes(old.path, draft.Name()) {
				return old.path, nil
			}
			break
		}
	}
	if err := draft.Commit(name); err != nil {
		return "", err
	}
	path = filepath.Join(dir, name)
	k.prune(path)
	return path, nil
}

// orSaid opens a window on what was kept. If there is no window, it says where that is.
func orSaid(c *call, links []string, window func() error) error {
	err := window()
	if err != nil {
		for _, l := range links {
			if to, wrong := link.Parse(l); wrong == nil {
				c.say("the profile is in %s", to.Ref)
			}
		}
	}
	return err
}

// folder makes a folder for one file.
func (k kept) folder(now time.Time) (string, error) {
	const private = 0o700
	if err := os.MkdirAll(k.dir, private); err != nil {
		return "", err
	}
	stamp := filepath.Join(k.dir, now.Format("2006-01-02 15.04.05"))
	for n := 1; ; n++ {
		dir := stamp
		if n > 1 {
			dir += " " + strconv.Itoa(n)
		}
		if err := os.Mkdir(dir, private); !errors.Is(err, fs.ErrExist) || n > maxKept {
			return dir, err
		}
	}
}

// keptFile is one file.
type keptFile struct {
	path string
	size int64
	at   time.Time
}

// all returns the files, the oldest first.
func (k kept) all() (all []keptFile) {
	folders, _ := os.ReadDir(k.dir)
	for _, folder := range folders {
		files, _ := os.ReadDir(filepath.Join(k.dir, folder.Name()))
		for _, f := range files {
			info, err := f.Info()
			if err == nil && info.Mode().IsRegular() && !strings.HasPrefix(f.Name(), ".") { // not one that is written right now
				all = append(all, keptFile{filepath.Join(k.dir, folder.Name(), f.Name()), info.Size(), info.ModTime()})
			}
		}
	}
	slices.SortFunc(all, func(a, b keptFile) int { return cmp.Or(a.at.Compare(b.at), strings.Compare(a.path, b.path)) })
	return all
}

// prune removes the oldest files until the rest is few enough. newest stays in any case.
func (k kept) prune(newest string) {
	all := k.all()
	sum := int64(0)
	for _, f := range all {
		sum += f.size
	}
	for n, f := range all {
		if len(all)-n <= maxKept && sum <= maxKeptBytes {
			return
		}
		if f.path == newest {
			continue
		}
		os.Remove(f.path)
		os.Remove(filepath.Dir(f.path))
		sum -= f.size
	}
}

// sameBytes reports whether two files have the same bytes. It does not look into large ones.
func sameBytes(a, b string) bool {
	const large = 64 << 20
	x, err := os.Stat(a)
	y, err2 := os.Stat(b)
	if err != nil || err2 != nil || x.Size() != y.Size() || x.Size() > large {
		return false
	}
	first, err := os.ReadFile(a)
	second, err2 := os.ReadFile(b)
	return err == nil && err2 == nil && bytes.Equal(first, second)
}
