package foreign

import (
	"bytes"
	"unicode/utf8"

	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/units"
)

// headSize is how many bytes at the start show what a text is.
const headSize = 4096

// lines iterates over a text's lines without their ends.
type lines struct {
	text []byte
	at   int // where the next line begins
	n    int // number of the current line, from 1
	line []byte
}

func (l *lines) next() bool {
	if l.at >= len(l.text) {
		return false
	}
	end := len(l.text)
	if i := bytes.IndexByte(l.text[l.at:], '\n'); i >= 0 {
		end = l.at + i
	}
	l.line = bytes.TrimRight(l.text[l.at:end], "\r")
	l.at = end + 1
	l.n++
	return true
}

// head iterates over a text's first whole lines, which are enough to recognise it: those in the first bytes, or a
// single line that is longer.
func head(text []byte) lines {
	text = withoutMark(text)
	if len(text) <= headSize {
		return lines{text: text}
	}
	if end := bytes.LastIndexByte(text[:headSize], '\n'); end >= 0 {
		return lines{text: text[:end+1]}
	}
	text = text[:min(len(text), longestLine)]
	if end := bytes.IndexByte(text, '\n'); end >= 0 {
		text = text[:end+1]
	}
	return lines{text: text}
}

// longestLine is how long a text's first line may be.
const longestLine = 1 << 20

// isText is like [input.IsText], but allows a few letters in another encoding: the kernel cuts names within a letter,
// and paths are what they are.
func isText(data []byte) bool {
	head := data[:min(len(data), headSize)]
	valid := bytes.ToValidUTF8(head, nil)
	return len(head)-len(valid) <= utf8.UTFMax+len(head)/100 && input.IsText(valid)
}

// fileMark is what some editors begin a text with.
const fileMark = "\ufeff"

// withoutMark leaves the file's mark out.
func withoutMark(text []byte) []byte { return bytes.TrimPrefix(text, []byte(fileMark)) }

// skipped are lines that say nothing that a decoder knows.
type skipped struct {
	n, first int
	text     string // the first one's
}

func (s *skipped) add(n int, line []byte) {
	if s.n++; s.n == 1 {
		s.first, s.text = n, input.Bounded(input.OneLine(string(line[:min(len(line), 400)])), 80)
	}
}

// warnings says how many could not be read as what they should be.
func (s *skipped) warnings(form string) []string {
	if s.n == 0 {
		return nil
	}
	return []string{lang.N(s.n, "1 line could not be read as {{.Form}}: line {{.Line}} (“{{.Text}}”)",
		"{{.N}} lines could not be read as {{.Form}}, the first is line {{.Line}} (“{{.Text}}”)",
		lang.With{"Form": form, "Line": units.Count(int64(s.first)), "Text": s.text})}
}

// wholeLines is a text without a last line that is cut. One that only lacks its line end, as editors leave it, ends
// with the bracket around a file.
func wholeLines(text []byte) (whole []byte, cut bool) {
	at := bytes.LastIndexByte(text, '\n') + 1
	last := bytes.TrimSpace(text[at:])
	switch {
	case len(last) == 0:
		return text[:at], false
	case last[len(last)-1] == ')':
		return text, false
	}
	return text[:at], true
}
