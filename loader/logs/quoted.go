package logs

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// member is a quoted text with its name, such as "log":"…" in JSON and msg="…" in logfmt.
type member struct {
	key        []byte
	from, to   int // where the text inside the quotes is
	ofJSON     bool
	unfinished bool // its closing quote is missing
}

// nextMember finds the first member at or after a place, and where to go on; −1 means there is none.
func nextMember(line []byte, at int) (m member, next int) {
	for {
		i := bytes.IndexByte(line[at:], '"')
		if i < 0 {
			return member{}, -1
		}
		open := at + i
		end, whole := endOfText(line, open+1)
		if open > 0 && line[open-1] == '=' {
			key := line[at : open-1]
			return member{key: key[bytes.LastIndexAny(key, " \t{,")+1:], from: open + 1, to: end, unfinished: !whole}, end + 1
		}
		if !whole {
			return member{}, -1
		}
		at = end + 1
		value, ok := bytes.CutPrefix(bytes.TrimLeft(line[at:], " \t"), []byte(":"))
		if value = bytes.TrimLeft(value, " \t"); !ok || len(value) == 0 || value[0] != '"' {
			continue
		}
		from := len(line) - len(value) + 1
		key := line[open+1 : end]
		end, whole = endOfText(line, from)
		return member{key: key, from: from, to: end, ofJSON: true, unfinished: !whole}, end + 1
	}
}

// endOfText returns where a quoted text ends.
func endOfText(line []byte, from int) (end int, whole bool) {
	for i := from; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '"':
			return i, true
		}
	}
	return len(line), false
}

// memberAround finds the member whose text includes a place in a line.
func memberAround(line []byte, at int) (m member, ok bool) {
	for next := 0; next >= 0 && next <= len(line); {
		if m, next = nextMember(line, next); next < 0 || m.from > at {
			break
		}
		if at < m.to {
			return m, true
		}
	}
	return member{}, false
}

// simple maps the letters after a backslash to what they stand for.
var simple = map[byte]byte{'n': '\n', 't': '\t', 'r': '\r', '"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'a': '\a', 'v': '\v'}

// appendText appends what a quoted text in JSON or Go means. Anything that is not an escape stays as it is.
func appendText(out, text []byte) []byte {
	for len(text) > 0 {
		i := bytes.IndexByte(text, '\\')
		if i < 0 || i+1 == len(text) {
			return append(out, text...)
		}
		out, text = append(out, text[:i]...), text[i:]
		c, n := text[1], 0
		if s, ok := simple[c]; ok {
			out, text = append(out, s), text[2:]
			continue
		}
		switch c {
		case 'x':
			n = 2
		case 'u':
			n = 4
		case 'U':
			n = 8
		}
		r, ok := hex(text[2:], n)
		switch {
		case n == 0 || !ok:
			out, text = append(out, text[:2]...), text[2:]
			continue
		case n == 2:
			out = append(out, byte(r))
		case n == 4 && utf16.IsSurrogate(r):
			if low, ok := hex(bytes.TrimPrefix(text[6:], []byte(`\u`)), 4); ok && bytes.HasPrefix(text[6:], []byte(`\u`)) {
				if both := utf16.DecodeRune(r, low); both != utf8.RuneError {
					r, n = both, 10
				}
			}
			fallthrough
		default:
			out = utf8.AppendRune(out, r)
		}
		text = text[2+n:]
	}
	return out
}

// hex reads n hexadecimal digits.
func hex(text []byte, n int) (r rune, ok bool) {
	if len(text) < n {
		return 0, false
	}
	for _, c := range text[:n] {
		d := bytes.IndexByte([]byte("0123456789abcdef"), c|0x20)
		if d < 0 || c < '0' {
			return 0, false
		}
		r = r<<4 | rune(d)
	}
	return r, true
}

// uncoloured removes terminal commands, such as those for colours (ECMA-48, CSI), from a line. It returns the line
// itself if it has none, otherwise a copy in room.
func uncoloured(line, room []byte) []byte {
	if bytes.IndexByte(line, 0x1b) < 0 {
		return line
	}
	room = room[:0]
	for i := 0; i < len(line); i++ {
		if line[i] != 0x1b {
			room = append(room, line[i])
			continue
		}
		if i+1 < len(line) && line[i+1] == '[' {
			for i += 2; i < len(line) && (line[i] < 0x40 || line[i] > 0x7e); i++ {
			}
		}
	}
	return room
}
