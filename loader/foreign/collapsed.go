package foreign

import (
	"bytes"
	"iter"
	"slices"

	"profstation/loader/input"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/work"
)

// CollapsedForm has a stack and a number in each line.
var CollapsedForm = Form{Name: lang.Later("collapsed stacks"), called: lang.Later("a file of collapsed stacks")}

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

// stackMark stands before a stack that would be read as something else: as a comment, as a file's mark, or as this mark.
// It is the word joiner, which nobody sees in the tools that take it for a part of the name.
const stackMark = "\u2060"

// needsMark reports whether a line that is written needs the mark before it.
func needsMark(line []byte) bool {
	return isCollapsedComment(line) || bytes.HasPrefix(line, []byte(fileMark)) || bytes.HasPrefix(line, []byte(stackMark))
}

// isCollapsedComment reports whether a line is blank or begins with # and is no stack, as one whose root is Ruby's
// #<Class:0x1>#call is.
func isCollapsedComment(line []byte) bool {
	line = bytes.Trim(line, " \t")
	if len(line) < 2 || line[0] != '#' || isBlank(line[1]) {
		return len(line) == 0 || line[0] == '#'
	}
	stack, _, ok := collapsedLine(line)
	return !ok || bytes.IndexByte(stack, ';') < 0
}

// IsCollapsed reports whether a text holds collapsed stacks: most of its first lines are, and in one a function calls
// another. If none does, as when all stacks are leaves, all lines must be names and counts, and most names as only
// code has them: lists with words and numbers look alike.
func IsCollapsed(data []byte, steps *work.Steps) bool {
	if !isText(data) || input.IsHTML(data) || isJSON(data) {
		return false
	}
	good, bad, code, calls := 0, 0, 0, false
	for l := head(data); l.next() && !steps.Over(len(l.line)); {
		if isCollapsedComment(l.line) {
			continue
		}
		stack, number, ok := collapsedLine(l.line)
		if !ok {
			if l.at <= len(l.text) { // else it may be cut
				bad++
			} else if good+bad == 0 && len(data) <= headSize {
				return isStackBegun(l.line)
			}
			continue
		}
		good++
		calls = calls || bytes.IndexByte(stack, ';') > 0
		if isDigits(number) && isCode(stack) {
			code++
		}
	}
	return calls && good > bad || bad == 0 && good > 1 && 2*code > good
}

// isCode reports whether a name is written as only functions are: with an offset, a scope or arguments, or as
// unknown.
func isCode(name []byte) bool {
	if string(name) == unknown || len(withoutOffset(name)) < len(name) {
		return true
	}
	if name[len(name)-1] == ')' {
		open := openingBracket(name)
		return open > 0 && !isBlank(name[open-1])
	}
	scoped := bytes.Contains(name, []byte("::")) && bytes.ContainsFunc(name, isBeyondHex) || bytes.Contains(name,
		[]byte(".(*"))
	return scoped && bytes.IndexByte(name, ' ') < 0
}

// isBeyondHex reports whether a letter is in no number, as IPv6 addresses have them.
func isBeyondHex(c rune) bool { return 'g' <= c|0x20 && c|0x20 <= 'z' || c == '_' }

// eventWeights reports whether the numbers are event weights, such as cycles, and not samples: more than half are so
// large that no profiler takes as many samples in one stack.
func eventWeights(data []byte, steps *work.Steps) bool {
	large, all := 0, 0
	for l := (lines{text: withoutMark(data)}); l.next() && !steps.Over(1+len(l.line)/8); {
		if isCollapsedComment(l.line) {
			continue
		}
		_, number, ok := collapsedLine(l.line)
		if !ok {
			continue
		}
		whole, _, _ := bytes.Cut(bytes.TrimPrefix(number, []byte("-")), []byte("."))
		if all++; len(whole) >= weightDigits {
			large++
		}
	}
	return 2*large > all
}

// weightDigits is how many digits a weight has and a sample count seldom has: in a minute, a profiler that samples a
// hundred times a second takes 6,000.
const weightDigits = 5

// isStackBegun reports whether a line looks like a stack by its first bytes: by what neither prose nor a program has.
func isStackBegun(line []byte) bool {
	return bytes.Count(line, []byte(";")) > 10 && !bytes.Contains(line, []byte("; ")) && !bytes.ContainsAny(line, "=\"{}")
}

