package names

import (
	"net/url"
	"strings"
	"unicode/utf8"
)

// Becomes stands between the name that a function had and the one that it has.
const Becomes = " → "

// CutFormer splits a text that [query.Node.String] made, if it has a former name.
func CutFormer(node string) (former, name string, ok bool) {
	i := strings.LastIndex(node, Becomes)
	if i < 0 {
		return "", node, false
	}
	return node[:i], node[i+len(Becomes):], true
}

// In are the names by which a node that [query.Node.String] named may be known elsewhere: its own, and its
// former one.
func In(node string) []string {
	if former, name, ok := CutFormer(node); ok {
		return []string{name, former}
	}
	return []string{node}
}

// PackageOf is [Language.Package] of a name without its profile: what may be a Go symbol is one.
func PackageOf(function string) string { return LanguageOf(function, InGo).Package(function) }

// Short is [Language.Short] of a name without its profile: what may be a Go symbol is one.
func Short(function string, generics bool) string {
	return LanguageOf(LastName(function), InGo).Short(function, generics)
}

// Shorter is [Language.Shorter] of a name without its profile: what may be a Go symbol is one.
func Shorter(short string) [3]string { return LanguageOf(LastName(short), InGo).Shorter(short) }

// Package returns what a function of the language belongs to, "" if its name does not say that: for Go the import
// path of the package, net/http of net/http.(*conn).serve; the package of Java; the outermost namespace of C++ and
// Ruby, the crate of Rust; the folder, with dots, of a Python module; the package in node_modules, or the module of
// Node; the namespace of PHP and .NET; the module of Erlang and Julia.
func (l Language) Package(function string) string {
	if l == InGo {
		return packageGo(function)
	}
	name := function
	at, placed := cutPlace(name)
	if placed {
		name = name[:at.own]
	}
	switch l {
	case InC, InRust:
		return namespaceOf(name)
	case InJava:
		return packageJava(name)
	case InPython:
		if placed {
			return packageOfPath(function[at.file:at.end])
		}
		return packagePython(name)
	case InJavaScript:
		if placed {
			return packageNode(function[at.file:at.end])
		}
	case InRuby:
		return packageRuby(name)
	case InJulia:
		return name[:max(0, dotsEnd(name)-1)]
	case InPHP:
		return strings.TrimPrefix(name[:max(0, namespacePHP(name)-1)], `\`)
	case InDotNet:
		return packageDotNet(name)
	case InErlang:
		return strings.TrimPrefix(strings.Trim(name[:moduleErlang(name)], "':"), "Elixir.")
	}
	return ""
}

// Short returns a name without the path of its package. Of a Go symbol the last element stays,
// http.(*conn).serve, and the one before where the last is only a major version: b/v2.F. Java, PHP and .NET keep the
// class, places keep the file. Without generics, Go's type arguments become […]. What the language has no rule for
// stays.
func (l Language) Short(function string, generics bool) string {
	if former, name, ok := CutFormer(function); ok {
		return LanguageOf(former, InGo).short(former, generics) + Becomes + l.short(name, generics)
	}
	return l.short(function, generics)
}

// short is Short of one name.
func (l Language) short(function string, generics bool) string {
	if l == InGo {
		return shortGo(function, generics)
	}
	if at, ok := cutPlace(function); ok {
		file := function[at.file:at.end]
		base := strings.LastIndexAny(file, `/\`) + 1
		return function[:at.file] + file[base:] + function[at.end:]
	}
	switch l {
	case InC, InRust:
		return withoutHash(function)
	case InJava:
		return shortJava(function)
	case InPython:
		if at := strings.LastIndexByte(function[:austin(function)], '/'); at >= 0 {
			return function[at+1:]
		}
		if path, ok := strings.CutPrefix(function, "py::"); ok {
			if at := strings.LastIndexByte(path, '/'); at >= 0 && strings.IndexByte(path, ':') >= 0 {
				own, _, _ := strings.Cut(path, ":")
				return "py::" + own + ":" + path[at+1:]
			}
			return function
		}
		return behind(function, lastModule(function))
	case InPHP:
		return behind(function, namespacePHP(function))
	case InDotNet:
		return behind(function, classDotNet(function))
	}
	return function
}

// Shorter are forms of a name that [Language.Short] made, the longest first: as it is, without what stands before
// the class, and without the class. Where there is nothing to leave out before the rest, forms are equal: of what has
// no space then, one reads the beginning. Of two names the former one is left out first.
func (l Language) Shorter(short string) [3]string {
	if _, name, ok := CutFormer(short); ok && name != "" {
		forms := l.Shorter(name)
		return [3]string{short, forms[0], forms[2]}
	}
	if l == InGo {
		return shorterGo(short)
	}
	rest := behind(short, l.leadIn(short))
	return [3]string{short, rest, rest}
}

// leadIn is how much of a short name stands before what distinguishes it in its language.
func (l Language) leadIn(short string) int {
	if at, ok := cutPlace(short); ok {
		short = short[:at.own]
	}
	switch l {
	case InC:
		if strings.Contains(short, "::") || strings.IndexByte(short, '(') > 0 {
			from, _ := qualified(short)
			return from
		}
	case InJava:
		return methodJava(short)
	case InPython:
		if at := austin(short); at > 0 {
			return at
		}
		if strings.HasPrefix(short, "py::") {
			return len("py::")
		}
		return dotsEnd(short)
	case InJavaScript:
		return tierEnd(short)
	case InDotNet:
		return methodDotNet(short)
	case OfFile:
		if strings.HasPrefix(short, "/") || strings.IndexByte(short, '\\') > 0 {
			return strings.LastIndexAny(short, `/\`) + 1
		}
	}
	return 0
}

// behind is a name from a byte on, or all of it if nothing stands there.
func behind(name string, from int) string {
	if from < len(name) {
		return name[from:]
	}
	return name
}

// LastName is the name of a function, without the former one.
func LastName(node string) string {
	_, name, _ := CutFormer(node)
	return name
}

func packageGo(function string) string {
	_, name := cutGenerated(function)
	slash, dot := splitSymbol(name)
	if dot < 0 {
		return ""
	}
	if !strings.Contains(name[slash:dot], "%") {
		return name[:dot]
	}
	return name[:slash] + unescape(name[slash:dot])
}

func shortGo(function string, generics bool) string {
	generated, name := cutGenerated(function)
	if slash, dot := splitSymbol(name); dot >= 0 {
		last := name[slash:dot]
		if slash > 0 && majorVersion(last) {
			slash = strings.LastIndexByte(name[:slash-1], '/') + 1
			last = name[slash:dot]
		}
		name = unescape(last) + name[dot:]
	}
	if !generics {
		name = CollapseTypeArguments(name)
	}
	return generated + name
}

func shorterGo(short string) [3]string {
	forms := [3]string{short, short, short}
	path, _, _ := strings.Cut(short, "[") // type arguments have dots and slashes of their own
	if dot := strings.IndexByte(path, '.'); dot >= 0 && dot+1 < len(short) && !strings.Contains(path, "/") {
		forms[1] = short[dot+1:]
		forms[2] = forms[1]
		if method := methodOf(forms[1]); method != "" {
			forms[2] = method
		}
	}
	return forms
}

// methodOf is a method without its receiver, Map[…] of (*L[…]).Map[…], or "": the name has no receiver in parentheses.
func methodOf(name string) string {
	for at := 0; ; {
		open, end, ok := nextTypeArguments(name, at)
		if !ok {
			open = len(name)
		}
		if i := strings.Index(name[at:open], ")."); i >= 0 {
			return name[at+i+len(")."):]
		}
		if !ok {
			return ""
		}
		at = end
	}
}

// cutGenerated splits off what the compiler writes before the type that it made
// a function for, as in type:.eq.net/http.Cookie (type..eq before Go 1.20).
func cutGenerated(name string) (generated, rest string) {
	for _, p := range []string{"type:.eq.", "type:.hash.", "type..eq.", "type..hash."} {
		if strings.HasPrefix(name, p) {
			return name[:len(p)], name[len(p):]
		}
	}
	return "", name
}

// splitSymbol finds the last element of a Go symbol's package path:
// name[slash:dot]. dot is −1 where there is none. The linker escapes dots in
// this element (yaml%2ev3), so the first one after the slash ends it.
func splitSymbol(name string) (slash, dot int) {
	path := name
	if i := strings.IndexAny(path, "[( "); i >= 0 {
		path = path[:i]
	}
	if strings.HasPrefix(path, "/") { // a file
		return 0, -1
	}
	slash = strings.LastIndexByte(path, '/') + 1
	dot = strings.IndexByte(path[slash:], '.')
	if at := slash + dot + 1; dot <= 0 || at < len(path) && digit(path[at]) { // no symbol begins with a digit
		return slash, -1
	}
	return slash, slash + dot
}

func unescape(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	if u, err := url.PathUnescape(s); err == nil && utf8.ValidString(u) {
		return u
	}
	return s
}

// majorVersion reports whether a path element is v2, v10 … It needs one before
// it, so that a package called v2 at the top stays what it is.
func majorVersion(s string) bool {
	return len(s) > 1 && s[0] == 'v' && strings.Trim(s[1:], "0123456789") == ""
}

func identifier(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
