package text

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"profstation/model"
)

// slowDump reads a dump in a way that is as obvious as can be: each line is a text of its own.
type slowDump struct {
	b         *model.Builder
	shown     func(name string) string   // as pprof shows a symbol
	functions map[[2]string]model.FuncID // by name and file
	locations map[string]model.LocID     // by their lines
	seen      map[int64]struct{}
	comments  []string

	slowGoroutine
	key      []byte
	open     bool         // the lines of a goroutine are read
	created  bool         // its "created by" was read
	ignore   bool         // what follows are its ancestors
	since    []string     // the lines since its header, in words: call, place, creator, other
	function string       // the function whose file comes next
	inlined  bool         // … it was inlined into the one after it
	pending  []model.Line // inlined calls, waiting for the frame they are in

	oddities
}

// slowParse reads a dump.
func slowParse(data []byte, shown func(name string) string) *model.Profile {
	kind := model.ValueType{Type: "goroutine", Unit: "count"}
	q := &slowDump{
		b: model.NewBuilder([]model.ValueType{kind}), shown: shown,
		functions: map[[2]string]model.FuncID{}, locations: map[string]model.LocID{}, seen: map[int64]struct{}{},
	}
	for l := range bytes.Lines(data) {
		q.line(strings.TrimRight(string(l), "\r\n"))
	}
	text := string(data)
	last := text[strings.LastIndex(text, "\n")+1:]
	if q.open {
		asked := slices.IndexFunc(q.since, func(kind string) bool { return kind != "other" }) < 0
		for _, kind := range q.since {
			if kind != "other" {
				asked = kind != "place"
			}
		}
		q.halted = asked || last != "" && !strings.Contains(last, " +0x")
	} else {
		q.halted = strings.HasPrefix(last, "goroutine ")
	}
	q.end()
	return q.b.Profile(model.Header{
		Format: "goroutine debug=2", PeriodType: kind, Period: 1, Comments: q.comments, Warnings: q.warnings(),
	})
}

func (q *slowDump) line(s string) {
	if strings.HasPrefix(s, "goroutine ") {
		if id, state, ok := dumpHeader([]byte(s)); ok {
			q.end()
			q.begin(string(id), string(state))
			q.since = nil
			return
		}
	}
	if q.open {
		q.since = append(q.since, q.kind(s))
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

// kind says what a line is to the one before it.
func (q *slowDump) kind(s string) string {
	switch {
	case q.ignore, strings.HasPrefix(s, "\t"), strings.HasPrefix(s, " "):
		return "place"
	case strings.HasPrefix(s, "created by ") && !q.created:
		return "creator"
	case strings.LastIndexByte(s, '(') > 0 && strings.HasSuffix(s, ")") && !strings.HasPrefix(s, "[originating from goroutine ") && !strings.HasPrefix(s, "created by "):
		return "call"
	}
	return "other"
}

// preamble keeps the reason of a crash.
func (q *slowDump) preamble(s string) {
	if len(q.comments) == 0 && (strings.HasPrefix(s, "panic: ") || strings.HasPrefix(s, "fatal error: ") || strings.HasPrefix(s, "runtime: ")) {
		q.comments = append(q.comments, s)
	}
}

// call takes "main.(*T).run(0xc000032120, ...)". The file follows.
func (q *slowDump) call(s string) {
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
func (q *slowDump) place(s string) {
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
func (q *slowDump) of(name, file string) model.FuncID {
	key := [2]string{name, file}
	f, ok := q.functions[key]
	if !ok {
		f = q.b.Function(model.Function{Name: q.b.String(q.shown(name)), SystemName: q.b.String(name), File: q.b.String(file)})
		q.functions[key] = f
	}
	return f
}

// frame ends a location: a call and those inlined into it.
func (q *slowDump) frame() {
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
	}
	q.stack = append(q.stack, l)
	q.pending = q.pending[:0]
}

// begin starts a goroutine with the state in its header: "chan receive, 3 minutes".
func (q *slowDump) begin(id, state string) {
	q.open, q.created, q.ignore = true, false, false
	q.slowGoroutine.begin(id, state)
	if !q.id.ok {
		return
	}
	known := len(q.seen)
	if q.seen[q.id.n] = struct{}{}; len(q.seen) == known {
		q.again(q.id.n)
	}
}

// creator takes "main.main in goroutine 1", the last of a goroutine's lines but for its file.
func (q *slowDump) creator(s string) {
	q.place("")
	q.frame()
	if q.created {
		return
	}
	q.created, q.ignore = true, true
	name, parent, ok := strings.Cut(s, " in goroutine ")
	q.by = name
	if ok {
		q.parent.read([]byte(parent))
	}
}

func (q *slowDump) end() {
	if !q.open {
		return
	}
	q.place("")
	q.frame()
	labels := q.labels()
	q.b.Sample(q.stack, q.b.LabelSet(labels), []int64{1})
	q.open = false
}

// slowGoroutine is one of a dump, as far as its lines were read.
type slowGoroutine struct {
	stack                       []model.LocID // from the leaf
	state                       string
	locked                      bool
	own                         map[string]string // labels that the program gave it
	by                          string            // the function with the go statement
	id, parent, bubble, minutes number
}

// begin takes what stands in a header.
func (g *slowGoroutine) begin(id, state string) {
	*g = slowGoroutine{stack: g.stack[:0]}
	g.id.read([]byte(id))
	if i := strings.Index(state, " labels:{"); i >= 0 {
		g.own = parseLabels(state[i+len(" labels:"):])
		state = state[:i]
	}
	parts := strings.Split(state, ", ")
	kept := parts[:1]
	kept[0] = strings.TrimSuffix(kept[0], " (scan)") // the collector was looking at it, which says nothing
	for _, part := range parts[1:] {
		minutes, isTime := strings.CutSuffix(part, " minutes")
		bubble, isBubble := strings.CutPrefix(part, "synctest bubble ")
		switch {
		case isTime && g.minutes.read([]byte(minutes)):
		case isBubble && g.bubble.read([]byte(bubble)):
		case part == "locked to thread":
			g.locked = true
		default:
			kept = append(kept, part)
		}
	}
	g.state = strings.Join(kept, ", ")
}

// textLabel is a label of a goroutine whose value is a text.
type textLabel struct{ key, value string }

// labels lists texts before numbers, and each by key.
func (q *slowDump) labels() []model.Label {
	var texts []textLabel
	for k, v := range q.own {
		if k != labelCreator || !q.created {
			texts = append(texts, textLabel{k, v})
		}
	}
	if q.created {
		texts = append(texts, textLabel{labelCreator, q.by})
	}
	if q.locked {
		texts = slices.DeleteFunc(texts, func(t textLabel) bool { return t.key == labelLocked })
		texts = append(texts, textLabel{labelLocked, "to thread"})
	}
	texts = append(texts, textLabel{labelState, q.state}) // mostly in order now
	slices.SortStableFunc(texts, func(a, b textLabel) int { return cmp.Compare(a.key, b.key) })
	var all []model.Label
	for _, t := range texts {
		all = append(all, model.Label{Key: q.b.String(t.key), Str: q.b.String(t.value)})
	}
	for _, n := range [...]struct {
		key, unit string
		number
	}{{labelParent, "", q.parent}, {labelGoroutine, "", q.id}, {labelBubble, "", q.bubble}, {labelWaiting, "minutes", q.minutes}} {
		if n.ok {
			all = append(all, model.Label{Key: q.b.String(n.key), IsNum: true, Num: n.n, Unit: q.b.String(n.unit)})
		}
	}
	return all
}
