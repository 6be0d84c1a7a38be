package series

import (
	"context"
	"strings"

	"profstation/model"
	"profstation/model/labels"
	"profstation/model/query"
	"profstation/model/units"
	"profstation/model/work"
)

// group identifies what figures are summed by: a kind of name and, for labels, their key.
type group struct {
	by  By
	key string
}

// By says what a line or a layer stands for.
type By string

// The things by which figures are summed.
const (
	Functions By = "functions"
	Packages  By = "packages"
	Labels    By = "labels" // text labels
	Stacks    By = "stacks" // in goroutine profiles
)

// Ways returns how profiles of a kind can be summed, besides by labels.
func Ways(kind model.Kind) []By {
	if kind.OfGoroutines() {
		return []By{Packages, Functions, Stacks}
	}
	return []By{Packages, Functions}
}

// fewPackages is how many packages say less than the functions in them do.
const fewPackages = 3

// defaultBy returns how figures are summed if nothing is chosen: by packages, or by functions where there are few
// packages. Packages say little about goroutines, because all wait in runtime.
func defaultBy(p *model.Profile, of []sums) By {
	switch {
	case p.Kind.OfGoroutines():
		return Stacks
	case p.Default >= 0 && p.Default < len(of) && len(of[p.Default].groups[group{by: Packages}]) <= fewPackages:
		return Functions
	}
	return Packages
}

// value holds one name's figures in one profile.
type value struct {
	name      string
	flat, cum int64
}

// sums holds the figures for one sample type in a profile.
type sums struct {
	total  int64 // Σvalue
	weight int64 // Σ|value|, to which shares refer
	groups map[group][]value
}

// minShare is the share of a profile below which a name is not kept.
const minShare = 0.001

// limit is how many names are kept from one profile for one label key, or for stacks.
const limit = 2000

// maxTypes is how many of a profile's sample types have more than a total: real profiles have up to ten.
const maxTypes = 32

func sum(ctx context.Context, p *model.Profile, q query.Query) ([]sums, error) {
	out := make([]sums, len(p.Types))
	q = q.Whole()
	q.Granularity, q.Sort = query.Functions, query.ByFlat
	if len(out) == 0 {
		return out, nil
	}
	q.SampleIndex = "0"
	r, err := query.Evaluate(ctx, p, q)
	for i := range out {
		if i > 0 && err == nil {
			r, err = r.InColumn(ctx, i)
		}
		if err == nil {
			err = out[i].fill(ctx, r, i < maxTypes)
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// fill sets the totals from a result. If figures is set, it also sets the figures.
func (s *sums) fill(ctx context.Context, r *query.Result, figures bool) error {
	s.weight, s.groups = r.Total, map[group][]value{}
	if !figures {
		return r.EachSample(ctx, func(_ model.StackID, _ model.LabelSetID, v int64) { s.total += v })
	}
	all, err := r.Sums(ctx)
	if err != nil {
		return err
	}
	names := make([]string, r.Nodes.Len())
	packageOf := make([]int32, r.Nodes.Len())
	var packages []string
	ids := map[string]int32{}
	for n := range names {
		node := r.Nodes.Node(query.NodeID(n))
		names[n] = node.String()
		pkg := r.LanguageOf(query.NodeID(n)).Package(node.Name)
		id, ok := ids[pkg]
		if !ok {
			id = int32(len(packages))
			ids[pkg] = id
			packages = append(packages, pkg)
		}
		packageOf[n] = id
		s.total += all.Flat[n]
	}
	s.add(group{by: Functions}, names, all)
	byPackage, err := r.SumsBy(ctx, packageOf, len(packages))
	if err != nil {
		return err
	}
	s.add(group{by: Packages}, packages, byPackage)
	if r.Profile.Kind.OfGoroutines() {
		if err := s.stacks(ctx, r, names); err != nil {
			return err
		}
	}
	return s.labels(ctx, r)
}

func (s *sums) add(g group, names []string, all *query.Sums) {
	var out []value
	for i, name := range names {
		if v := (value{name, all.Flat[i], all.Cum[i]}); s.counts(v) {
			out = append(out, v)
		}
	}
	s.groups[g] = out
}

func (s *sums) counts(v value) bool {
	cut := float64(s.weight) * minShare
	return v.flat != 0 && float64(units.Magnitude(v.flat)) >= cut || v.cum != 0 && float64(units.Magnitude(v.cum)) >= cut
}

// separator stands between the functions in a stack, root first.
const separator = "\n"

// longestStack is the most bytes that the names in a stack may have to be kept.
const longestStack = 64 << 10

// stacks keeps all stacks, however small, because a leak begins with one goroutine.
func (s *sums) stacks(ctx context.Context, r *query.Result, names []string) error {
	var out []value
	at := map[string]int{}
	var b strings.Builder
	count := work.StepsUntil(ctx)
	err := r.Paths(count, func(_ model.StackID, path []query.Step, _ int, net int64) {
		b.Reset()
		for i, step := range path {
			if count.Over(1+len(names[step.Node])/8) || b.Len()+len(names[step.Node]) > longestStack {
				return
			}
			if i > 0 {
				b.WriteString(separator)
			}
			b.WriteString(names[step.Node])
		}
		name := b.String()
		i, ok := at[name]
		if !ok {
			if i = len(out); i == limit {
				return
			}
			at[name] = i
			out = append(out, value{name: name})
		}
		out[i].flat += net
		out[i].cum += net
	})
	s.groups[group{by: Stacks}] = out
	return err
}

// labels sums the values of each key with texts. A sample with two values for one key counts for both.
func (s *sums) labels(ctx context.Context, r *query.Result) error {
	all, err := labels.Of(ctx, r)
	if err != nil {
		return err
	}
	for _, t := range all {
		if t.Axis.Numeric {
			continue
		}
		g := group{Labels, t.Axis.Key}
		for _, v := range t.Values[:min(len(t.Values), limit)] {
			if x := (value{v.Value.Text, v.Net, v.Net}); s.counts(x) {
				s.groups[g] = append(s.groups[g], x)
			}
		}
	}
	return nil
}
