package names

import (
	"regexp"
	"strings"

	"profstation/model"
)

// Names of modules that no import path names.
const (
	StdModule = "std"         // the standard library and the runtime
	OwnModule = "main module" // that of package main, which a profile does not name
	// NoPackage stands for what has no package in the program itself, whatever its file is called.
	NoPackage = "(without package)"
)

// PackageOfFunc returns the package that a function in a profile belongs to, as [Language.Package] says; "" if its name
// does not say that.
func PackageOfFunc(p *model.Profile, f model.FuncID) string { return ownersOf.Quick(p).packages[f] }

// ModuleOfFunc returns the module that a function in a profile belongs to: [StdModule], [OwnModule], or the path of
// another module without its version. Where a file does not say which version it is of, the path is guessed from the
// import path. Code in other languages belongs to what [Language.Package] says. It is "" if nothing says it.
func ModuleOfFunc(p *model.Profile, f model.FuncID) string { return ownersOf.Quick(p).modules[f] }

// owners are the packages and modules of a profile's functions.
type owners struct{ packages, modules []string }

var ownersOf = model.DeriveQuick(func(p *model.Profile) owners {
	o := owners{make([]string, len(p.Functions)), make([]string, len(p.Functions))}
	for i, f := range p.Functions {
		id := model.FuncID(i)
		l, file := LanguageOfFunc(p, id), p.Strings.Raw(f.File)
		if l == NoLanguage && strings.HasSuffix(file, ".s") {
			l = InGo // assembler, whose names are Go's
		}
		o.packages[i] = l.Package(p.Strings.Raw(f.Name))
		o.modules[i] = o.packages[i]
		switch CodeKindOf(p, id) {
		case Std, Runtime:
			o.modules[i] = StdModule
		case MainModule:
			o.modules[i] = OwnModule
		case ThirdParty:
			o.modules[i] = moduleNamed(o.packages[i], strings.ReplaceAll(file, `\`, "/"))
		}
	}
	return o
})

// moduleNamed returns the path of the module that a package or its file is in.
func moduleNamed(pkg, file string) string {
	if cached(file) {
		if module, _, ok := strings.Cut(moduleOfFile(file), "@"); ok {
			return UnescapedModule(module)
		}
	}
	if pkg == "" {
		return ""
	}
	return moduleOf(pkg)
}

// UnescapedModule returns a path from the module cache, in which a capital is ! and a small letter
// (golang.org/x/mod/module, UnescapePath).
func UnescapedModule(path string) string {
	return escaped.ReplaceAllStringFunc(path, func(c string) string { return strings.ToUpper(c[1:]) })
}

var escaped = regexp.MustCompile(`![a-z]`)

// WithPackage returns what the names of all functions in a Go symbol's package begin with: its path as the linker writes
// it, and a dot. It returns "" for a symbol without a package, or of one that the compiler made.
func WithPackage(symbol string) string {
	generated, name := cutGenerated(symbol)
	if _, dot := splitSymbol(name); dot >= 0 && generated == "" {
		return name[:dot+1]
	}
	return ""
}
