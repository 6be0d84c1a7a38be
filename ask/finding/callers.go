package finding

import (
	"cmp"
	"context"
	"slices"

	"profstation/model"
	"profstation/model/lists"
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
	line  int32 // one of those that it is made of, an index in [model.Profile.Lines]
}

// asked says who asked for what each stack holds: the frame that is nearest to the leaf and not below, as an index in
// [model.Profile.Lines]; noFrame: nobody with a name, or the stack holds what is left out.
func (s *Subject) asked(ctx context.Context, below, without []symbol) ([]int32, error) {
	key := [2]string{pattern(below), pattern(without)}
	if of, ok := s.askers[key]; ok {
		return of, nil
	}
	p := s.Profile
	hidden := heldBy(p, below)
	at, of := askers(p, hidden), make([]int32, p.Stacks.Len())
	work.InParallel(len(of), func(lo, hi int) {
		read, steps := p.Stacks.Reader(), work.StepsUntil(ctx)
		begin, begun := int32(-1), further // who asks in the first locations of the stack, as neighbours begin alike
		for id := model.StackID(lo); id < model.StackID(hi); id++ {
			common := int32(p.Stacks.Common(id))
			frame, looked := nearest(at, read.From(id, common))
			if common < begin {
				begin = -1
			}
			if frame == further && common != begin {
				begin, begun = common, further
				for _, piece := range p.Stacks.Pieces(id, 0, common) {
					var more int
					begun, more = nearest(at, piece)
					if looked += more; begun != further {
						break
					}
				}
			}
			if frame == further {
				frame = begun
			}
			if steps.Over(1 + looked) {
				return
			}
			of[id] = max(frame, noFrame)
		}
	})
	if len(without) > 0 {
		out := heldBy(p, without)
		leftOut, err := inStacks(ctx, p, lists.Map(p.Locations, func(l model.Location) (h holds) {
			if slices.ContainsFunc(p.Lines[l.FirstLine:l.EndLine], func(l model.Line) bool { return out[l.Func] }) {
				h.of = 1
			}
			return h
		}))
		if err != nil {
			return nil, err
		}
		for i, b := range leftOut {
			if b != 0 {
				of[i] = noFrame
			}
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if s.askers == nil {
		s.askers = map[[2]string][]int32{}
	}
	s.askers[key] = of
	return of, nil
}

// What an asker is that is no frame: nobody with a name, or one further up.
const (
	noFrame int32 = -1 - iota
	further
)

// nearest returns who asks among locations, seen from the leaf, and how many it has looked at.
func nearest(at []int32, locs []model.LocID) (frame int32, looked int) {
	for i := len(locs) - 1; i >= 0; i-- {
		if frame := at[locs[i]]; frame != further {
			return frame, len(locs) - i
		}
	}
	return further, len(locs)
}

// heldBy says which functions the symbols hold.
func heldBy(p *model.Profile, all []symbol) []bool {
	return lists.Map(p.Functions, func(f model.Function) bool {
		name := p.Strings.Raw(f.Name)
		return slices.ContainsFunc(all, func(s symbol) bool { return s.holds(name) })
	})
}

// askers returns for each location the frame that asks there, with what was inlined.
func askers(p *model.Profile, hidden []bool) []int32 {
	return lists.Map(p.Locations, func(l model.Location) int32 {
		lines := p.Lines[l.FirstLine:l.EndLine]
		k := slices.IndexFunc(lines, func(l model.Line) bool { return !hidden[l.Func] })
		switch {
		case k >= 0:
			return l.FirstLine + int32(k)
		case len(lines) > 0:
			return further
		}
		return noFrame
	})
}

// callers adds up for whom stacks hold what they do, and returns those that stand out, the largest first. Lines with one
// number are one caller, who has one name.
func callers(ctx context.Context, s *Subject, column int, of []int32, in those, number []int32, name func(model.Line) string) ([]caller, error) {
	byLine, err := s.byLine(ctx, column, of, in)
	if err != nil || len(byLine) == 0 {
		return nil, err
	}
	type sum struct {
		value int64
		line  int32
	}
	sums, most := make([]sum, slices.Max(number)+1), int64(0)
	for i, v := range byLine {
		if v == 0 {
			continue
		}
		x := &sums[number[i]]
		x.value, x.line = x.value+v, int32(i)
		most = max(most, x.value)
	}
	var all []caller
	for _, x := range sums {
		if x.value != 0 && x.value*spread >= most {
			all = append(all, caller{name(s.Profile.Lines[x.line]), x.value, x.line})
		}
	}
	slices.SortFunc(all, func(a, b caller) int {
		return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(a.name, b.name))
	})
	return all, nil
}

// byLine adds up for each line what it asked for in some stacks.
func (s *Subject) byLine(ctx context.Context, column int, of []int32, in those) ([]int64, error) {
	samples, values := s.Profile.Samples.Stack, s.Profile.Samples.Values[column]
	each := make([][]int64, work.PartsOf(len(samples)))
	work.InParts(len(samples), len(each), func(part, begin, end int) {
		sums := make([]int64, len(s.Profile.Lines))
		for lo, hi := range work.StepsUntil(ctx).Pieces(end - begin) {
			for i := begin + lo; i < begin+hi; i++ {
				if !in.hold(samples[i]) {
					continue
				}
				if line := of[samples[i]]; line >= 0 {
					sums[line] += values[i]
				}
			}
		}
		each[part] = sums
	})
	for _, sums := range each[1:] {
		for i, v := range sums {
			each[0][i] += v
		}
	}
	return each[0], ctx.Err()
}

// functions adds up by function who asked for what some stacks hold, and returns those that stand out, the largest first.
func (s *Subject) functions(ctx context.Context, column int, below []symbol, in those) ([]caller, error) {
	of, err := s.asked(ctx, below, nil)
	if err != nil {
		return nil, err
	}
	p := s.Profile
	names := lists.Map(p.Lines, func(l model.Line) int32 { return int32(p.Functions[l.Func].Name) })
	return callers(ctx, s, column, of, in, names, func(l model.Line) string { return p.Strings.Raw(p.Functions[l.Func].Name) })
}

const (
	mostCallers = 3  // how many a finding names
	spread      = 10 // what has less than one part in so many does not stand out
)

// name adds figures about who asked for a part. Where no caller stands out, neither does the finding.
func (f *Finding) name(by []caller, part, total int64) {
	for _, c := range by[:min(len(by), mostCallers)] {
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
