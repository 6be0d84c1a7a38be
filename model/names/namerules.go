package names

import (
	"strings"
)

// qualified returns where a C++ name is without its return type and parameters: Foo::scale<float> in void
// Foo::scale<float>(float, int).
func qualified(name string) (from, to int) {
	depth, open := 0, 0
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case depth == 0 && c == 'o' && strings.HasPrefix(name[i:], "operator") && (i == 0 || !identifier(name[i-1])) &&
			(i+8 == len(name) || !identifier(name[i+8])):
			i += len("operator")
			for i < len(name) && strings.IndexByte("<>=!+-*/%^&|~,", name[i]) >= 0 {
				i++
			}
			if i < len(name) && name[i] == ' ' {
				i++
			}
			if strings.HasPrefix(name[i:], "()") || strings.HasPrefix(name[i:], "[]") {
				i += 2
			}
			i--
		case c == '<' || c == '(' || c == '{' || c == '[':
			if depth == 0 {
				open = i
			}
			depth++
		case c == '>' && i > 0 && name[i-1] == '-':
		case depth > 0 && (c == '>' || c == ')' || c == '}' || c == ']'):
			if depth--; depth == 0 && c == ')' && open > from && !strings.HasPrefix(name[i+1:], "::") {
				return from, open
			}
		case depth == 0 && c == ' ':
			if strings.HasPrefix(name[i:], " [clone ") || strings.HasPrefix(name[i:], " const") {
				return from, i
			}
			from = i + 1
		}
	}
	return min(from, len(name)), len(name)
}

// namespaceOf returns a C++ name's outermost namespace, or a Rust name's crate: alloc for <alloc::vec::Vec<T> as
// core::ops::Drop>::drop, also in the linker's form, _$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$….
func namespaceOf(name string) string {
	if rest, ok := strings.CutPrefix(name, "_$LT$"); ok {
		for _, p := range []string{"$RF$", "mut$u20$", "dyn$u20$", "$u5b$", "$LP$"} {
			rest = strings.TrimPrefix(rest, p)
		}
		crate, _, ok := strings.Cut(rest, "..")
		if !ok || !only(crate, "") {
			return ""
		}
		return crate
	}
	if !strings.Contains(name, "::") {
		return ""
	}
	if name[0] != '<' {
		from, to := qualified(name)
		name = name[from:to]
	}
	name, _, ok := strings.Cut(name, "::")
	if !ok {
		return ""
	}
	if at := strings.IndexByte(name, '<'); at > 0 { // template arguments
		name = name[:at]
	}
	i := len(name)
	for i > 0 && identifier(name[i-1]) {
		i--
	}
	return name[i:]
}

// javaRoot reports whether a name begins with a usual first element of Java packages. Go names can look the same
// (main.server.Do.func1).
func javaRoot(name string) bool {
	first := name
	if i := strings.IndexAny(name, "./"); i >= 0 {
		first = name[:i]
	}
	switch first {
	case "com", "org", "java", "javax", "jdk", "sun", "scala", "kotlin", "kotlinx", "jakarta", "clojure", "android", "androidx":
		return true
	}
	return false
}

// javaClass returns where the class begins in a Java method's name such as java.util.HashMap.put, or 0. It also
// accepts slashes, java/util/HashMap.put, and a preceding module, java.base/java.util.HashMap.put. If says is set,
// the profile is known to contain Java, and packages may have any name.
func javaClass(name string, says bool) int {
	head := name
	if i := strings.IndexAny(head, "(: [<"); i >= 0 {
		head = head[:i]
	}
	if i := strings.Index(head, "/0x"); i >= 0 { // a hidden class, such as a lambda's
		head = head[:i]
	}
	slash := strings.LastIndexByte(head, '/')
	if slash < 0 {
		return javaDotted(name, head, 0, says)
	}
	if before := head[:slash]; strings.IndexByte(before, '.') >= 0 || strings.HasSuffix(before, "/") {
		if !only(before, "./-@") || !javaRoot(name[slash+1:]) {
			return 0
		}
		return javaDotted(name, head, slash+1, says)
	} else if !only(before, "/$") {
		return 0
	}
	class := slash + 1
	dot := strings.IndexByte(head[class:], '.')
	switch {
	case dot == 0, dot < 0 && !strings.Contains(head[class:], "$$Lambda"):
		return 0
	case says, javaRoot(name), upper(name[class]) && javaMethod(name[class+dot+1:]):
		return class
	}
	return 0
}

