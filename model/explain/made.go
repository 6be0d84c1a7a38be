package explain

import (
	"profstation/model/charge"
	"profstation/model/lang"
	"profstation/model/lineage"
	"profstation/model/query"
)

// Made explains a node for which no code stands, in lines: one that the program puts in to show where a cost comes from. It
// returns nil for all others.
func Made(r *query.Result, n query.NodeID) []string {
	name := r.Nodes.Node(n).Name
	if _, ok := lineage.Started(name); ok {
		return []string{
			lang.L("a go statement: the code above it started the goroutine below it"),
			lang.L("who started the goroutine above it is only known as far as the recording saw it"),
		}
	}
	if name == charge.Frame {
		return []string{
			lang.L("an estimate: the collector's background work, shared out by {{.Key}}", lang.With{"Key": query.ChargedBy(r.Profile)}),
			lang.L("marking takes time for objects that live and have pointers"),
		}
	}
	return nil
}
