package finding

import (
	"cmp"
	"context"
	"slices"

	"profstation/model"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/model/work"
	"profstation/origin/link"
)

// caller is a function that asked for something, and how much that is.
type caller struct {
	name  string
	value int64
}

// callers returns who asked for what some stacks hold: the functions that are nearest to the leaf and not below, the
// largest first. Who asked from a place without a name is left out.
func callers(ctx context.Context, p *model.Profile, values []int64, below []symbol, in func(model.StackID) bool) ([]caller, error) {
	at, of := askers(p, below), make([]model.FuncID, p.Stacks.Len())
	walk(ctx, p, further, func(before model.FuncID, l model.LocID) model.FuncID {
		if at[l] == further {
			return before
		}
		return at[l]
	}, func(s model.StackID, f model.FuncID) { of[s] = f })
	byFunc, steps := make([]int64, len(p.Functions)), work.StepsUntil(ctx)
	for i, v := range values {
		if steps.Over(1) {
			break
		}
		if s := p.Samples.Stack[i]; of[s] >= 0 && in(s) {
			byFunc[of[s]] += v
		}
	}
	sums := map[model.StringID]int64{}
	for f, v := range byFunc {
		if v != 0 {
			sums[p.Functions[f].Name] += v
		}
	}
	var all []caller
	for name, v := range sums {
		all = append(all, caller{p.Strings.Raw(name), v})
	}
	slices.SortFunc(all, func(a, b caller) int { return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(a.name, b.name)) })
	return all, ctx.Err()
}

// further says that who asked is further up.
const further = model.NoFunc - 1

// askers returns for each location the function that asks there, with what was inlined.
func askers(p *model.Profile, below []symbol) []model.FuncID {
	hidden := make([]bool, len(p.Functions))
	for i := range p.Functions {
		name := p.Strings.Raw(p.Functions[i].Name)
		hidden[i] = slices.ContainsFunc(below, func(s symbol) bool { return s.holds(name) })
	}
	at := make([]model.FuncID, len(p.Locations))
	for i := range p.Locations {
		lines := p.Lines[p.Locations[i].FirstLine:p.Locations[i].EndLine]
		at[i] = model.NoFunc
		if k := slices.IndexFunc(lines, func(l model.Line) bool { return !hidden[l.Func] }); k >= 0 {
			at[i] = lines[k].Func
		} else if len(lines) > 0 {
			at[i] = further
		}
	}
	return at
}

const (
	mostCallers = 3  // how many a finding names
	spread      = 10 // what has less than one part in so many does not stand out
)

// name adds figures about who asked for a part. Where no caller stands out, neither does the finding.
func (f *Finding) name(by []caller, part, total int64) {
	for _, c := range by[:min(len(by), mostCallers)] {
		if c.value*spread < by[0].value {
			break
		}
		f.Callers = append(f.Callers, model.Fact{Name: safe.Text(c.name), Text: units.Percent(c.value, total)})
	}
	if by[0].value*spread < part {
		f.Severity = min(f.Severity, Notice)
	}
}

// question is what a finding's figures answer.
type question struct{ Type, Focus, Ignore, Hide string }

// options are the question's, by pprof's names.
func (q question) options() (all []query.Refining) {
	for _, o := range []query.Refining{{Name: "focus", Text: q.Focus}, {Name: "ignore", Text: q.Ignore}, {Name: "hide", Text: q.Hide}} {
		if o.Text != "" {
			all = append(all, o)
		}
	}
	return all
}

// pprof returns the arguments with which `go tool pprof` answers, without the file; nil: it cannot read the profile.
func (q question) pprof(p *model.Profile) []string {
	if p.Format != "pprof" {
		return nil
	}
	args := []string{"-top", "-nodefraction=0", "-sample_index=" + q.Type}
	for _, o := range q.options() {
		args = append(args, "-"+o.Name+"="+o.Text)
	}
	return args
}

func (q question) place() link.Place {
	return link.Place{Tab: top, Filters: q.options(), Options: map[string]string{"sample_index": q.Type}}
}
