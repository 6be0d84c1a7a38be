package foreign

import (
	"bytes"
	"iter"
	"strconv"
)

// perfSample is a sample's header, or a record about a process. Its texts are parts of the line.
type perfSample struct {
	comm   []byte // the process's or thread's name; empty if missing, like all texts here
	ids    []byte // "tid" or "pid/tid"
	cpu    []byte // its digits
	time   int64  // nanoseconds
	timed  bool
	period []byte
	event  []byte // without its colon
	rest   []byte // what follows; in a record, from its name on
	record bool   // a record about a process, not a sample
}

// longestProcess is how many bytes the process fields may take: no name is as long.
const longestProcess = 400

// perfHeader reads the line that begins a sample. A time in it divides it: process fields are before the time, event
// fields after it. A tab begins a call.
func perfHeader(line []byte) (e perfSample, ok bool) {
	if len(line) == 0 || line[0] == '#' || line[0] == '\t' || bytes.IndexByte(line, ':') < 0 {
		return e, false
	}
	for word, next := nextWord(line, 0); word != nil && next <= longestProcess; word, next = nextWord(line, next) {
		if e.time, e.timed = perfTime(word); e.timed {
			e.process(line[:next-len(word)])
			return e, e.measured(line, next)
		}
	}
	return perfTimeless(line)
}

// perfTimeless reads a header without a time. A process name may have blanks and numbers, so it ends at the first
// number before an event.
func perfTimeless(line []byte) (e perfSample, ok bool) {
	for word, next := nextWord(line, 0); word != nil && next <= longestProcess; word, next = nextWord(line, next) {
		if !isThread(word) || next == len(word) { // what begins a line is a name: perf indents numbers
			continue
		}
		at := next
		if cpu, behind := nextWord(line, next); isProcessor(cpu) {
			at = behind
		}
		if e.measured(line, at) {
			e.process(line[:at])
			return e, true
		}
	}
	return perfSample{}, false
}

// perfBare reads a header with only a name, a thread and perhaps a processor, as perf script -F prints it without
// time and event. A call may look alike, but is indented.
func perfBare(line []byte) (e perfSample, ok bool) {
	if len(line) == 0 || len(line) > longestProcess || isBlank(line[0]) {
		return e, false
	}
	e.process(line)
	_, last := lastWord(bytes.TrimSpace(line))
	return e, len(e.comm) > 0 && len(e.ids) > 0 && (isThread(last) || isProcessor(last))
}

// process reads "name pid/tid [cpu]", where each may be missing. A name may have blanks and numbers, so the last
// number is the thread. Words behind it, such as the processor's mode or the time of day, are ignored.
func (e *perfSample) process(line []byte) {
	e.comm = bytes.TrimSpace(line)
	for rest := e.comm; len(rest) > 0; {
		before, word := lastWord(rest)
		switch {
		case isThread(word):
			e.comm, e.ids = before, word
			return
		case isProcessor(word):
			e.comm, e.cpu = before, word[1:len(word)-1]
		}
		rest = before
	}
}

// measured reads "period event:", where each may be missing, or the name of a record about a process.
func (e *perfSample) measured(line []byte, at int) bool {
	word, next := nextWord(line, at)
	if bytes.HasPrefix(word, []byte("PERF_RECORD_")) {
		e.record, e.rest = true, line[next-len(word):]
		return true
	}
	e.period = nil
	if isDigits(word) {
		e.period = word
		word, next = nextWord(line, next)
	}
	if word == nil && e.timed { // -F without event
		return true
	}
	if _, isTime := perfTime(word); isTime || len(word) < 2 || word[len(word)-1] != ':' || isDigits(word[:len(word)-1]) {
		return false
	}
	e.event, e.rest = word[:len(word)-1], line[next:]
	return true
}

// isProcessor reports whether a word is "[003]".
func isProcessor(word []byte) bool {
	n := len(word)
	return n > 2 && word[0] == '[' && word[n-1] == ']' && isDigits(word[1:n-1])
}

// lastWord is the text behind the last blank, and what stands before it without blanks at its end.
func lastWord(line []byte) (before, word []byte) {
	at := bytes.LastIndexAny(line, " \t") + 1
	return bytes.TrimSpace(line[:at]), line[at:]
}

