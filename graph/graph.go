package graph

import (
	"profstation/model/query"
)

// DefaultNodeCount is pprof's default number of nodes (internal/driver/driver.go, applyCommandOverrides).
const DefaultNodeCount = 80

// Options say which graph to make, beyond the query. The query's NodeCount
// (−1: [DefaultNodeCount], 0: all) and NodeFraction apply too.
type Options struct {
	EdgeFraction float64 // edges whose |weight| is below this share of Σflat are dropped
	CallTree     bool    // a function has one box for each way it is reached, not one for all
	// Difference draws the changes of a difference: with signs, in the colours of changes, and of the
	// nodes those with the largest |cum|. The score of pprof, which is taken otherwise, means nothing
	// if values are negative or cancel each other out.
	Difference bool
	// Scale is the total for the shares that colours and the width of edges show;
	// Largest is the flat value that has the largest name. Several graphs with the
	// same values have one scale. In units of the sample type; 0: the graph's own.
	Scale, Largest int64
	// Most bounds the nodes where the query asks for all: of more, so many are shown, the weightiest. 0: no bound.
	Most int
	// Also are nodes to show whatever their share, with the edges to the others that are shown, in place of
	// the lightest. In a call tree it is the heaviest box of each.
	Also []query.NodeID
}

// DefaultOptions are the options that pprof begins with.
func DefaultOptions() Options { return Options{EdgeFraction: 0.001} }

// Graph is a trimmed call graph. Nothing in it changes after it was made. Where the query asks for
// means, all its figures are means, as in pprof's graphs: those of callees do not add up.
type Graph struct {
	Result  *query.Result
	Options Options
	Nodes   []Node // in the order of their weight: the first is pprof's N1
	Edges   []Edge // heaviest first
	Total   int64  // shares are of this, see [query.Result.MeanTotal]; may be 0

	// Unit is the one unit for all figures, see [query.Result.TableUnit].
	Unit string

	OfNodes      int   // nodes that reach Cutoff, of which Nodes are the weightiest
	DroppedNodes int   // nodes that do not
	DroppedEdges int   // edges between Nodes that do not reach EdgeCutoff
	Cutoff       int64 // least |cum| of a node
	EdgeCutoff   int64 // least |weight| of an edge
	// AtLeast: a tree had more branches than are counted, DroppedNodes are more.
	AtLeast bool
}

// Node is one box. In a call tree several have the same ID.
type Node struct {
	ID        query.NodeID
	Flat, Cum int64   // in units of the sample type
	Tags      []Tag   // nodelets: text labels of its samples, heaviest first
	Numbers   []Tag   // nodelets of the bytes of its samples without text labels
	In, Out   []int32 // indexes into Graph.Edges, heaviest first
}

// Tag is a nodelet: labels, or a range of numeric ones, and what the node's samples with them weigh.
type Tag struct {
	Lines   []string // key:value, one a line; one range such as 1kB..4kB; raw
	Weight  int64    // flat, or cum where the node calls nothing that is shown
	Dotted  bool     // of a number: Weight is cum and not all of it is the node's own
	Numbers []Tag    // of text labels: the ranges of bytes among them
}

// Edge is a call from one node to another.
type Edge struct {
	From, To int32 // indexes into Graph.Nodes
	Weight   int64 // in units of the sample type
	Residual bool  // at least one call goes through nodes that are not shown
	Inline   bool  // every call was inlined

	div int64 // the divisor of a mean, until the graph is finished
}
