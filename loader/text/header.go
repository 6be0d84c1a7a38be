package text

import (
	"bytes"
	"strings"
)

// beginsGoroutine begins a goroutine's header.
const beginsGoroutine = "goroutine "

// header is the line that begins a goroutine's stack in /debug/pprof/goroutine?debug=2, in runtime.Stack and in a
// crash. In a crash it has addresses after the id (goroutineheader in Go's runtime/traceback.go): "goroutine 7 gp=0x1
// m=3 mp=0x2 [running]:".
type header struct {
	id, gp []byte
	tail   []byte // everything after the addresses; read by [dumpStates.of]
}

// cutHeader splits a line that begins like a header.
func cutHeader(line []byte) (h header, ok bool) {
	rest, ok := bytes.CutPrefix(line, []byte(beginsGoroutine))
	if !ok {
		return h, false
	}
	n := 0
	for n < len(rest) && '0' <= rest[n] && rest[n] <= '9' {
		n++
	}
	h.id, h.tail = rest[:n], rest[n:]
	h.gp = h.cut(" gp=")
	h.cut(" m=")
	h.cut(" mp=")
	return h, n > 0
}

// cut cuts a field from the tail, such as " gp=0xc000002380".
func (h *header) cut(name string) []byte {
	value, ok := bytes.CutPrefix(h.tail, []byte(name))
	if !ok {
		return nil
	}
	end := bytes.IndexAny(value, " \t\n\f\r")
	if end < 0 {
		end = len(value)
	}
	if end > 0 {
		h.tail = value[end:]
	}
	return value[:end]
}

// tail is the end of a header: "[chan receive, 3 minutes] {tenant: t0}:".
type tail struct {
	state  string // inside the brackets
	labels []textLabel
	known  bool // all of it was understood
	formed bool // it looks like the end of a header, not of a sentence
	bare   bool // it has no brackets
}

// readTail reads the end of a header. If a later Go version wrote it, readTail finds what it can.
func readTail(text string) tail {
	rest := afterFields(text)
	t := tail{
		formed: rest == ":" || strings.HasPrefix(rest, " [") || strings.HasPrefix(rest, " {") ||
			strings.HasSuffix(rest, "]:") || strings.HasSuffix(rest, "}:"),
	}
	complete := len(rest) == len(text)
	inside, brackets := strings.CutPrefix(rest, " [")
	if t.bare = !brackets; t.bare {
		return t
	}
	t.state, rest, brackets = strings.Cut(inside, "]")
	complete = complete && brackets
	if state, _, within := strings.Cut(t.state, " labels:{"); within { // Go 1.26 with tracebacklabels=1
		var whole, closed bool
		t.state = state
		t.labels, rest, whole = labelList(inside[len(state)+len(" labels:"):])
		rest, closed = strings.CutPrefix(rest, "]")
		complete = whole && closed && complete
	} else if list, has := strings.CutPrefix(rest, " "); has {
		t.labels, rest, has = labelList(list)
		complete = complete && has
	}
	t.known = complete && rest == ":"
	return t
}

// afterFields removes fields from later versions, such as " p=3".
func afterFields(text string) string {
	for {
		field, is := strings.CutPrefix(text, " ")
		name := strings.IndexByte(field, '=')
		if !is || name <= 0 || strings.ContainsAny(field[:name], " [{") {
			return text
		}
		end := strings.IndexByte(field, ' ')
		if end < 0 {
			return text
		}
		text = field[end:]
	}
}

// stackFollows reports whether a text begins like a goroutine's stack: with a call and its place, or with the words
// that there is no stack.
func stackFollows(text []byte) bool {
	first, rest := cutLine(text)
	second, _ := cutLine(rest)
	if indented(first) {
		return isUnavailable(first)
	}
	_, _, ok := cutCall(first)
	return ok && indented(second)
}

// cutLine cuts the first line from a text. The line has no line end.
func cutLine(text []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(text, []byte("\n"))
	return bytes.TrimRight(line, "\r"), rest
}

// indented reports whether a line is indented, as a call's place is.
func indented(line []byte) bool { return len(line) > 0 && (line[0] == '\t' || line[0] == ' ') }

// isUnavailable reports whether a line stands for the stack of a goroutine that was running.
func isUnavailable(line []byte) bool { return bytes.Contains(line, []byte("stack unavailable")) }

// cutCall splits "main.(*T).run(0xc000032120, ...)". Registers, "exit status 2" and other output are not calls.
func cutCall(line []byte) (function, arguments []byte, ok bool) {
	i := bytes.LastIndexByte(line, '(')
	if i <= 0 || line[len(line)-1] != ')' {
		return nil, nil, false
	}
	return line[:i], line[i:], true
}
