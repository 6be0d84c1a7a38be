package query

import (
	"context"
	"regexp"

	"profstation/model"
	"profstation/model/names"
	"profstation/model/work"
)

// Sums holds figures for each node in a result. Flat is what samples spent in the node itself, Cum what they
// spent in it and in what it called. A node that occurs several times in a stack counts once (pprof:
// internal/graph/graph.go, newGraph).
type Sums struct {
	Flat, Cum []int64 // per NodeID, in the sample type's unit
}

// Sums returns the figures for all nodes. They are computed once. The only error is the context's.
func (r *Result) Sums(ctx context.Context) (*Sums, error) {
	return r.sums.Get(ctx, func(ctx context.Context) (*Sums, error) { return r.SumsBy(ctx, nil, r.Nodes.Len()) })
}

// figures returns the sums for small work that needs no context, such as one row. Callers that can be
// cancelled have called [Result.Sums] before.
func (r *Result) figures() *Sums {
	s, _ := r.Sums(context.Background())
	return s
}

// KnownSums returns the figures if they have been computed, and nil otherwise. It never waits.
func (r *Result) KnownSums() *Sums {
	s, _ := r.sums.Known()
	return s
}

// SumsBy returns figures for groups of nodes, such as packages. group[n] is node n's group, less than groups.
// If group is nil, each node is its own group. A group counts once per stack. The only error is the
// context's.
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
	for g := range groups {
		sums.Flat[g], sums.Cum[g] = r.settled(sums.Flat[g]), r.settled(sums.Cum[g])
	}
	return sums, nil
}

// sumWalk sums groups over the tree of paths. A group's cum is the weight of the stacks during which it is on
// the path: cum falls by the sum so far when the group enters the path, and rises by the sum so far when it
// leaves.
type sumWalk struct {
	group  []int32
	count  *work.Steps
	flat   []int64   // per group
	passed []passing // per group
	on     []int32   // the groups on the path
	sofar  int64     // Σvalue over the range's stacks before the current one
}

type passing struct {
	cum    int64
	onPath int32 // how often the group stands on the path
}

func (w *sumWalk) Path(_ model.StackID, path []Step, common int, net int64) {
	w.cut(common)
	if path = path[common:]; w.count.Over(len(path)) {
		return
	}
	on, passed, group := w.on, w.passed, w.group
	for i := range path {
		g := int32(path[i].Node)
		if group != nil {
			g = group[g]
		}
		p := &passed[g]
		if p.onPath++; p.onPath == 1 {
			p.cum -= w.sofar
		}
		on = append(on, g)
	}
	w.on = on
	w.flat[on[len(on)-1]] += net
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

// Matches reports for each node whether a regular expression matches its name as pprof prints it. Its only
// error is the context's.
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

// Search is Matches for a user's search. It also tries the short name, as screens show it, and the name
// without type arguments, as it stands in the source. Its only error is the context's.
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

// MatchesShortened reports whether a regular expression matches a shorter form of a function's name. The
// profile is not known, so a name that may be a Go symbol is treated as one.
func MatchesShortened(re *regexp.Regexp, name string) bool {
	return matchesShortened(names.LanguageOf(names.LastName(name), names.InGo), re, name)
}

func matchesShortened(l names.Language, re *regexp.Regexp, name string) bool {
	short, plain := l.Short(name, false), l.Short(names.WithoutTypeArguments(name), false)
	return short != name && re.MatchString(short) || plain != short && re.MatchString(plain)
}

// MatchTotal sums the values, and their magnitudes, of the samples with a marked node in their stack. Each
// sample counts once. Its only error is the context's.
func (r *Result) MatchTotal(ctx context.Context, match []bool) (net, abs int64, err error) {
	all, err := r.below(ctx, true, func(n NodeID) bool { return match[n] })
	for _, s := range all {
		net += r.net[s.hi] - r.net[s.lo]
		abs += r.abs[s.hi] - r.abs[s.lo]
	}
	return net, abs, err
}
