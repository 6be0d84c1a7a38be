package names

import (
	"slices"
	"strings"
)

// namedPlace is where a name says that its function is: name[file:end]. The function's own name is name[:own].
type namedPlace struct{ own, file, end int }

// cutPlace finds the place in a function's name, as samplers for scripts write it:
//
//	f (a/b.py:9)        py-spy; with libraries, f (libc-2.31.so), for native code
//	f - /a/b.rb:9       rbspy
//	f /a/b.js:1:2       V8, in perf's maps and in 0x
//	f at a.jl:9         Julia
func cutPlace(name string) (at namedPlace, ok bool) {
	if strings.HasSuffix(name, ")") {
		open := strings.LastIndex(name, " (")
		if open <= 0 {
			return at, false
		}
		inside := name[open+2 : len(name)-1]
		end, lines := cutLines(inside)
		file := inside[:end]
		at = namedPlace{open, open + 2, open + 2 + end}
		made := lines && strings.HasPrefix(file, "<") && strings.HasSuffix(file, ">") // <string>, <frozen os>
		return at, made || LanguageOfFile(file) != NoLanguage || isBinary(file)
	}
	space := strings.LastIndexByte(name, ' ')
	if space <= 0 {
		return at, false
	}
	end, lines := cutLines(name[space+1:])
	file := name[space+1:][:end]
	own := strings.TrimRight(name[:space], " ")
	own = strings.TrimSuffix(strings.TrimSuffix(own, " -"), " at")
	at = namedPlace{len(own), space + 1, space + 1 + end}
	switch LanguageOfFile(file) {
	case InPython, InJavaScript, InJulia, InRuby, InPHP, InErlang:
		return at, lines
	}
	return at, lines && strings.HasPrefix(file, "node:")
}

// cutLines returns where the line and column numbers begin that follow a file's path.
func cutLines(place string) (end int, some bool) {
	end = len(place)
	for range 2 {
		i := end
		for i > 0 && digit(place[i-1]) {
			i--
		}
		if i == end || i == 0 || place[i-1] != ':' {
			break
		}
		end, some = i-1, true
	}
	return end, some
}

// austin returns where the function begins in names such as a/b.py:f:9 (austin) and a/b.py:9(f) (cProfile), or 0.
func austin(name string) int {
	i := strings.Index(name, ".py:")
	if i <= 0 || strings.IndexByte(name[:i], ' ') >= 0 {
		return 0
	}
	i += len(".py:")
	at := i
	for at < len(name) && digit(name[at]) {
		at++
	}
	switch {
	case at == len(name):
		return 0
	case at == i:
		return i
	case name[at] == '(' || name[at] == ':':
		return min(at+1, len(name)-1)
	}
	return 0
}

// tierEnd returns how long the marks are that V8 writes before a function: LazyCompile:~, or just ~.
func tierEnd(name string) int {
	n := 0
	for _, kind := range kindsV8 {
		if strings.HasPrefix(name, kind) && !strings.HasPrefix(name[len(kind):], ":") {
			n = len(kind)
		}
	}
	if n+1 < len(name) && strings.IndexByte("~*^+", name[n]) >= 0 && letter(name[n+1]) {
		n++
	}
	if n == len(name) || strings.Contains(name, "::") {
		return 0
	}
	return n
}

// isDotNet reports whether a name begins with a module, Ns!Class.M or [Module] Ns.Class::M (in the map that .NET
// writes for perf), has dots before a ::, or begins with one of .NET's own namespaces.
func isDotNet(name string) bool {
	if at := strings.IndexByte(name, '!'); at > 0 && at+1 < len(name) {
		if upper(name[at+1]) && strings.IndexByte(name[at:], '.') > 0 && only(name[:at], ".-") {
			return true
		}
	}
	colons := strings.Index(name, "::")
	if open := strings.IndexByte(name, '['); open == 0 || open > 0 && name[open-1] == ' ' {
		if closing := strings.Index(name[open:], "] "); closing > 1 && colons > open+closing {
			return true
		}
	}
	if colons > 0 {
		return strings.IndexByte(name[:colons], '.') > 0 && upper(name[0]) && only(name[:colons], ".+`")
	}
	for _, root := range rootsDotNet {
		if strings.HasPrefix(name, root) && len(name) > len(root) && upper(name[len(root)]) {
			return true
		}
	}
	return false
}

