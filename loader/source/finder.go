package source

import (
	"cmp"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"profstation/model/lang"
	"profstation/model/names"
)

// Finder looks for the source files that profiles name. It remembers what it found, so a file is
// read once, and again if it has changed. Only one goroutine may use it at a time.
type Finder struct {
	folders  []string     // allowed by the user, in order: absolute, cleaned
	offered  []string     // modules' folders that the user may want to allow
	near     []string     // of which only code is read, see [Options]
	recorded bool         // see [Options]
	trim     []string     // beginnings of paths to leave out, each with a slash at its end
	own      func() homes // asked for when the first file is looked for: that may start the go command
	option   string       // see [Options]
	found    map[string]*File
	modules  map[string]string // for each folder: the module named in its go.mod, or ""

	toolchains []toolchain // nil: not looked for yet
}

// Options say where to look. The zero value looks only where Go keeps its own and others' code.
type Options struct {
	Folders []string // that the user allows to be read: pprof's source_path
	Near    []string // where code is read that nobody has allowed by name, there and in the rest of the modules they are in
	Trim    []string // beginnings of paths that are left out: pprof's trim_path
	Option  string   // the option of a command that allows folders, which errors name; "": a window asks for them

	// Recorded lets code be read that a profile names with its exact path, if that is in a Go module: for who shows
	// none of its text.
	Recorded bool
}

// New makes a Finder.
func New(o Options) *Finder {
	f := &Finder{own: sync.OnceValue(ownHomes), option: o.Option, recorded: o.Recorded,
		found: map[string]*File{}, modules: map[string]string{}}
	// The last two are where pprof runs in a Bazel sandbox (internal/report/source.go, trimPath).
	for _, t := range append(append([]string{}, o.Trim...), "/proc/self/cwd/./", "/proc/self/cwd") {
		if t != "" {
			f.trim = append(f.trim, strings.TrimSuffix(filepath.ToSlash(t), "/")+"/")
		}
	}
	for _, dir := range o.Folders {
		f.Allow(dir)
	}
	for _, dir := range o.Near {
		f.addNear(dir)
	}
	return f
}

// Allow adds a folder to look in. A file that was not found before is looked for again.
func (f *Finder) Allow(dir string) {
	abs, err := filepath.Abs(dir)
	if err != nil || dir == "" || slices.Contains(f.folders, abs) {
		return
	}
	f.folders = append(f.folders, abs)
	maps.DeleteFunc(f.found, func(_ string, file *File) bool { return file.Err != nil })
}

// maxOffered is how many modules' folders are looked in for what to offer.
const maxOffered = 100

// Offer names a folder near which the user works. Nothing is read there. But where a file of the module around it is
// not found, as that of a program built with -trimpath, [NotFound] has the file and the folder that would help.
func (f *Finder) Offer(dir string) {
	if !filepath.IsAbs(dir) || !local(dir) || len(f.offered) >= maxOffered {
		return
	}
	root := f.moduleAround(dir)
	if root == "" || slices.Contains(f.offered, root) {
		return
	}
	f.offered = append(f.offered, root)
	maps.DeleteFunc(f.found, func(_ string, file *File) bool { return file.Err != nil })
}

// Forget frees the texts of all files that were found.
func (f *Finder) Forget() { clear(f.found) }

// NotFound is why there is no text for a name.
type NotFound struct {
	Exists string // the file on this machine, if it is certain and its folder is not allowed
	Folder string // the folder to allow for that: its module's, or else its own; "": that would allow far too much
	Module string // the module and version missing from the module cache, or ""
	option string // that allows folders; "": a window does
	looked []string
}

