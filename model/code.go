package model

import (
	"net/url"
	"strings"
)

// PackageOf returns the import path of the package that a symbol of a Go program belongs to:
// net/http for net/http.(*conn).serve. For C++ and Rust it is the outermost namespace or crate, for
// Java the package. It is "" if the name has none, as for assembler routines and [vdso].
func PackageOf(function string) string {
	_, name := cutGenerated(function)
	if strings.Contains(name, "::") {
		return namespaceOf(name)
	}
	if class := javaClass(name); class > 0 {
		return name[:class-1]
	}
	slash, dot := splitSymbol(name)
	if dot < 0 {
		return ""
	}
	if !strings.Contains(name[slash:dot], "%") {
		return name[:dot]
	}
	return name[:slash] + unescape(name[slash:dot])
}

// ShortName returns a symbol with only the last element of its package path:
// http.(*conn).serve. The one before is kept too where the last is only a
// major version: b/v2.F. Without generics, type arguments become […].
func ShortName(function string, generics bool) string {
	if former, name, ok := cutFormer(function); ok {
		return ShortName(former, generics) + becomes + ShortName(name, generics)
	}
	if strings.Contains(function, "::") {
		return function
	}
	generated, name := cutGenerated(function)
	if class := javaClass(name); class > 0 {
		return name[class:]
	}
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

// ShorterNames are forms of a name that [ShortName] made, the longest first: as it is, without the package,
// and without the receiver. Where there is nothing to leave out, forms are equal. Of two names the former one is
// left out first.
func ShorterNames(short string) [3]string {
	if _, name, ok := cutFormer(short); ok {
		forms := ShorterNames(name)
		return [3]string{short, forms[0], forms[2]}
	}
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
	if dot <= 0 {
		return slash, -1
	}
	return slash, slash + dot
}

func unescape(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	if u, err := url.PathUnescape(s); err == nil {
		return u
	}
	return s
}

// majorVersion reports whether a path element is v2, v10 … It needs one before
// it, so that a package called v2 at the top stays what it is.
func majorVersion(s string) bool {
	return len(s) > 1 && s[0] == 'v' && strings.Trim(s[1:], "0123456789") == ""
}

func namespaceOf(name string) string {
	name, _, _ = strings.Cut(name, "::")
	i := len(name)
	for i > 0 && identifier(name[i-1]) {
		i--
	}
	return name[i:]
}

func identifier(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// javaClass returns where the class begins in the name of a Java method such
// as java.util.HashMap.put, or 0. Go names can look the same
// (main.server.Do.func1), so only the usual first elements count.
func javaClass(name string) int {
	first, _, _ := strings.Cut(name, ".")
	switch first {
	case "com", "org", "java", "javax", "jdk", "sun", "scala", "kotlin":
	default:
		return 0
	}
	for i := len(first) + 1; i < len(name); {
		if c := name[i]; c >= 'A' && c <= 'Z' {
			return i
		}
		n := strings.IndexByte(name[i:], '.')
		if n <= 0 || strings.ContainsAny(name[i:i+n], "/[(") {
			return 0
		}
		i += n + 1
	}
	return 0
}