// isBinary reports whether a name names a file: a path, a library, or text in brackets that stands for one, such as
// [libc-2.31.so], [vdso] and [unknown].
func isBinary(name string) bool {
	switch {
	case name == "":
		return false
	case name[0] == '[' && name[len(name)-1] == ']', name[0] == '/' && len(name) > 1:
		return true
	case len(name) > 2 && letter(name[0]) && name[1] == ':' && (name[2] == '\\' || name[2] == '/'):
		return true
	}
	name = name[strings.LastIndexByte(name, '/')+1:]
	if at := strings.LastIndex(name, "+0x"); at > 0 {
		name = name[:at]
	}
	if !only(name, ".-+~") {
		return false
	}
	for _, end := range []string{".dll", ".DLL", ".exe", ".EXE", ".dylib", ".jar", ".ko"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	at := strings.LastIndex(name, ".so")
	return at > 0 && strings.Trim(name[at+len(".so"):], ".0123456789") == ""
}

// isErlang reports whether a name ends in its number of arguments, like lists:foldl/3 and Elixir's Enum.map/2.
func isErlang(name string) bool {
	slash := strings.LastIndexByte(name, '/')
	if slash <= 0 || slash+1 == len(name) || strings.Trim(name[slash+1:], "0123456789") != "" {
		return false
	}
	at := moduleErlang(name)
	return at > 0 && strings.Trim(name[at+1:slash], "0123456789") != ""
}

// moduleErlang returns where the module ends in a name for which isErlang is true, or 0.
func moduleErlang(name string) int {
	slash := strings.LastIndexByte(name, '/')
	if slash < 0 {
		return 0
	}
	if strings.HasPrefix(name, "'") {
		if end := strings.Index(name, "':"); end > 0 {
			return end + 1
		}
		return 0
	}
	at := strings.IndexByte(name[:slash], ':')
	if at == 0 || at < 0 && upper(name[0]) {
		at = strings.LastIndexByte(name[:slash], '.')
	}
	if at <= 0 || !only(name[:at], ".:") {
		return 0
	}
	return at
}

// namespacePHP returns where the class or the function begins after a namespace: at Bar in Foo\Bar::baz. It returns 0
// if there is none.
func namespacePHP(name string) int {
	head := name
	if i := strings.IndexAny(head, ":(> "); i >= 0 {
		head = head[:i]
	}
	at := strings.LastIndexByte(head, '\\')
	if at <= 0 || at+1 >= len(name) || !only(head, `\{}-`) || head[at-1] == '\\' {
		return 0
	}
	return at + 1
}

// isRuby reports whether a name names a Ruby method, Foo::Bar#baz or Foo::Bar.baz, or a block in one.
func isRuby(name string) bool {
	if hasPrefix(name, framesRuby) {
		return true
	}
	if !upper(name[0]) {
		return false
	}
	at := strings.IndexByte(name, '#')
	if at < 0 && strings.Contains(name, "::") && compilerSuffix(name) == 0 {
		at = strings.IndexByte(name, '.')
		if at > 0 && at+1 < len(name) && upper(name[at+1]) {
			return false
		}
	}
	return at > 0 && at+1 < len(name) && identifier(name[at-1]) && only(name[:at], ":")
}

// isJulia reports whether a name has parameters without names, f(::Int64), or types with braces, f(x::Vector{Int64}).
func isJulia(name string) bool {
	if name[0] == '#' {
		return len(name) > 1 && identifier(name[1])
	}
	open := strings.IndexByte(name, '(')
	if open < 0 || strings.Contains(name[:open], "::") || strings.IndexByte(name[:open], '<') >= 0 {
		return false
	}
	rest := name[open:]
	if strings.HasPrefix(rest, "(::") || strings.Contains(rest, ", ::") {
		return true
	}
	brace := strings.IndexByte(rest, '{')
	return strings.Contains(rest, "::") && (open > 0 && name[open-1] == '!' || brace > 0 && identifier(rest[brace-1]))
}

// isRust reports whether a name has what only Rust writes: closures in braces, <T as Trait>::, f::<T>, a hash at its
// end, or crates in its standard library that C++ does not have.
func isRust(name string) bool {
	if strings.HasPrefix(name, "_$LT$") || strings.HasPrefix(name, "__rust") || strings.HasPrefix(name, "rust_") {
		return true
	}
	colons := strings.Index(name, "::")
	if colons < 0 {
		return false
	}
	if name[0] == '<' || len(withoutHash(name)) < len(name) && compilerSuffix(name) == 0 || strings.HasPrefix(name[colons:], "::<") {
		return true
	}
	return hasPrefix(name, cratesRust) ||
		slices.ContainsFunc(marksRust, func(mark string) bool { return strings.Contains(name, mark) })
}

// hasPrefix reports whether a name begins with one of the given texts.
func hasPrefix(name string, all []string) bool {
	return slices.ContainsFunc(all, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// withoutHash drops what distinguishes a name in one build from the same name in another: a Rust symbol's hash,
// ::h0123456789abcdef, and the suffix for a function that LLVM made visible to other modules,
// .llvm.1722661012890563501.
func withoutHash(name string) string {
	if at := strings.LastIndex(name, ".llvm."); at > 0 && at+6 < len(name) && strings.Trim(name[at+6:], "0123456789") == "" {
		name = name[:at]
	}
	const hash = len("::h0123456789abcdef")
	if at := len(name) - hash; at > 0 && name[at:at+3] == "::h" && strings.Trim(name[at+3:], "0123456789abcdef") == "" {
		return name[:at]
	}
	return name
}

// compilerSuffix returns where the suffixes begin that C compilers give to copies and parts of a function, or 0:
// f.isra.0, f.constprop.0, f.cold, f.part.0.constprop.1, f.llvm.1722661012890563501.
func compilerSuffix(name string) int {
	end := len(name)
	if end > 4 && name[end-1] == ']' && name[end-4:end-2] == "_[" { // async-profiler's kind of frame
		end -= 4
	}
	suffix, number := 0, false
	for {
		dot := strings.LastIndexByte(name[:end], '.')
		if dot <= 0 {
			break
		}
		word := name[dot+1 : end]
		if word != "" && strings.Trim(word, "0123456789") == "" {
			number, end = true, dot
			continue
		}
		if !alone[word] && !(number && counted[word]) {
			break
		}
		suffix, number, end = dot, false, dot
	}
	head := name[:end]
	if number && suffix == 0 && only(head, "$@") { // a static variable or function: f.1234
		suffix = end
	}
	if suffix > 0 && (only(head, "$@") || strings.Contains(head, "::") || strings.IndexByte(head, '(') > 0) {
		return suffix
	}
	return 0
}

// The suffixes from GCC and LLVM. Without a number, those that are numbered are words in other languages.
var (
	alone   = wordSet("cold localalias ifunc cfi cfi_jt plt isra constprop lto_priv __uniq _omp_fn")
	counted = wordSet("part llvm clone omp_outlined specialized str hot warm ltrans")
)

// What names in a language begin with, or contain.
var (
	kindsV8     = []string{"LazyCompile:", "Function:", "Script:", "Eval:", "JS:", "Builtin:", "Handler:"}
	rootsDotNet = []string{"System.", "Microsoft."}
	framesRuby  = []string{"block in ", "block (", "rescue in ", "ensure in ", "<class:", "<module:", "<top (required)>", "<main>"}
	cratesRust  = []string{"core::", "alloc::", "std::rt::", "std::sys::", "std::sys_common::", "std::panic", "tokio::", "rayon"}
	marksRust   = []string{"::{{", "{{vtable.shim}}", "::{closure#", "::{shim:", "::{impl#", "::__rust_", "::<impl "}
)

// only reports whether a text is not empty and has only letters, digits, underscores and the characters in others.
func only(s, others string) bool {
	for i := range len(s) {
		if !identifier(s[i]) && strings.IndexByte(others, s[i]) < 0 {
			return false
		}
	}
	return s != ""
}

func digit(c byte) bool  { return c >= '0' && c <= '9' }
func upper(c byte) bool  { return c >= 'A' && c <= 'Z' }
func letter(c byte) bool { return identifier(c) && !digit(c) }
