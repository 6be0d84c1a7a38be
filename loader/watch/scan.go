package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"profstation/loader/input"
	"time"
)

// folder is one folder that is watched.
type folder struct {
	path  string    // as the user sees it
	mtime time.Time // when its entries were listed last
	at    time.Time // when that was
	names []string  // the files in it
	subs  []string  // the real paths of folders in it, where they are followed
	links bool      // it has symbolic links
}

// found is a file as a scan found it at a path.
type found struct {
	sig  signature
	link bool // a symbolic link leads to it
}

// sighting is the outcome of one scan.
type sighting struct {
	place   place
	folders map[string]*folder  // by real path
	files   map[string]found    // those that were looked at
	present map[string]struct{} // all paths there are; nil: only those in files
	all     bool                // every folder was listed and every file looked at
	err     error               // the root cannot be read
}

// scanner looks at a folder. It never changes anything in it.
type scanner struct {
	root      string
	recursive bool
	// watch is called for each folder before it is listed, so that nothing
	// falls between; nil: there are no events.
	watch func(real string)
	now   func() time.Time
	known map[string]*folder // of the scan before
	// look reports whether a scan that is not of all looks at a file.
	look func(path string) bool
}

// scan lists the folders that changed and looks at the files that may have;
// all of them where all is set.
func (s *scanner) scan(ctx context.Context, all bool) *sighting {
	out := &sighting{folders: map[string]*folder{}, files: map[string]found{}, present: map[string]struct{}{}, all: all}
	out.place, out.err = resolve(s.root)
	if out.err != nil {
		return out
	}
	if info, err := os.Stat(out.place.real); err != nil {
		out.err = err
		return out
	} else if !info.IsDir() {
		out.err = &fs.PathError{Op: "watch", Path: s.root, Err: errors.New("it is a file, not a folder")}
		return out
	}
	type visit struct{ path, real string }
	// What links lead to comes last: a folder that is there by itself keeps its
	// own path.
	queue, linked := []visit{{s.root, out.place.real}}, []visit(nil)
	for len(queue)+len(linked) > 0 && ctx.Err() == nil {
		if len(queue) == 0 {
			queue, linked = linked, nil
		}
		v := queue[0]
		queue = queue[1:]
		if out.folders[v.real] != nil || len(out.folders) >= maxFolders {
			continue
		}
		if s.watch != nil {
			s.watch(v.real)
		}
		f, subs, err := s.list(ctx, v.path, v.real, all, out)
		if err != nil {
			if v.real == out.place.real {
				out.err = err
				return out
			}
			continue
		}
		out.folders[v.real] = f
		for _, sub := range subs {
			if sub.link {
				if p, err := resolve(sub.path); err == nil {
					linked = append(linked, visit{sub.path, p.real})
					for dir, names := range p.anchors {
						out.place.anchors[dir] = append(out.place.anchors[dir], names...)
					}
				}
			} else {
				queue = append(queue, visit{sub.path, filepath.Join(v.real, filepath.Base(sub.path))})
			}
		}
	}
	return out
}

// sub is a folder in a folder.
type sub struct {
	path string
	link bool
}

// list looks at one folder and the files in it.
func (s *scanner) list(ctx context.Context, path, real string, all bool, out *sighting) (*folder, []sub, error) {
	d, err := os.Open(real)
	if err != nil {
		return nil, nil, err
	}
	defer d.Close()
	info, err := d.Stat()
	if err != nil {
		return nil, nil, err
	}
	f := &folder{path: path, mtime: info.ModTime(), at: s.now()}
	// A folder whose time is not young and has not changed has the same
	// entries. Links may lead elsewhere without a trace in it.
	if old := s.known[real]; !all && old != nil && !old.links && old.path == path && old.mtime.Equal(f.mtime) &&
		old.at.Sub(f.mtime) > 2*time.Second && f.at.Sub(old.at) < 10*time.Second {
		f.at, f.names, f.subs = old.at, old.names, old.subs
		for _, name := range f.names {
			s.visit(filepath.Join(path, name), filepath.Join(real, name), false, out)
		}
		subs := make([]sub, len(f.subs))
		for i, name := range f.subs {
			subs[i] = sub{filepath.Join(path, name), false}
		}
		return f, subs, nil
	}
	entries, err := d.ReadDir(-1)
	if err != nil && len(entries) == 0 {
		return nil, nil, err
	}
	var subs []sub
	for i, e := range entries {
		if i%256 == 0 && ctx.Err() != nil {
			return f, nil, nil
		}
		name := e.Name()
		p, r := filepath.Join(path, name), filepath.Join(real, name)
		link := e.Type()&fs.ModeSymlink != 0
		f.links = f.links || link
		if ignored(name) {
			continue
		}
		switch {
		case link:
			info, err := os.Stat(r)
			if err != nil {
				continue
			}
			if info.IsDir() {
				if s.recursive {
					subs = append(subs, sub{p, true})
				}
			} else if info.Mode().IsRegular() {
				out.present[p] = struct{}{}
				out.files[p] = found{signatureOf(info), true}
			}
		case e.IsDir():
			if s.recursive {
				subs = append(subs, sub{p, false})
				f.subs = append(f.subs, name)
			}
		case e.Type().IsRegular():
			f.names = append(f.names, name)
			s.visit(p, r, all, out)
		}
	}
	return f, subs, nil
}

// visit looks at a regular file, if it is its turn.
func (s *scanner) visit(path, real string, all bool, out *sighting) {
	if !all && !s.look(path) {
		out.present[path] = struct{}{}
		return
	}
	info, err := os.Lstat(real)
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	out.present[path] = struct{}{}
	out.files[path] = found{signatureOf(info), false}
}

// reasonGone is why a folder cannot be watched, in plain words.
func reasonGone(root string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: the folder is not there (any more): it is shown again when it comes back", root)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: you are not allowed to read the folder: change its permissions", root)
	}
	return fmt.Errorf("%s: the folder cannot be read: %s", root, input.Cause(err))
}
