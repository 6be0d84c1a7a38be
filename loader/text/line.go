package text

import (
	"bytes"
	"regexp"
	"strconv"

	"profstation/model/work"
)

// Line is the kind of a line in a dump, for finding dumps among other lines.
type Line int

// The kinds of lines.
const (
	Other   Line = iota
	Blank        // empty, or the line between a crash's threads
	Reason       // "panic: boom": a crash begins
	Header       // "goroutine 7 [running]:"
	Call         // "main.f(0x1)"
	Place        // "\t/src/main.go:12 +0x1", or other indented text
	Creator      // "created by main.f in goroutine 1"
	Heading      // "goroutine profile: total 7": begins a text with addresses, as Go writes it for debug=1
	Record       // a sample in such a text, or a comment in it
)

// reasons are what a crash's first line begins with (printpanics, fatalthrow and sighandler in Go's runtime).
var reasons = [...]string{"panic: ", "fatal error: ", "SIGQUIT: ", "SIGABRT: ", "SIGSEGV: ", "SIGBUS: ", "SIGTRAP: ",
	"SIGILL: ", "SIGFPE: "}

// LineOf returns the kind of a line without its end.
func LineOf(line []byte) Line {
	switch {
	case len(line) == 0, string(line) == "-----":
		return Blank
	case isHeader(line):
		return Header
	case indented(line):
		return Place
	case bytes.HasPrefix(line, []byte("created by ")):
		return Creator
	case isHeading(line):
		return Heading
	}
	if isReason(line) {
		return Reason
	}
	switch _, _, ok := cutCall(line); {
	case ok:
		return Call
	case line[0] == '#' && len(line) > 1 && (line[1] == ' ' || line[1] == '\t'), isDigit(line[0]) && bytes.Contains(line, []byte(" @ ")):
		return Record
	}
	return Other
}

// isReason reports whether a line is the first of a crash.
func isReason(line []byte) bool {
	for _, begins := range reasons {
		if bytes.HasPrefix(line, []byte(begins)) {
			return true
		}
	}
	return false
}

// isHeader reports whether a line begins like a goroutine's header, up to its state, labels or addresses.
func isHeader(line []byte) bool {
	h, ok := cutHeader(line)
	return ok && (len(h.gp) > 0 || len(h.tail) > 1 && h.tail[0] == ' ' && (h.tail[1] == '[' || h.tail[1] == '{'))
}

// beginnings are searched for within lines; a match is then examined more closely.
var beginnings = [...][]byte{[]byte(beginsGoroutine), []byte("goroutineleak profile: "), []byte("heap profile: "),
	[]byte("threadcreate profile: "), []byte("--- mutex:"), []byte("--- contention:")}

// headingIn matches the heading of a text with addresses at any place in a line.
var headingIn = regexp.MustCompile(`^(?:(?:goroutine|goroutineleak|threadcreate) profile: total \d|heap profile: *\d+: *\d+ *\[|--- mutex:|--- contention:)`)

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isHeading reports whether such a text written by Go begins with this line.
func isHeading(line []byte) bool {
	return len(line) > 9 && len(line) < 200 && bytes.IndexByte([]byte("gth-"), line[0]) >= 0 && headingIn.Match(line) &&
		ofHeader(string(line)) != ""
}

// Begins returns where in a line a goroutine's header or the heading of a text with addresses begins, after what
// others wrote before it, or −1.
func Begins(line []byte) int {
	found := -1
	// Most lines have none of these.
	if !bytes.Contains(line, []byte("goroutine")) && !bytes.Contains(line, []byte(" profile: ")) && !bytes.Contains(line, []byte("--- ")) {
		return found
	}
	for _, b := range beginnings {
		for at := 0; ; at++ {
			i := bytes.Index(line[at:], b)
			if i < 0 || found >= 0 && at+i >= found {
				break
			}
			at += i
			if isHeader(line[at:]) || headingIn.Match(line[at:]) {
				found = at
				break
			}
		}
	}
	return found
}

// Goroutine returns the number in a header. It returns false for a thread's, and for a header with an address,
// which identifies the goroutine better.
func Goroutine(line []byte) (id int64, ok bool) {
	h, ok := cutHeader(line)
	if !ok || len(h.gp) > 0 {
		return 0, false
	}
	id, err := strconv.ParseInt(string(h.id), 10, 64)
	return id, err == nil && id != 0
}

// CutLine cuts the first line from a text. The line has no line end.
func CutLine(text []byte) (line, rest []byte) { return cutLine(text) }

// StackFollows reports whether a text begins like the lines under a header or a heading.
func StackFollows(text []byte) bool {
	if stackFollows(text) {
		return true
	}
	line, _ := cutLine(text)
	line = bytes.TrimSpace(line)
	if !bytes.Contains(line, []byte(" @")) {
		return bytes.HasPrefix(line, []byte("cycles/second="))
	}
	return countSample.Match(line) || heapSample.Match(line) || contentionSample.Match(line)
}

// Below returns where the heading of a text with addresses begins below other lines, or −1. A line is such a
// heading only if a sample or nothing follows.
func Below(data []byte, steps *work.Steps) int {
	for at := 0; at < len(data); {
		line, rest := cutLine(data[at:])
		from := at
		at = len(data) - len(rest)
		if steps.Over(at - from) {
			break
		}
		if isHeading(line) && (StackFollows(rest) || len(bytes.TrimSpace(rest[:min(len(rest), 200)])) == 0) {
			return from
		}
	}
	return -1
}

// IsBelow reports whether [Below] finds something.
func IsBelow(data []byte, steps *work.Steps) bool { return Below(data, steps) >= 0 }
