package finding

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"profstation/model"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/statistics"
	"profstation/model/trace"
	"profstation/model/units"
)

// Shift says how a finding of one side of a comparison stands to the other side. The order is that of lists.
type Shift int

// New and Gone are found on the new side alone and on the base alone, where the other side has less than a fourth of the
// figure or nothing is known about chance. Worse and Better are all others whose figure went up or down.
const (
	New Shift = iota
	Worse
	Gone
	Better
)

var shifts = [...]string{New: lang.Later("new"), Worse: lang.Later("worse"), Gone: lang.Later("gone"), Better: lang.Later("better")}

// String returns the shift in English.
func (s Shift) String() string { return shifts[s] }

// Shifted is a finding that is not the same on both sides of a comparison: the new side's or, where it is gone, the
// base's. Its first figures are those of both sides.
type Shifted struct {
	Finding
	Shift Shift
	Sides [2]string // the figure of the base and of the new side; "" where it is not known
}

// Line returns what is found, with how it stands to the other side.
func (s *Shifted) Line() string {
	with := lang.With{"Change": lang.L(shifts[s.Shift]), "Text": s.Text, "Base": s.Sides[0], "New": s.Sides[1]}
	if s.Sides[0] == "" {
		return lang.L("{{.Change}}: {{.Text}}", with)
	}
	return lang.L("{{.Change}}: {{.Text}} ({{.Base}} → {{.New}})", with)
}

// Between returns what is new, worse, gone and better on the new side of a comparison, in this order and the worst of each
// first. A finding is about the same on both sides if their keys are equal. It is none of these if chance may be the reason:
// figures are judged as those of a [compare.Comparison] are, as one family. Where nothing is known about chance a finding
// can be new or gone, but never worse or better. Its only error is the context's.
func Between(ctx context.Context, p *compare.Pair, limits Limits) ([]Shifted, error) {
	about, sides, err := bySide(ctx, Subject{Profile: p.Base, Limits: limits}, Subject{Profile: p.New, Limits: limits})
	if err != nil {
		return nil, err
	}
	figures := make([]figure, len(about))
	chances := make([]float64, len(about))
	for i := range about {
		if figures[i], err = figureOf(ctx, p, about[i]); err != nil {
			return nil, err
		}
		chances[i] = figures[i].chance
	}
	level, _ := statistics.Critical(statistics.Adjusted(chances), compare.Level)
	var all []Shifted
	for i, f := range about {
		x := &figures[i]
		if !x.known || x.chance > level {
			continue
		}
		var shift Shift
		switch in := sides[i]; {
		case x.state && (x.change > 0 && x.amount <= 0 || x.change < 0 && x.amount >= 0):
			continue // the share of a total that changed, but not what it is a share of
		case in == [2]bool{true, true} && math.IsNaN(x.chance):
			continue
		case in == [2]bool{false, true} && x.change > 0 && x.mostly(x.after, x.before):
			shift = New
		case in == [2]bool{true, false} && x.change < 0 && x.mostly(x.before, x.after):
			shift, f.Why, f.Do = Gone, "", "" // there is nothing to be done
		case in[1] && x.change > 0:
			shift = Worse
		case in[0] && x.change < 0:
			shift = Better
		default:
			continue // too little was recorded on one side to find it there
		}
		f.Figures = slices.Concat(x.facts(level), f.Figures)
		all = append(all, Shifted{f, shift, x.sides})
	}
	sortShifts(all)
	return all, nil
}

// BetweenTraces returns what is found in one of two traces alone. How much the figures of traces vary is not known. Its only
// error is the context's.
func BetweenTraces(ctx context.Context, base, now *trace.Trace, limits Limits) ([]Shifted, error) {
	about, sides, err := bySide(ctx, Subject{Trace: base, Limits: limits}, Subject{Trace: now, Limits: limits})
	var all []Shifted
	for i, f := range about {
		switch sides[i] {
		case [2]bool{false, true}:
			all = append(all, Shifted{Finding: f, Shift: New})
		case [2]bool{true, false}:
			all = append(all, Shifted{Finding: f, Shift: Gone})
		}
	}
	sortShifts(all)
	return all, err
}

func sortShifts(all []Shifted) {
	slices.SortStableFunc(all, func(a, b Shifted) int { return cmp.Or(cmp.Compare(a.Shift, b.Shift), Compare(a.Finding, b.Finding)) })
}

// bySide returns what stands out on either side, the worst first, and on which of them: the new side's where both have it.
func bySide(ctx context.Context, base, now Subject) (about []Finding, in [][2]bool, err error) {
	before, err := Standing(ctx, base)
	if err != nil {
		return nil, nil, err
	}
	after, err := Standing(ctx, now)
	if err != nil {
		return nil, nil, err
	}
	has := func(all []Finding, f Finding) bool {
		return slices.ContainsFunc(all, func(o Finding) bool { return o.Key() == f.Key() })
	}
	for _, f := range after {
		about, in = append(about, f), append(in, [2]bool{has(before, f), true})
	}
	for _, f := range before {
		if !has(after, f) {
			about, in = append(about, f), append(in, [2]bool{true, false})
		}
	}
	return about, in, nil
}