// nextWord returns the text between two blanks, nil at the line's end.
func nextWord(line []byte, at int) (word []byte, next int) {
	for at < len(line) && isBlank(line[at]) {
		at++
	}
	from := at
	for at < len(line) && !isBlank(line[at]) {
		at++
	}
	if from == at {
		return nil, at
	}
	return line[from:at], at
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func isDigits(s []byte) bool {
	for _, c := range s {
		if !isDigit(c) {
			return false
		}
	}
	return len(s) > 0
}

// isThread reports whether a word is "tid" or "pid/tid"; perf writes −1 for one that it does not know.
func isThread(word []byte) bool {
	pid, tid, both := bytes.Cut(word, []byte("/"))
	return isDigits(bytes.TrimPrefix(pid, []byte("-"))) && (!both || isDigits(bytes.TrimPrefix(tid, []byte("-"))))
}

// perfTime reads "1426.656657:", seconds with six or nine digits behind the point, in nanoseconds.
func perfTime(word []byte) (ns int64, ok bool) {
	word, ok = bytes.CutSuffix(word, []byte(":"))
	seconds, part, point := bytes.Cut(word, []byte("."))
	if !ok || !point || !isDigits(seconds) || !isDigits(part) || len(part) > 9 || len(seconds) > 10 {
		return 0, false
	}
	s, _ := strconv.ParseInt(string(seconds), 10, 64)
	ns, _ = strconv.ParseInt(string(part), 10, 64)
	for range 9 - len(part) {
		ns *= 10
	}
	return s*1e9 + ns, s < 9e9 // real clocks count from 1970
}

// perfCall is a call in a stack. Its texts are parts of the line.
type perfCall struct {
	text    []byte // the whole line
	address uint64
	symbol  []byte // without its offset; empty: not known
	dso     []byte // the code's file; empty: not known
	inlined bool
	file    []byte // the source's; empty: not known
	line    int64
}

// perfFrame reads "14645 main.work+0x25 (/bin/app)". The file may be left out. Where the symbol is left out, too, what is
// short may be any number, but behind a tab.
func perfFrame(line []byte) (f perfCall, ok bool) {
	shortest := 4
	if len(line) > 0 && line[0] == '\t' {
		shortest = 1
	}
	line = bytes.TrimSpace(line)
	word, at := nextWord(line, 0)
	if len(word) == 0 || len(word) > 16 {
		return f, false
	}
	f.text = line
	address, err := strconv.ParseUint(string(word), 16, 64)
	if err != nil {
		return f, false
	}
	f.address = address
	symbol := bytes.TrimSpace(line[at:])
	if n := len(symbol); n > 0 && symbol[n-1] == ')' {
		// A file's path may have brackets: "(/tmp/a (deleted))".
		if open := openingBracket(symbol); open == 0 || open > 0 && isBlank(symbol[open-1]) {
			f.dso = withoutOffset(symbol[open+1 : n-1])
			symbol = bytes.TrimSpace(symbol[:open])
		}
	}
	if string(f.dso) == "inlined" {
		f.inlined, f.dso = true, nil
	}
	if string(f.dso) == unknown {
		f.dso = nil
	}
	symbol = withoutOffset(symbol)
	if string(symbol) != unknown {
		f.symbol = symbol
	}
	return f, len(symbol) > 0 || len(f.dso) > 0 || at == len(line) && len(word) >= shortest
}

// javaArrow is between Java methods in the map that perf-map-agent writes for perf: each is inlined into the one
// before.
var javaArrow = []byte("->")

// functions iterates over a call's functions, innermost first. There is none if the symbol is not known. There are
// several if the map for code compiled at run time (perf-PID.map) names inlined methods. Elsewhere an arrow is part
// of a name, as in C++'s operator->.
func (f *perfCall) functions() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		rest := f.symbol
		if f.file == nil && bytes.HasSuffix(f.dso, []byte(".map")) {
			for at := bytes.LastIndex(rest, javaArrow); at > 0; at = bytes.LastIndex(rest, javaArrow) {
				if name := rest[at+len(javaArrow):]; len(name) > 0 && !yield(name) {
					return
				}
				rest = rest[:at]
			}
		}
		if len(rest) > 0 {
			yield(rest)
		}
	}
}

// withoutOffset returns a symbol's or a file's name without the offset behind it.
func withoutOffset(name []byte) []byte {
	if i := bytes.LastIndex(name, []byte("+0x")); i > 0 && isHex(name[i+3:]) {
		return name[:i]
	}
	return name
}

// openingBracket returns where the bracket opens that a text's last letter closes, −1 if none does.
func openingBracket(s []byte) int {
	depth := 0
	for i := len(s) - 1; i >= 0; i-- {
		switch s[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

func isHex(s []byte) bool {
	for _, c := range s {
		if !isDigit(c) && (c < 'a' || c > 'f') {
			return false
		}
	}
	return len(s) > 0
}

// source reads "  main.c:12", which follows a call where perf script was asked for the source, or "  libc.so.6[29d8f]"
// where it does not know it. That the call is inlined stands behind that.
func (f *perfCall) source(line []byte) bool {
	line, inlined := bytes.CutSuffix(bytes.TrimSpace(line), []byte(" (inlined)"))
	if address, ok := bytes.CutSuffix(line, []byte("]")); ok && isHex(address[bytes.LastIndexByte(address, '[')+1:]) {
		f.inlined = f.inlined || inlined
		return true
	}
	i := bytes.LastIndexByte(line, ':')
	if i <= 0 {
		return false
	}
	at, err := strconv.ParseUint(string(line[i+1:]), 10, 63)
	if err != nil {
		return false
	}
	f.file, f.line, f.inlined = line[:i], int64(at), f.inlined || inlined
	return true
}
