package query

import (
	"context"
	"regexp"

	"profstation/model"
	"profstation/model/names"
	"profstation/model/work"
)

// Sums are the figures of each node of a result: Flat is what its samples spent in the node itself,
// Cum what they spent in it and in what it called. A node that stands several times in a stack
// counts once (pprof: internal/graph/graph.go, newGraph).
type Sums struct {
	Flat, Cum []int64 // per NodeID, in units of the sample type
}

// Sums returns the figures of all nodes. They are computed once. The only error is the context's.
func (r *Result) Sums(ctx context.Context) (*Sums, error) {
	return r.sums.Get(ctx, func(ctx context.Context) (*Sums, error) { return r.SumsBy(ctx, nil, r.Nodes.Len()) })
}

// figures are the sums for what is small beside them, such as one row. Somebody who may be stopped
// has asked for [Result.Sums] before.
func (r *Result) figures() *Sums {
	s, _ := r.Sums(context.Background())
	return s
}

// KnownSums returns the figures if they have been computed, nil otherwise. It never waits.
func (r *Result) KnownSums() *Sums {
	s, _ := r.sums.Known()
	return s
}

// SumsBy returns the figures of groups of nodes, such as packages: group[n] is the group of node n,
// below groups. If group is nil each node is one. A group counts once in a stack. The only error is
// the context's.
func (r *Result) SumsBy(ctx context.Context, group []int32, groups int) (*Sums, error) {
	const perGroup = 8 + 16
	all, err := Walk(ctx, r, perGroup*groups, func(count *work.Steps) *sumWalk {
		return &sumWalk{group: group, count: count, flat: make([]int64, groups), passed: make([]passing, groups)}
	})
	if err != nil {
		return nil, err
	}
	sums := &Sums{Flat: all[0].flat, Cum: make([]int64, groups)}
	for i, w := range all {
		for g := range groups {
			if i > 0 {
				sums.Flat[g] += w.flat[g]
			}
			sums.Cum[g] += w.passed[g].cum
		}
	}
	return sums, nil
}

// sumWalk sums groups over the tree of paths. A group's cum is what the stacks weigh during which
// it is on the path: the weight so far is taken away when it comes and added when it goes.
type sumWalk struct {
	group  []int32
	count  *work.Steps
	flat   []int64   // per group
	passed []passing // per group
	on     []int32   // the groups of the path
	sofar  int64     // Σvalue of the stacks of the range before the current one
}

type passing struct {
	cum    int64
	onPath int32 // how often the group stands on the path
}

func (w *sumWalk) Path(_ model.StackID, path []Step, common int, net int64) {
	w.cut(common)
	for _, s := range path[common:] {
		if w.count.Over(1) {
			return
		}
		g := int32(s.Node)
		if w.group != nil {
			g = w.group[s.Node]
		}
		p := &w.passed[g]
		if p.onPath++; p.onPath == 1 {
			p.cum -= w.sofar
		}
		w.on = append(w.on, g)
	}
	w.flat[w.on[len(w.on)-1]] += net
	w.sofar += net
}

func (w *sumWalk) End() { w.cut(0) }

func (w *sumWalk) cut(to int) {
	for _, g := range w.on[to:] {
		p := &w.passed[g]
		if p.onPath--; p.onPath == 0 {
			p.cum += w.sofar
		}
	}
	w.on = w.on[:to]
}

// Matches reports for each node whether a regular expression matches its name as pprof prints it.
// Its only error is the context's.
func (r *Result) Matches(ctx context.Context, re *regexp.Regexp) ([]bool, error) {
	m, steps := make([]bool, r.Nodes.Len()), work.StepsUntil(ctx)
	for i := range m {
		name := r.Nodes.Node(NodeID(i)).String()
		if steps.Over(16 + len(name)) {
			return nil, ctx.Err()
		}
		m[i] = re.MatchString(name)
	}
	return m, nil
}

// Search is Matches of what somebody looks for: also by the short name, as screens show it, and without type
// arguments, as the source has it. Its only error is the context's.
func (r *Result) Search(ctx context.Context, re *regexp.Regexp) ([]bool, error) {
	m, err := r.Matches(ctx, re)
	if err != nil {
		return nil, err
	}
	steps := work.StepsUntil(ctx)
	for i := range m {
		name := r.Nodes.Node(NodeID(i)).Name
		if steps.Over(16 + len(name)) {
			return nil, ctx.Err()
		}
		m[i] = m[i] || matchesShortened(r.LanguageOf(NodeID(i)), re, name)
	}
	return m, nil
}

// MatchesShortened reports whether a regular expression matches one of the shorter forms of a function's name, without
// its profile: what may be a Go symbol is one.
func MatchesShortened(re *regexp.Regexp, name string) bool {
	return matchesShortened(names.LanguageOf(names.LastName(name), names.InGo), re, name)
}

func matchesShortened(l names.Language, re *regexp.Regexp, name string) bool {
	short, plain := l.Short(name, false), l.Short(names.WithoutTypeArguments(name), false)
	return short != name && re.MatchString(short) || plain != short && re.MatchString(plain)
}

// MatchTotal sums the samples in whose stacks one of the marked nodes stands, each sample once: the
// values and their magnitudes. Its only error is the context's.
func (r *Result) MatchTotal(ctx context.Context, match []bool) (net, abs int64, err error) {
	all, err := r.below(ctx, true, func(n NodeID) bool { return match[n] })
	for _, s := range all {
		net += r.net[s.hi] - r.net[s.lo]
		abs += r.abs[s.hi] - r.abs[s.lo]
	}
	return net, abs, err
}
