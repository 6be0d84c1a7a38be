package graph

import (
	"profstation/model/query"
)

// DefaultNodeCount is pprof's default number of nodes (internal/driver/driver.go, applyCommandOverrides).
const DefaultNodeCount = 80

// Options say which graph to make, in addition to the query. The query's NodeCount (−1: [DefaultNodeCount], 0: all)
// and NodeFraction apply too.
type Options struct {
	EdgeFraction float64 // edges whose |weight| is below this share of Σflat are dropped
	CallTree     bool    // a function has one box for each path by which it is reached, instead of one for all
	// Difference draws a difference's changes: with signs, in the colours for changes, and with the nodes that have
	// the largest |cum|. pprof's score, which selects nodes otherwise, means nothing if values are negative or cancel
	// out.
	Difference bool
	// Scale is the total for the shares that colours and edge widths show. Largest is the flat value whose name is
	// drawn largest. Several graphs that show the same values share one scale. Both are in the sample type's unit;
	// 0: the graph's own.
	Scale, Largest int64
	// Column follows the names of values at the head of a file's columns, such as _per_recording.
	Column string
	// Max bounds the nodes if the query asks for all: only the heaviest are shown. 0: no bound.
	Max int
	// Also are nodes to show whatever their share, with their edges to other shown nodes. They replace the lightest
	// nodes. In a call tree it applies to the heaviest box for each.
	Also []query.NodeID
}

// DefaultOptions returns the options that pprof begins with.
func DefaultOptions() Options { return Options{EdgeFraction: 0.001} }

// Graph is a trimmed call graph. It never changes once it is made. If the query asks for means, all its figures are
// means, as in pprof's graphs, and the callees' figures do not add up.
type Graph struct {
	Result  *query.Result
	Options Options
	Nodes   []Node // heaviest first: the first is pprof's N1
	Edges   []Edge // heaviest first
	Total   int64  // the total for shares, see [query.Result.MeanTotal]; may be 0

	// Unit is the one unit for all figures, see [query.Result.TableUnit].
	Unit string

	OfNodes      int   // nodes that reach Cutoff; Nodes are the heaviest among them
	DroppedNodes int   // nodes that do not reach Cutoff
	DroppedEdges int   // edges between Nodes that do not reach EdgeCutoff
	Cutoff       int64 // least |cum| of a node
	EdgeCutoff   int64 // least |weight| of an edge
	// AtLeast: a tree had more branches than were counted, so at least DroppedNodes were dropped.
	AtLeast bool
}

// Node is one box. In a call tree several nodes may have the same ID.
type Node struct {
	ID        query.NodeID
	Flat, Cum int64   // in the sample type's unit
	Tags      []Tag   // nodelets: its samples' text labels, heaviest first
	Numbers   []Tag   // nodelets: the bytes labels in its samples without text labels
	In, Out   []int32 // indexes into Graph.Edges, heaviest first
}

// Tag is a nodelet: labels or a range of numeric ones, and the weight of the node's samples with them.
type Tag struct {
	Lines   []string // key:value, one for each line; or one range such as 1kB..4kB; not made safe for a screen
	Weight  int64    // flat, or cum if the node calls nothing that is shown
	Dotted  bool     // for a number: Weight is cum, and not all of it is the node's own
	Numbers []Tag    // for text labels: the ranges of bytes among them
}

// Edge is a call from one node to another.
type Edge struct {
	From, To int32 // indexes into Graph.Nodes
	Weight   int64 // in the sample type's unit
	Residual bool  // at least one call goes through nodes that are not shown
	Inline   bool  // every call was inlined

	div int64 // the divisor if the weight is a mean, until the graph is finished
}
