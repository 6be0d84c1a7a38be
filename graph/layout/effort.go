package layout

import (
	"fmt"
	"strings"
)

// Effort is how much work graphviz puts into each of its stages. The zero value sets no limits.
type Effort struct {
	// Ranks and Places limit the iterations of network simplex, for ranks (nslimit1) and for places within a rank
	// (nslimit), as multiples of the number of nodes. Crossings scales how many rounds remove crossings (mclimit). 0:
	// graphviz's default.
	Ranks, Places, Crossings float64
	// Splines is how edges run: "" for curves around boxes, "polyline", or "line" for straight lines across whatever
	// lies between.
	Splines string
	// Labels reserves space for edge labels. graphviz doubles the ranks for it.
	Labels bool
}

// How much effort graphs get, by their number of links: the pieces that edges are cut into at every rank they pass.
// graphviz works on links, and their number predicts its time far better than the numbers of nodes and edges do.
// Times in seconds on two cores at 2.5 GHz, with graphs from the Go compiler's default.pgo and random ones (r):
//
//	links           232   643  1,301  2,482  6,683  7,668r  12,197  15,093
//	full           0.15  0.38   0.88    3.2    >25     >25     >25     >25
//	withoutLabels  0.14  0.21   0.37    0.5    9.7     >25      18      26
//	limited        0.13  0.18   0.30    0.4    1.8     7.7     5.9     9.2
//	straightened   0.13  0.18   0.20    0.5    2.1     5.7     5.3     5.9
//	Quick         0.001 0.001  0.003  0.009   0.02    0.04    0.04    0.08
//
// Limits lower than these only make graphviz's places useless.
var (
	full          = Effort{Labels: true}
	withoutLabels = Effort{}
	limited       = Effort{Ranks: 0.5, Places: 0.5, Crossings: 0.3}
	straightened  = Effort{Ranks: 0.5, Places: 0.5, Crossings: 0.3, Splines: "polyline"}
)

// course is how to lay out graphs up to a size.
type course struct {
	links  int // at most
	effort Effort
	// hard: graphviz takes longer than a second, and is worse than Quick as often as not.
	hard bool
}

// courses are sorted by links. A graph with more links than the last is beyond graphviz.
var courses = []course{
	{1_300, full, false},
	{3_000, withoutLabels, false},
	{9_000, limited, true},
	{18_000, straightened, true},
}

func (g *Graph) links() int {
	l, n := newLayers(g), 0
	for e := range g.Edges {
		a, b := l.ends(e)
		n += int(l.vertex[b].rank - l.vertex[a].rank)
	}
	return n
}

func (e Effort) attributes() string {
	var b strings.Builder
	for _, a := range []struct {
		name  string
		value float64
	}{{"nslimit1", e.Ranks}, {"nslimit", e.Places}, {"mclimit", e.Crossings}} {
		if a.value > 0 {
			fmt.Fprintf(&b, "%s=%g\n", a.name, a.value)
		}
	}
	if e.Splines != "" {
		fmt.Fprintf(&b, "splines=%s\n", e.Splines)
	}
	return b.String()
}
