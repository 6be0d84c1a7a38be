package source

import (
	"path/filepath"
	"slices"
)

// codeEndings are those of the files that are read near a profile without being allowed by name: of the languages that
// a Go program is built from.
var codeEndings = []string{".go", ".s", ".S", ".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".m", ".mm"}

// addNear adds a folder, and the one above it that has the go.mod of its module, as those in which only code is read: a
// profile may name any file in them.
func (f *Finder) addNear(dir string) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return
	}
	add := func(dir string) {
		if !slices.Contains(f.near, dir) {
			f.near = append(f.near, dir)
		}
	}
	add(abs)
	if root := f.moduleAround(abs); root != "" {
		add(root)
	}
}

// isCode reports whether a file's name ends like code.
func isCode(p string) bool { return slices.Contains(codeEndings, filepath.Ext(p)) }

// nearby reports whether a path, with its links followed, is code in a folder near the profile.
func (f *Finder) nearby(real string) bool {
	return isCode(real) && slices.ContainsFunc(f.near, func(dir string) bool {
		d, err := filepath.EvalSymlinks(dir)
		return err == nil && below(d, real)
	})
}

// isRecorded reports whether a path is the one that a profile names, and leads to code in a Go module.
func (f *Finder) isRecorded(name, p string) bool {
	if !f.recorded || p != filepath.Clean(name) {
		return false
	}
	real, err := filepath.EvalSymlinks(p)
	return err == nil && isCode(real) && f.moduleAround(filepath.Dir(real)) != ""
}
