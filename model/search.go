package model

import "regexp"

// Matches reports for each node whether a regular expression matches its name as
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
	r.below(func(n NodeID) bool { return match[n] }, func(_ Step, lo, hi int32, outermost bool) {
		if outermost {
			net += r.net[hi] - r.net[lo]
			abs += r.abs[hi] - r.abs[lo]
		}
	})
	return net, abs
}
