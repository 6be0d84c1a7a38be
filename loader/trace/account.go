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
		switch {
		case g.cut:
			why = fileEnds
		case r.err != nil:
			why = "its data is damaged (" + why + ")"
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
	t.Warnings = append(t.Warnings, a.losses(t)...)
	if a.s.disagreeing > 0 {
		t.Warnings = append(t.Warnings, "goroutines or Ps begin a generation in another state than they ended the one before ("+model.Plural(a.s.disagreeing, "time")+"): what they did around that is not certain")
	}
}

// again is what to do about what is lost.
const again = "copy or record the file again to see all of it"

// losses say what of the trace is lost and why, what is shown, and what to do: in one line where it is one
// generation, else in a line on all, which stands first, and one on each.
func (a *account) losses(t *trace.Trace) []string {
	lost := t.Lost()
	if lost.Generations == 0 {
		return nil
	}
	much := input.Size(lost.Bytes) + " of " + input.Size(a.l.size)
	if lost.Time > 0 {
		much += fmt.Sprintf(", about %s of %s", lost.Time.Round(time.Millisecond), t.Recorded().Round(time.Millisecond))
	}
	others := ""
	if lost.Generations < len(t.Generations) {
		others = "; all other generations are shown"
	}
	all := []string{fmt.Sprintf("%s of %s are lost (%s)%s; %s", model.Count(int64(lost.Generations)), model.Plural(len(t.Generations), "generation"), much, others, again)}
	const most = 8
	for i := range t.Generations {
		switch g := &t.Generations[i]; {
		case g.Lost == "":
		case lost.Generations == 1:
			name := generationName(g)
			if g.Number != 0 {
				name += " of " + model.Count(int64(len(t.Generations)))
			}
			return []string{name + " is lost (" + much + "): " + lossText(g) + others + "; " + again}
		case len(all) <= most:
			size := input.Size(g.Bytes)
			if g.End > g.Start {
				size += ", about " + time.Duration(g.End-g.Start).Round(time.Millisecond).String()
			}
			all = append(all, generationName(g)+" is lost ("+size+"): "+lossText(g))
		}
	}
	if more := lost.Generations - (len(all) - 1); more > 0 {
		all = append(all, model.Plural(more, "more generation")+" "+is(more)+" lost")
	}
	return all
}

// lossText says why a generation is lost, and what of it is shown.
func lossText(g *trace.Generation) string {
	if g.Events == 0 {
		return g.Lost
	}
	return g.Lost + "; of its beginning, " + model.Plural(int(g.Events), "event") + " " + is(int(g.Events)) + " shown"
}

func generationName(g *trace.Generation) string {
	if g.Number == 0 {
		return "a piece of the file"
	}
	return fmt.Sprintf("generation %d", g.Number)
}

// is is the verb of so many things.
func is(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
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
