package names

import (
	"strings"
)

// nextTypeArguments finds the brackets around type arguments in a Go symbol, from a byte on: name[open:end], without
// ']' if a symbol was cut. ok is false if there are none. A symbol may have several,
// main.(*L[go.shape.string]).Map[go.shape.int].func1. Each may contain others, and quoted texts: the tags in
// go.shape.struct { A int "json:\"a]\"" }.
func nextTypeArguments(name string, from int) (open, end int, ok bool) {
	for open = from; ; open++ {
		next := strings.IndexByte(name[open:], '[')
		if next < 0 {
			return 0, 0, false
		}
		if open += next; open > 0 && identifier(name[open-1]) {
			break
		}
	}
	depth, quoted := 0, false
	for end = open; end < len(name); end++ {
		switch c := name[end]; {
		case c == '"':
			quoted = !quoted
		case quoted && c == '\\':
			end++
		case quoted:
		case c == '[':
			depth++
		case c == ']':
			if depth--; depth == 0 {
				return open, end + 1, true
			}
		}
	}
	return open, len(name), true
}

// CollapseTypeArguments writes […] for type arguments, that is, for brackets that follow an identifier.
func CollapseTypeArguments(name string) string {
	return replaceTypeArguments(name, func(inside string) string {
		return "[…" + inside[len(strings.TrimSuffix(inside, "]")):]
	})
}

// WithoutTypeArguments returns a Go symbol as in its source: main.(*L).Map.
func WithoutTypeArguments(name string) string {
	return replaceTypeArguments(name, func(string) string { return "" })
}

// AlsoWritten returns the forms, one per line, in which users also search for a function with type arguments: as it
// is shown, and as in its source. It returns "" for all other functions.
func AlsoWritten(name string) string {
	if _, _, ok := nextTypeArguments(name, 0); !ok {
		return ""
	}
	return CollapseTypeArguments(name) + "\n" + WithoutTypeArguments(name)
}

func replaceTypeArguments(name string, write func(inside string) string) string {
	open, end, ok := nextTypeArguments(name, 0)
	if !ok {
		return name
	}
	var b strings.Builder
	at := 0
	for ; ok; open, end, ok = nextTypeArguments(name, at) {
		b.WriteString(name[at:open])
		b.WriteString(write(name[open:end]))
		at = end
	}
	b.WriteString(name[at:])
	return b.String()
}
