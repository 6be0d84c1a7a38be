package text

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"profstation/model"
)

// Labels for a dump's goroutine.
const (
	labelState     = model.StateLabel // "chan receive", "select (no cases)", "chan send (leaked)"
	labelWaiting   = "waiting"        // minutes
	labelLocked    = "locked"         // "to thread"
	labelCreator   = model.CreatorLabel
	labelParent    = "created in goroutine" // that goroutine's id
	labelBubble    = "synctest bubble"      // its id
	labelGoroutine = "goroutine"            // its id
)

// goroutine is one goroutine in a dump, as far as its lines were read.
type goroutine struct {
	startAt    int           // line number of its header
	stack      []model.LocID // from the leaf
	state      *dumpState
	by         []byte // the function with the go statement
	statement  []byte // its place, as text; nil: not known
	id, parent number
	gp         uint64 // its address
	addressed  bool   // … whether the header has it
	lacking    bool   // its stack was said to be unavailable
}

// number is a number that a text may have.
type number struct {
	n  int64
	ok bool
}

// read reads a text. If it is not a number, read returns false and changes nothing.
func (n *number) read(text []byte) bool {
	i, err := strconv.ParseInt(string(text), 10, 64)
	if err == nil {
		*n = number{i, true}
	}
	return err == nil
}

// dumpState is what a header has after the addresses: "[chan receive, 3 minutes] {tenant: t0}:".
type dumpState struct {
	text            model.StringID
	locked          bool
	own             []ownLabel // labels set by the program
	bubble, minutes number
	known           bool // all of it was understood
	formed          bool // it looks like the end of a header, not of a sentence
	bare            bool // it has no brackets, so no state is known
}

// ownLabel is a label with a text as its value, and its key as text.
type ownLabel struct {
	key string
	model.Label
}

// dumpStates holds the states that goroutines were in. There are few, unless a program gives each
// goroutine its own labels.
type dumpStates struct {
	b     *model.Builder
	known map[string]*dumpState
	last  dumpState // the last state that is not kept
	kept  int       // bytes
}

// Limits for the states that are kept.
const (
	maxStates    = 4096
	longestState = 512 // bytes
)

func (t *dumpStates) memory() int64 { return int64(t.kept) }

// of reads a header's tail. The result is valid until the next call.
func (t *dumpStates) of(tail []byte) *dumpState {
	if s := t.known[string(tail)]; s != nil {
		return s
	}
	s := t.read(string(tail))
	if len(tail) > longestState || len(t.known) >= maxStates {
		t.last = s
		return &t.last
	}
	if t.known == nil {
		t.known = map[string]*dumpState{}
	}
	t.known[string(tail)] = &s
	t.kept += 2*len(tail) + 200
	return &s
}

func (t *dumpStates) read(tail string) dumpState {
	h := readTail(tail)
	s := dumpState{known: h.known, formed: h.formed, bare: h.bare}
	for _, l := range h.labels {
		s.own = append(s.own, ownLabel{l.key, model.Label{Key: t.b.Text([]byte(l.key)), Str: t.b.Text([]byte(l.value))}})
	}
	if len(h.labels) > 0 {
		t.kept += 8 * len(tail) // each may be a new text
	}
	parts := strings.Split(h.state, ", ")
	kept := parts[:1]
	kept[0] = strings.Replace(kept[0], " (scan)", "", 1) // the collector was looking at it, which says nothing
	for _, part := range parts[1:] {
		minutes, isTime := strings.CutSuffix(part, " minutes")
		bubble, isBubble := strings.CutPrefix(part, "synctest bubble ")
		if !isBubble { // Go 1.24's word
			bubble, isBubble = strings.CutPrefix(part, "synctest group ")
		}
		switch {
		case isTime && s.minutes.read([]byte(minutes)):
		case isBubble && s.bubble.read([]byte(bubble)):
		case part == "locked to thread":
			s.locked = true
		default:
			kept = append(kept, part)
		}
	}
	s.text = t.b.Text([]byte(strings.Join(kept, ", ")))
	return s
}

// labelKeys are the texts for labels in the tables.
type labelKeys struct{ state, waiting, minutes, locked, toThread, creator, parent, bubble, goroutine model.StringID }

func labelKeysOf(b *model.Builder) labelKeys {
	return labelKeys{
		state: b.String(labelState), waiting: b.String(labelWaiting), minutes: b.String(model.Minutes),
		locked: b.String(labelLocked), toThread: b.String("to thread"), creator: b.String(labelCreator),
		parent: b.String(labelParent), bubble: b.String(labelBubble), goroutine: b.String(labelGoroutine),
	}
}

// labels returns texts before numbers, both by key. The result is valid until the next call.
func (q *dumpParser) labels() []model.Label {
	s, own := q.state, q.own[:0]
	for _, l := range s.own {
		if l.key == labelCreator && q.created || l.key == labelLocked && s.locked {
			continue
		}
		own = append(own, l)
	}
	if q.created {
		own = append(own, ownLabel{labelCreator, model.Label{Key: q.keys.creator, Str: q.code.creator(q.by)}})
	}
	if s.locked {
		own = append(own, ownLabel{labelLocked, model.Label{Key: q.keys.locked, Str: q.keys.toThread}})
	}
	if !s.bare {
		own = append(own, ownLabel{labelState, model.Label{Key: q.keys.state, Str: s.text}})
	}
	if len(s.own) > 0 {
		slices.SortStableFunc(own, func(a, b ownLabel) int { return cmp.Compare(a.key, b.key) })
	}
	all := q.all[:0]
	for _, l := range own {
		all = append(all, l.Label)
	}
	for _, n := range [...]struct {
		key, unit model.StringID
		number
	}{{q.keys.parent, 0, q.parent}, {q.keys.goroutine, 0, q.id}, {q.keys.bubble, 0, s.bubble}, {q.keys.waiting, q.keys.minutes, s.minutes}} {
		if n.ok {
			all = append(all, model.Label{Key: n.key, IsNum: true, Num: n.n, Unit: n.unit})
		}
	}
	q.own, q.all = own, all
	return all
}
