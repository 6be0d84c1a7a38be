package layout

import (
	"context"
	"time"
)

// Crossings counts them in a quick layout before its places are found, fast and
// by looking at every pair of links.
func Crossings(g *Graph) (fast, slow int) {
	l := newLayers(g)
	l.bend()
	l.order(context.Background())
	for i, a := range l.links {
		for _, b := range l.links[i+1:] {
			if l.vertex[a.upper].rank == l.vertex[b.upper].rank {
				u := l.vertex[a.upper].at - l.vertex[b.upper].at
				d := l.vertex[a.lower].at - l.vertex[b.lower].at
				if u < 0 && d > 0 || u > 0 && d < 0 {
					slow++
				}
			}
		}
	}
	return l.crossings(), slow
}

// Nearest is the row that never falls and is nearest to x.
func Nearest(x, weight []float64) []float64 {
	var p pool
	for i := range x {
		p.add(x[i], weight[i])
	}
	return p.solve()
}

// DOT is what graphviz gets, with space for labels.
func (g *Graph) DOT() []byte { return g.dot(full) }

// Parse reads json0.
func (g *Graph) Parse(text []byte) (*Positions, error) { return g.parse(text) }

// Length is that of all edges.
func (p *Positions) Length() float64 { return p.length() }

// Ready gives the process that waits time to load graphviz. Only benchmarks need
// it: it would be luck in a test.
func (h *Helper) Ready() { time.Sleep(300 * time.Millisecond) }
