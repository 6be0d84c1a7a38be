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

// caller is who asked for something, a function or a line of one, and how much that is.
type caller struct {
	name  string
	value int64
	lines []int32 // what it is made of, indices in [model.Profile.Lines]
}

// asked says who asked for what each stack holds: the frame that is nearest to the leaf and not below, as an index in
// [model.Profile.Lines]; noFrame: nobody with a name, or the stack holds what is left out.
func (s *Subject) asked(ctx context.Context, below, without []symbol) ([]int32, error) {
	key := [2]string{pattern(below), pattern(without)}
	if of, ok := s.askers[key]; ok {
		return of, nil
	}
	p := s.Profile
	at, of := askers(p, below, without), make([]int32, p.Stacks.Len())
	walk(ctx, p, further, func(before int32, l model.LocID) int32 {
		if before == leftOut || at[l] == further {
			return before
		}
		return at[l]
	}, func(s model.StackID, frame int32) { of[s] = max(frame, noFrame) })
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if s.askers == nil {
		s.askers = map[[2]string][]int32{}
	}
	s.askers[key] = of
	return of, nil
}

// What an asker is that is no frame: nobody with a name, one further up, or one in a stack that does not count.
const (
	noFrame int32 = -1 - iota
	further
	leftOut
)

// askers returns for each location the frame that asks there, with what was inlined.
func askers(p *model.Profile, below, without []symbol) []int32 {
	of := func(all []symbol) func(l model.Line) bool {
		holds := make([]bool, len(p.Functions))
		for i := range p.Functions {
			name := p.Strings.Raw(p.Functions[i].Name)
			holds[i] = slices.ContainsFunc(all, func(s symbol) bool { return s.holds(name) })
		}
		return func(l model.Line) bool { return holds[l.Func] }
	}
	hidden, out := of(below), of(without)
	at := make([]int32, len(p.Locations))
	for i, l := range p.Locations {
		lines := p.Lines[l.FirstLine:l.EndLine]
		at[i] = noFrame
		switch k := slices.IndexFunc(lines, func(l model.Line) bool { return !hidden(l) }); {
		case slices.ContainsFunc(lines, out):
			at[i] = leftOut
		case k >= 0:
			at[i] = l.FirstLine + int32(k)
		case len(lines) > 0:
			at[i] = further
		}
	}
	return at
}

// callers adds up for whom stacks hold what they do, by name, the largest first. Who asked from a place without a name
// is left out.
func (s *Subject) callers(ctx context.Context, column int, of []int32, in func(model.StackID) bool, name func(model.Line) string) ([]caller, error) {
	p := s.Profile
	amounts, err := s.amounts(ctx, column)
	if err != nil {
		return nil, err
	}
	byLine, steps := make([]int64, len(p.Lines)), work.StepsUntil(ctx)
	for id, a := range amounts {
		if steps.Over(1) {
			break
		}
		if of[id] >= 0 && in(model.StackID(id)) {
			byLine[of[id]] += a.value
		}
	}
	at := map[string]int32{}
	var all []caller
	for i, v := range byLine {
		if v == 0 {
			continue
		}
		name := name(p.Lines[i])
		k, fresh := work.Number(at, name, len(all))
		if fresh {
			all = append(all, caller{name: name})
		}
		all[k].value += v
		all[k].lines = append(all[k].lines, int32(i))
	}
	slices.SortFunc(all, func(a, b caller) int { return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(a.name, b.name)) })
	return all, ctx.Err()
}

// functions adds up by function who asked for what some stacks hold.
func (s *Subject) functions(ctx context.Context, column int, below []symbol, in func(model.StackID) bool) ([]caller, error) {
	of, err := s.asked(ctx, below, nil)
	if err != nil {
		return nil, err
	}
	p := s.Profile
	return s.callers(ctx, column, of, in, func(l model.Line) string { return p.Strings.Raw(p.Functions[l.Func].Name) })
}

func everyStack(model.StackID) bool { return true }

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
type question struct {
	Type, Focus, Ignore, Hide string
	Lines                     bool // by line, not by function
}

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
	if q.Lines {
		args = append(args, "-lines")
	}
	for _, o := range q.options() {
		args = append(args, "-"+o.Name+"="+o.Text)
	}
	return args
}

func (q question) place() link.Place {
	p := link.Place{Tab: top, Filters: q.options(), Options: map[string]string{"sample_index": q.Type}}
	if q.Lines {
		p.Options["granularity"] = string(query.Lines)
	}
	return p
}
