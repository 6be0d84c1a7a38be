package disk

import (
	"io/fs"
	"path/filepath"
)

// Draft is a file that is received first and named later, because its name or its worth is known
// only then. Its bytes are written once: [Draft.Commit] renames it. Whoever begins one must call
// [Draft.Drop]. It is for one goroutine.
type Draft struct {
	file   *temporary
	dir    string // how its path begins
	closed bool
}

// Begin makes a draft in a folder. The draft gets mode, less the user's umask.
func Begin(dir string, mode fs.FileMode) (*Draft, error) {
	d, err := draft(within(dir), mode)
	return d, failed(dir, err, false)
}

func draft(dir string, mode fs.FileMode) (*Draft, error) {
	Clean(dir)
	f, err := begin(dir, mode)
	if err != nil {
		return nil, err
	}
	return &Draft{file: f, dir: dir}, nil
}

// Name returns the draft's path, by which it can be read meanwhile. It is of no use afterwards.
func (d *Draft) Name() string { return d.file.Name() }

// Write appends to the draft.
func (d *Draft) Write(p []byte) (int, error) { return d.file.Write(p) }

// Commit brings the draft to the disk and gives it a name in its folder. If something already has
// that name, it stays, the error is [fs.ErrExist], and the draft can be given another name. Nothing
// can be written to it afterwards.
func (d *Draft) Commit(name string) error {
	path := d.dir + name
	if filepath.Base(name) != name || name == "." || name == ".." {
		return failed(path, fs.ErrInvalid, false)
	}
	err := d.settle()
	if err == nil {
		err = d.move(path, rename)
	}
	return failed(path, err, false)
}

// Drop removes the draft, unless it has its name.
func (d *Draft) Drop() { d.file.end() }

// settle brings the bytes to the disk.
func (d *Draft) settle() error {
	if d.closed { // at the first try to name it
		return nil
	}
	if err := d.file.Sync(); err != nil {
		return err
	}
	if movesOpen {
		return nil
	}
	d.closed = true
	return d.file.Close()
}

// move gives the file its name.
func (d *Draft) move(path string, move func(from, to string) error) error {
	if err := move(d.file.Name(), path); err != nil {
		return err
	}
	d.file.moved()
	if err := syncFolder(d.dir); err != nil {
		return &unsure{err}
	}
	return nil
}