// javaDotted returns where the class begins in head, the beginning of a name, if its elements are separated by dots.
func javaDotted(name, head string, from int, says bool) int {
	root, last := javaRoot(name[from:]), 0
	for i, n := from, 0; i < len(head); n++ {
		element, _, more := strings.Cut(head[i:], ".")
		if element == "" && more || !only(element, "$-") && element != "" {
			return 0
		}
		if n > 0 && element != "" && (upper(element[0]) || element[0] == '$') {
			method := i + len(element) + 1
			if root || says && more || n > 1 && more && method < len(name) && javaMethod(name[method:]) {
				return i
			}
			return 0
		}
		if !more {
			break
		}
		last = i
		i += len(element) + 1
	}
	if last > from && (says || root) && strings.IndexByte(head[last:], '$') > 0 { // a Clojure function
		return last
	}
	return 0
}

// javaMethod reports whether a name begins as Java methods do, and not like a Go closure.
func javaMethod(name string) bool {
	if name == "" || upper(name[0]) || digit(name[0]) {
		return false
	}
	closure, ok := strings.CutPrefix(name, "func")
	return !ok || strings.Trim(closure, ".0123456789") != ""
}

func packageJava(name string) string {
	if class, _, ok := strings.Cut(name, ";::"); ok && strings.HasPrefix(class, "L") {
		class = class[1:]
		return strings.ReplaceAll(class[:max(0, strings.LastIndexByte(class, '/'))], "/", ".")
	}
	class := javaClass(name, true)
	if class == 0 {
		return ""
	}
	path := name[:class-1]
	if dot := strings.IndexByte(path, '.'); dot >= 0 { // else what precedes a slash is a module
		return path[strings.LastIndexByte(path, '/')+1:]
	}
	return strings.ReplaceAll(path[strings.LastIndex(path, "//")+1:], "/", ".")
}

func shortJava(name string) string {
	if class, method, ok := strings.Cut(name, ";::"); ok && strings.HasPrefix(class, "L") {
		return class[max(strings.LastIndexByte(class, '/'), 0)+1:] + "::" + method
	}
	return behind(name, javaClass(name, true))
}

// methodJava returns where the method begins in Class.method, or 0. For constructors it returns 0, because their
// names say less than the class.
func methodJava(short string) int {
	head := short
	if i := strings.IndexAny(head, "( "); i >= 0 {
		head = head[:i]
	}
	at := strings.LastIndexByte(head, '.') + 1
	if at == 0 {
		if colons := strings.Index(head, "::"); colons > 0 {
			at = colons + 2
		}
	}
	if at < len(short) && (short[at] == '<' || digit(short[at])) {
		return 0
	}
	return at
}

// dotsEnd returns where a dotted name's last element begins, before its parameters: at materialize in
// Base.Broadcast.materialize(::Int64). It returns 0 if there is only one. Julia operators may be dots.
func dotsEnd(name string) int {
	head := name
	if i := strings.IndexAny(head, "(<{[ "); i >= 0 {
		head = head[:i]
	}
	at := 0
	for {
		dot := strings.IndexByte(head[at:], '.')
		if dot <= 0 || at+dot+1 >= len(head) || !only(head[at:at+dot], "!") {
			return at
		}
		at += dot + 1
	}
}

// packagePython returns the module in a dotted name: what precedes the class, or the function.
func packagePython(name string) string {
	if at := austin(name); at > 0 {
		file, _, _ := strings.Cut(name, ".py:")
		return packageOfPath(file)
	}
	if rest, ok := strings.CutPrefix(name, "py::"); ok {
		_, file, _ := strings.Cut(rest, ":")
		return packageOfPath(file)
	}
	return name[:max(0, moduleEnd(name)-1)]
}