func (e *NotFound) Error() string {
	switch {
	case e.Exists != "" && e.option != "":
		return lang.L("{{.File}} is outside the folders that may be read: add {{.Option}}={{.Folder}}",
			lang.With{"File": e.Exists, "Folder": cmp.Or(e.Folder, filepath.Dir(e.Exists)), "Option": e.option})
	case e.Exists != "" && e.Folder != "":
		return lang.L("{{.File}} is outside the folders that may be read: allow {{.Folder}}",
			lang.With{"File": e.Exists, "Folder": e.Folder})
	case e.Exists != "":
		return lang.L("{{.File}} is outside the folders that may be read: choose a folder", lang.With{"File": e.Exists})
	case e.Module != "":
		return lang.L("it is not in the module cache: go mod download {{.Module}}", lang.With{"Module": e.Module})
	case e.option != "" && len(e.looked) > 0:
		return lang.L("source not found in {{.Folders}}: name its folder with {{.Option}}",
			lang.With{"Folders": lang.List(e.looked...), "Option": e.option})
	case e.option != "":
		return lang.L("source not found: name its folder with {{.Option}}", lang.With{"Option": e.option})
	}
	return lang.L("source not found: choose its folder")
}

// Find returns the file that a profile names; Err is set if it cannot be shown. Find looks at the
// path in the profile, below the allowed folders for what is left after removing beginnings from
// the path, in GOROOT, and in the module cache at the version in the path. since is when the
// profile was taken; zero: not known.
func (f *Finder) Find(name string, since time.Time) *File {
	file, ok := f.found[name]
	if !ok || changed(file) {
		file = f.find(name)
		if !ok || file.Err == nil { // a file that is gone may come back: an editor is writing it
			f.found[name] = file
		}
	}
	out := *file // profiles from several times may name it
	out.Newer = file.Err == nil && !since.IsZero() && !file.Fixed && file.ModTime.After(since)
	return &out
}

func changed(file *File) bool {
	if file.Err != nil || file.Fixed {
		return false
	}
	info, err := os.Stat(file.Path)
	return err != nil || !info.ModTime().Equal(file.ModTime)
}

func (f *Finder) find(name string) *File {
	if name == "" || strings.ContainsAny(name, "\x00\n") {
		return &File{Err: &NotFound{option: f.option}}
	}
	var problem error
	for _, c := range f.candidates(name) {
		info, err := os.Stat(c.path)
		if err != nil || !f.allowed(c.path) && !f.isRecorded(name, c.path) { // a link may lead out of the folder
			continue
		}
		file := read(c.path, info)
		if file.Err == nil {
			file.Fixed = c.fixed
			f.describe(file, name)
			return file
		}
		problem = cmp.Or(problem, file.Err)
	}
	if problem != nil {
		return &File{Err: problem}
	}
	missing := &NotFound{option: f.option, looked: slices.Concat(f.folders, f.near)}
	missing.Module, _, _ = moduleOf(filepath.ToSlash(name))
	for _, p := range f.outside(name) {
		if info, err := os.Stat(p); err == nil && info.Mode().IsRegular() {
			missing.Exists, missing.Folder = p, f.folderOf(p)
			break
		}
	}
	return &File{Err: missing}
}

// outside lists where a file may be outside the folders that may be read: at exactly its path, or in a module that was
// offered.
func (f *Finder) outside(name string) (all []string) {
	if filepath.IsAbs(name) {
		if local(name) {
			all = append(all, filepath.Clean(name))
		}
		return all
	}
	slashed := path.Clean(filepath.ToSlash(name))
	for _, dir := range f.offered {
		if rest, ok := strings.CutPrefix(slashed, f.module(dir)+"/"); ok && filepath.IsLocal(filepath.FromSlash(rest)) {
			all = append(all, filepath.Join(dir, filepath.FromSlash(rest)))
		}
	}
	return all
}

// candidate is a path that may be the file. A fixed path names a version, so the file cannot have changed.
type candidate struct {
	path  string
	fixed bool
}

