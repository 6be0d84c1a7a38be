package ask

import (
	"context"
	"regexp"
	"slices"

	"profstation/model"
	"profstation/model/labels"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/work"
	"profstation/scene"
	"profstation/table"
)

// LabelsAnswer is the answer for the Labels tab.
type LabelsAnswer struct {
	Keys []*labels.Totals // the profile's, the heaviest first
	At   int              // the chosen key's index, −1 if there are none

	// Values has a row for each value of the key, or for each range of its numbers. Selecting has
	// the filter for each row, which keeps the samples that the row counts.
	Values    *table.Table
	Selecting []labels.Selecting
	Parts     []labels.Part // the same as parts of the profile; without a key where that cannot be said
	Found     []bool        // for each row in Values, whether it matches the search; nil without a search

	// Pivot has the key against another one, or functions against it; nil if nobody asked.
	Pivot *table.PivotReport
	Cells *table.Table
}

// LabelsChoice is the choice in the Labels tab.
type LabelsChoice struct {
	Axis      model.LabelAxis // the key; zero for the heaviest
	Against   model.LabelAxis // another key; zero for none
	Functions bool            // functions against the key
	Ranges    bool            // numbers in ranges
	Cum       bool            // functions by cum instead of flat
}

// MaxPivotColumns is how many values are shown side by side.
const MaxPivotColumns = 12

// LabelChip is one value of a label on a node, and the filter that keeps the samples with it.
type LabelChip struct {
	Text string // safe for a screen
	Net  int64
	Only labels.Selecting
}

// MaxRanges is how many ranges the numbers of a label are put into.
const MaxRanges = 24

type labelsKey struct {
	result *query.Result
	choice LabelsChoice
	search string
}

func showLabels(ctx context.Context, a *Answer) (err error) {
	sums, err := a.labelSums.renew(a.Result, func() ([]*labels.Totals, error) { return labels.Of(ctx, a.Result) })
	if err != nil {
		return err
	}
	key := labelsKey{a.Result, a.Request.Display.Labels, a.Request.Search}
	a.Labels, err = a.labels.renew(key, func() (*LabelsAnswer, error) { return labelsAnswer(ctx, a.Name, key, sums) })
	if err != nil || a.Labels.Found == nil {
		return err
	}
	// The search is for values here, not for the nodes that other tabs show.
	n := 0
	for _, found := range a.Labels.Found {
		if found {
			n++
		}
	}
	if a.MatchText = lang.L("No matches"); n > 0 {
		a.MatchText = lang.N(n, "1 value found", "{{.N}} values found", nil)
	}
	a.MatchFew = a.MatchText
	return nil
}

func labelsAnswer(ctx context.Context, name string, key labelsKey, keys []*labels.Totals) (*LabelsAnswer, error) {
	r, choice, p := key.result, key.choice, key.result.Profile
	l := &LabelsAnswer{At: -1, Keys: keys}
	if len(keys) == 0 {
		return l, nil
	}
	l.At = max(0, slices.IndexFunc(keys, func(t *labels.Totals) bool { return t.Axis == choice.Axis }))
	t := keys[l.At]
	if choice.Functions || choice.Against.Key != "" && choice.Against != t.Axis {
		choice.Axis = t.Axis
		var err error
		if l.Pivot, err = Pivot(ctx, name, r, choice); err != nil {
			return nil, err
		}
		l.Cells = l.Pivot.Table(MaxPivotColumns)
		return l, nil
	}
	if t.Axis.Numeric && choice.Ranges {
		ranges := t.Histogram(MaxRanges)
		l.Values = table.LabelRanges(r, t, ranges)
		for _, g := range ranges {
			l.Selecting = append(l.Selecting, labels.SelectRange(p, t.Axis, g.Lo, g.Hi))
			l.Parts = append(l.Parts, labels.PartOfRange(p, t.Axis, g.Lo, g.Hi))
		}
		return l, nil
	}
	l.Values = table.LabelValues(r, t)
	count := work.StepsUntil(ctx)
	for _, v := range t.Values {
		if count.Over(16 + len(v.Value.Text)) {
			return nil, ctx.Err()
		}
		l.Selecting = append(l.Selecting, labels.SelectValue(p, t.Axis, v.Value))
		l.Parts = append(l.Parts, labels.PartOf(p, t.Axis, v.Value, false))
	}
	if l.Values.Rows > len(l.Selecting) {
		l.Selecting = append(l.Selecting, labels.SelectWithout(p, t.Axis))
		l.Parts = append(l.Parts, labels.PartOf(p, t.Axis, model.LabelValue{}, true))
	}
	if re, err := regexp.Compile(key.search); err == nil && key.search != "" {
		l.Found = make([]bool, l.Values.Rows)
		for i, v := range t.Values {
			if count.Over(16 + len(v.Value.Text)) {
				return nil, ctx.Err()
			}
			l.Found[i] = re.MatchString(p.LabelText(t.Axis, v.Value, "auto"))
		}
	}
	return l, nil
}

// Pivot puts the chosen key against another one, or functions against it. It fails like
// [labels.NewPivot].
func Pivot(ctx context.Context, name string, r *query.Result, c LabelsChoice) (*table.PivotReport, error) {
	if !c.Functions {
		return table.Pivot(ctx, name, r, c.Axis, c.Against)
	}
	by := query.ByFlat
	if c.Cum {
		by = query.ByCum
	}
	return table.PivotFunctions(ctx, name, r.Sorted(by), c.Axis)
}

// pivot returns the table that the window shows, or the one that a script asks for.
func pivot(ctx context.Context, a *Answer) (*table.PivotReport, error) {
	if a.Labels != nil && a.Labels.Pivot != nil {
		return a.Labels.Pivot, nil
	}
	return Pivot(ctx, a.Name, a.Result, a.Request.Display.Labels)
}

func pivotPicture(ctx context.Context, a *Answer, l Look) (scene.Picture, error) {
	p, err := pivot(ctx, a)
	if err != nil {
		return nil, err
	}
	return a.tablePicture(ctx, l, p.Table(MaxPivotColumns), p.Heading(), noSamples)
}

func pivotCSV(ctx context.Context, a *Answer) (Write, error) {
	p, err := pivot(ctx, a)
	if err != nil {
		return nil, err
	}
	return p.Cells().WriteCSV, nil
}

func pivotJSON(ctx context.Context, a *Answer) (Write, error) {
	p, err := pivot(ctx, a)
	return p.WriteJSON, err
}
