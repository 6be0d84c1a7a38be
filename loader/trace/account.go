package trace

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"profstation/loader/input"
	"profstation/model/trace"
)

// account says what became of each generation: kept, or lost and why, with
// how many bytes and how much time.
type account struct {
	l       *load
	rows    []trace.Generation
	next    int           // the next generation of the file to account for
	last    uint64        // the number of the one before; 0: none
	gap     bool          // something was lost since the last that was kept
	kept    int64         // generations
	perUnit float64       // nanoseconds of a unit of the file's clock; 0: not known
	gens    []*generation // of each row, for its times
}

// until accounts for the damaged generations before number i of the file.
func (a *account) until(i int) {
	for ; a.next < i; a.next++ {
		g := a.l.gens[a.next]
		a.missing(g.number)
		a.lose(g, g.damage, "")
	}
}

// missing accounts for generations that are not in the file.
func (a *account) missing(number uint64) {
	if number == 0 {
		return
	}
	if a.last > 0 && number > a.last+1 {
		const most = 1000 // rows; a number that is damaged may be anything
		for n := a.last + 1; n < number && n-a.last <= most; n++ {
			a.lose(&generation{number: n}, "it is missing from the file", "")
		}
	}
	a.last = number
}

func (a *account) lose(g *generation, why, details string) {
	a.gap = true
	a.rows = append(a.rows, trace.Generation{Number: g.number, Bytes: g.bytes, Lost: input.OneLine(why), Details: details})
	a.gens = append(a.gens, g)
}

// decoded adds a generation that was decoded to the others.
func (a *account) decoded(s *stitcher, r result) {
	g := a.l.gens[r.i]
	a.next = r.i + 1
	a.missing(g.number)
	err := r.err
	if err == nil && g.damage != "" && r.d.events < 2 {
		err = errors.New("nothing of it but its beginning is there")
	}
	if err == nil {
		if a.gap {
			s.gap()
		}
		base := r.d.base
		var row trace.Generation
		if row.Start, row.End, err = s.add(r.d); err == nil {
			row.Number, row.Bytes, row.Events = g.number, g.bytes, r.d.events
			switch broke := r.d.broke; {
			case broke != nil:
				row.Lost, row.Details = fileEnds, broke.Error()
			case g.damage != "": // it hurt nothing
				row.Lost = input.OneLine(g.damage)
				fallthrough
			default:
				a.kept++
			}
			a.rows, a.gap = append(a.rows, row), false
			a.gens = append(a.gens, g)
			if a.perUnit == 0 && g.from > 0 && base > 0 {
				a.perUnit = float64(base) / float64(g.from)
			}
			return
		}
	}
	why, _, _ := strings.Cut(err.Error(), "\n")
	if g.cut {
		why = fileEnds
	}
	a.lose(g, input.Bounded(why, 200), err.Error())
}

// finish writes the account into the model.
func (a *account) finish(s *stitcher, t *trace.Trace) {
	t.Generations = append([]trace.Generation(nil), a.rows...)
	a.times(s, t)
	lost := t.Lost()
	if lost.Generations > 0 {
		t.Warnings = append(t.Warnings, a.summary(t, lost))
		const most = 8
		named := 0
		for i := range t.Generations {
			g := &t.Generations[i]
			if g.Lost == "" {
				continue
			}
			if named++; named > most {
				t.Warnings = append(t.Warnings, fmt.Sprintf("and %d more generations were lost", lost.Generations-most))
				break
			}
			much := input.Size(g.Bytes)
			if g.End > g.Start {
				much += ", about " + time.Duration(g.End-g.Start).Round(time.Millisecond).String()
			}
			text := fmt.Sprintf("%s was lost (%s): %s", generationName(g), much, g.Lost)
			if g.Events > 0 {
				text += fmt.Sprintf("; its first %d events are shown", g.Events)
			}
			t.Warnings = append(t.Warnings, text)
		}
	}
	if s.disagreeing > 0 {
		t.Warnings = append(t.Warnings, fmt.Sprintf("%d goroutines and Ps are in another state at the beginning of a generation than at the end of the one before", s.disagreeing))
	}
}

