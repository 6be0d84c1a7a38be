package watch

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"profstation/model/lang"
)

// folder is one watched folder.
type folder struct {
	path  string    // as the user sees it
	mtime time.Time // its modification time when its entries were last listed
	at    time.Time // when they were listed
	names []string  // files in it
	subs  []string  // folders in it, if they are followed
	links bool      // it has symbolic links
}

// found is a file as a scan found it at a path.
type found struct {
	sig  signature
	link bool // a symbolic link leads to it
}

// visit is a folder that a scan has to examine.
type visit struct{ path, real string }

// scan is one pass over a folder. It never changes anything in it.
type scan struct {
	root      string
	recursive bool
	all       bool                   // list every folder, including unchanged ones
	known     map[string]*folder     // from the previous scan
	watch     func(real string)      // called before a folder is listed, so that nothing is missed in between
	look      func(path string) bool // reports whether to examine a file, too

	place   place
	folders map[string]*folder  // by real path
	files   map[string]found    // those examined
	present map[string]struct{} // all existing paths
	links   bool                // one of the folders has some
	// Targets of links come last: a folder that is there by itself keeps its own path.
	queue, linked []visit
}

// run examines everything that may have changed. Its error says why the root cannot be read.
func (s *scan) run(ctx context.Context) (err error) {
	if s.place, err = resolve(s.root); err != nil {
		return err
	}
	s.queue = []visit{{s.root, s.place.real}}
	for len(s.queue)+len(s.linked) > 0 && ctx.Err() == nil {
		if len(s.queue) == 0 {
			s.queue, s.linked = s.linked, nil
		}
		v := s.queue[0]
		s.queue = s.queue[1:]
		if s.folders[v.real] != nil || len(s.folders) >= maxFolders {
			continue
		}
		s.watch(v.real)
		f, err := s.list(ctx, v)
		switch {
		case err == nil:
			s.folders[v.real] = f
			s.links = s.links || f.links
		case v.real == s.place.real:
			return err
		}
	}
	return nil
}

// list examines one folder and the files in it.
func (s *scan) list(ctx context.Context, v visit) (*folder, error) {
	d, err := openFile(v.real)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	info, err := d.Stat()
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, &fs.PathError{Op: "watch", Path: v.path, Err: lang.Error("it is a file, not a folder")}
	}
	f := &folder{path: v.path, mtime: info.ModTime(), at: time.Now()}
	// A folder whose time is not recent and has not changed has the same entries. Links may lead
	// elsewhere without a trace in it.
	if old := s.known[v.real]; !s.all && old != nil && !old.links && old.path == v.path && old.mtime.Equal(f.mtime) &&
		old.at.Sub(f.mtime) > 2*time.Second && f.at.Sub(old.at) < 10*time.Second {
		for _, name := range old.names {
			s.file(v, name)
		}
		for _, name := range old.subs {
			s.queue = append(s.queue, v.below(name))
		}
		return old, nil
	}
	entries, err := d.ReadDir(-1)
	if err != nil && len(entries) == 0 {
		return nil, err
	}
	for i, e := range entries {
		if i%256 == 0 && ctx.Err() != nil {
			return f, nil
		}
		name := e.Name()
		link := e.Type()&fs.ModeSymlink != 0
		f.links = f.links || link
		switch {
		case ignored(name):
		case link:
			s.follow(v.below(name))
		case e.IsDir() && s.recursive:
			s.queue = append(s.queue, v.below(name))
			f.subs = append(f.subs, name)
		case e.Type().IsRegular():
			f.names = append(f.names, name)
			s.file(v, name)
		}
	}
	return f, nil
}

func (v visit) below(name string) visit {
	return visit{filepath.Join(v.path, name), filepath.Join(v.real, name)}
}

func (s *scan) follow(v visit) {
	info, err := os.Stat(v.real)
	switch {
	case err != nil:
	case info.Mode().IsRegular():
		s.present[v.path] = struct{}{}
		s.files[v.path] = found{signatureOf(info), true}
	case info.IsDir() && s.recursive:
		if p, err := resolve(v.path); err == nil {
			s.linked = append(s.linked, visit{v.path, p.real})
			for dir, names := range p.anchors {
				s.place.anchors[dir] = append(s.place.anchors[dir], names...)
			}
		}
	}
}

// file examines a regular file if it is its turn.
func (s *scan) file(in visit, name string) {
	v := in.below(name)
	if !s.look(v.path) {
		s.present[v.path] = struct{}{}
		return
	}
	info, err := os.Lstat(v.real)
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	s.present[v.path] = struct{}{}
	s.files[v.path] = found{signatureOf(info), false}
}
