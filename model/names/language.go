package names

import (
	"path"
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/lineage"
)

// Language is the language in which a function's name is written. It decides what may be dropped from the name and
// where the package is in it, see [Language.Package] and [Language.Short].
type Language uint8

// The languages whose names are known. Kotlin and Scala write names as Java does, and F# as C#.
const (
	NoLanguage   Language = iota // not known: the name is left unchanged
	InGo                         //
	InC                          // C and C++
	InRust                       //
	InJava                       //
	InPython                     //
	InJavaScript                 //
	InJulia                      //
	InRuby                       //
	InPHP                        //
	InDotNet                     //
	InErlang                     // and Elixir
	InOther                      // known by its file, without rules of its own
	OfReference                  // not a function, but a reference with its type, see [model.CutReference]
	OfFile                       // not a function, but a library or a path
	OfPackage                    // not a function, but a package or a module
)

// LanguageOf returns a name's language. If names in several languages look alike, such as a.b, it returns what the
// profile's other names suggest, says: a language, or NoLanguage. It takes time in proportion to the name's length,
// and allocates nothing.
func LanguageOf(name string, says Language) Language {
	if l := certainLanguage(name); l != NoLanguage {
		return l
	}
	switch {
	case strings.Contains(name, "::"):
		if says == InJulia || says == InRust {
			return says
		}
		return InC
	case says == NoLanguage && isGo(name):
		return InGo
	case (says == NoLanguage || says == InJava) && javaClass(name, says == InJava) > 0:
		return InJava
	}
	return says
}

// certainLanguage returns the language if only one writes names that look like this.
func certainLanguage(name string) Language {
	if name == "" {
		return NoLanguage
	}
	if _, ok := lineage.Started(name); ok {
		return InGo
	}
	if _, _, ok := model.CutReference(name); ok {
		return OfReference
	}
	if at, ok := cutPlace(name); ok {
		return languageAt(name, at)
	}
	switch {
	case strings.HasPrefix(name, "py::"), austin(name) > 0:
		return InPython
	case tierEnd(name) > 0:
		return InJavaScript
	case isDotNet(name):
		return InDotNet
	case isBinary(name):
		return OfFile
	case isErlang(name):
		return InErlang
	case namespacePHP(name) > 0:
		return InPHP
	case isRuby(name):
		return InRuby
	case isJulia(name):
		return InJulia
	case strings.HasPrefix(name, "L") && strings.Contains(name, ";::"):
		return InJava
	case isRust(name):
		return InRust
	case strings.Contains(name, "::"):
		return NoLanguage
	case compilerSuffix(name) > 0:
		return InC
	case javaRoot(name) && javaClass(name, false) > 0:
		return InJava
	case certainlyGo(name):
		return InGo
	}
	return NoLanguage
}

// languageAt returns the language of a function whose name contains its place. A library says nothing about the
// language.
func languageAt(name string, at namedPlace) Language {
	l := LanguageOfFile(name[at.file:at.end])
	if l != NoLanguage {
		return l
	}
	switch {
	case strings.HasPrefix(name[at.file:], "node:"):
		return InJavaScript
	case strings.HasPrefix(name[at.file:], "<"): // <string>, <frozen os>
		return InPython
	}
	return InC
}

// LanguageOfFile returns a source file's language, by its extension.
func LanguageOfFile(file string) Language { return languageByEnding[path.Ext(file)] }

// Extensions that several languages use are missing, such as .y for generated parsers and .s for assembler.
var languageByEnding = map[string]Language{
	".go": InGo,
	".c":  InC, ".cc": InC, ".cpp": InC, ".cxx": InC, ".h": InC, ".hh": InC, ".hpp": InC, ".m": InC, ".mm": InC,
	".rs":   InRust,
	".java": InJava, ".kt": InJava, ".scala": InJava, ".clj": InJava, ".groovy": InJava,
	".py": InPython, ".pyx": InPython, ".pyi": InPython,
	".js": InJavaScript, ".mjs": InJavaScript, ".cjs": InJavaScript, ".jsx": InJavaScript,
	".ts": InJavaScript, ".mts": InJavaScript, ".cts": InJavaScript, ".tsx": InJavaScript,
	".jl": InJulia, ".rb": InRuby, ".erb": InRuby, ".php": InPHP, ".cs": InDotNet, ".fs": InDotNet, ".vb": InDotNet,
	".erl": InErlang, ".ex": InErlang, ".exs": InErlang,
	".swift": InOther, ".lua": InOther, ".pl": InOther, ".pm": InOther, ".hs": InOther, ".ml": InOther, ".zig": InOther, ".nim": InOther,
}

