package trace

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/model/units"
)

// account records what became of each generation: kept or lost, why, and its bytes and time.
type account struct {
	l       *load
	s       *stitcher
	rows    []trace.Generation
	gens    []*generation // the generation for each row
	last    uint64        // the previous generation's number; 0: none
	absent  int           // how many rows stand for generations that are not in the file
	gap     bool          // something was lost since the last generation that was kept
	kept    int64         // how many generations were kept
	lost    int
	perUnit float64 // nanoseconds per unit of the file's clock; 0: not known
}

// missing adds rows for the generations before g that are not in the file.
func (a *account) missing(g *generation) {
	if g.number == 0 {
		return
	}
	if a.last > 0 {
		const maxAbsent = 1000 // rows, because a damaged number may be anything
		for n := a.last + 1; n < g.number && a.absent < maxAbsent; n++ {
			a.absent++
			a.lose(&generation{number: n}, lang.L("it is missing from the file"), "")
		}
	}
	a.last = g.number
}

func (a *account) lose(g *generation, why, details string) {
	const maxDetails = 100 // details, which may be long
	if a.lost++; a.lost > maxDetails {
		details = ""
	}
	a.gap = true
	a.row(g, trace.Generation{Lost: input.OneLine(why), Details: details})
}

func (a *account) row(g *generation, row trace.Generation) {
	row.Number, row.Bytes, row.Cut = g.number, g.bytes, row.Lost == fileEnds()
	a.rows, a.gens = append(a.rows, row), append(a.gens, g)
}

func (a *account) decoded(g *generation, r result) {
	err := r.err
	if err == nil && g.damage != "" && r.d.events < 2 {
		err = lang.Error("only its beginning is there")
	}
	if err == nil {
		err = a.keep(g, r.d)
	}
	if err != nil {
		why := causeOf(err)
		switch {
		case g.cut:
			why = fileEnds()
		case r.err != nil && !a.l.old(): // else the sentence around it says so
			why = lang.L("its data is damaged ({{.Cause}})", lang.With{"Cause": why})
		}
		a.lose(g, input.Bounded(why, 200), err.Error())
	}
}

// causeOf says in one line what is wrong with a generation. An error of the reader of x/exp whose first line ends in a
// colon goes on with a dump of the reader's state: no event that is left can come next.
func causeOf(err error) string {
	why, _, more := strings.Cut(err.Error(), "\n")
	if why = strings.TrimSpace(why); more && strings.HasSuffix(why, ":") {
		return lang.L("its events contradict each other")
	}
	return why
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
		row.Lost, row.Details = fileEnds(), d.broke.Error()
	} else {
		row.Lost = input.OneLine(g.damage) // the damage hurt nothing
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
	t.Warnings = append(t.Warnings, a.s.unread.Warnings()...)
	if a.s.disagreeing > 0 {
		t.Warnings = append(t.Warnings, lang.N(a.s.disagreeing,
			"goroutines or Ps begin a generation in another state than they ended the one before (1 time): what they did around that is not certain",
			"goroutines or Ps begin a generation in another state than they ended the one before ({{.N}} times): what they did around that is not certain",
			nil))
	}
	t.Hints = append(t.Hints, a.s.notes.regions.hints(t)...)
	if n := int(a.s.lives); n > 0 {
		t.Hints = append(t.Hints, lang.N(n,
			"the trace also records when objects were allocated and freed (1 event, by GODEBUG=traceallocfree=1), which is not shown",
			"the trace also records when objects were allocated and freed ({{.N}} events, by GODEBUG=traceallocfree=1), which is not shown", nil))
	}
}

