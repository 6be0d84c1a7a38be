package text

import (
	"bytes"

	"profstation/loader/input"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/work"
)

// elidedFrames is the function that stands for frames that Go left out.
const elidedFrames = "(frames elided)"

// IsDump reports whether a text has a goroutine's stack anywhere, because logs begin with other lines.
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

// dumpParser makes a profile from a dump, with a sample of value 1 for each goroutine. Stacks are as in the profile's
// other forms, so a goroutine's creator is a label and not a frame. The go statement is in its lineage.
//
// A dump has hundreds of MB if a program has leaked goroutines, but few different lines. So a line is looked up by its
// bytes, and nothing is kept from a line seen before.
type dumpParser struct {
	b       *model.Builder
	code    *dumpCode
	states  dumpStates
	keys    labelKeys
	reasons []string // why the program crashed: the first reason, and panics while that one was handled
	made    made
	one     []int64 // each sample's value

	goroutine
	open     bool    // a goroutine's lines are being read
	awaits   bool    // … and what it has so far needs another line
	created  bool    // its "created by" was read
	ignore   bool    // its ancestors follow
	function []byte  // the function whose file comes next
	inlined  bool    // … it was inlined into the next one
	pending  []int32 // lines from inlined calls, waiting for the frame they are in
	own      []ownLabel
	all      []model.Label

	within
	identity
	oddities
}

// within is a line's place in the text.
type within struct {
	at    int    // its number, from 1
	after []byte // the text after it
	ended bool   // it has a line end, so it was not cut
}

// oddities are facts about a dump in addition to its figures.
type oddities struct {
	cut         int   // stacks with a part missing
	unavailable int   // goroutines without a stack
	ownStacks   int   // threads' own stacks, which are not counted
	repeated    int   // goroutines that appeared before
	repeatedID  int64 // id of the last of them
	halted      bool  // the text ends within a stack
	full        bool  // it is as long as Go allows
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

// made counts what is in a dump's tables.
type made struct{ goroutines, labels, refs int }

// memory estimates the peak memory for loading, apart from the code: the text and the tables.
func (m *made) memory(text int) int64 {
	return int64(text) + 350*int64(m.goroutines) + 40*int64(m.labels) + 12*int64(m.refs)
}

// look is how many bytes are read between two checks of the context and the memory.
const look = 256 << 10

// begun is after how many bytes a dump shows what the rest will be like.
const begun = 4 * look

// ParseDump reads a dump. It skips everything outside goroutines' stacks, except the reason for a crash, which becomes
// a comment. shown returns the name under which a symbol is shown. The profile keeps nothing from data.
func ParseDump(data []byte, shown func(name string) string, limits input.Limits, p *input.Progress) (*model.Profile, error) {
	q := newDumpParser(shown)
	if err := q.read(data, limits, p); err != nil {
		return nil, err
	}
	return q.profile(p)
}

// dumpKind is the sample type and the period type.
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

// maxDump is the longest dump that Go writes (writeGoroutineStacks in runtime/pprof). The rest is missing.
const maxDump = 64 << 20

// endsWithin reports whether a stack goes on after the last line of a text. Each call has a line with its place. The
// last call's place has an offset, because only calls within others are inlined. A line without an end may be cut.
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
	cut, err := born(p.Context(), q.b, q.births)
	if err != nil {
		return nil, err
	}
	h := model.Header{Format: "goroutine debug=2", PeriodType: dumpKind, Period: 1, Warnings: q.warnings()}
	if cut != "" {
		h.Warnings = append(h.Warnings, cut)
	}
	h.Comments = q.reasons
	q.identity, q.code, q.states = identity{}, nil, dumpStates{} // sorting the stacks needs memory, too
	return q.b.Finish(p.Context(), h)
}

func (q *dumpParser) memory(text int) int64 {
	return q.made.memory(text) + q.code.memory() + q.states.memory() + q.identity.memory()
}

// makeRoom makes room for so many times more than there is, if the memory allows it.
func (q *dumpParser) makeRoom(times float64, allowed int64) {
	more := made{int(times * float64(q.made.goroutines)), int(times * float64(q.made.labels)), int(times * float64(q.made.refs))}
	if more.memory(0) > allowed {
		return
	}
	const spare = 16 // room for 1/16 more than expected
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

// preamble keeps the reason for a crash. It counts stacks below a header without a number.
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
		return // registers, "exit status 2", or other output in between
	}
	q.place(nil) // the previous call's file did not come
	q.awaits = true
	q.function, q.inlined = function, string(arguments) == "(...)"
	if string(q.function) == "panic" { // this is how runtime.gopanic is written
		q.function = []byte("runtime.gopanic")
	}
}

// place takes "/src/main.go:123 +0x126", which is the file for the call before it.
func (q *dumpParser) place(s []byte) {
	if len(q.function) == 0 {
		q.lacking = q.lacking || isUnavailable(s)
		return
	}
	// In a crash, registers follow. A call without an offset was inlined.
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

// header takes a line that begins like a goroutine's header. If not all of it is understood, because a later Go version
// may have written it, it begins a goroutine if a stack follows. Within another stack it must also not look like a
// sentence from other output.
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

// creator takes "main.main in goroutine 1", the last of a goroutine's lines except for its file.
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
	q.statement, _ = cutLine(q.after)
	if !indented(q.statement) {
		q.statement = nil
	}
}

// end ends a goroutine. It counts unless it belongs to a thread or was there before.
func (q *dumpParser) end() {
	if !q.open {
		return
	}
	q.open = false
	q.place(nil)
	q.frame()
	a := aside{q.startAt, q.gp, q.stack, q.labels(), q.lacking, q.birth()}
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
	q.births = append(q.births, a.birth)
	q.made.goroutines++
	q.made.labels += len(a.labels)
	q.made.refs += len(a.stack)
	if a.lacking {
		q.unavailable++
	}
}

// finish adds a dump's goroutines that have no stack, once no other part of the dump can have one.
func (q *dumpParser) finish() {
	q.end()
	for _, a := range q.left() {
		q.add(a)
	}
	q.identity.again()
}

// close adds the threads' stacks if there is nothing else.
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