// candidates lists where a file may be, the surest place first.
func (f *Finder) candidates(name string) []candidate {
	slashed := path.Clean(filepath.ToSlash(name))
	var all []candidate
	add := func(fixed bool, parts ...string) {
		p := filepath.Join(parts...)
		if local(p) {
			all = append(all, candidate{p, fixed})
		}
	}
	if _, file, ok := moduleOf(slashed); ok && f.own().modcache != "" {
		add(true, f.own().modcache, filepath.FromSlash(escape(file)))
	}
	named, std := names.ReleaseOf(slashed)
	for _, t := range f.ofRelease(named) {
		add(true, t.root, "src", std)
	}
	if filepath.IsAbs(name) {
		add(false, name)
	}
	rest := slashed
	for _, t := range f.trim {
		if r, ok := strings.CutPrefix(slashed, t); ok {
			rest = r
			break
		}
	}
	rest = strings.TrimPrefix(rest, "/")
	dirs := slices.Concat(f.folders, f.near)
	for _, dir := range dirs {
		if module := f.module(dir); module != "" {
			if r, ok := strings.CutPrefix(rest, module+"/"); ok {
				add(false, dir, r)
			}
		}
		if rest != slashed || !filepath.IsAbs(name) {
			add(false, dir, rest)
		}
		if i := strings.Index(slashed, "/"+filepath.Base(dir)+"/"); i >= 0 {
			add(false, dir, slashed[i+len(filepath.Base(dir))+2:])
		}
	}
	if s, ok := standard(slashed); ok && f.own().goroot != "" {
		add(false, f.own().goroot, "src", s)
	} else if std != "" && f.own().goroot != "" {
		add(false, f.own().goroot, "src", std)
	}
	// These paths are what is left after removing folders from the front, but never only the file's
	// own name: there are too many main.go.
	for _, dir := range dirs {
		for r := rest; strings.Count(r, "/") > 1; {
			_, r, _ = strings.Cut(r, "/")
			add(false, dir, r)
		}
		if !strings.Contains(rest, "/") {
			add(false, dir, rest)
		}
	}
	return all
}

// local reports whether a path stays on this machine.
func local(p string) bool { return !strings.HasPrefix(p, `\\`) && !strings.HasPrefix(p, "//") }

// allowed reports whether a path, with its links followed, is in a folder that may be read.
func (f *Finder) allowed(p string) bool {
	real, err := filepath.EvalSymlinks(p)
	if err != nil {
		return false
	}
	dirs := append([]string{f.own().goroot, f.own().modcache}, f.folders...)
	for _, t := range f.toolchains { // empty as long as nobody asked for one
		dirs = append(dirs, t.root)
	}
	for _, dir := range dirs {
		if dir == "" {
			continue
		}
		if d, err := filepath.EvalSymlinks(dir); err == nil && below(d, real) {
			return true
		}
	}
	return f.nearby(real)
}

func below(dir, p string) bool {
	rel, err := filepath.Rel(dir, p)
	return err == nil && filepath.IsLocal(rel)
}

// folderOf returns the folder to allow for a file: that of the module it is in, whose other files are asked for next,
// or else its own. It returns "" rather than a folder that holds far more than code.
func (f *Finder) folderOf(file string) string {
	own := filepath.Dir(file)
	if tooWide(own) {
		return ""
	}
	return cmp.Or(f.moduleAround(own), own)
}

// moduleAround returns the folder of the module that a folder is in; "": it is in none.
func (f *Finder) moduleAround(dir string) string {
	for ; !tooWide(dir); dir = filepath.Dir(dir) {
		if f.module(dir) != "" {
			return dir
		}
	}
	return ""
}

// tooWide reports whether a folder is a root, a home, where homes are, or where all programs keep temporary files.
func tooWide(dir string) bool {
	home, err := os.UserHomeDir()
	return filepath.Dir(dir) == dir || err == nil && below(dir, home) || dir == filepath.Clean(os.TempDir())
}

