package watch

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"profstation/model/lang"
)

// maxLinks is how many symbolic links a path may lead through (as in Linux).
const maxLinks = 40

// place is where a path leads, and what may lead it elsewhere.
type place struct {
	real string // without symbolic links; "" if it leads nowhere
	// anchors maps folders, without symbolic links, to the names of entries in them through which
	// the path leads: the parent of the last entry, the folders with symbolic links and, if the
	// path breaks off, the last existing folder.
	anchors map[string][]string
}

// resolve follows an absolute path as far as it goes.
func resolve(path string) (place, error) {
	p := place{anchors: map[string][]string{}}
	volume := filepath.VolumeName(path) + string(filepath.Separator)
	at := volume
	rest := strings.Split(strings.TrimPrefix(filepath.Clean(path), volume), string(filepath.Separator))
	for links := 0; len(rest) > 0; {
		name := rest[0]
		rest = rest[1:]
		switch name {
		case "", ".":
			continue
		case "..":
			at = filepath.Dir(at)
			continue
		}
		next := filepath.Join(at, name)
		info, err := os.Lstat(next)
		link := err == nil && info.Mode()&fs.ModeSymlink != 0
		if err != nil || link || len(rest) == 0 {
			p.anchors[at] = append(p.anchors[at], name)
		}
		if err != nil {
			return p, err
		}
		if !link {
			at = next
			continue
		}
		if links++; links > maxLinks {
			return p, &fs.PathError{Op: "follow", Path: path, Err: lang.Error("too many symbolic links")}
		}
		target, err := os.Readlink(next)
		if err != nil {
			return p, err
		}
		if filepath.IsAbs(target) {
			at = filepath.VolumeName(target) + string(filepath.Separator)
			target = strings.TrimPrefix(filepath.Clean(target), at)
		}
		rest = append(strings.Split(target, string(filepath.Separator)), rest...)
	}
	p.real = at
	return p, nil
}
