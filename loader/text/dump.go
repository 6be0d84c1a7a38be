package text

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"profstation/loader/input"
	"profstation/model"
)

// elidedFrames is the function that stands for frames Go left out.
const elidedFrames = "(frames elided)"

// dumpHeader reads the line that begins the stack of a goroutine in
// /debug/pprof/goroutine?debug=2, in runtime.Stack and in a crash, which has addresses after the id
// (goroutineheader in Go's runtime/traceback.go): "goroutine 7 gp=0x1 m=3 mp=0x2 [running]:".
func dumpHeader(line string) (id, state string, ok bool) {
	rest, ok := strings.CutPrefix(line, "goroutine ")
	if !ok {
		return "", "", false
	}
	n := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	id, rest = rest[:n], rest[n:]
	for _, name := range []string{" gp=", " m=", " mp="} {
		if value, ok := strings.CutPrefix(rest, name); ok {
			end := strings.IndexAny(value, " \t\n\f\r")
			if end <= 0 {
				return "", "", false
			}
			rest = value[end:]
		}
	}
	rest, begins := strings.CutPrefix(rest, " [")
	state, ends := strings.CutSuffix(rest, "]:")
	return id, state, n > 0 && begins && ends
}

// IsDump reports whether a text holds a goroutine's stack anywhere: logs begin with other lines.
func IsDump(data []byte, steps *model.Steps) bool {
	for l := range bytes.Lines(data) {
		if steps.Over(len(l)) {
			return false
		}
		if bytes.HasPrefix(l, []byte("goroutine ")) {
			if _, _, ok := dumpHeader(string(bytes.TrimRight(l, "\r\n"))); ok {
				return true
			}
		}
	}
	return false
}

// dumpParser makes a profile of a dump, with a sample of the value 1 for each goroutine. Stacks are
// as in the other forms of the profile, so the creator of a goroutine is a label, not a frame.
type dumpParser struct {
	b         *model.Builder
	shown     func(name string) string   // as pprof shows a symbol
	functions map[[2]string]model.FuncID // by name and file
	locations map[string]model.LocID     // by their lines
	seen      map[int64]struct{}
	comments  []string
	made      made

	goroutine
	scratch
	open     bool         // the lines of a goroutine are read
	created  bool         // its "created by" was read
	ignore   bool         // what follows are its ancestors
	function string       // the function whose file comes next
	inlined  bool         // … it was inlined into the one after it
	pending  []model.Line // inlined calls, waiting for the frame they are in

	cut, unavailable, repeated int
	repeatedID                 int64
}

// scratch is memory that is used again for each goroutine.
type scratch struct {
	key   []byte // of a location
	texts []textLabel
	all   []model.Label
}

// made counts what the tables of a dump hold.
type made struct{ goroutines, labels, refs, functions, locations, lines int }

// memory estimates what the tables take, with the text, of which they keep parts, and while they
// grow.
func (m *made) memory(text int) int64 {
	return 2*int64(text) + 250*int64(m.goroutines) + 100*int64(m.labels) + 16*int64(m.refs) +
		300*int64(m.functions) + 140*int64(m.locations) + 70*int64(m.lines)
}

// look is how many bytes of a text lie between two looks at the context and at the memory.
const look = 256 << 10

// ParseDump reads a dump. It skips all that is not part of a goroutine's stack, except the reason
// of a crash, which becomes the comment. shown is how the name of a symbol is shown.
func ParseDump(data []byte, shown func(name string) string, limits input.Limits, p *input.Progress) (*model.Profile, error) {
	kind := model.ValueType{Type: "goroutine", Unit: "count"}
	q := &dumpParser{
		b: model.NewBuilder([]model.ValueType{kind}), shown: shown,
		functions: map[[2]string]model.FuncID{}, locations: map[string]model.LocID{}, seen: map[int64]struct{}{},
	}
	done, next := 0, 0
	for l := range bytes.Lines(data) {
		if done >= next {
			if err := p.Decoded(done, len(data)); err != nil {
				return nil, err
			}
			if err := limits.Allow(q.made.memory(len(data))); err != nil {
				return nil, err
			}
			next = done + look
		}
		q.line(strings.TrimRight(string(l), "\r\n"))
		done += len(l)
	}
	q.end()
	if err := limits.Allow(q.made.memory(len(data))); err != nil {
		return nil, err
	}
	return q.b.Finish(p.Context(), model.Header{
		Format: "goroutine debug=2", PeriodType: kind, Period: 1, Comments: q.comments, Warnings: q.warnings(),
	})
}

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
		if id, state, ok := dumpHeader(s); ok {
			q.end()
			q.begin(id, state)
			return
		}
	}
	switch {
	case !q.open:
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
		q.pending = append(q.pending, model.Line{Func: q.of(elidedFrames, "")})
		q.frame()
		q.cut++
	default:
		q.call(s)
	}
}

// preamble keeps the reason of a crash.
func (q *dumpParser) preamble(s string) {
	if len(q.comments) == 0 && (strings.HasPrefix(s, "panic: ") || strings.HasPrefix(s, "fatal error: ") || strings.HasPrefix(s, "runtime: ")) {
		q.comments = append(q.comments, s)
	}
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
	q.pending = append(q.pending, model.Line{Func: q.of(q.function, path), Line: line})
	q.function = ""
	if !q.inlined || hasOffset {
		q.frame()
	}
}

// of makes each function once.
func (q *dumpParser) of(name, file string) model.FuncID {
	key := [2]string{name, file}
	f, ok := q.functions[key]
	if !ok {
		f = q.b.Function(model.Function{Name: q.b.String(q.shown(name)), SystemName: q.b.String(name), File: q.b.String(file)})
		q.functions[key] = f
		q.made.functions++
	}
	return f
}

// frame ends a location: a call and those inlined into it.
func (q *dumpParser) frame() {
	if len(q.pending) == 0 {
		return
	}
	q.key = q.key[:0]
	for _, l := range q.pending {
		q.key = strconv.AppendInt(q.key, int64(l.Func), 16)
		q.key = append(q.key, ':')
		q.key = strconv.AppendInt(q.key, l.Line, 16)
		q.key = append(q.key, ' ')
	}
	l, ok := q.locations[string(q.key)]
	if !ok {
		l = q.b.Location(model.NoMapping, 0, q.pending)
		q.locations[string(q.key)] = l
		q.made.locations++
		q.made.lines += len(q.pending)
	}
	q.stack = append(q.stack, l)
	q.pending = q.pending[:0]
}

// begin starts a goroutine with the state in its header: "chan receive, 3 minutes".
func (q *dumpParser) begin(id, state string) {
	q.open, q.created, q.ignore = true, false, false
	q.goroutine.begin(id, state)
	if !q.id.ok {
		return
	}
	known := len(q.seen)
	if q.seen[q.id.n] = struct{}{}; len(q.seen) == known {
		q.repeated++
		q.repeatedID = q.id.n
	}
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
	q.by = name
	if ok {
		q.parent.read(parent)
	}
}

func (q *dumpParser) end() {
	if !q.open {
		return
	}
	q.place("")
	q.frame()
	labels := q.labels()
	q.b.Sample(q.stack, q.b.LabelSet(labels), []int64{1})
	q.made.goroutines++
	q.made.labels += len(labels)
	q.made.refs += len(q.stack)
	q.open = false
}
