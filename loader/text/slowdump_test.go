package text

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"profstation/loader/input"
	"profstation/model"
)

// slowDump reads a dump in a way that is as obvious as can be: each line is a text of its own.
type slowDump struct {
	b         *model.Builder
	shown     func(name string) string   // as pprof shows a symbol
	functions map[[2]string]model.FuncID // by name and file
	locations map[string]model.LocID     // by their lines
	comments  []string
	entries   []slowEntry // all goroutines of the text, whether they count or not
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
		functions: map[[2]string]model.FuncID{}, locations: map[string]model.LocID{},
	}
	text := string(data)
	lines := slices.Collect(strings.Lines(text))
	for i, l := range lines {
		q.line(lines, i, strings.TrimRight(l, "\r\n"))
	}
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
	counted := q.count()
	q.unread.Of(input.UnreadHeaders, counted+q.unread.Len(input.UnreadGoroutines))
	q.unread.Of(input.UnreadGoroutines, counted+q.unread.Len(input.UnreadGoroutines))
	return q.b.Profile(model.Header{
		Format: "goroutine debug=2", PeriodType: kind, Period: 1, Comments: q.comments, Warnings: q.warnings(),
	})
}

func (q *slowDump) line(lines []string, i int, s string) {
	if h := readSlowHeader(s); h.is {
		stack := slowFollows(lines, i+1)
		begins := h.known || stack && (h.formed || !q.open)
		kind := input.UnreadHeaders
		if !begins {
			kind = input.UnreadGoroutines
		}
		if !h.known && (begins || h.formed && strings.HasSuffix(lines[i], "\n")) {
			q.unread.Add(kind, func() string { return unreadLine(i+1, []byte(s)) })
		}
		if begins {
			q.end()
			q.begin(h)
			q.since = nil
		}
		return
	}
	if q.open {
		q.since = append(q.since, q.kind(s))
	}
	switch {
	case !q.open:
		if strings.HasPrefix(s, "goroutine ") && slowFollows(lines, i+1) {
			q.unread.Add(input.UnreadGoroutines, func() string { return unreadLine(i+1, []byte(s)) })
		}
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
	first := regexp.MustCompile(`^(panic|fatal error|runtime|SIG(QUIT|ABRT|SEGV|BUS|TRAP|ILL|FPE)): `)
	if len(q.comments) == 0 && first.MatchString(s) {
		q.comments = append(q.comments, s)
	} else if 0 < len(q.comments) && len(q.comments) < 8 && strings.HasPrefix(s, "\tpanic: ") {
		q.comments = append(q.comments, strings.TrimPrefix(s, "\t"))
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
			q.lacking = true
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

func (q *slowDump) begin(h slowHeader) {
	q.open, q.created, q.ignore = true, false, false
	q.slowGoroutine.begin(h)
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
	q.entries = append(q.entries, slowEntry{q.id, q.gp, slices.Clone(q.stack), q.labels(), q.lacking})
	q.open = false
}

// slowEntry is a goroutine of a dump, or the stack of a thread.
type slowEntry struct {
	id      number
	gp      string // its address, "" if it has none
	stack   []model.LocID
	labels  []model.Label
	lacking bool
}

func (e slowEntry) ofThread() bool { return e.id.ok && e.id.n == 0 }

// count makes a sample of each goroutine and returns how many there are.
func (q *slowDump) count() int {
	n := 0
	add := func(e slowEntry) {
		n++
		q.b.Sample(e.stack, q.b.LabelSet(e.labels), []int64{1})
		if e.lacking {
			q.unavailable++
		}
	}
	same := func(e, f slowEntry) bool { return e.gp != "" && e.gp == f.gp && e.ofThread() == f.ofThread() }
	var threads []slowEntry
	for i, e := range q.entries {
		earlier := q.entries[:i]
		switch {
		case e.ofThread():
			if !slices.ContainsFunc(earlier, func(f slowEntry) bool { return same(e, f) }) {
				threads = append(threads, e)
			}
		case e.gp == "":
			if e.id.ok && slices.ContainsFunc(earlier, func(f slowEntry) bool { return f.gp == "" && f.id == e.id }) {
				q.repeat(e.id.n)
			}
			add(e)
		case len(e.stack) > 0 && !slices.ContainsFunc(earlier, func(f slowEntry) bool { return same(e, f) && len(f.stack) > 0 }):
			add(e)
		}
	}
	for i, e := range q.entries {
		alone := func(f slowEntry) bool { return same(e, f) && len(f.stack) > 0 }
		if e.gp != "" && !e.ofThread() && len(e.stack) == 0 && !slices.ContainsFunc(q.entries, alone) &&
			!slices.ContainsFunc(q.entries[:i], func(f slowEntry) bool { return same(e, f) }) {
			add(e)
		}
	}
	q.ownStacks = len(threads)
	if n == 0 {
		for _, e := range threads {
			add(e)
		}
		q.ownStacks = 0
	}
	return n
}

// slowGoroutine is one of a dump, as far as its lines were read.
type slowGoroutine struct {
	stack                       []model.LocID // from the leaf
	state                       string
	bare                        bool   // no state is known
	gp                          string // its address
	lacking                     bool   // its stack was said to be unavailable
	locked                      bool
	own                         map[string]string // labels that the program gave it
	by                          string            // the function with the go statement
	id, parent, bubble, minutes number
}

var (
	slowAddress = regexp.MustCompile(`^0x[0-9a-fA-F]+$`)
	slowMinutes = regexp.MustCompile(`(?s)^(.*) minutes$`)
	slowBubble  = regexp.MustCompile(`(?s)^synctest (?:bubble|group) (.*)$`)
)

// begin takes what stands in a header.
func (g *slowGoroutine) begin(h slowHeader) {
	*g = slowGoroutine{stack: g.stack[:0], own: h.labels, bare: h.bare}
	g.id.read([]byte(h.id))
	if n, err := strconv.ParseUint(h.gp, 0, 64); err == nil && slowAddress.MatchString(h.gp) {
		g.gp = strconv.FormatUint(n, 16)
	}
	var kept []string
	for i, part := range strings.Split(h.state, ", ") {
		minutes, bubble := slowMinutes.FindStringSubmatch(part), slowBubble.FindStringSubmatch(part)
		switch {
		case i == 0: // the collector was looking at it, which says nothing
			kept = append(kept, strings.Replace(part, " (scan)", "", 1))
		case minutes != nil && g.minutes.read([]byte(minutes[1])):
		case bubble != nil && g.bubble.read([]byte(bubble[1])):
		case part == "locked to thread":
			g.locked = true
		default:
			kept = append(kept, part)
		}
	}
	g.state = strings.Join(kept, ", ")
}

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
	if !q.bare {
		texts = append(texts, textLabel{labelState, q.state}) // mostly in order now
	}
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
