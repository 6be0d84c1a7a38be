package text

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/pprof/profile"

	"profstation/loader/input"
)

// The labels that a goroutine of a dump gets.
const (
	labelState     = "state"                // "chan receive", "select (no cases)"
	labelWaiting   = "waiting"              // minutes
	labelLocked    = "locked"               // "to thread"
	labelCreator   = "created by"           // the function with the go statement
	labelParent    = "created in goroutine" // whose id
	labelBubble    = "synctest bubble"      // its id
	labelGoroutine = "goroutine"            // its id
)

// elidedFrames is the function that stands for frames Go left out.
const elidedFrames = "(frames elided)"

// dumpHeader begins the stack of a goroutine in /debug/pprof/goroutine?debug=2, in runtime.Stack
// and in a crash, which has addresses after the id (goroutineheader in Go's runtime/traceback.go).
var dumpHeader = regexp.MustCompile(`^goroutine (\d+)(?: gp=\S+)?(?: m=\S+)?(?: mp=\S+)? \[(.*)\]:$`)

// IsDump reports whether a text holds a goroutine's stack anywhere: logs begin with other lines.
func IsDump(data []byte) bool {
	for l := range bytes.Lines(data) {
		if bytes.HasPrefix(l, []byte("goroutine ")) && dumpHeader.Match(bytes.TrimRight(l, "\r\n")) {
			return true
		}
	}
	return false
}

// dumpParser makes a profile of a dump, with a sample of the value 1 for each goroutine. Stacks are
// as in the other forms of the profile, so the creator of a goroutine is a label, not a frame.
type dumpParser struct {
	p         *profile.Profile
	functions functions
	locations map[string]*profile.Location
	seen      map[int64]bool
	key       []byte

	cur      *profile.Sample // the goroutine whose lines are read; nil: none
	created  bool            // its "created by" was read
	ignore   bool            // what follows are its ancestors
	function string          // the function whose file comes next
	inlined  bool            // … it was inlined into the one after it
	pending  []profile.Line  // inlined calls, waiting for the frame they are in

	cut, unavailable, repeated int
	repeatedID                 int64
}

// ParseDump reads a dump. It skips all that is not part of a goroutine's stack, except the reason
// of a crash, which becomes the comment. The warnings say what the dump does not hold.
func ParseDump(data []byte, limits input.Limits, p *input.Progress) (dump *profile.Profile, warnings []string, err error) {
	if err := limits.Allow(int64(len(data)) * dumpMemory); err != nil {
		return nil, nil, err
	}
	dump = &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "goroutine", Unit: "count"}},
		PeriodType: &profile.ValueType{Type: "goroutine", Unit: "count"},
		Period:     1,
	}
	q := &dumpParser{p: dump, functions: functionsOf(dump), locations: map[string]*profile.Location{}, seen: map[int64]bool{}}
	done, n := 0, 0
	for l := range bytes.Lines(data) {
		q.line(strings.TrimRight(string(l), "\r\n"))
		done += len(l)
		if n++; n%4096 == 0 {
			if err := p.Decoded(done, len(data)); err != nil {
				return nil, nil, err
			}
		}
	}
	q.end()
	return dump, q.warnings(), nil
}

// dumpMemory estimates the memory for each byte of a dump: every line may be a new location.
const dumpMemory = 12

func (q *dumpParser) warnings() []string {
	var w []string
	if q.cut > 0 {
		w = append(w, fmt.Sprintf("long stacks of which Go left out a part, with %s in its place: %d", elidedFrames, q.cut))
	}
	if q.unavailable > 0 {
		w = append(w, fmt.Sprintf("goroutines without a stack, because they were running: %d", q.unavailable))
	}
	if q.repeated > 0 {
		w = append(w, fmt.Sprintf("goroutine %d stands there more than once: several dumps stood end to end, their goroutines are added up", q.repeatedID))
	}
	return w
}

func (q *dumpParser) line(s string) {
	if strings.HasPrefix(s, "goroutine ") {
		if m := dumpHeader.FindStringSubmatch(s); m != nil {
			q.end()
			q.begin(m[1], m[2])
			return
		}
	}
	switch {
	case q.cur == nil:
		q.preamble(s)
	case s == "":
		q.end()
	case q.ignore:
	case s[0] == '\t' || s[0] == ' ':
		q.place(strings.TrimSpace(s))
	case strings.HasPrefix(s, "created by "):
		q.creator(s[len("created by "):])
	case strings.HasPrefix(s, "[originating from goroutine "):
		q.ignore = true
	case strings.HasPrefix(s, "...") && strings.HasSuffix(s, "frames elided..."):
		// Without a frame in their place, functions would seem to call each other that do not.
		q.place("")
		q.frame()
		q.pending = append(q.pending, profile.Line{Function: q.functions.of(elidedFrames, "")})
		q.frame()
		q.cut++
	default:
		q.call(s)
	}
}