// module returns the module whose root a folder is.
func (f *Finder) module(dir string) string {
	if m, ok := f.modules[dir]; ok {
		return m
	}
	m := ""
	file := filepath.Join(dir, "go.mod")
	if info, err := os.Stat(file); err == nil {
		for _, line := range read(file, info).Lines {
			if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "module "); ok {
				m, _, _ = strings.Cut(strings.TrimSpace(rest), " ")
				m = strings.Trim(m, "\"`")
				break
			}
		}
	}
	f.modules[dir] = m
	return m
}

// moduleOf splits a path in the module cache, or from a program built with -trimpath. It returns
// module@version and the path relative to the cache.
func moduleOf(slashed string) (module, file string, ok bool) {
	if i := strings.LastIndex(slashed, "/pkg/mod/"); i >= 0 {
		slashed = slashed[i+len("/pkg/mod/"):]
	}
	at := strings.Index(slashed, "@v")
	if at <= 0 || path.IsAbs(slashed) {
		return "", "", false
	}
	end := strings.IndexByte(slashed[at:], '/')
	if end < 0 {
		return "", "", false
	}
	return names.UnescapedModule(slashed[:at+end]), slashed, true
}

// The module cache writes a capital as ! and a small letter (golang.org/x/mod/module, EscapePath).
var (
	capital = regexp.MustCompile(`[A-Z]`)
)

func escape(p string) string {
	module, rest, _ := strings.Cut(p, "@")
	return capital.ReplaceAllStringFunc(module, func(c string) string { return "!" + strings.ToLower(c) }) + "@" + rest
}

// standard returns the path below GOROOT/src for a file in Go's own library: either a -trimpath
// path, whose first element has no dot, or one below the src of any Go.
func standard(slashed string) (string, bool) {
	rest := slashed
	if path.IsAbs(slashed) || strings.Contains(slashed, ":/") {
		i := strings.LastIndex(slashed, "/src/")
		if i < 0 {
			return "", false
		}
		rest = slashed[i+len("/src/"):]
	}
	first, _, nested := strings.Cut(rest, "/")
	return rest, nested && !strings.Contains(first, ".") && first != ""
}

// homes are where Go keeps its own and others' code; "": nowhere.
type homes struct{ goroot, modcache string }

// ownHomes returns where the go command keeps it for this user.
func ownHomes() homes {
	h := homes{os.Getenv("GOROOT"), os.Getenv("GOMODCACHE")}
	if h.goroot == "" || h.modcache == "" {
		root, cache := goEnv()
		h.goroot, h.modcache = cmp.Or(h.goroot, goroot(root)), cmp.Or(h.modcache, cache, modcache())
	}
	for _, dir := range []*string{&h.goroot, &h.modcache} {
		if !filepath.IsAbs(*dir) {
			*dir = ""
		}
	}
	return h
}

// goroot returns the GOROOT named by the go command, or one in a usual place; "" if there is none.
func goroot(named string) string {
	for _, dir := range []string{named, "/usr/local/go", "/usr/lib/go"} {
		if info, err := os.Stat(filepath.Join(dir, "src", "runtime")); err == nil && info.IsDir() {
			return dir
		}
	}
	return ""
}

// modcache returns where the go command would keep modules.
func modcache() string {
	if dir := os.Getenv("GOPATH"); dir != "" {
		return filepath.Join(filepath.SplitList(dir)[0], "pkg", "mod")
	}
	if home, err := os.UserHomeDir(); err == nil {
		return filepath.Join(home, "go", "pkg", "mod")
	}
	return ""
}

// regular refuses everything but regular files: reading a pipe or a device may take for ever.
func regular(name string, info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return lang.Error("{{.Name}} is a folder", lang.With{"Name": name})
	case !info.Mode().IsRegular():
		return lang.Error("{{.Name}} is not a regular file", lang.With{"Name": name})
	case info.Size() > MaxSize:
		return lang.Error("{{.Name}} has {{.Size}}MB, more than the {{.Most}} that are read", lang.With{"Name": name, "Size": info.Size() >> 20, "Most": int64(MaxSize) >> 20})
	}
	return nil
}

var errBinary = lang.Error("it is not a text file")
