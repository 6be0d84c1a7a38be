package text

import (
	"bytes"

	"profstation/loader/input"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/work"
)

// elidedFrames is the function that stands for frames Go left out.
const elidedFrames = "(frames elided)"

// IsDump reports whether a text holds a goroutine's stack anywhere: logs begin with other lines.
func IsDump(data []byte, steps *work.Steps) bool {
	for len(data) > 0 {
		var line []byte
		before := len(data)
		line, data = cutLine(data)
		if steps.Over(before - len(data)) {
			return false
		}
		if h, ok := cutHeader(line); ok && (readTail(string(h.tail)).known || stackFollows(data)) {
			return true
		}
	}
	return false
}

// dumpParser makes a profile of a dump, with a sample of the value 1 for each goroutine. Stacks are
// as in the other forms of the profile, so the creator of a goroutine is a label, not a frame.
//
// A dump has hundreds of MB if a program has leaked goroutines, and few different lines. So a line
// is looked up as the bytes that it is, and nothing of it is kept if it was there before.
type dumpParser struct {
	b       *model.Builder
	code    *dumpCode
	states  dumpStates
	keys    labelKeys
	reasons []string // of a crash: the first, and panics while that one was handled
	made    made
	one     []int64 // the value of each sample

	goroutine
	open     bool    // the lines of a goroutine are read
	awaits   bool    // … and what it has so far needs another line
	created  bool    // its "created by" was read
	ignore   bool    // what follows are its ancestors
	function []byte  // the function whose file comes next
	inlined  bool    // … it was inlined into the one after it
	pending  []int32 // lines of inlined calls, waiting for the frame they are in
	own      []ownLabel
	all      []model.Label

	within
	identity
	oddities
}

// within is where in a text a line is.
type within struct {
	at    int    // its number, from 1
	after []byte // the text behind it
	ended bool   // it has an end, so it was not cut
}

// oddities are what is to be known of a dump besides its figures.
type oddities struct {
	cut         int   // stacks of which a part is missing
	unavailable int   // goroutines without a stack
	ownStacks   int   // of threads, which are not counted
	repeated    int   // goroutines that stood there before
	repeatedID  int64 // the last of them
	halted      bool  // the text ends within a stack
	full        bool  // it is as long as Go lets one become
	unread      input.Unread
}

func (o *oddities) repeat(id int64) {
	o.repeated++
	o.repeatedID = id
}

func (o *oddities) warnings() []string {
	var w []string
	if o.cut > 0 {
		w = append(w, lang.L("long stacks of which Go left out a part, marked {{.Mark}}: {{.Number}}",
			lang.With{"Mark": elidedFrames, "Number": o.cut}))
	}
	if o.unavailable > 0 {
		w = append(w, lang.L("goroutines without a stack, because they were running: {{.Number}}", lang.With{"Number": o.unavailable}))
	}
	if o.ownStacks > 0 {
		w = append(w, lang.N(o.ownStacks, "1 stack belongs to a thread (goroutine 0) and is not counted as a goroutine",
			"{{.N}} stacks belong to threads (goroutine 0) and are not counted as goroutines", nil))
	}
	switch {
	case o.full:
		w = append(w, lang.L("Go writes no more than 64MiB of such a text, so goroutines after that are missing: the form debug=1 has them all"))
	case o.halted:
		w = append(w, lang.L("the text ends in the middle of a stack, so goroutines after it may be missing: record it again to have them all"))
	}
	if o.repeated > 0 {
		w = append(w, lang.L("goroutine {{.Number}} appears more than once: these are several dumps end to end, and their goroutines are added up",
			lang.With{"Number": o.repeatedID}))
	}
	return append(w, o.unread.Warnings()...)
}

// made counts what the tables of a dump hold.
type made struct{ goroutines, labels, refs int }

// memory estimates what loading takes at its peak, beside the code: the text, and the tables.
func (m *made) memory(text int) int64 {
	return int64(text) + 220*int64(m.goroutines) + 40*int64(m.labels) + 12*int64(m.refs)
}

// look is how many bytes of a text lie between two looks at the context and at the memory.
const look = 256 << 10

// begun is after how many bytes of a dump it is known what the rest will be like.
const begun = 4 * look

// ParseDump reads a dump. It skips all that is not part of a goroutine's stack, except the reason
// of a crash, which becomes a comment. shown is how the name of a symbol is shown. The profile
// keeps nothing of data.
func ParseDump(data []byte, shown func(name string) string, limits input.Limits, p *input.Progress) (*model.Profile, error) {
	q := newDumpParser(shown)
	if err := q.read(data, limits, p); err != nil {
		return nil, err
	}
	return q.profile(p)
}

