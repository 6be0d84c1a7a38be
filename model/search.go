package model

import "regexp"

// Matches tells for each node whether a regular expression matches its name as
// pprof prints it.
func (r *Result) Matches(re *regexp.Regexp) []bool {
	m := make([]bool, r.Nodes.Len())
	for i := range m {
		m[i] = re.MatchString(r.Nodes.Node(NodeID(i)).String())
	}
	return m
}

// MatchTotal sums the samples in whose stacks one of the marked nodes stands,
// each sample once.
func (r *Result) MatchTotal(match []bool) (net, abs int64) {
	v := &matchSum{r: r, match: match}
	r.walk(v)
	return v.net, v.abs
}

type matchSum struct {
	r        *Result
	match    []bool
	onPath   int
	net, abs int64
}

func (v *matchSum) enter(path []step) {
	if v.match[path[len(path)-1].node] {
		v.onPath++
	}
}

func (v *matchSum) leave(path []step, lo, hi int32) {
	if !v.match[path[len(path)-1].node] {
		return
	}
	if v.onPath--; v.onPath == 0 {
		v.net += v.r.net[hi] - v.r.net[lo]
		v.abs += v.r.abs[hi] - v.r.abs[lo]
	}
}
