package names

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"profstation/model/lineage"
)

// Becomes stands between a function's former name and its present one.
const Becomes = " → "

// CutFormer splits a text made by [query.Node.String] if it contains a former name.
func CutFormer(node string) (former, name string, ok bool) {
	i := strings.LastIndex(node, Becomes)
	if i < 0 {
		return "", node, false
	}
	return node[:i], node[i+len(Becomes):], true
}

// In returns the names by which a node may be known elsewhere: its own and its former one. node is a text made by
// [query.Node.String].
func In(node string) []string {
	if former, name, ok := CutFormer(node); ok {
		return []string{name, former}
	}
	return []string{node}
}

// PackageOf is [Language.Package] for a name without its profile: a name that may be a Go symbol is treated as one.
func PackageOf(function string) string { return LanguageOf(function, InGo).Package(function) }

// Short is [Language.Short] for a name without its profile: a name that may be a Go symbol is treated as one.
func Short(function string, generics bool) string {
	return LanguageOf(LastName(function), InGo).Short(function, generics)
}

// Shorter is [Language.Shorter] for a name without its profile: a name that may be a Go symbol is treated as one.
func Shorter(short string) [3]string { return LanguageOf(LastName(short), InGo).Shorter(short) }

// Package returns what a function in the language belongs to, or "" if its name does not say that. For Go it is the
// package's import path, net/http for net/http.(*conn).serve. For other languages it is the package (Java), the
// outermost namespace (C++, Ruby), the crate (Rust), a module's folder with dots (Python), the package in
// node_modules or the Node module (JavaScript), the namespace (PHP, .NET), or the module (Erlang, Julia).
func (l Language) Package(function string) string {
	if started, ok := lineage.Started(function); ok {
		function = started
	}
	switch l {
	case InGo:
		return packageGo(function)
	case OfReference:
		return packageReference(function)
	case OfPackage:
		return function
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

// Short returns a name without its package's path. In a Go symbol the last element stays, http.(*conn).serve, and so
// does the one before if the last is only a major version: b/v2.F. Java, PHP and .NET keep the class, and places keep
// the file. Without generics, Go's type arguments become […]. Names for which the language has no rule are unchanged.
func (l Language) Short(function string, generics bool) string {
	if former, name, ok := CutFormer(function); ok {
		return LanguageOf(former, InGo).short(former, generics) + Becomes + l.short(name, generics)
	}
	return l.short(function, generics)
}

// short is Short for one name.
func (l Language) short(function string, generics bool) string {
	if started, ok := lineage.Started(function); ok {
		return lineage.Border(l.short(started, generics))
	}
	if l == InGo {
		return shortGo(function, generics)
	}
	if l == OfReference {
		return shortReference(function)
	}
	if l == OfPackage {
		return function
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

// Shorter returns three forms of a name made by [Language.Short], the longest first: unchanged, without what precedes
// the class, and without the class. Forms are equal if there is nothing to drop before the rest: a reader without
// enough room then sees the beginning. If there are two names, the former one is dropped first.
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

// leadIn returns how much of a short name precedes its distinguishing part in the language.
func (l Language) leadIn(short string) int {
	if l == OfPackage {
		slash := strings.LastIndexByte(short, '/') + 1
		if slash > 0 && majorVersion(short[slash:]) {
			slash = strings.LastIndexByte(short[:slash-1], '/') + 1
		}
		return slash
	}
	if at, ok := cutPlace(short); ok && l != OfReference {
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

// behind returns a name from a byte on, or the whole name if nothing follows there.
func behind(name string, from int) string {
	if from < len(name) {
		return name[from:]
	}
	return name
}

// LastName returns a function's name without the former one.
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
	path, _, _ := strings.Cut(short, "[") // type arguments have their own dots and slashes
	if dot := strings.IndexByte(path, '.'); dot >= 0 && dot+1 < len(short) && !strings.Contains(path, "/") {
		forms[1] = short[dot+1:]
		forms[2] = forms[1]
		if method := methodOf(forms[1]); method != "" {
			forms[2] = method
		}
	}
	return forms
}

// methodOf returns a method without its receiver, Map[…] for (*L[…]).Map[…], or "" if the name has no receiver in
// parentheses.
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

// cutGenerated splits off what the compiler writes before the type for which it made a function, as in
// type:.eq.net/http.Cookie (type..eq before Go 1.20).
func cutGenerated(name string) (generated, rest string) {
	for _, p := range []string{"type:.eq.", "type:.hash.", "type..eq.", "type..hash."} {
		if strings.HasPrefix(name, p) {
			return name[:len(p)], name[len(p):]
		}
	}
	return "", name
}

// splitSymbol finds the last element in a Go symbol's package path: name[slash:dot]. dot is −1 if there is none. The
// linker escapes dots in this element (yaml%2ev3), so the first dot after the slash ends it.
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

// majorVersion reports whether a path element is v2, v10 and so on. Callers check that an element precedes it, so
// that a top-level package called v2 keeps its name.
func majorVersion(s string) bool {
	return len(s) > 1 && s[0] == 'v' && strings.Trim(s[1:], "0123456789") == ""
}

func identifier(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