// dumpKind is the sample type and the period's.
var dumpKind = model.ValueType{Type: "goroutine", Unit: "count"}

func newDumpParser(shown func(name string) string) *dumpParser {
	b := model.NewBuilder([]model.ValueType{dumpKind})
	return &dumpParser{
		b: b, code: newDumpCode(b, shown), states: dumpStates{b: b}, keys: labelKeysOf(b),
		identity: newIdentity(), one: []int64{1},
	}
}

func (q *dumpParser) read(data []byte, limits input.Limits, p *input.Progress) error {
	next, grown := 0, false
	for at := 0; at < len(data); {
		if at >= next {
			if err := p.Decoded(at, len(data)); err != nil {
				return err
			}
			if err := limits.Allow(q.memory(len(data))); err != nil {
				return err
			}
			if !grown && at >= begun {
				q.makeRoom(float64(len(data)-at)/float64(at), limits.Memory-q.memory(len(data)))
				grown = true
			}
			next = at + look
		}
		var line []byte
		line, q.after = cutLine(data[at:])
		q.at++
		at = len(data) - len(q.after)
		q.ended = data[at-1] == '\n'
		q.line(line)
		if at == len(data) {
			q.full = len(data) == maxDump
			q.halted = q.full || q.endsWithin(line)
		}
	}
	q.close()
	return limits.Allow(q.memory(len(data)))
}

// maxDump is how long Go lets a dump become (writeGoroutineStacks in runtime/pprof). The rest is missing.
const maxDump = 64 << 20

// endsWithin reports whether a stack goes on behind the last line of a text. Each call has a line with its place, the
// last one with an offset, for only calls within others are inlined. A line that has no end may be cut itself.
func (q *dumpParser) endsWithin(last []byte) bool {
	if !q.open {
		return !q.ended && bytes.HasPrefix(last, []byte(beginsGoroutine))
	}
	return q.awaits || !q.ended && !bytes.Contains(last, []byte(" +0x"))
}

func (q *dumpParser) profile(p *input.Progress) (*model.Profile, error) {
	q.ownStacks = len(q.threads) + q.nameless
	all := q.made.goroutines + q.unread.Len(input.UnreadGoroutines)
	q.unread.Of(input.UnreadGoroutines, all)
	q.unread.Of(input.UnreadHeaders, all)
	h := model.Header{Format: "goroutine debug=2", PeriodType: dumpKind, Period: 1, Warnings: q.warnings()}
	h.Comments = q.reasons
	q.identity, q.code, q.states = identity{}, nil, dumpStates{} // sorting the stacks needs memory, too
	return q.b.Finish(p.Context(), h)
}

func (q *dumpParser) memory(text int) int64 {
	return q.made.memory(text) + q.code.memory() + q.states.memory() + q.identity.memory()
}

// makeRoom makes room for so many times of what there is, if that is within the memory allowed.
func (q *dumpParser) makeRoom(times float64, allowed int64) {
	more := made{int(times * float64(q.made.goroutines)), int(times * float64(q.made.labels)), int(times * float64(q.made.refs))}
	if more.memory(0) > allowed {
		return
	}
	const spare = 16 // one of so many more
	q.b.Grow(model.Room{
		Samples:   more.goroutines + more.goroutines/spare,
		LabelSets: more.goroutines + more.goroutines/spare, Labels: more.labels + more.labels/spare,
	})
	q.identity.makeRoom(more.goroutines)
}

func (q *dumpParser) line(s []byte) {
	if h, ok := cutHeader(s); ok {
		q.header(s, h, q.states.of(h.tail))
		return
	}
	switch {
	case !q.open:
		q.preamble(s)
	case len(s) == 0:
		q.end()
	case q.ignore:
		q.awaits = false
	case indented(s):
		q.awaits = false
		q.place(bytes.TrimSpace(s))
	case bytes.HasPrefix(s, []byte("created by ")):
		q.creator(s[len("created by "):])
	case bytes.HasPrefix(s, []byte("[originating from goroutine ")):
		q.ignore = true
	case bytes.HasPrefix(s, []byte("...")) && bytes.HasSuffix(s, []byte("frames elided...")):
		// Without a frame in their place, functions would seem to call each other that do not.
		q.place(nil)
		q.frame()
		q.pending = append(q.pending, q.code.line([]byte(elidedFrames), nil))
		q.frame()
		q.cut++
	default:
		q.call(s)
	}
}

// maxReasons is how many panics within panics are kept.
const maxReasons = 8