// framesOf iterates over a stack's frames. A semicolon within brackets and before a blank is part of a name, as in
// Go's main.F[go.shape.struct { A int; B int }]: the one between frames has no blank behind it. If brackets do not
// match, every semicolon ends a frame.
func framesOf(stack []byte) iter.Seq[[]byte] {
	if !bytes.Contains(stack, []byte("; ")) || !bracketsMatch(stack) {
		return bytes.SplitSeq(stack, []byte(";"))
	}
	return func(yield func([]byte) bool) {
		from, depth := 0, 0
		for i := 0; i < len(stack); i++ {
			switch c := stack[i]; c {
			case '"':
				if depth > 0 {
					i = endOfText(stack, i)
				}
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

// bracketsMatch reports whether each bracket that Go writes types in is closed by its counterpart.
func bracketsMatch(stack []byte) bool {
	var open []byte
	for i := 0; i < len(stack); i++ {
		switch c := stack[i]; c {
		case '"':
			if len(open) > 0 {
				i = endOfText(stack, i)
			}
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

// endOfText is where a text ends that begins with a quote, such as the tag in struct { A int "json:\"a]\"" }: behind
// the stack if it does not.
func endOfText(stack []byte, quote int) int {
	for i := quote + 1; i < len(stack); i++ {
		switch stack[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return len(stack)
}

// isDifference reports whether two numbers follow each stack in the first lines, as difffolded.pl and
// inferno-diff-folded write them.
func isDifference(data []byte) bool {
	n := 0
	for l := head(data); l.next(); {
		if isCollapsedComment(l.line) {
			continue
		}
		stack, _, ok := collapsedLine(l.line)
		if !ok {
			continue
		}
		if _, _, ok := collapsedLine(stack); !ok {
			return false
		}
		n++
	}
	return n > 0
}

// collapsedNumbers are what stands behind stacks: a number for each sample type.
type collapsedNumbers struct {
	columns   []int
	round     []rounding
	fractions int // lines that have one
}

// take puts a line's numbers into values and returns the stack before them.
func (c *collapsedNumbers) take(line []byte, values []int64) (stack []byte, ok bool) {
	fraction := false
	stack = line
	for i := len(c.columns) - 1; i >= 0; i-- {
		var number []byte
		if stack, number, ok = collapsedLine(stack); ok {
			values[c.columns[i]], ok = c.round[i].text(number)
		}
		if !ok {
			return nil, false
		}
		_, part, _ := bytes.Cut(number, []byte("."))
		fraction = fraction || len(bytes.Trim(part, "0")) > 0
	}
	if fraction {
		c.fractions++
	}
	return stack, true
}

// Collapsed decodes a stack from each line: functions from the root to the leaf with semicolons between, a space, and
// a number (stackcollapse-*.pl and flamegraph.pl in Brendan Gregg's FlameGraph), or two numbers, before and after.
func Collapsed(data []byte, d Decoding) (*model.Profile, error) {
	m := d.begin(CollapsedForm, len(data))
	var h model.Header
	types := []model.ValueType{samplesType}
	switch steps := work.StepsUntil(d.Progress.Context()); {
	case isDifference(data):
		h.DefaultSampleType = "after"
		types = []model.ValueType{{Type: "before", Unit: "count"}, {Type: "after", Unit: "count"}}
	case eventWeights(data, steps):
		types = []model.ValueType{weightType}
	}
	numbers := collapsedNumbers{round: make([]rounding, len(types))}
	for _, t := range types {
		numbers.columns = append(numbers.columns, m.column(t))
	}
	known := map[string]model.LocID{}
	var bad skipped
	var stack []model.LocID
	for l := (lines{text: withoutMark(data)}); l.next(); {
		if err := m.at(l.at); err != nil {
			return nil, err
		}
		if isCollapsedComment(l.line) {
			continue
		}
		text, ok := numbers.take(l.line, m.values)
		if !ok {
			bad.add(l.n, l.line)
			continue
		}
		stack = stack[:0]
		for frame := range framesOf(bytes.TrimPrefix(text, []byte(stackMark))) {
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
		return nil, m.nothing(&bad)
	}
	h.Warnings = bad.warnings(lang.L("“stack count”"))
	if n := numbers.fractions; n > 0 {
		h.Warnings = append(h.Warnings, lang.N(n, "the number of 1 line has a fraction: it is rounded",
			"the numbers of {{.N}} lines have fractions: they are rounded, so that their sum stays", nil))
	}
	return m.finish(h)
}
