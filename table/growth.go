package table

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/safe"
	"profstation/model/series"
	"profstation/model/statistics"
	"profstation/model/units"
	"profstation/scene"
)

// growing shows a ranking as a table's words and figures.
type growing struct {
	*series.Ranking
	by   series.By
	unit string // the sample type's unit
}

// Growth returns the table of what grows in a series. Its figures are in the given unit.
func Growth(by series.By, unit string, ranking *series.Ranking) *Table {
	r := &growing{ranking, by, unit}
	atFirst := func(g *series.Growth) string { return r.figure(g.First) }
	atLast := func(g *series.Growth) string { return r.figure(g.Last) }
	slope := r.column(lang.L("per hour"), true, lang.L("The slope of the best-fitting line, where the change is steady."), r.slope)
	first := r.column(lang.L("at the start"), true,
		lang.L("The figure in the first profile that is judged; 0 where it was below 0.1% of the total."), atFirst)
	last := r.column(lang.L("now"), true, lang.L("The figure in the last profile."), atLast)
	if ranking.Measure == series.Rates {
		slope = r.column(lang.L("change of the rate, per hour"), true,
			lang.L("The slope of its rate, where the change is steady. The rate is judged because the figures themselves only ever grow, or come from recordings of different lengths."),
			r.slope)
		first = r.column(lang.L("at the start"), true, lang.L("The first rate that is judged."), atFirst)
		last = r.column(lang.L("now"), true, lang.L("The last rate."), atLast)
	}
	columns := []ColumnOf[series.Growth]{slope}
	if slices.ContainsFunc(ranking.Rows, func(g series.Growth) bool { return g.Stepped() }) {
		columns = append(columns, r.column(lang.L("step"), true, lang.L("The size of the step, where there was a single one."), r.step))
	}
	interval := len(columns)
	columns = append(columns,
		r.column(lang.L("95% interval"), true, lang.L("The 95% confidence interval of the slope or of the size of the step."), r.interval),
		first, last)
	if r.Lives {
		term := lang.Later("mean life")
		life := func(g *series.Growth) string { return life(g.Life) }
		columns = append(columns, r.column(lang.L(term), true, explained(term), life))
	}
	columns = append(columns,
		r.column(lang.L("verdict"), false,
			lang.L("The verdict, which allows for each profile resembling the one before: about one in twenty here is wrong."), r.verdict),
		ColumnOf[series.Growth]{Column{lang.L("name"), 0, false, lang.L("The name of what grows.")}, r.name, nil})
	t := Of(ranking.Rows, columns, append([]string{
		"name", "verdict", "measure", "since", "slope_per_hour", "slope_low", "slope_high",
		"step", "step_low", "step_high", "step_at", "step_from", "step_to", "p", "first", "last",
	}, lifeFields...), r.record)
	t.Spare = []int{interval + 1, interval} // at the start, and the interval: the tip has both
	t.Note = r.note
	return t
}

// column returns a column as wide as its texts.
func (r *growing) column(title string, right bool, help string, text func(*series.Growth) string) ColumnOf[series.Growth] {
	width := max(60, scene.Measure(title, headerFont))
	for i := range r.Rows[:min(len(r.Rows), 1000)] {
		width = max(width, 1.05*scene.Measure(text(&r.Rows[i]), font))
	}
	return ColumnOf[series.Growth]{Column{title, width + 2*gap, right, help}, text, nil}
}

func (r *growing) name(g *series.Growth) string {
	switch {
	case g.Name == "":
		return lang.L("(none)")
	case r.by == series.Functions:
		return names.Short(safe.Text(g.Name), false)
	}
	return safe.Text(strings.ReplaceAll(g.Name, "\n", " › "))
}

// figure formats a judged figure with its unit, and with /h or /s if it is a rate.
func (r *growing) figure(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	text := amount(v, r.unit)
	switch {
	case r.Measure == series.Values:
	case r.Per == time.Hour:
		text += "/h"
	default:
		text += "/s"
	}
	return text
}

// change formats a figure with its sign.
func (r *growing) change(v float64) string {
	if v > 0 {
		return "+" + r.figure(v)
	}
	return r.figure(v)
}

func (r *growing) slope(g *series.Growth) string {
	if g.Stepped() {
		return ""
	}
	return r.change(g.Slope)
}

func (r *growing) step(g *series.Growth) string {
	if !g.Stepped() {
		return ""
	}
	return r.change(g.Step.Size)
}

func (r *growing) interval(g *series.Growth) string {
	low, high := g.Low, g.High
	if g.Stepped() {
		low, high = g.Step.Low, g.Step.High
	}
	if math.IsNaN(low) || math.IsNaN(high) {
		return ""
	}
	return r.change(low) + " … " + r.change(high)
}

