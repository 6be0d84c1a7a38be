package source

import (
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/names"
)

// toolchain is a Go installed on this machine.
type toolchain struct{ root, release string } // go1.26.8

// sameRelease reports whether a release is the one in a path: go1.19 may stand for go1.19.5.
func sameRelease(named, release string) bool {
	return named == release || strings.HasPrefix(release, named+".")
}

// releaseAt returns the release of the Go in a folder, from its file VERSION, or "" if it has none.
func releaseAt(root string) string {
	path := filepath.Join(root, "VERSION")
	info, err := os.Stat(path)
	if err != nil || info.Size() > 4096 {
		return ""
	}
	if f := read(path, info); len(f.Lines) > 0 {
		return strings.TrimSpace(f.Lines[0])
	}
	return ""
}

// installed lists the Go releases installed in the usual places on this machine, the newest first.
func (f *Finder) installed() []toolchain {
	if f.toolchains != nil {
		return f.toolchains
	}
	f.toolchains = []toolchain{}
	home, _ := os.UserHomeDir()
	var places []string
	for _, dir := range []string{f.own().modcache, home} {
		if filepath.IsAbs(dir) {
			places = append(places, filepath.Join(dir, "golang.org", "toolchain@*"), filepath.Join(dir, "sdk", "go1*"))
		}
	}
	places = append(places, "/usr/local/go*", "/usr/lib/go*", "/opt/go*")
	roots := []string{f.own().goroot}
	for _, p := range places {
		found, _ := filepath.Glob(p) // the patterns are valid
		roots = append(roots, found...)
	}
	for _, root := range roots {
		if root == "" || slices.ContainsFunc(f.toolchains, func(t toolchain) bool { return t.root == root }) {
			continue
		}
		if release := releaseAt(root); version.IsValid(release) {
			f.toolchains = append(f.toolchains, toolchain{root, release})
		}
	}
	slices.SortStableFunc(f.toolchains, func(a, b toolchain) int { return version.Compare(b.release, a.release) })
	return f.toolchains
}

// ofRelease returns the toolchains for a release. An exact match comes before patch releases.
func (f *Finder) ofRelease(named string) (all []toolchain) {
	if named == "" {
		return nil
	}
	for _, t := range f.installed() {
		switch {
		case t.release == named:
			all = slices.Insert(all, 0, t)
		case sameRelease(named, t.release):
			all = append(all, t)
		}
	}
	return all
}

// GoCommand returns the go command of the release that a profile names, and that release. If that is not installed, the
// command is the usual one, and release is ""; if the profile names none, named is, too. Nothing is started that a profile names by its path: only
// what is installed in the usual places.
func (f *Finder) GoCommand(p *model.Profile) (command, release, named string) {
	for i := range p.Functions {
		of, _ := names.ReleaseOf(filepath.ToSlash(p.Strings.Raw(p.Functions[i].File)))
		if of == "" {
			continue
		}
		named = of
		for _, t := range f.ofRelease(named) {
			if path, err := exec.LookPath(filepath.Join(t.root, "bin", "go")); err == nil {
				return path, t.release, named
			}
		}
	}
	return goTool(), "", named
}

// ModuleOf returns the folder of the module that a file of the user's is in; "": it is in none, or it is of Go itself, of
// the module cache, or of another module in a folder vendor.
func (f *Finder) ModuleOf(file *File) string {
	if file.Err != nil || file.Std || file.Fixed || strings.Contains(filepath.ToSlash(file.Path), "/vendor/") {
		return ""
	}
	return f.moduleAround(filepath.Dir(file.Path))
}

// describe sets the release of a file in Go's own code, and the profile's release if that is another.
func (f *Finder) describe(file *File, name string) {
	for _, t := range f.installed() {
		if below(t.root, file.Path) {
			file.Std, file.Release = true, t.release
		}
	}
	if named, _ := names.ReleaseOf(filepath.ToSlash(name)); file.Std && named != "" && !sameRelease(named, file.Release) {
		file.Wanted = named
	}
}