// moduleEnd returns where the class or the function begins after the modules in a Python name, or 0.
func moduleEnd(name string) int {
	end := dotsEnd(name)
	for at := 0; at < end; {
		if upper(name[at]) || name[at] == '_' && at+1 < end && upper(name[at+1]) {
			return at
		}
		at += strings.IndexByte(name[at:], '.') + 1
	}
	return end
}

// lastModule returns where the last module begins: at decoder in json.decoder.JSONDecoder.decode.
func lastModule(name string) int {
	end := moduleEnd(name)
	if end == 0 {
		return 0
	}
	return strings.LastIndexByte(name[:end-1], '.') + 1
}

// packageOfPath returns a Python file's package: its folder as it is imported, torch.nn.modules for
// torch/nn/modules/module.py. It returns "" if the path does not say where packages begin.
func packageOfPath(file string) string {
	at := strings.LastIndexAny(file, `/\`)
	if at < 0 {
		return ""
	}
	folder := file[:at] + "/"
	known := false
	for _, root := range []string{"/site-packages/", "/dist-packages/"} {
		if i := strings.LastIndex(folder, root); i >= 0 {
			folder, known = folder[i+len(root):], true
		}
	}
	if i := strings.LastIndex(folder, "/lib/python"); i >= 0 && !known {
		_, rest, _ := strings.Cut(folder[i+len("/lib/python"):], "/")
		folder, known = rest, true
	}
	folder = strings.TrimSuffix(folder, "/")
	if !known && !only(folder, "/") || folder != "" && (folder[0] == '/' || folder[0] == '.' || folder[0] == '<') {
		return ""
	}
	return strings.ReplaceAll(folder, "/", ".")
}

// packageNode returns a JavaScript file's package, as code requires it: express, @scope/name, node:fs.
func packageNode(file string) string {
	if strings.HasPrefix(file, "node:") {
		return file
	}
	const root = "node_modules/"
	i := strings.LastIndex(file, root)
	if i < 0 {
		return ""
	}
	rest := file[i+len(root):]
	name, more, ok := strings.Cut(rest, "/")
	if ok && strings.HasPrefix(name, "@") {
		second, _, _ := strings.Cut(more, "/")
		name = rest[:len(name)+1+len(second)]
	}
	if !ok {
		return ""
	}
	return name
}

// packageRuby returns a name's outermost module: ActiveRecord for block in ActiveRecord::Base#save.
func packageRuby(name string) string {
	module, _, ok := strings.Cut(name, "::")
	module = module[strings.LastIndexAny(module, " :<")+1:]
	if !ok || module == "" || !upper(module[0]) {
		return ""
	}
	return module
}

// dotNet splits a .NET name. It returns where the type begins, after the return type and the module, where the class
// begins, and where the method begins.
func dotNet(name string) (typ, class, method int) {
	end := len(name)
	if i := strings.LastIndex(name, "] "); i >= 0 {
		if open := strings.IndexByte(name, '['); open >= 0 && (open == 0 || name[open-1] == ' ') {
			typ = open + strings.Index(name[open:], "] ") + 2
		}
	}
	if i := strings.IndexByte(name[typ:], '!'); i > 0 && only(name[typ:typ+i], ".-") {
		typ += i + 1
	}
	if i := strings.IndexAny(name[typ:], "([<"); i > 0 {
		end = typ + i
	}
	method = typ
	if i := strings.Index(name[typ:end], "::"); i >= 0 {
		end, method = typ+i, typ+i+2
	} else if i := strings.LastIndexByte(name[typ:end], '.'); i > 0 {
		for i > 0 && name[typ+i-1] == '.' { // ..ctor
			i--
		}
		end, method = typ+i, typ+i+1
	} else {
		return typ, typ, typ
	}
	return typ, typ + strings.LastIndexByte(name[typ:end], '.') + 1, method
}

func packageDotNet(name string) string {
	typ, class, _ := dotNet(name)
	return name[typ:max(typ, class-1)]
}

func classDotNet(name string) int {
	_, class, _ := dotNet(name)
	return class
}

func methodDotNet(short string) int {
	_, _, method := dotNet(short)
	if method < len(short) && short[method] == '.' { // a constructor says less than the class
		return 0
	}
	return method
}
