package foreign

import (
	"bytes"
	"iter"
	"slices"

	"profstation/loader/input"
	"profstation/model"
	"profstation/model/lang"
)

// collapsedLine splits a line into its stack and its number.
func collapsedLine(line []byte) (stack, number []byte, ok bool) {
	line = bytes.TrimRight(line, " \t")
	i := bytes.LastIndexAny(line, " \t")
	if i <= 0 {
		return nil, nil, false
	}
	stack, number = bytes.Trim(line[:i], " \t"), line[i+1:]
	return stack, number, len(stack) > 0 && isNumber(number)
}

// isNumber reports whether a text is a number as such files have it: it may have a fraction, or be
// negative where somebody wrote a difference.
func isNumber(s []byte) bool {
	s = bytes.TrimPrefix(s, []byte("-"))
	points := 0
	for i, c := range s {
		if c == '.' && i > 0 {
			points++
		} else if !isDigit(c) {
			return false
		}
	}
	return len(s) > 0 && len(s) < 40 && points < 2
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isCollapsedComment(line []byte) bool {
	line = bytes.Trim(line, " \t")
	return len(line) == 0 || line[0] == '#'
}

// IsCollapsed reports whether a text holds collapsed stacks: most of its first lines are, and in one of
// them a function calls another.
func IsCollapsed(data []byte, steps *model.Steps) bool {
	if !input.IsText(data) || input.IsHTML(data) || isJSON(data) {
		return false
	}
	good, bad, calls := 0, 0, false
	for l := head(data); l.next() && !steps.Over(len(l.line)); {
		if isCollapsedComment(l.line) {
			continue
		}
		stack, _, ok := collapsedLine(l.line)
		if !ok {
			if l.at <= len(l.text) { // else it may be cut
				bad++
			}
			continue
		}
		good++
		calls = calls || bytes.IndexByte(stack, ';') > 0
	}
	return calls && good > bad
}

// framesOf walks over the frames of a stack. A semicolon within brackets that a blank follows is part of a name, as
// in Go's main.F[go.shape.struct { A int; B int }]: what is between frames has no blank behind it. Where brackets
// do not match, every semicolon ends a frame.
func framesOf(stack []byte) iter.Seq[[]byte] {
	if !bytes.Contains(stack, []byte("; ")) || !bracketsMatch(stack) {
		return bytes.SplitSeq(stack, []byte(";"))
	}
	return func(yield func([]byte) bool) {
		from, depth := 0, 0
		for i, c := range stack {
			switch c {
			case '[', '{':
				depth++
			case ']', '}':
				depth--
			case ';':
				if depth > 0 && i+1 < len(stack) && stack[i+1] == ' ' {
					continue
				}
				if !yield(stack[from:i]) {
					return
				}
				from = i + 1
			}
		}
		yield(stack[from:])
	}
}

// bracketsMatch reports whether each bracket that Go writes types in has one of its kind that closes it.
func bracketsMatch(stack []byte) bool {
	var open []byte
	for _, c := range stack {
		switch c {
		case '[', '{':
			open = append(open, c+2) // the closing one is two letters behind
		case ']', '}':
			if len(open) == 0 || open[len(open)-1] != c {
				return false
			}
			open = open[:len(open)-1]
		}
	}
	return len(open) == 0
}

// Collapsed decodes a stack from each line: functions from the root to the leaf with semicolons between,
// a space, and a number (stackcollapse-*.pl and flamegraph.pl of Brendan Gregg's FlameGraph).
func Collapsed(data []byte, d Decoding) (*model.Profile, error) {
	m := d.begin(len(data))
	weight := m.column(samplesType)
	known := map[string]model.LocID{}
	var bad skipped
	var round rounding
	fractions := 0
	var stack []model.LocID
	for l := (lines{text: withoutMark(data)}); l.next(); {
		if err := m.at(l.at); err != nil {
			return nil, err
		}
		if isCollapsedComment(l.line) {
			continue
		}
		text, number, ok := collapsedLine(l.line)
		if ok {
			m.values[weight], ok = round.text(number)
			if _, part, _ := bytes.Cut(number, []byte(".")); ok && len(bytes.Trim(part, "0")) > 0 {
				fractions++
			}
		}
		if !ok {
			bad.add(l.n, l.line)
			continue
		}
		stack = stack[:0]
		for frame := range framesOf(text) {
			id, ok := known[string(frame)]
			if !ok {
				name := string(frame)
				id = m.frame(name, "", 0, 0)
				known[name] = id
				m.kept += int64(50 + len(name))
			}
			if stack = append(stack, id); len(stack)%look == 0 {
				if err := m.at(l.at - len(l.line) + len(stack)); err != nil {
					return nil, err
				}
			}
		}
		slices.Reverse(stack)
		if err := m.sample(model.NoTime, stack, 0); err != nil {
			return nil, err
		}
	}
	if m.samples == 0 {
		return nil, nothing(CollapsedName, &bad)
	}
	h := model.Header{Format: CollapsedName, Warnings: bad.warnings(lang.L("“stack count”"))}
	if fractions > 0 {
		h.Warnings = append(h.Warnings, lang.N(fractions, "the number of 1 line has a fraction: it is rounded",
			"the numbers of {{.N}} lines have fractions: they are rounded, so that their sum stays", nil))
	}
	return m.finish(h)
}
