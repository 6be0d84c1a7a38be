package trace

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"profstation/loader/input"
	"profstation/model"
	"profstation/model/trace"
)

// account says what became of each generation: kept, or lost and why, with its bytes and its time.
type account struct {
	l       *load
	s       *stitcher
	rows    []trace.Generation
	gens    []*generation // of each row
	last    uint64        // the number of the generation before; 0: none
	absent  int           // how many rows are of generations that the file does not have
	gap     bool          // something was lost since the last generation that was kept
	kept    int64         // generations
	lost    int
	perUnit float64 // nanoseconds of a unit of the file's clock; 0: not known
}

// missing accounts for the generations before this one that are not in the file.
func (a *account) missing(g *generation) {
	if g.number == 0 {
		return
	}
	if a.last > 0 {
		const most = 1000 // rows, for a damaged number may be anything
		for n := a.last + 1; n < g.number && a.absent < most; n++ {
			a.absent++
			a.lose(&generation{number: n}, "it is missing from the file", "")
		}
	}
	a.last = g.number
}

func (a *account) lose(g *generation, why, details string) {
	const most = 100 // details, which may be long
	if a.lost++; a.lost > most {
		details = ""
	}
	a.gap = true
	a.row(g, trace.Generation{Lost: input.OneLine(why), Details: details})
}

func (a *account) row(g *generation, row trace.Generation) {
	row.Number, row.Bytes = g.number, g.bytes
	a.rows, a.gens = append(a.rows, row), append(a.gens, g)
}

func (a *account) decoded(g *generation, r result) {
	err := r.err
	if err == nil && g.damage != "" && r.d.events < 2 {
		err = errors.New("only its beginning is there")
	}
	if err == nil {
		err = a.keep(g, r.d)
	}
	if err != nil {
		why, _, _ := strings.Cut(err.Error(), "\n")
		if g.cut {
			why = fileEnds
		}
		a.lose(g, input.Bounded(why, 200), err.Error())
	}
}

func (a *account) keep(g *generation, d *decoded) (err error) {
	if a.gap {
		a.s.gap()
	}
	base, row := d.base, trace.Generation{Events: d.events}
	if row.Start, row.End, err = a.s.add(d); err != nil {
		return err
	}
	if d.broke != nil {
		row.Lost, row.Details = fileEnds, d.broke.Error()
	} else {
		row.Lost = input.OneLine(g.damage) // which hurt nothing
		a.kept++
	}
	a.row(g, row)
	a.gap = false
	if a.perUnit == 0 && g.from > 0 && base > 0 {
		a.perUnit = float64(base) / float64(g.from)
	}
	return nil
}

func (a *account) finish(t *trace.Trace) {
	t.Format = formatOf(a.l.version)
	t.Generations = append([]trace.Generation(nil), a.rows...)
	a.times(t)
	if lost := t.Lost(); lost.Generations > 0 {
		t.Warnings = append(t.Warnings, a.summary(t, lost))
		const most = 8
		named := 0
		for i := range t.Generations {
			if g := &t.Generations[i]; g.Lost != "" && named < most {
				named++
				t.Warnings = append(t.Warnings, lossText(g))
			}
		}
		if more := lost.Generations - named; more > 0 {
			t.Warnings = append(t.Warnings, "and "+model.Plural(more, "more generation")+" "+was(more)+" lost")
		}
	}
	if a.s.disagreeing > 0 {
		t.Warnings = append(t.Warnings, "goroutines and Ps whose state at the beginning of a generation differs from the end of the one before: "+model.Count(int64(a.s.disagreeing)))
	}
}

func lossText(g *trace.Generation) string {
	much := input.Size(g.Bytes)
	if g.End > g.Start {
		much += ", about " + time.Duration(g.End-g.Start).Round(time.Millisecond).String()
	}
	text := fmt.Sprintf("%s was lost (%s): %s", generationName(g), much, g.Lost)
	if g.Events > 0 {
		text += "; events shown from its beginning: " + model.Count(int64(g.Events))
	}
	return text
}

func generationName(g *trace.Generation) string {
	if g.Number == 0 {
		return "a piece of the file"
	}
	return fmt.Sprintf("generation %d", g.Number)
}

// was is the verb of so many things.
func was(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

func (a *account) summary(t *trace.Trace, lost trace.Loss) string {
	text := fmt.Sprintf("%s of %s %s lost: %s of %s", model.Count(int64(lost.Generations)), model.Plural(len(t.Generations), "generation"), was(lost.Generations), input.Size(lost.Bytes), input.Size(a.l.size))
	if lost.Time > 0 {
		text += fmt.Sprintf(", about %s of %s", lost.Time.Round(time.Millisecond), t.Recorded().Round(time.Millisecond))
	}
	if lost.Generations < len(t.Generations) {
		text += "; all others are shown"
	}
	return text
}

// times fills in when the lost generations were: between their neighbours, or, at
// an end of the file or beside another lost one, by the times of their batches.
func (a *account) times(t *trace.Trace) {
	g := t.Generations
	clock := func(v uint64) trace.Time {
		at := float64(v)*a.perUnit - float64(a.s.origin)
		if a.perUnit == 0 || v == 0 || at > float64(trace.NoTime) {
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
		case g[i].Events > 0: // what follows them is lost
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

// nothing says why there is no model.
func (a *account) nothing() error {
	found := "a Go execution trace (" + formatOf(a.l.version) + ")"
	switch {
	case a.l.old() && len(a.rows) > 0:
		return &input.Error{
			Found:   found + " that is damaged or cut off (" + a.rows[0].Lost + ")",
			Advice:  "traces of Go 1.21 and older can only be read whole: record or copy it again",
			Details: a.rows[0].Details,
			Cut:     true,
		}
	case int64(len(a.rows)) == a.kept:
		return &input.Error{
			Found:  found + " without events",
			Advice: "it is written when the first second is over or tracing stops: try again then",
		}
	}
	var details strings.Builder
	why := ""
	for i := range a.rows {
		why = cmp.Or(why, a.rows[i].Lost)
		fmt.Fprintf(&details, "%s: %s\n", generationName(&a.rows[i]), a.rows[i].Details)
	}
	return &input.Error{
		Found:   fmt.Sprintf("%s of which no generation is whole (%d in %s; the first: %s)", found, len(a.rows), input.Size(a.l.size), why),
		Advice:  "record or copy it again",
		Details: details.String(),
		Cut:     why == fileEnds,
	}
}