func (r *growing) verdict(g *series.Growth) string {
	if g.Stepped() {
		return lang.L("{{.Verdict}} at {{.Time}}", lang.With{"Verdict": said(g.Verdict), "Time": r.clock(g.Step.Time)})
	}
	return said(g.Verdict)
}

// said returns a verdict in the user's language.
func said(v series.Verdict) string { return lang.L(string(v)) }

// clock formats a time of day. It adds the date if that is not the first profile's.
func (r *growing) clock(at time.Time) string {
	day := time.Time.YearDay
	if at, since := at.Local(), r.Since.Local(); day(at) == day(since) && at.Year() == since.Year() {
		return at.Format("15:04:05")
	}
	return at.Local().Format("2006-01-02 15:04")
}

// GrowthProof says in a sentence how a row of a ranking changes and how sure that is, and returns the figures that prove
// it: those of the row's columns, with their titles.
func GrowthProof(ranking *series.Ranking, unit string, g *series.Growth) (text string, figures []model.Fact) {
	r := &growing{Ranking: ranking, unit: unit}
	change := model.Fact{Name: lang.L("per hour"), Text: r.slope(g)}
	if g.Stepped() {
		change = model.Fact{Name: lang.L("step"), Text: r.step(g)}
	}
	return r.words(g), []model.Fact{
		change, {Name: lang.L("95% interval"), Text: r.interval(g)},
		{Name: lang.L("at the start"), Text: r.figure(g.First)}, {Name: lang.L("now"), Text: r.figure(g.Last)},
	}
}

func (r *growing) note(row int) string {
	g := &r.Rows[row]
	text := safe.Text(g.Name) + "\n" + r.words(g)
	if g.Stepped() && !g.Step.From.Equal(g.Step.To) {
		text += "\n" + lang.L("The step is somewhere from {{.From}} to {{.To}}",
			lang.With{"From": r.clock(g.Step.From), "To": r.clock(g.Step.To)})
	}
	if g.Life != nil {
		text += "\n" + livesText(g.Life, r.Covers)
	}
	return text
}

// life writes a mean life. Beyond the recording it is a bound; where nothing stayed until a profile, so is the next
// collection.
func life(l *series.Life) string {
	switch {
	case l == nil:
		return ""
	case l.Lasting == series.LongLived:
		return lang.L("longer than the recording")
	case math.IsInf(l.Mean, 1):
		return "> " + seconds(l.Low)
	case l.Mean == 0:
		return lang.L("until collected")
	default:
		return seconds(l.Mean)
	}
}

func seconds(s float64) string {
	return units.FormatShort(int64(min(s*float64(time.Second), math.MaxInt64/2)), "nanoseconds", "auto")
}

// Lasting are the names for how long something surely lives; "" is all.
var Lasting = map[series.Lasting]string{
	"": lang.Later("all lives"), series.LongLived: lang.Later("long-lived"), series.Churn: lang.Later("churn"),
}

// livesText says the mean life of what a name allocates, given the time that the profiles cover.
func livesText(l *series.Life, covers time.Duration) string {
	with := lang.With{"Mean": seconds(l.Mean), "Low": seconds(l.Low), "High": seconds(l.High), "Covers": seconds(covers.Seconds())}
	text := lang.L("mean life {{.Mean}}, between {{.Low}} and {{.High}}", with)
	switch {
	case l.Lasting == series.LongLived:
		text = lang.L("mean life longer than the recording of {{.Covers}}", with)
	case math.IsInf(l.High, 1):
		text = lang.L("mean life longer than {{.Low}}", with)
	case l.Mean == 0:
		text = lang.L("nothing stayed beyond a collection: mean life shorter than {{.High}}", with)
	case l.Low == 0:
		text = lang.L("mean life shorter than {{.High}}", with)
	}
	if l.Lasting != "" {
		text = lang.L("{{.Statement}}: {{.Lasting}}", lang.With{"Statement": text, "Lasting": lang.L(Lasting[l.Lasting])})
	}
	return text
}

// words returns a sentence about a row: what changes by how much, how sure that is, and what to do if it is not
// sure.
func (r *growing) words(g *series.Growth) string {
	if g.Verdict == series.TooFew {
		return lang.N(statistics.MinOfLine, "too few profiles have it for a verdict: at least 1 is needed",
			"too few profiles have it for a verdict: at least {{.N}} are needed", nil)
	}
	with := lang.With{"Verdict": said(g.Verdict), "Change": r.change(g.Slope), "Low": r.change(g.Low), "High": r.change(g.High)}
	if g.Stepped() {
		with = lang.With{
			"Verdict": said(g.Verdict), "Change": r.change(g.Step.Size), "Time": r.clock(g.Step.Time),
			"Low": r.change(g.Step.Low), "High": r.change(g.Step.High),
		}
	}
	var text string
	switch {
	case g.Stepped():
		text = lang.L("{{.Verdict}} by {{.Change}} at {{.Time}}, between {{.Low}} and {{.High}}", with)
	case g.Verdict == series.Steady:
		text = lang.L("steady: the same in every profile")
	case g.Verdict == series.Unsure:
		text = lang.L("not sure (may be chance): {{.Change}} per hour, between {{.Low}} and {{.High}}; more profiles would show it", with)
	default:
		text = lang.L("{{.Verdict}} by {{.Change}} per hour, between {{.Low}} and {{.High}}", with)
	}
	if r.Measure == series.Rates {
		return lang.L("its rate: {{.Change}}", lang.With{"Change": text})
	}
	return text
}