// LanguageOfFunc returns the language of a function's name, judging by its file, its name, and the other functions.
func LanguageOfFunc(p *model.Profile, f model.FuncID) Language {
	if f == model.NoFunc {
		return NoLanguage
	}
	return languagesOf.Quick(p)[f]
}

// languagesOf holds each function's language.
var languagesOf = model.DeriveQuick(languages)

func languages(p *model.Profile) []Language {
	all := make([]Language, len(p.Functions))
	var votes [OfFile + 1]int
	for i, f := range p.Functions {
		l := LanguageOfFile(p.Strings.Raw(f.File))
		if all[i] = l; l == NoLanguage {
			l = LanguageOf(p.Strings.Raw(f.Name), NoLanguage)
		}
		votes[l]++
	}
	says := spoken(&votes, p.Foreign)
	for i, f := range p.Functions {
		switch file := all[i]; {
		case file == InGo: // cgo's C has files of its own
		case file != NoLanguage:
			if all[i] = LanguageOf(p.Strings.Raw(f.Name), file); all[i] == NoLanguage {
				all[i] = file
			}
		case f.File == 0 || says == InGo:
			all[i] = LanguageOf(p.Strings.Raw(f.Name), says)
		default: // a file in no language: a label's key, or assembler
			all[i] = LanguageOf(p.Strings.Raw(f.Name), NoLanguage)
		}
	}
	return all
}

// spoken returns the language for names that look alike in several: the one that most functions have, among languages
// whose names have only dots. If no function has one of these, it is Go if Go's tools wrote the profile.
func spoken(votes *[OfFile + 1]int, foreign bool) Language {
	says := NoLanguage
	for _, l := range []Language{InGo, InJava, InPython, InJavaScript, InDotNet, InJulia, InRuby} {
		if votes[l] > votes[says] || says == NoLanguage && votes[l] > 0 {
			says = l
		}
	}
	if says == NoLanguage && !foreign && votes[InC]+votes[InRust] == 0 {
		return InGo
	}
	return says
}

// isGo reports whether a name is a Go symbol and hardly anything else: it has a package path, or a package in the
// standard library.
func isGo(name string) bool {
	slash, dot := splitSymbol(name)
	if dot < 0 || javaClass(name, false) > 0 {
		return false
	}
	pkg, symbol := name[:dot], name[dot+1:]
	if slash > 0 {
		return only(pkg, "/.-~%+")
	}
	return pkg == "main" || pkg == "runtime" || IsStd(pkg) && symbol != "" && upper(symbol[0])
}

// certainlyGo reports whether a name has what only Go writes: a receiver in parentheses, type arguments in brackets,
// suffixes from its compiler, or a package path with a host.
func certainlyGo(name string) bool {
	if generated, _ := cutGenerated(name); generated != "" {
		return true
	}
	slash, dot := splitSymbol(name)
	if dot < 0 {
		return false
	}
	pkg, symbol := name[:dot], name[dot+1:]
	first, _, _ := strings.Cut(pkg, "/")
	return strings.HasPrefix(symbol, "(*") || slash > len(first) && strings.IndexByte(first, '.') > 0 && only(pkg, "/.-~%+") ||
		strings.Contains(symbol, "[...]") || strings.Contains(symbol, "[go.shape.") || goEnding(symbol)
}

// goEnding reports whether a symbol ends as Go's compiler names closures and wrappers: .func1, .func1.2, -fm,
// -range1.
func goEnding(symbol string) bool {
	symbol = strings.TrimRight(symbol, ".0123456789")
	return slices.ContainsFunc([]string{".func", "-fm", "-range", ".gowrap", ".deferwrap"},
		func(s string) bool { return strings.HasSuffix(symbol, s) })
}
