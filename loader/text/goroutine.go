package text

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"profstation/model"
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

// goroutine is one of a dump, as far as its lines were read.
type goroutine struct {
	stack                       []model.LocID // from the leaf
	state                       string
	locked                      bool
	own                         map[string]string // labels that the program gave it
	by                          string            // the function with the go statement
	id, parent, bubble, minutes number
}

// number is one that a text holds, if it does.
type number struct {
	n  int64
	ok bool
}

// read takes a text. It returns false, and changes nothing, if that is no number.
func (n *number) read(text string) bool {
	i, err := strconv.ParseInt(text, 10, 64)
	if err == nil {
		*n = number{i, true}
	}
	return err == nil
}

// begin takes what stands in a header.
func (g *goroutine) begin(id, state string) {
	*g = goroutine{stack: g.stack[:0]}
	g.id.read(id)
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
		case isTime && g.minutes.read(minutes):
		case isBubble && g.bubble.read(bubble):
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

// labels lists texts before numbers, and each by key. What it returns is valid until the next call.
func (q *dumpParser) labels() []model.Label {
	texts := q.texts[:0]
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
	all := q.all[:0]
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
	q.texts, q.all = texts, all
	return all
}