func (r *growing) record(g *series.Growth) []units.Cell {
	measure := string(r.Measure)
	switch {
	case r.Measure != series.Rates:
	case r.Per == time.Hour:
		measure += "_per_hour"
	default:
		measure += "_per_second"
	}
	when := func(t time.Time) units.Cell {
		if t.IsZero() {
			return units.Cell{}
		}
		return units.Text(t.UTC().Format(time.RFC3339Nano))
	}
	cells := []units.Cell{
		units.Text(g.Name), units.Text(string(g.Verdict)), units.Text(measure), when(r.Since),
		Exact(g.Slope), Exact(g.Low), Exact(g.High),
	}
	if g.Stepped() {
		cells = append(cells, Exact(g.Step.Size), Exact(g.Step.Low), Exact(g.Step.High))
	} else {
		cells = append(cells, units.Cell{}, units.Cell{}, units.Cell{})
	}
	cells = append(cells, when(g.Step.Time), when(g.Step.From), when(g.Step.To), Exact(g.P), Exact(g.First), Exact(g.Last))
	return append(cells, lifeCells(g.Life)...)
}

// lifeWidth is the width of a column of lives.
const lifeWidth = 168.0

// lastsFor returns a number by which lives sort: nanoseconds, and −1 for those that are not known.
func lastsFor(l *series.Life) int64 {
	if l == nil {
		return -1
	}
	return int64(min(l.Mean*float64(time.Second), math.MaxInt64/2))
}

// lifeFields are a life's fields in a file, in seconds.
var lifeFields = []string{"life_seconds", "life_low", "life_high", "lasting"}

func lifeCells(l *series.Life) []units.Cell {
	if l == nil {
		return make([]units.Cell, len(lifeFields))
	}
	return []units.Cell{Exact(l.Mean), Exact(l.Low), Exact(l.High), units.Text(string(l.Lasting))}
}

// OnlyGrowing returns the table of stacks whose counts never went down.
func OnlyGrowing(rows []series.OnlyGrows) *Table {
	counts := &growing{Ranking: &series.Ranking{Measure: series.Values}, unit: "count"}
	t := Of(rows, []ColumnOf[series.OnlyGrows]{
		{Column{lang.L("per hour"), 92, true, lang.L("The growth per hour, from the first profile to the last.")},
			func(g *series.OnlyGrows) string { return counts.change(g.PerHour) }, nil},
		{Column{lang.L("at the start"), 92, true, lang.L("How many there were in the first profile.")},
			func(g *series.OnlyGrows) string { return units.Count(g.First) }, nil},
		{Column{lang.L("now"), 74, true, lang.L("How many there are in the last profile.")},
			func(g *series.OnlyGrows) string { return units.Count(g.Last) }, nil},
		{Column{lang.L("rises"), 62, true, lang.L("How many times the number went up. It never went down.")},
			func(g *series.OnlyGrows) string { return units.Count(int64(g.Rises)) }, nil},
		{Column{lang.L("stack"), 0, false, lang.L("Their functions and callers.")}, func(g *series.OnlyGrows) string {
			var frames []string
			for i := len(g.Stack) - 1; i >= 0; i-- {
				frames = append(frames, names.Short(safe.Text(g.Stack[i]), false))
			}
			return strings.Join(frames, " ‹ ")
		}, nil},
	}, []string{"stack", "first", "last", "rises", "per_hour"}, func(g *series.OnlyGrows) []units.Cell {
		return []units.Cell{units.Text(strings.Join(g.Stack, ";")), units.WholeCell(g.First), units.WholeCell(g.Last),
			units.WholeCell(g.Rises), Exact(g.PerHour)}
	})
	t.Spare = []int{3, 1}
	t.Note = func(row int) string { return join(rows[row].Stack, "\n", safe.Text) }
	return t
}

// amount formats a figure in its best unit. A small count has two digits.
func amount(v float64, unit string) string {
	if _, u := units.Scale(1, unit, "auto"); u == "" && v != 0 && math.Abs(v) < 9.95 {
		return strconv.FormatFloat(v, 'g', 2, 64)
	}
	v = max(-1e18, min(v, 1e18))
	return units.FormatShort(int64(math.Round(v)), unit, "auto")
}
