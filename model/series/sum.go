package series

import (
	"context"
	"strconv"
	"strings"

	"profstation/model"
)

// group is what figures are summed by: a kind of name and, for labels, their key.
type group struct {
	by  By
	key string
}

// By says what a line or a layer stands for.
type By string

// What figures are summed by.
const (
	Functions By = "functions"
	Packages  By = "packages"
	Labels    By = "labels" // of text
	Stacks    By = "stacks" // of goroutine profiles
)

// value is the figures of one name in one profile.
type value struct {
	name      string
	flat, cum int64
}

// sums are the figures of one sample type of a profile.
type sums struct {
	total  int64 // Σvalue
	weight int64 // Σ|value|, what shares are of
	groups map[group][]value
}

// least is the share of a profile below which a name is not kept.
const least = 0.001

// most names of one label key or stacks are kept of one profile.
const most = 2000

func sum(p *model.Profile, q model.Query) ([]sums, error) {
	out := make([]sums, len(p.Types))
	q = q.Whole()
	q.Granularity, q.Sort = model.Functions, model.ByFlat
	for i := range p.Types {
		q.SampleIndex = strconv.Itoa(i)
		r, err := p.Evaluate(q)
		if err != nil {
			return nil, err
		}
		out[i] = sumResult(r)
	}
	return out, nil
}

func sumResult(r *model.Result) sums {
	s := sums{weight: r.Total, groups: map[group][]value{}}
	all := r.Sums()
	names := make([]string, r.Nodes.Len())
	packageOf := make([]int32, r.Nodes.Len())
	var packages []string
	ids := map[string]int32{}
	for n := range names {
		node := r.Nodes.Node(model.NodeID(n))
		names[n] = node.String()
		pkg := model.PackageOf(node.Name)
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
	s.add(group{by: Packages}, packages, r.SumsBy(packageOf, len(packages)))
	if r.Profile.Kind == model.Goroutine || r.Profile.Kind == model.GoroutineLeak {
		s.stacks(r, names)
	}
	s.labels(r)
	return s
}

func (s *sums) add(g group, names []string, all *model.Sums) {
	var out []value
	for i, name := range names {
		if v := (value{name, all.Flat[i], all.Cum[i]}); s.counts(v) {
			out = append(out, v)
		}
	}
	s.groups[g] = out
}

func (s *sums) counts(v value) bool {
	cut := float64(s.weight) * least
	return v.flat != 0 && float64(model.Magnitude(v.flat)) >= cut || v.cum != 0 && float64(model.Magnitude(v.cum)) >= cut
}

// separator stands between the functions of a stack, root first.
const separator = "\n"

// stacks are kept whole, however small: a leak begins with one goroutine.
func (s *sums) stacks(r *model.Result, names []string) {
	var out []value
	at := map[string]int{}
	var b strings.Builder
	r.Paths(context.Background(), func(_ model.StackID, path []model.Step, _ int, net int64) {
		b.Reset()
		for i, step := range path {
			if i > 0 {
				b.WriteString(separator)
			}
			b.WriteString(names[step.Node])
		}
		name := b.String()
		i, ok := at[name]
		if !ok {
			if i = len(out); i == most {
				return
			}
			at[name] = i
			out = append(out, value{name: name})
		}
		out[i].flat += net
		out[i].cum += net
	})
	s.groups[group{by: Stacks}] = out
}

// labels are the values of each key of text. A sample with two values of one key counts for both.
func (s *sums) labels(r *model.Result) {
	for _, t := range r.Labels() {
		if t.Axis.Numeric {
			continue
		}
		g := group{Labels, t.Axis.Key}
		for _, v := range t.Values[:min(len(t.Values), most)] {
			if x := (value{v.Value.Text, v.Net, v.Net}); s.counts(x) {
				s.groups[g] = append(s.groups[g], x)
			}
		}
	}
}
