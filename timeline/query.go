package timeline

import (
	"regexp"
	"strconv"
	"time"

	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/model/work"
)

// Order is the order in which goroutines and their groups are listed.
type Order uint8

// By when their first span begins, by id (groups by name), or by the
// longest time first that they ran or were blocked.
const (
	ByStart Order = iota
	ByID
	ByRunning
	ByBlocked
)

// Orders lists them as menus do.
var Orders = []Order{ByStart, ByID, ByRunning, ByBlocked}

// String returns the order in words, as sessions have it.
func (o Order) String() string { return [...]string{"start", "id", "running time", "blocked time"}[o] }

// Query chooses lanes. The zero value chooses all, goroutines in groups, and all groups are closed.
type Query struct {
	// Filter is a regular expression on the labels of lanes: "g12 main.work",
	// "P3", "M4123", types of tasks; and on the functions in the stacks of
	// goroutines. "" keeps all. "g12" is that goroutine alone.
	Filter      string
	Kinds       KindSet       // keeps goroutines that spent time in any; 0: all
	MinDuration time.Duration // keeps goroutines with a span in Kinds that is at least that long
	IDs         []int64       // keeps goroutines with these numbers; nil: all
	Sight       Sight         // whether to keep only goroutines that do something within Within
	Within      trace.Interval
	Sort        Order // for groups and for goroutines
	Reverse     bool
	Flat        bool // lists goroutines without groups
	// Toggled are the rows that a user opened or closed. At first sections are
	// open, except for threads and tasks, and all else is closed.
	Toggled map[Key]bool
	Pinned  []Key        // rows that stand above all others and do not scroll
	Hidden  map[Key]bool // rows that are left out
}

// Sight says whether goroutines are left out that do nothing in the time that is shown.
type Sight uint8

// SightOfFilter leaves them out if there is a filter, SightAll never, SightOnly always.
const (
	SightOfFilter Sight = iota
	SightAll
	SightOnly
)

// Sights lists them.
var Sights = []Sight{SightOfFilter, SightAll, SightOnly}

// String returns the choice in a word, as sessions have it.
func (s Sight) String() string { return [...]string{"filter", "all", "only"}[s] }

// InSight reports whether goroutines are left out that do nothing in the time that is shown.
func (q *Query) InSight() bool {
	return q.Sight == SightOnly || q.Sight == SightOfFilter && q.Filter != "" && GoNumber(q.Filter) == 0
}

// Filters reports whether anything is left out.
func (q Query) Filters() bool {
	return q.Filter != "" || q.Sight == SightOnly || q.Kinds != 0 || q.MinDuration > 0 || q.IDs != nil || len(q.Hidden) > 0
}

// Unfiltered is the query that leaves nothing out.
func (q Query) Unfiltered() Query {
	q.Filter, q.Kinds, q.MinDuration, q.IDs, q.Hidden = "", 0, 0, nil, nil
	if q.Sight == SightOnly {
		q.Sight = SightOfFilter
	}
	return q
}

// compiled is a query ready for use.
type compiled struct {
	*Query
	re  *regexp.Regexp
	has []byte // the text of re if it is a plain one: quicker to find
	ids map[int64]bool
	one int64 // the only goroutine that the filter means; 0: it is no number
}

var goNumber = regexp.MustCompile(`^\s*g([1-9][0-9]{0,17})\s*$`)

// GoNumber returns the goroutine's number in a filter such as "g12"; 0: it is another filter.
func GoNumber(filter string) (id int64) {
	if m := goNumber.FindStringSubmatch(filter); m != nil {
		id, _ = strconv.ParseInt(m[1], 10, 64)
	}
	return id
}

func (q *Query) compile(steps *work.Steps) (*compiled, error) {
	c := &compiled{Query: q}
	if q.Filter != "" {
		re, err := regexp.Compile(q.Filter)
		if err != nil {
			return nil, lang.Error("filter of lanes: {{.Cause}}", lang.With{"Cause": err})
		}
		c.re = re
		c.one = GoNumber(q.Filter)
		if text, plain := re.LiteralPrefix(); plain {
			c.has = []byte(text)
		}
	}
	if q.IDs != nil {
		c.ids = map[int64]bool{}
	}
	for _, id := range q.IDs {
		if c.ids[id] = true; steps.Over(1) {
			return nil, steps.Err()
		}
	}
	return c, nil
}

func (q *Query) open(key Key) bool {
	first := key.Kind == SectionRow && Section(key.Index) != ThreadSection && Section(key.Index) != TaskSection
	return first != q.Toggled[key]
}

// acts reports whether a goroutine does anything in the time that is shown: it begins, changes its state, or does not
// wait.
func (c *compiled) acts(t *Timeline, g trace.GoIndex) bool {
	r, tr, within := &t.Trace.Goroutines[g], t.Trace, c.Within
	span, ok := tr.SpanAt(g, within.From)
	if !ok { // it begins later
		return tr.Spans.Start(r.First) <= within.To
	}
	if span+1 < r.End && tr.Spans.Start(span+1) <= within.To {
		return true
	}
	switch tr.Spans.State(span) {
	case trace.GoRunning, trace.GoRunnable, trace.GoSyscall:
		return true
	}
	return false
}

func (c *compiled) long(t *Timeline, g trace.GoIndex) bool {
	if c.MinDuration <= 0 {
		return true
	}
	s, r, kinds := &t.Trace.Spans, &t.Trace.Goroutines[g], t.kindsOf(g)
	start := s.Start(r.First)
	for i := r.First; i < r.End; i++ {
		end := t.Trace.SpanEnd(g, i)
		k := kinds[s.Cond(i)]
		if time.Duration(end-start) >= c.MinDuration && k != Ended && (c.Kinds == 0 || c.Kinds.Has(k)) {
			return true
		}
		start = end
	}
	return false
}