// figure is what a finding measures, on both sides of a comparison.
type figure struct {
	known  bool
	sides  [2]string
	change float64

	before, after float64 // of both sides, comparable

	state  bool                                          // it is the share of a state, which has no length: amounts can be compared, too
	amount int64                                         // how much more the new side has
	chance float64                                       // the probability of such a change if nothing changed; NaN: not known
	within func(level float64) (low, high float64)       // the change's interval
	text   func(low, high float64) (lowest, most string) // as text
}

// mostly reports whether one side has nearly all of the figure. That is so, too, where nothing is known about chance.
func (x *figure) mostly(one, other float64) bool { return math.IsNaN(x.chance) || other*4 < one }

// facts returns both sides' figures, and within which bounds the change lies.
func (x *figure) facts(level float64) []model.Fact {
	all := []model.Fact{{Name: lang.L("base"), Text: x.sides[0]}, {Name: lang.L("new"), Text: x.sides[1]}}
	if math.IsNaN(x.chance) {
		return append(all, model.Fact{Name: lang.L("change"), Text: lang.L("not judged: nothing is known about chance")})
	}
	low, high := x.within(level)
	if math.IsNaN(low) || math.IsNaN(high) {
		return all
	}
	lowest, most := x.text(low, high)
	return append(all, model.Fact{Name: lang.L("change"), Text: lang.L("between {{.Low}} and {{.High}}", lang.With{"Low": lowest, "High": most})})
}

// figureOf measures on both sides what a finding's place asks for. A share is one of each side's own total.
func figureOf(ctx context.Context, p *compare.Pair, f Finding) (x figure, err error) {
	x.chance = math.NaN()
	if f.Place.Options["sample_index"] == "" {
		return x, nil // it is about no figure of the profile
	}
	share := f.Share > 0
	n := p.Default()
	if share {
		n = compare.Normalisation{By: compare.PerTotal}
	}
	c, err := p.Evaluate(ctx, f.question(), n)
	if err == nil {
		_, err = c.Rows(ctx)
	}
	if err != nil {
		return x, ctx.Err()
	}
	ch := c.Total().Change
	if name := f.Place.Selected; name != "" {
		at := query.NodeID(0)
		for int(at) < c.New.Nodes.Len() && c.New.Nodes.Node(at).String() != name {
			at++
		}
		if int(at) == c.New.Nodes.Len() {
			return x, nil
		}
		ch, _ = c.Node(at)
	}
	x = figure{known: true, change: ch.Delta, before: ch.Before, after: ch.After, state: share && slices.Contains(memoryProfiles.kinds, p.New.Kind), amount: ch.New - ch.Base, sides: [2]string{c.Format(ch.Before), c.Format(ch.After)}, chance: ch.Verdict.P, within: ch.Verdict.IntervalAt}
	x.text = func(low, high float64) (string, string) { return c.FormatChange(low), c.FormatChange(high) }
	whole := float64(c.Base.Total)
	if share {
		x.sides = [2]string{units.Percent(ch.Base, c.Base.Total), units.Percent(ch.New, c.New.Total)}
		x.text = points
		x.within = func(level float64) (float64, float64) {
			low, high := ch.Verdict.IntervalAt(level)
			return low / whole, high / whole
		}
	}
	before, after := p.Recordings()
	switch {
	case p.New.Kind.OfGoroutines() && before+after == 2: // what was counted is one moment
		of := [2]statistics.Count{{N: float64(ch.Base), Of: 1}, {N: float64(ch.New), Of: 1}}
		e := statistics.Rates(of[0], of[1], statistics.Fair)
		if share {
			of[0].Of, of[1].Of = whole, float64(c.New.Total)
			e = statistics.Shares(of[0], of[1], statistics.Fair)
		}
		x.chance, x.within = e.P(), e.Interval
	case ch.Verdict.Noise() && math.IsNaN(x.chance):
		x.known, x.chance = false, math.NaN() // too little was counted
	}
	return x, nil
}

// points writes the bounds of a share's change.
func points(low, high float64) (string, string) {
	text := func(x float64) string {
		return lang.L("{{.Number}} percentage points", lang.With{"Number": fmt.Sprintf("%+.1f", 100*x)})
	}
	return fmt.Sprintf("%+.1f", 100*low), text(high)
}

// question is what the finding's place asks for. Nothing is hidden unless the figure is that of a function: it would be
// taken off the total.
func (f *Finding) question() query.Query {
	q := query.Default()
	for name, text := range f.Place.Options {
		query.OptionNamed(name).Set(&q, text)
	}
	of := query.Refinement{Filters: f.Place.Filters}
	if f.Place.Selected == "" {
		of.Filters = slices.DeleteFunc(slices.Clone(of.Filters), func(r query.Refining) bool { return r.Name == "hide" })
	}
	return of.Apply(q)
}
