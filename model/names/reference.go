package names

import (
	"strings"

	"profstation/model"
)

// TypeOfReference returns the type of what a frame in a profile of references refers to, or the frame's name if that
// does not say it, as those of roots.
func TypeOfReference(name string) string {
	if _, typ, ok := model.CutReference(name); ok && typ != "" {
		return typ
	}
	return name
}

// packageReference returns the package of the type that a reference has: that of the elements for a slice, a map or
// a channel, shop for map[string]*shop.Order.
func packageReference(name string) string {
	_, typ, _ := model.CutReference(name)
	for {
		inner := typ
		for _, before := range []string{"*", "chan ", "<-chan ", "chan<- "} {
			inner = strings.TrimPrefix(inner, before)
		}
		if key, ok := strings.CutPrefix(inner, "map"); ok && strings.HasPrefix(key, "[") || strings.HasPrefix(inner, "[") {
			inner = behindBrackets(inner)
		}
		if inner == typ {
			return packageGo(typ)
		}
		typ = inner
	}
}

// behindBrackets returns what follows the first brackets, within which there may be others.
func behindBrackets(typ string) string {
	depth := 0
	for i, c := range []byte(typ) {
		switch c {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return typ[i+1:]
			}
		}
	}
	return ""
}

// shortReference leaves out the paths of packages within a reference's type.
func shortReference(name string) string {
	field, typ, _ := model.CutReference(name)
	if typ == "" {
		return name
	}
	var b strings.Builder
	b.WriteString(field + ". (")
	for typ != "" {
		n := 0
		for n < len(typ) && (identifier(typ[n]) || strings.IndexByte("./-~%+", typ[n]) >= 0) {
			n++
		}
		b.WriteString(shortGo(typ[:n], true))
		if typ = typ[n:]; typ != "" {
			b.WriteByte(typ[0])
			typ = typ[1:]
		}
	}
	return b.String() + ")"
}
