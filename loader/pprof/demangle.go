package pprof

import (
	"strings"

	"github.com/ianlancetaylor/demangle"
)

// demangler turns symbol names into those that `go tool pprof` shows
// (internal/symbolizer/symbolizer.go, demangleSingleFunction in its default mode): without
// parameters, also those of enclosing functions, and without template parameters.
type demangler map[string]string

// The last option is not pprof's: a mangled name can refer to its own parts and so unfold without
// bound. No name that anybody could read is longer than 64 kB.
var demangleOptions = []demangle.Option{
	demangle.NoParams, demangle.NoEnclosingParams, demangle.NoTemplateParams, demangle.MaxLength(16),
}

// Names returns a function that shows a symbol as `go tool pprof` does. It remembers its results.
func Names() func(symbol string) string {
	d := demangler{}
	return func(symbol string) string { return d.name(symbol, symbol) }
}

func (d demangler) name(name, system string) string {
	if name != "" && name != system {
		return name // whoever wrote the profile has demangled it
	}
	if plain(system) {
		return system
	}
	shown, ok := d[system]
	if !ok {
		shown = demangled(system)
		d[system] = shown
	}
	return shown
}

// plain reports whether no rule below can change a name, which is true for most Go names. Mangled
// names begin with an underscore; demangled ones contain one of the other characters.
func plain(system string) bool {
	return !strings.HasPrefix(system, "_") && !strings.ContainsAny(system, "<>[]:")
}

// maxMangled is the longest name that is demangled. The demangler recurses
// with each letter, and a name of some million letters would exhaust the stack,
// which ends a Go program for good. Real names of a few kB exist (templates).
const maxMangled = 32 << 10

func demangled(system string) string {
	if len(system) > maxMangled {
		return system
	}
	if s := demangle.Filter(system, demangleOptions...); s != system {
		return s
	}
	// macOS puts one more underscore before each symbol.
	if rest, ok := strings.CutPrefix(system, "_"); ok {
		if s := demangle.Filter(rest, demangleOptions...); s != rest {
			return s
		}
	}
	if looksDemangled(system) {
		return withoutPairs(withoutPairs(system, '(', ')'), '<', '>')
	}
	return system
}

// looksDemangled guesses whether a name is C++ in its readable form. Java's "class.<init>" and Go's
// "pkg.(*T[...]).Method" are not. Go's generic functions are taken for C++ but survive, because they
// have no parentheses.
func looksDemangled(name string) bool {
	if strings.Contains(name, ".<") || strings.Contains(name, "]).") {
		return false
	}
	return strings.ContainsAny(name, "<>[]") || strings.Contains(name, "::")
}

// withoutPairs removes all text between an opening and its closing character, both included. If they
// do not match, it removes only the pairs before the mismatch.
func withoutPairs(name string, open, closing byte) string {
	var kept []byte
	depth, start := 0, 0
	for i := 0; i < len(name); i++ {
		switch name[i] {
		case open:
			if depth == 0 {
				kept = append(kept, name[start:i]...)
				start = i
			}
			depth++
		case closing:
			depth--
			if depth < 0 {
				return string(kept) + name[start:]
			}
			if depth == 0 {
				start = i + 1
			}
		}
	}
	return string(kept) + name[start:]
}
