package answer

import (
	"context"
	"regexp"
	"slices"

	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/model"
	"profstation/table"
)

// MostRanges is how many ranges numbers of a label are put into.
const MostRanges = 24

// labelsKey is what the answer of the Labels tab depends on, besides the
// result.
type labelsKey struct {
	choice screen.LabelsChoice
	search string
}

// labelOf is the key that is asked for, where the profile has it, else the one
// with the heaviest values; zero where there is none.
func labelOf(r *model.Result, asked model.LabelAxis) model.LabelAxis {
	axes := r.Profile.LabelAxes()
	if slices.Contains(axes, asked) {
		return asked
	}
	if keys := r.Labels(); len(keys) > 0 {
		return keys[0].Axis
	}
	return model.LabelAxis{}
}

// chips are the values of labels that weigh most in a node.
func chips(r *model.Result, all []*model.LabelTotals) []screen.LabelChip {
	var out []screen.LabelChip
	for _, t := range all {
		for i, v := range t.Values {
			if i == chipsOfKey || len(out) == mostLabelChips {
				break
			}
			out = append(out, screen.LabelChip{
				Text: model.Sanitise(t.Axis.Key + ": " + r.Profile.LabelText(t.Axis, v.Value, "auto")),
				Net:  v.Net, Only: r.Profile.SelectValue(t.Axis, v.Value),
			})
		}
	}
	return out
}

// chipsOfKey and mostLabelChips are how many values of one label, and of all, are
// told of a node.
const chipsOfKey, mostLabelChips = 4, 12

// labels sums the samples by their labels.
func (a *Answer) labels(ctx context.Context, before *Answer) error {
	key := labelsKey{a.Request.Display.Labels, a.Request.Search}
	if before != nil && before.Labels != nil && before.Result == a.Result && before.labelsKey == key {
		a.Labels, a.labelsKey = before.Labels, key
		a.tellValues()
		return nil
	}
	a.labelsKey = key
	r, choice := a.Result, key.choice
	l := &screen.LabelsAnswer{At: -1}
	if before != nil && before.Labels != nil && before.Result == r {
		l.Keys = before.Labels.Keys
	} else {
		l.Keys = r.Labels()
	}
	a.Labels = l
	if len(l.Keys) == 0 {
		return nil
	}
	l.At = max(0, slices.IndexFunc(l.Keys, func(t *model.LabelTotals) bool { return t.Axis == choice.Axis }))
	t := l.Keys[l.At]
	switch {
	case choice.Functions:
		of := r.Sorted(model.ByFlat)
		if choice.Cum {
			of = r.Sorted(model.ByCum)
		}
		l.Pivot = table.PivotFunctions(a.Name, of, t.Axis)
	case choice.Against.Key != "" && choice.Against != t.Axis:
		l.Pivot = table.Pivot(a.Name, r, t.Axis, choice.Against)
	}
	if l.Pivot != nil {
		l.Cells = l.Pivot.Table(screen.MostPivotColumns)
		return ctx.Err()
	}
	p := r.Profile
	if t.Axis.Numeric && choice.Ranges {
		ranges := t.Histogram(MostRanges)
		l.Values = table.LabelRanges(r, t, ranges)
		for _, g := range ranges {
			l.Selecting = append(l.Selecting, p.SelectRange(t.Axis, g.Lo, g.Hi))
		}
		return nil
	}
	l.Values = table.LabelValues(r, t)
	for _, v := range t.Values {
		l.Selecting = append(l.Selecting, p.SelectValue(t.Axis, v.Value))
	}
	if l.Values.Rows > len(l.Selecting) {
		l.Selecting = append(l.Selecting, p.SelectWithout(t.Axis))
	}
	if re, err := regexp.Compile(key.search); err == nil && key.search != "" {
		l.Found = make([]bool, l.Values.Rows)
		for i, v := range t.Values {
			l.Found[i] = re.MatchString(p.LabelText(t.Axis, v.Value, "auto"))
		}
		a.tellValues()
	}
	return ctx.Err()
}

// tellValues says how many values the search found, in place of the nodes that
// other tabs show.
func (a *Answer) tellValues() {
	if a.Labels.Found == nil {
		return
	}
	n := 0
	for _, found := range a.Labels.Found {
		if found {
			n++
		}
	}
	a.MatchText = model.Count(int64(n)) + lang.L(" values found")
}
