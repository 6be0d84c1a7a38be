package ask

import (
	"context"
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/explain"
	"profstation/model/query"
)

// known returns the query with a sample type that the profiles have. If the user has not chosen one and
// the default is 0 in all samples, it takes another that is not.
func (a *Answer) known(q query.Query, profiles ...*model.Profile) query.Query {
	p := profiles[0]
	if _, err := query.SampleIndex(p, q.SampleIndex); err != nil {
		q.SampleIndex = ""
	}
	standard, err := query.SampleIndex(p, "")
	if q.SampleIndex != "" || err != nil || !allZero(profiles, standard) {
		return q
	}
	for i, t := range p.Types {
		if at, err := query.SampleIndex(p, t.Type); err == nil && at == i && !allZero(profiles, i) {
			q.SampleIndex, a.Instead = t.Type, p.Types[standard].Type
			break
		}
	}
	return q
}

func allZero(profiles []*model.Profile, column int) bool {
	for _, p := range profiles {
		if column < len(p.Samples.Values) {
			for _, v := range p.Samples.Values[column] {
				if v != 0 {
					return false
				}
			}
		}
	}
	return true
}

// blanks finds out why there may be nothing to see, and what may be overlooked. Its only error is the context's.
func blanks(ctx context.Context, a *Answer) error {
	if a.Request.Script {
		return nil
	}
	of := []*query.Result{a.Result}
	c := a.comparison()
	if c != nil {
		of = []*query.Result{BaseSide: c.Base, NewSide: c.New}
	}
	if c == nil {
		a.Blank = explain.WhyBlank(a.Result.Profile)
		if !slices.Contains(strings.Split(a.Query.TagFocus, "\n"), explain.LeakedFilter) {
			a.Leaked = explain.Leaked(a.Result.Profile)
		}
	}
	if a.FilteredOut = len(a.Query.Filters()) > 0; a.FilteredOut {
		for _, r := range of {
			if left, err := anything(ctx, r); left || err != nil {
				a.FilteredOut = false
				return err
			}
		}
	}
	if c != nil && a.Request.Display.Compare.HideNoise && c.Judged() && !a.FilteredOut {
		rows, err := c.Rows(ctx)
		if err != nil {
			return err
		}
		a.Compared.OnlyNoise = len(rows) > 0
		for i := range rows {
			if !rows[i].Flat.Verdict.Noise() || !rows[i].Cum.Verdict.Noise() {
				a.Compared.OnlyNoise = false
				break
			}
		}
	}
	return nil
}

// anything reports whether any node in a result weighs something.
func anything(ctx context.Context, r *query.Result) (bool, error) {
	sums, err := r.Sums(ctx)
	if err != nil {
		return false, err
	}
	for n, v := range sums.Cum {
		if v != 0 || sums.Flat[n] != 0 {
			return true, nil
		}
	}
	return false, nil
}