// losses returns warnings about what is lost and why, what is shown, and what to do. One lost generation
// takes one line. If there are more, the first line is about them all, followed by a line for each.
func (a *account) losses(t *trace.Trace) []string {
	lost := t.Lost()
	if lost.Generations == 0 {
		return nil
	}
	part := func(part, whole any) string {
		return lang.L("{{.Part}} of {{.Whole}}", lang.With{"Part": part, "Whole": whole})
	}
	about := func(bytes string, time any) string {
		return lang.L("{{.Bytes}}, about {{.Time}}", lang.With{"Bytes": bytes, "Time": time})
	}
	much := part(input.Size(lost.Bytes), input.Size(a.l.size))
	if lost.Time > 0 {
		much = about(much, part(lost.Time.Round(time.Millisecond), t.Recorded().Round(time.Millisecond)))
	}
	ended := func(loss string) string {
		if lost.Generations < len(t.Generations) {
			return lang.L("{{.Loss}}; all other generations are shown; copy or record the file again to see all of it", lang.With{"Loss": loss})
		}
		return lang.L("{{.Loss}}; copy or record the file again to see all of it", lang.With{"Loss": loss})
	}
	all := []string{ended(lang.N(len(t.Generations), "{{.Lost}} of 1 generation are lost ({{.Much}})",
		"{{.Lost}} of {{.N}} generations are lost ({{.Much}})",
		lang.With{"Lost": units.Count(int64(lost.Generations)), "Much": much}))}
	const maxNamed = 8
	for i := range t.Generations {
		switch g := &t.Generations[i]; {
		case g.Lost == "":
		case lost.Generations == 1:
			name := generationName(g)
			if g.Number != 0 && g.Number <= uint64(len(t.Generations)) { // the first ones may not be in the file
				name = lang.L("generation {{.Number}} of {{.All}}", lang.With{"Number": g.Number, "All": units.Count(int64(len(t.Generations)))})
			}
			return []string{ended(lossOf(name, much, lossText(g)))}
		case len(all) <= maxNamed:
			size := input.Size(g.Bytes)
			if g.End > g.Start {
				size = about(size, time.Duration(g.End-g.Start).Round(time.Millisecond))
			}
			all = append(all, lossOf(generationName(g), size, lossText(g)))
		}
	}
	if more := lost.Generations - (len(all) - 1); more > 0 {
		all = append(all, lang.N(more, "1 more generation is lost", "{{.N}} more generations are lost", nil))
	}
	return all
}

func lossOf(generation, much, cause string) string {
	return lang.L("{{.Generation}} is lost ({{.Much}}): {{.Cause}}", lang.With{"Generation": generation, "Much": much, "Cause": cause})
}

// lossText returns why a generation is lost and how many of its events are shown.
func lossText(g *trace.Generation) string {
	if g.Events == 0 {
		return g.Lost
	}
	return lang.N(int(g.Events), "{{.Cause}}; of its beginning, 1 event is shown",
		"{{.Cause}}; of its beginning, {{.N}} events are shown", lang.With{"Cause": g.Lost})
}

func generationName(g *trace.Generation) string {
	if g.Number == 0 {
		return lang.L("a piece of the file")
	}
	return lang.L("generation {{.Number}}", lang.With{"Number": g.Number})
}

// times fills in when the lost generations were. A lost generation lies between its neighbours; at an end
// of the file, or next to another lost one, the times of its batches are used.
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
		case g[i].Events > 0: // what follows these events is lost
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
	// The trace begins with the first generation that was kept, so anything lost before it has times below 0.
	for i := len(g) - 2; i >= 0; i-- {
		if g[i].Lost != "" && g[i+1].Lost != "" && g[i].End > g[i+1].Start {
			g[i].End = max(g[i].Start, g[i+1].Start)
		}
	}
}

// nothing returns an error that explains why there is no model.
func (a *account) nothing() error {
	format := formatOf(a.l.version)
	switch {
	case a.l.old() && len(a.rows) > 0:
		return &input.Error{
			Found: lang.L("a Go execution trace ({{.Format}}) that is damaged or cut off ({{.Cause}})",
				lang.With{"Format": format, "Cause": a.rows[0].Lost}),
			Advice:  lang.L("traces of Go 1.21 and older can only be read whole: record or copy it again"),
			Details: a.rows[0].Details,
			Cut:     true,
		}
	case int64(len(a.rows)) == a.kept:
		return &input.Error{
			Found:  lang.L("a Go execution trace ({{.Format}}) without events", lang.With{"Format": format}),
			Advice: lang.L("it is written after the first second, or when tracing stops: try again then"),
		}
	}
	var details strings.Builder
	why := ""
	for i := range a.rows {
		why = cmp.Or(why, a.rows[i].Lost)
		fmt.Fprintf(&details, "%s: %s\n", generationName(&a.rows[i]), a.rows[i].Details)
	}
	return &input.Error{
		Found: lang.L("a Go execution trace ({{.Format}}) of which no generation is whole ({{.Number}} in {{.Size}}; the first: {{.Cause}})",
			lang.With{"Format": format, "Number": len(a.rows), "Size": input.Size(a.l.size), "Cause": why}),
		Advice:  lang.L("record or copy it again"),
		Details: details.String(),
		Cut:     why == fileEnds(),
	}
}
