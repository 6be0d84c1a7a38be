package names

import (
	"path"
	"strings"
	"unicode"

	"profstation/model"
)

// CodeKind says who owns a function's code.
type CodeKind uint8

// The kinds of code.
const (
	OtherCode  CodeKind = iota // native code, other languages, label frames, unknown origin
	MainModule                 // the program's own module
	ThirdParty                 // another module
	Std                        // the standard library
	Runtime                    // the Go runtime and its parts
)

// String names the kind for menus and legends.
func (k CodeKind) String() string {
	return [...]string{"other code", "main module", "third party", "standard library", "runtime"}[k]
}

// Alone returns the name of a frame that stands for all frames in a stack, where this kind is nearest to the program.
func (k CodeKind) Alone() string { return "(" + k.String() + " alone)" }

// CodeKindOf returns whose code a function is, judging by its package and where its file was at build time.
func CodeKindOf(p *model.Profile, f model.FuncID) CodeKind {
	if f == model.NoFunc {
		return OtherCode
	}
	return kindsOfCode.Quick(p)[f]
}

// kindsOfCode holds each function's kind.
var kindsOfCode = model.DeriveQuick(codeKinds)

// stdRoots are the first elements in the paths of standard library packages. A path without a dot is not enough:
// modules that are never fetched do not have one either.
var stdRoots = wordSet(`archive arena bufio bytes cmp compress container context
	crypto database debug embed encoding errors expvar flag fmt go hash html image index
	internal io iter log maps math mime net os path plugin reflect regexp runtime simd slices
	sort strconv strings structs sync syscall testing text time unicode unique unsafe vendor
	weak`)

