package logs

import (
	"bytes"
	"slices"

	"profstation/loader/text"
)

// same reports whether two forms take the same lines.
func (f *form) same(other *form) bool {
	return f.key == other.key && f.ofJSON == other.ofJSON && f.channel == other.channel && slices.Equal(f.tokens, other.tokens)
}

// look finds the form of a line in which a header begins at the given place, using the lines after it. It returns nil
// if they do not go on as the lines under a header do.
func (r *reading) look(line []byte, begins int, rest []byte) *form {
	if r.looks++; r.looks > maxLooks {
		return nil
	}
	if m, ok := memberAround(line, begins); ok {
		return memberForm(line, m)
	}
	if begins > longestPrefix {
		return nil
	}
	follow := r.ahead(rest)
	for _, end := range ends(line[:begins]) {
		f := &form{shape: shapeOf(line[:end])}
		if end < begins {
			f.gaps = []shape{shapeOf(line[end:begins])}
		}
		if f.goesOn(follow) {
			return f
		}
	}
	return nil
}

// ahead returns the next lines, as many as a look reads.
func (r *reading) ahead(rest []byte) (all [][]byte) {
	rest = rest[:min(len(rest), farAhead)]
	for len(rest) > 0 && len(all) < ahead {
		var line []byte
		line, rest = text.CutLine(rest)
		all = append(all, uncoloured(line, nil))
	}
	return all
}

// goesOn reports whether lines are those under a header. Up to two other lines may be between.
func (f *form) goesOn(follow [][]byte) bool {
	var found []byte
	n := 0
	for _, line := range follow {
		if l, ok := f.of(line, nil); ok {
			if found = append(found, l.text...); l.partial {
				continue
			}
			found = append(found, '\n')
			if n++; n == 4 {
				break
			}
		}
	}
	return follows(found)
}

// memberForm returns the form of lines that are in a JSON member or a field.
func memberForm(line []byte, m member) *form {
	f := &form{key: string(m.key), ofJSON: m.ofJSON}
	if f.key == "" {
		return nil
	}
	inner := line[m.from:m.to]
	f.ended = bytes.HasSuffix(inner, []byte(`\n`)) && bytes.Count(inner, []byte(`\n`)) == 1
	if !m.ofJSON {
		return f
	}
	if f.listed = bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte("[")); f.listed {
		f.ended = false
		return f
	}
	if brace := bytes.IndexByte(line, '{'); brace > 0 && brace <= longestPrefix && brace < m.from {
		f.shape = shapeOf(line[:brace])
	}
	for next := 0; next >= 0 && next <= len(line); {
		var other member
		if other, next = nextMember(line, next); next >= 0 && isOneOf(other.key, channelKeys) {
			f.channel = string(line[other.from:other.to])
		}
	}
	return f
}
