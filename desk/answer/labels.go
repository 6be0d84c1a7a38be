package answer

import (
	"context"
	"regexp"
	"slices"

	"profstation/desk/screen"
	"profstation/model"
	"profstation/model/lang"
	"profstation/table"
)

// MostRanges is how many ranges numbers of a label are put into.
const MostRanges = 24

type labelsKey struct {
	result *model.Result
	choice screen.LabelsChoice
	search string
}

func showLabels(ctx context.Context, a *Answer) (err error) {
	sums, err := a.labelSums.renew(a.Result, func() ([]*model.LabelTotals, error) { return a.Result.Labels(ctx) })
	if err != nil {
		return err
	}
	key := labelsKey{a.Result, a.Request.Display.Labels, a.Request.Search}
	a.Labels, err = a.labels.renew(key, func() (*screen.LabelsAnswer, error) { return labelsAnswer(ctx, a.Name, key, sums) })
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

func labelsAnswer(ctx context.Context, name string, key labelsKey, keys []*model.LabelTotals) (*screen.LabelsAnswer, error) {
	r, choice, p := key.result, key.choice, key.result.Profile
	l := &screen.LabelsAnswer{At: -1, Keys: keys}
	if len(keys) == 0 {
		return l, nil
	}
	l.At = max(0, slices.IndexFunc(keys, func(t *model.LabelTotals) bool { return t.Axis == choice.Axis }))
	t := keys[l.At]
	if choice.Functions || choice.Against.Key != "" && choice.Against != t.Axis {
		choice.Axis = t.Axis
		var err error
		if l.Pivot, err = Pivot(ctx, name, r, choice); err != nil {
			return nil, err
		}
		l.Cells = l.Pivot.Table(screen.MostPivotColumns)
		return l, nil
	}
	if t.Axis.Numeric && choice.Ranges {
		ranges := t.Histogram(MostRanges)
		l.Values = table.LabelRanges(r, t, ranges)
		for _, g := range ranges {
			l.Selecting = append(l.Selecting, p.SelectRange(t.Axis, g.Lo, g.Hi))
		}
		return l, nil
	}
	l.Values = table.LabelValues(r, t)
	count := model.StepsUntil(ctx)
	for _, v := range t.Values {
		if count.Over(16 + len(v.Value.Text)) {
			return nil, ctx.Err()
		}
		l.Selecting = append(l.Selecting, p.SelectValue(t.Axis, v.Value))
	}
	if l.Values.Rows > len(l.Selecting) {
		l.Selecting = append(l.Selecting, p.SelectWithout(t.Axis))
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

// Pivot is a key of a choice against another one, or functions against it. Its errors are those of
// [model.Result.Pivot].
func Pivot(ctx context.Context, name string, r *model.Result, c screen.LabelsChoice) (*table.PivotReport, error) {
	if !c.Functions {
		return table.Pivot(ctx, name, r, c.Axis, c.Against)
	}
	by := model.ByFlat
	if c.Cum {
		by = model.ByCum
	}
	return table.PivotFunctions(ctx, name, r.Sorted(by), c.Axis)
}