// preamble keeps the reason of a crash.
func (q *dumpParser) preamble(s string) {
	if len(q.p.Comments) == 0 && (strings.HasPrefix(s, "panic: ") || strings.HasPrefix(s, "fatal error: ") || strings.HasPrefix(s, "runtime: ")) {
		q.p.Comments = append(q.p.Comments, s)
	}
}

// begin starts a goroutine with the state in its header: "chan receive, 3 minutes".
func (q *dumpParser) begin(id, state string) {
	q.cur = &profile.Sample{
		Value:    []int64{1},
		Label:    map[string][]string{},
		NumLabel: map[string][]int64{},
		NumUnit:  map[string][]string{},
	}
	q.created, q.ignore = false, false
	if q.number(labelGoroutine, id, "") {
		n := q.cur.NumLabel[labelGoroutine][0]
		if q.seen[n] {
			q.repeated++
			q.repeatedID = n
		}
		q.seen[n] = true
	}
	if i := strings.Index(state, " labels:{"); i >= 0 {
		for k, v := range parseLabels(state[i+len(" labels:"):]) {
			q.cur.Label[k] = append(q.cur.Label[k], v)
		}
		state = state[:i]
	}
	parts := strings.Split(state, ", ")
	name := strings.TrimSuffix(parts[0], " (scan)") // the collector was looking at it, which says nothing
	for _, part := range parts[1:] {
		minutes, isTime := strings.CutSuffix(part, " minutes")
		bubble, isBubble := strings.CutPrefix(part, "synctest bubble ")
		switch {
		case isTime && q.number(labelWaiting, minutes, "minutes"):
		case isBubble && q.number(labelBubble, bubble, ""):
		case part == "locked to thread":
			q.cur.Label[labelLocked] = []string{"to thread"}
		default:
			name += ", " + part
		}
	}
	q.cur.Label[labelState] = append(q.cur.Label[labelState], name)
}

// number adds a label. It returns false if the text is no number.
func (q *dumpParser) number(key, text, unit string) bool {
	n, err := strconv.ParseInt(text, 10, 64)
	if err == nil {
		q.cur.NumLabel[key], q.cur.NumUnit[key] = []int64{n}, []string{unit}
	}
	return err == nil
}

// call takes "main.(*T).run(0xc000032120, ...)". The file follows.
func (q *dumpParser) call(s string) {
	i := strings.LastIndexByte(s, '(')
	if i <= 0 || !strings.HasSuffix(s, ")") {
		return // registers, "exit status 2", other output between
	}
	q.place("") // a call whose file did not come
	q.function, q.inlined = s[:i], s[i:] == "(...)"
	if q.function == "panic" { // written so for runtime.gopanic
		q.function = "runtime.gopanic"
	}
}

// place takes "/src/main.go:123 +0x126", the file of the call before it.
func (q *dumpParser) place(s string) {
	if q.function == "" {
		if strings.Contains(s, "stack unavailable") {
			q.unavailable++
		}
		return
	}
	// Registers follow in a crash. A call without an offset was inlined.
	file, _, hasOffset := strings.Cut(s, " +0x")
	path, line := splitLine(file)
	q.pending = append(q.pending, profile.Line{Function: q.functions.of(q.function, path), Line: line})
	q.function = ""
	if !q.inlined || hasOffset {
		q.frame()
	}
}

// frame ends a location: a call and those inlined into it.
func (q *dumpParser) frame() {
	if len(q.pending) == 0 {
		return
	}
	q.key = q.key[:0]
	for _, l := range q.pending {
		q.key = strconv.AppendUint(q.key, l.Function.ID, 16)
		q.key = append(q.key, ':')
		q.key = strconv.AppendInt(q.key, l.Line, 16)
		q.key = append(q.key, ' ')
	}
	l := q.locations[string(q.key)]
	if l == nil {
		l = &profile.Location{ID: uint64(len(q.p.Location) + 1), Line: slices.Clone(q.pending)}
		q.locations[string(q.key)] = l
		q.p.Location = append(q.p.Location, l)
	}
	q.cur.Location = append(q.cur.Location, l)
	q.pending = q.pending[:0]
}

// creator takes "main.main in goroutine 1", the last of a goroutine's lines but for its file.
func (q *dumpParser) creator(s string) {
	q.place("")
	q.frame()
	if q.created {
		return
	}
	q.created, q.ignore = true, true
	name, parent, ok := strings.Cut(s, " in goroutine ")
	q.cur.Label[labelCreator] = []string{name}
	if ok {
		q.number(labelParent, parent, "")
	}
}

func (q *dumpParser) end() {
	if q.cur == nil {
		return
	}
	q.place("")
	q.frame()
	q.p.Sample = append(q.p.Sample, q.cur)
	q.cur = nil
}