func generationName(g *trace.Generation) string {
	if g.Number == 0 {
		return "a piece of the file"
	}
	return fmt.Sprintf("generation %d", g.Number)
}

func (a *account) summary(t *trace.Trace, lost trace.Loss) string {
	text := fmt.Sprintf("%d of %d generations were lost: %s of %s", lost.Generations, len(t.Generations), input.Size(lost.Bytes), input.Size(a.l.size))
	if lost.Time > 0 {
		text += fmt.Sprintf(", about %s of %s", lost.Time.Round(time.Millisecond), time.Duration(max(t.End, t.Generations[len(t.Generations)-1].End)).Round(time.Millisecond))
	}
	if lost.Generations < len(t.Generations) {
		text += "; all others are shown"
	}
	return text
}

// times fills in when lost generations were: between their neighbours, or, at
// an end of the file or beside another lost one, by the times of their batches.
func (a *account) times(s *stitcher, t *trace.Trace) {
	g := t.Generations
	clock := func(v uint64) trace.Time {
		if a.perUnit == 0 || v == 0 {
			return -1
		}
		at := float64(v)*a.perUnit - float64(s.origin)
		if at > float64(trace.NoTime) {
			return -1
		}
		return trace.Time(at)
	}
	for i := range g {
		if g[i].Lost == "" {
			continue
		}
		start, end := clock(a.gens[i].from), clock(a.gens[i].to)
		switch {
		case g[i].Events > 0: // lost is what follows
			start = g[i].End
		case i > 0 && (g[i-1].Lost == "" || start < g[i-1].End):
			start = g[i-1].End
		case i == 0:
			start = min(start, 0)
		}
		if i+1 < len(g) && g[i+1].Lost == "" {
			end = g[i+1].Start
		}
		g[i].Start, g[i].End = start, max(start, end)
	}
	// The trace begins with the first generation that was kept: what was lost
	// before it has times below 0.
	for i := len(g) - 2; i >= 0; i-- {
		if g[i].Lost != "" && g[i+1].Lost != "" && g[i].End > g[i+1].Start {
			g[i].End = max(g[i].Start, g[i+1].Start)
		}
	}
}

// empty reports whether nothing was read but Syncs.
func (a *account) empty(s *stitcher) bool { return s.events == a.kept }

// nothing is why there is no model at all.
func (a *account) nothing() error {
	if a.l.version < firstOfGenerations && len(a.rows) > 0 {
		return &input.Error{
			Found:   fmt.Sprintf("a Go execution trace (go 1.%d) that is damaged or cut off (%s)", a.l.version, a.rows[0].Lost),
			Advice:  "traces of Go 1.21 and older can only be read whole: record or copy it again",
			Details: a.rows[0].Details,
			Cut:     true,
		}
	}
	if int64(len(a.rows)) == a.kept {
		return &input.Error{
			Found:  fmt.Sprintf("a Go execution trace (go 1.%d) without events", a.l.version),
			Advice: "it is written when the first second is over or tracing stops: try again then",
		}
	}
	var details strings.Builder
	why := ""
	for i := range a.rows {
		if why == "" {
			why = a.rows[i].Lost
		}
		fmt.Fprintf(&details, "%s: %s\n", generationName(&a.rows[i]), a.rows[i].Details)
	}
	return &input.Error{
		Found:   fmt.Sprintf("a Go execution trace (go 1.%d) of which no generation is whole (%d in %s; the first: %s)", a.l.version, len(a.rows), input.Size(a.l.size), why),
		Advice:  "record or copy it again",
		Details: details.String(),
		Cut:     why == fileEnds,
	}
}