func wordSet(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

// IsStd reports whether a package, given by its import path, is in the standard library.
func IsStd(pkg string) bool {
	first, _, _ := strings.Cut(pkg, "/")
	return stdRoots[first]
}

// IsRuntime reports whether a standard library package is part of the runtime. Packages below runtime/ that programs
// call, such as runtime/pprof, are not.
func IsRuntime(pkg string) bool {
	return runtimeParts[pkg] || strings.HasPrefix(pkg, "runtime/internal/") || strings.HasPrefix(pkg, "internal/runtime/")
}

var runtimeParts = wordSet(`runtime runtime/cgo runtime/race runtime/msan runtime/asan
	internal/abi internal/bytealg internal/chacha8rand internal/cpu
	internal/goarch internal/profilerecord`)

// codeOrigins is what all functions in a profile together say about where the program was built.
type codeOrigins struct {
	goroots    map[string]int // standard libraries, by path up to /src/, in order; none if trimmed, several if merged
	modules    bool           // some file is in the module cache
	mainModule string         // from package main's files; with a version if built by `go install module@version`
}

func codeKinds(p *model.Profile) []CodeKind {
	kinds := make([]CodeKind, len(p.Functions))
	pkgs := make([]string, len(p.Functions))
	files := make([]string, len(p.Functions))
	o := codeOrigins{goroots: map[string]int{}}
	for i, f := range p.Functions {
		pkgs[i] = LanguageOfFunc(p, model.FuncID(i)).Package(p.Strings.Raw(f.Name))
		files[i] = strings.ReplaceAll(p.Strings.Raw(f.File), `\`, "/")
		o.learn(pkgs[i], files[i])
	}
	for i := range p.Functions {
		kinds[i] = o.kind(LanguageOfFunc(p, model.FuncID(i)), pkgs[i], files[i])
	}
	return kinds
}

func (o *codeOrigins) learn(pkg, file string) {
	if pkg == "runtime" && o.inGoroot(file) == "" {
		if i := strings.LastIndex(file, "/src/runtime/"); i >= 0 {
			o.goroots[file[:i+len("/src/")]] = len(o.goroots)
		}
	}
	if cached(file) && !strings.Contains(file, "/toolchain@") {
		o.modules = true
	}
	if pkg == "main" && o.mainModule == "" && strings.HasSuffix(file, ".go") {
		o.mainModule = moduleOfFile(file)
	}
}

// deepestGoroot is the most folders named src in a path that are checked as the end of a standard library's path.
const deepestGoroot = 16

// inGoroot returns a file's path within the first standard library that contains it, or "".
func (o *codeOrigins) inGoroot(file string) (within string) {
	first := len(o.goroots)
	for end, n := 0, 0; n < deepestGoroot; n++ {
		i := strings.Index(file[end:], "/src/")
		if i < 0 {
			break
		}
		if at, ok := o.goroots[file[:end+i+len("/src/")]]; ok && at < first {
			first, within = at, file[end+i+len("/src/"):]
		}
		end += i + len("/src")
	}
	return within
}

// cached reports whether a file comes from the module cache: its path contains the module's version.
func cached(file string) bool {
	return strings.Contains(file, "@v") || strings.Contains(file, "/pkg/mod/")
}

// moduleOfFile returns the module named by a file's path: with its version if it comes from the module cache, else
// guessed from an import path below /src/ or a trimmed path. It returns "" for a folder on a disk.
func moduleOfFile(file string) string {
	if i := strings.Index(file, "@v"); i >= 0 {
		rest, _, _ := strings.Cut(file[i:], "/")
		mod := file[:i]
		if j := strings.LastIndex(mod, "/pkg/mod/"); j >= 0 {
			mod = mod[j+len("/pkg/mod/"):]
		}
		return mod + rest
	}
	dir := path.Dir(file)
	if i := strings.LastIndex(dir, "/src/"); i >= 0 {
		return moduleOf(dir[i+len("/src/"):])
	}
	if path.IsAbs(file) || dir == "." {
		return ""
	}
	return moduleOf(dir)
}

// moduleOf guesses the module from an import path: a host with two elements if the host is organised like that, else
// with one; without a host the first element.
func moduleOf(pkg string) string {
	parts := strings.Split(pkg, "/")
	n := 1
	switch host := parts[0]; {
	case organised[host]:
		n = 3
	case strings.Contains(host, "."):
		n = 2
	}
	return strings.Join(parts[:min(n, len(parts))], "/")
}

// organised are the hosts whose modules belong to organisations or users.
var organised = wordSet("github.com gitlab.com bitbucket.org codeberg.org golang.org google.golang.org")

func (o *codeOrigins) kind(l Language, pkg, file string) CodeKind {
	if of := LanguageOfFile(file); l != InGo && l != NoLanguage && l != OfReference || of != InGo && of != NoLanguage ||
		pkg == "" && path.Ext(file) != ".go" && path.Ext(file) != ".s" {
		return OtherCode
	}
	std := func(pkg string) CodeKind {
		if IsRuntime(pkg) {
			return Runtime
		}
		return Std
	}
	dir := path.Dir(file)
	switch {
	case !strings.Contains(file, "/"): // no path, or one that the compiler made up
		return o.byPackage(pkg)
	case o.inGoroot(file) != "":
		if rel := path.Dir(o.inGoroot(file)); IsStd(rel) {
			return std(rel)
		}
		return MainModule // the Go distribution's commands
	case IsStd(dir) && (pkg == "" || IsStd(pkg)):
		return std(dir)
	case IsStd(pkg) && strings.HasSuffix(dir, "/src/"+pkg):
		return std(pkg)
	case cached(file):
		if pkg == "main" || moduleOfFile(file) == o.mainModule {
			return MainModule
		}
		return ThirdParty
	case strings.Contains(file, "/vendor/"),
		strings.HasPrefix(file, "external/"), strings.Contains(file, "/external/"): // Bazel
		return ThirdParty
	case pkg == "main" || o.modules:
		return MainModule // a folder on a disk, or a trimmed path without a version
	case strings.HasSuffix(dir, "/src/"+pkg) && strings.Contains(moduleOf(pkg), "."): // GOPATH
		return o.byPackage(pkg)
	}
	return MainModule
}

// byPackage judges a function without a useful file.
func (o *codeOrigins) byPackage(pkg string) CodeKind {
	switch {
	case pkg == "":
		return OtherCode
	case pkg == "main":
		return MainModule
	case IsRuntime(pkg):
		return Runtime
	case IsStd(pkg):
		return Std
	}
	module := moduleOf(pkg)
	main, _, _ := strings.Cut(o.mainModule, "@")
	switch {
	case main != "" && (pkg == main || strings.HasPrefix(pkg, main+"/")):
		return MainModule
	case strings.Contains(module, "."):
		return ThirdParty
	case strings.ContainsFunc(pkg, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-._~/", r)
	}): // not a path
		return OtherCode
	}
	return MainModule // nobody can fetch a module without a host
}
