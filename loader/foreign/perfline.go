package foreign

import (
	"bytes"
	"strconv"
)

// perfSample is the header of a sample, or a record about a process. Its texts are parts of the line.
type perfSample struct {
	comm   []byte // the name of the process or thread
	ids    []byte // "tid" or "pid/tid"
	cpu    []byte // its digits; empty: not there
	time   int64  // nanoseconds
	timed  bool
	period []byte
	event  []byte // without its colon
	rest   []byte // what follows; of a record, from its name on
	record bool   // of a process, and no sample
}

// perfHeader reads the line that begins a sample. The name of a process may hold blanks and numbers, so
// it ends at the first number that another field of a header follows.
func perfHeader(line []byte) (e perfSample, ok bool) {
	if len(line) == 0 || bytes.IndexByte(line, ':') < 0 {
		return e, false
	}
	var word []byte
	for at := 0; ; {
		word, at = nextWord(line, at)
		if word == nil {
			return e, false
		}
		if !isThread(word) {
			continue
		}
		begin := at - len(word)
		if comm := bytes.TrimSpace(line[:begin]); len(comm) > 0 {
			if e, ok := perfFields(line, at); ok {
				e.comm, e.ids = comm, word
				return e, true
			}
		}
		if at > 400 { // no name of a process is as long
			return e, false
		}
	}
}

// perfBare reads a header of nothing but a name, a thread and perhaps a processor, as perf script -F prints it without
// a time and an event. A call may look alike, but is indented.
func perfBare(line []byte) (e perfSample, ok bool) {
	if len(line) == 0 || isBlank(line[0]) {
		return e, false
	}
	rest, word := lastWord(line)
	if n := len(word); n > 2 && word[0] == '[' && word[n-1] == ']' && isDigits(word[1:n-1]) {
		e.cpu = word[1 : n-1]
		rest, word = lastWord(rest)
	}
	if len(word) == 0 || !isThread(word) {
		return e, false
	}
	e.comm, e.ids = bytes.TrimSpace(rest), word
	return e, len(e.comm) > 0
}

// lastWord is the text behind the last blank, and what stands before it.
func lastWord(line []byte) (rest, word []byte) {
	line = bytes.TrimSpace(line)
	at := bytes.LastIndexAny(line, " \t") + 1
	return line[:at], line[at:]
}

// perfFields reads the fields of a header behind the thread.
func perfFields(line []byte, at int) (e perfSample, ok bool) {
	word, next := nextWord(line, at)
	if cpu, is := bytes.CutPrefix(word, []byte("[")); is && len(cpu) > 1 && cpu[len(cpu)-1] == ']' && isDigits(cpu[:len(cpu)-1]) {
		e.cpu = cpu[:len(cpu)-1]
		word, next = nextWord(line, next)
	}
	if len(word) == 4+1 && bytes.Count(word, []byte(".")) > 1 { // flags of the kernel, as in "d..3."
		word, next = nextWord(line, next)
	}
	if e.time, e.timed = perfTime(word); e.timed {
		word, next = nextWord(line, next)
	}
	if bytes.HasPrefix(word, []byte("PERF_RECORD_")) {
		e.record, e.rest = true, line[next-len(word):]
		return e, true
	}
	if isDigits(word) {
		e.period = word
		word, next = nextWord(line, next)
	}
	if word == nil && e.timed { // -F without event
		return e, true
	}
	if _, isTime := perfTime(word); isTime || len(word) < 2 || word[len(word)-1] != ':' || isDigits(word[:len(word)-1]) {
		return e, false
	}
	e.event, e.rest = word[:len(word)-1], line[next:]
	return e, true
}

// nextWord is the text between two blanks, nil at the end of a line.
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
	if c := word[0]; !isDigit(c) && c != '-' {
		return false
	}
	pid, tid, both := bytes.Cut(word, []byte("/"))
	return isDigits(bytes.TrimPrefix(pid, []byte("-"))) && (!both || isDigits(bytes.TrimPrefix(tid, []byte("-"))))
}

// perfTime reads "1426.656657:", seconds with six or nine digits behind the point, in nanoseconds.
func perfTime(word []byte) (ns int64, ok bool) {
	word, ok = bytes.CutSuffix(word, []byte(":"))
	seconds, part, point := bytes.Cut(word, []byte("."))
	if !ok || !point || !isDigits(seconds) || !isDigits(part) || len(part) > 9 || len(seconds) > 9 {
		return 0, false
	}
	s, _ := strconv.ParseInt(string(seconds), 10, 64)
	ns, _ = strconv.ParseInt(string(part), 10, 64)
	for range 9 - len(part) {
		ns *= 10
	}
	return s*1e9 + ns, true
}

// perfCall is a call of a stack. Its texts are parts of the line.
type perfCall struct {
	text    []byte // all of it
	address uint64
	symbol  []byte // without its offset; empty: not known
	dso     []byte // the file of the code; empty: not known
	inlined bool
	file    []byte // of the source; empty: not known
	line    int64
}

// perfFrame reads "14645 main.work+0x25 (/bin/app)". The file may be left out.
func perfFrame(line []byte) (f perfCall, ok bool) {
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
		// The path of a file may hold brackets: "(/tmp/a (deleted))".
		if open := openingBracket(symbol); open == 0 || open > 0 && isBlank(symbol[open-1]) {
			f.dso = symbol[open+1 : n-1]
			symbol = bytes.TrimSpace(symbol[:open])
		}
	}
	if string(f.dso) == "inlined" {
		f.inlined, f.dso = true, nil
	}
	if string(f.dso) == unknown {
		f.dso = nil
	}
	if i := bytes.LastIndex(symbol, []byte("+0x")); i > 0 && isHex(symbol[i+3:]) {
		symbol = symbol[:i]
	}
	if string(symbol) != unknown {
		f.symbol = symbol
	}
	return f, len(symbol) > 0 || len(f.dso) > 0 || at == len(line) && len(word) > 3
}

// openingBracket is where the bracket opens that the last letter of a text closes, −1 if none does.
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

// perfSource reads "  main.c:12", which follows a call where perf script was asked for the source, or
// "  [kernel.kallsyms][ffffffff815d4e8c]" where it does not know it: then line 0 is returned.
func perfSource(line []byte) (file []byte, at int64, ok bool) {
	line = bytes.TrimSpace(line)
	if line[0] == '[' && line[len(line)-1] == ']' {
		return nil, 0, true
	}
	i := bytes.LastIndexByte(line, ':')
	if i <= 0 || !isDigits(line[i+1:]) {
		return nil, 0, false
	}
	at, err := strconv.ParseInt(string(line[i+1:]), 10, 64)
	return line[:i], at, err == nil
}