// preamble keeps the reason of a crash. It counts stacks below a header without a number.
func (q *dumpParser) preamble(s []byte) {
	if bytes.HasPrefix(s, []byte(beginsGoroutine)) && stackFollows(q.after) {
		q.unread.Add(input.UnreadGoroutines, func() string { return unreadLine(q.at, s) })
	}
	switch {
	case len(q.reasons) == 0:
		if isReason(s) || bytes.HasPrefix(s, []byte("runtime: ")) {
			q.reasons = append(q.reasons, string(s))
		}
	case len(q.reasons) < maxReasons && bytes.HasPrefix(s, []byte("\tpanic: ")):
		q.reasons = append(q.reasons, string(s[1:]))
	}
}

// call takes "main.(*T).run(0xc000032120, ...)". The file follows.
func (q *dumpParser) call(s []byte) {
	function, arguments, ok := cutCall(s)
	if !ok {
		return // registers, "exit status 2", other output between
	}
	q.place(nil) // a call whose file did not come
	q.awaits = true
	q.function, q.inlined = function, string(arguments) == "(...)"
	if string(q.function) == "panic" { // written so for runtime.gopanic
		q.function = []byte("runtime.gopanic")
	}
}

// place takes "/src/main.go:123 +0x126", the file of the call before it.
func (q *dumpParser) place(s []byte) {
	if len(q.function) == 0 {
		q.lacking = q.lacking || isUnavailable(s)
		return
	}
	// Registers follow in a crash. A call without an offset was inlined.
	file, _, hasOffset := bytes.Cut(s, []byte(" +0x"))
	q.pending = append(q.pending, q.code.line(q.function, file))
	q.function = nil
	if !q.inlined || hasOffset {
		q.frame()
	}
}

// frame ends a location: a call and those inlined into it.
func (q *dumpParser) frame() {
	if len(q.pending) == 0 {
		return
	}
	q.stack = append(q.stack, q.code.location(q.pending))
	q.pending = q.pending[:0]
}

// header takes a line that begins as the header of a goroutine does. One that is not understood whole, as a later
// version of Go may write it, begins a goroutine if a stack follows: within another stack, only if it is no sentence of
// other output.
func (q *dumpParser) header(line []byte, h header, s *dumpState) {
	kind := input.UnreadHeaders
	switch {
	case s.known:
	case (s.formed || !q.open) && stackFollows(q.after):
	case s.formed && q.ended:
		kind = input.UnreadGoroutines
	default:
		return
	}
	if !s.known {
		q.unread.Add(kind, func() string { return unreadLine(q.at, line) })
	}
	if kind == input.UnreadHeaders {
		q.end()
		q.begin(h, s)
	}
}

// begin starts a goroutine.
func (q *dumpParser) begin(h header, s *dumpState) {
	q.open, q.awaits, q.created, q.ignore = true, true, false, false
	q.goroutine = goroutine{startAt: q.at, stack: q.stack[:0], state: s}
	q.id.read(h.id)
	q.gp, q.addressed = address(h.gp)
}

// creator takes "main.main in goroutine 1", the last of a goroutine's lines but for its file.
func (q *dumpParser) creator(s []byte) {
	q.place(nil)
	q.frame()
	if q.created {
		return
	}
	q.created, q.ignore, q.awaits = true, true, true
	name, parent, ok := bytes.Cut(s, []byte(" in goroutine "))
	q.by = name
	if ok {
		q.parent.read(parent)
	}
}

// end ends a goroutine, which is counted if it is none of a thread and was not there before.
func (q *dumpParser) end() {
	if !q.open {
		return
	}
	q.open = false
	q.place(nil)
	q.frame()
	a := aside{q.startAt, q.gp, q.stack, q.labels(), q.lacking}
	switch {
	case q.id.ok && q.id.n == 0:
		q.thread(a, q.addressed)
	case q.addressed && !q.counts(a):
	default:
		if q.id.ok && !q.addressed && !q.first(q.id.n) {
			q.repeat(q.id.n)
		}
		q.add(a)
	}
}

func (q *dumpParser) add(a aside) {
	q.b.Sample(a.stack, q.b.LabelSet(a.labels), q.one)
	q.made.goroutines++
	q.made.labels += len(a.labels)
	q.made.refs += len(a.stack)
	if a.lacking {
		q.unavailable++
	}
}

// finish adds the goroutines of a dump that have no stack, now that no other part of it can have one.
func (q *dumpParser) finish() {
	q.end()
	for _, a := range q.left() {
		q.add(a)
	}
	q.identity.again()
}

// close adds the stacks of threads where there is nothing else.
func (q *dumpParser) close() {
	q.finish()
	if q.made.goroutines > 0 {
		return
	}
	for _, a := range q.ofThreads {
		q.add(a)
	}
	q.threads, q.nameless = nil, 0
}
