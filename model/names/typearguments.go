package names

import (
	"strings"
)

// nextTypeArguments finds the brackets of type arguments in a Go symbol, from a byte on: name[open:end], without
// ']' where a symbol was cut. ok is false where there are none. A symbol may have several,
// main.(*L[go.shape.string]).Map[go.shape.int].func1, and each may have others within, and texts of its own: those
// of the tags in go.shape.struct { A int "json:\"a]\"" }.
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

// CollapseTypeArguments writes […] for type arguments: for brackets that follow an identifier.
func CollapseTypeArguments(name string) string {
	return replaceTypeArguments(name, func(inside string) string {
		return "[…" + inside[len(strings.TrimSuffix(inside, "]")):]
	})
}

// WithoutTypeArguments is a Go symbol as its source has it: main.(*L).Map.
func WithoutTypeArguments(name string) string {
	return replaceTypeArguments(name, func(string) string { return "" })
}

// AlsoWritten are the forms, in lines, by which one also looks for a function with type arguments: as it is shown,
// and as its source has it. "" of all others.
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
