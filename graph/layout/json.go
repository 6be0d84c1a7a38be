package layout

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"profstation/scene"
)

// json0 has the fields to read from graphviz's format json0. All numbers in it are texts.
type json0 struct {
	BB      string // the picture's bounding box
	Objects []struct{ Name, Pos string }
	Edges   []struct{ ID, Pos, LP string }
}

// parse reads the layout that graphviz made for g.
func (g *Graph) parse(text []byte) (*Positions, error) {
	var doc json0
	if err := json.Unmarshal(text, &doc); err != nil {
		return nil, fmt.Errorf("the layout is not JSON: %w", err)
	}
	if len(doc.Objects) != len(g.Nodes) || len(doc.Edges) != len(g.Edges) {
		return nil, fmt.Errorf("the layout has %d nodes and %d edges, expected %d and %d",
			len(doc.Objects), len(doc.Edges), len(g.Nodes), len(g.Edges))
	}
	box, err := numbers(doc.BB, 4)
	if err != nil {
		return nil, fmt.Errorf("the size of the layout: %w", err)
	}
	p := &Positions{
		W: box[2] - box[0], H: box[3] - box[1],
		Nodes: make([]scene.Point, len(g.Nodes)), Edges: make([]Curve, len(g.Edges)),
	}
	// graphviz's y runs up.
	read := reader{left: box[0], top: box[3]}
	index := func(what, name string, seen []bool) (int, error) {
		n, err := strconv.Atoi(name)
		if err != nil || n < 0 || n >= len(seen) || seen[n] {
			return 0, fmt.Errorf("the layout has an unexpected %s %q", what, clip(name))
		}
		seen[n] = true
		return n, nil
	}
	seen := make([]bool, len(g.Nodes))
	for _, o := range doc.Objects {
		n, err := index("node", o.Name, seen)
		if err != nil {
			return nil, err
		}
		if p.Nodes[n], err = read.point(o.Pos); err != nil {
			return nil, fmt.Errorf("the place of node %d: %w", n, err)
		}
	}
	seen = make([]bool, len(g.Edges))
	for _, o := range doc.Edges {
		n, err := index("edge", o.ID, seen)
		if err != nil {
			return nil, err
		}
		if p.Edges[n], err = read.curve(o.Pos); err != nil {
			return nil, fmt.Errorf("the way of edge %d: %w", n, err)
		}
		if o.LP != "" {
			if p.Edges[n].Label, err = read.point(o.LP); err != nil {
				return nil, fmt.Errorf("the label of edge %d: %w", n, err)
			}
			p.Edges[n].HasLabel = true
		}
	}
	return p, nil
}

// reader turns graphviz's coordinates into ours.
type reader struct{ left, top float64 }

func (r reader) point(s string) (scene.Point, error) {
	v, err := numbers(s, 2)
	if err != nil {
		return scene.Point{}, err
	}
	p := scene.Point{X: v[0] - r.left, Y: r.top - v[1]}
	if !finite(p) {
		return p, fmt.Errorf("%q is beyond all bounds", clip(s))
	}
	return p, nil
}

// curve reads "e,x,y x,y x,y…": the tip, then the curve. It reads only the first curve: only concentrated edges have
// more, after semicolons.
func (r reader) curve(s string) (Curve, error) {
	var c Curve
	s, _, _ = strings.Cut(s, ";")
	arrow := false
	for field := range strings.FieldsSeq(s) {
		text, isTip := strings.CutPrefix(field, "e,")
		text, isTail := strings.CutPrefix(text, "s,")
		p, err := r.point(text)
		switch {
		case err != nil:
			return c, err
		case isTip:
			c.Tip, arrow = p, true
		case !isTail:
			c.Points = append(c.Points, p)
		}
	}
	switch n := len(c.Points); {
	case n == 0:
	case n%3 != 1:
		return c, fmt.Errorf("found %d points, expected one and three for each piece", n)
	case !arrow:
		c.Tip = c.Points[n-1]
	}
	return c, nil
}

func numbers(s string, n int) ([4]float64, error) {
	var v [4]float64
	rest := s
	for i := range n {
		word, after, more := strings.Cut(rest, ",")
		f, err := strconv.ParseFloat(word, 64)
		if err != nil || more != (i < n-1) {
			return v, fmt.Errorf("found %q, expected %d numbers", clip(s), n)
		}
		v[i], rest = f, after
	}
	return v, nil
}

func clip(s string) string {
	const longest = 60
	return s[:min(len(s), longest)]
}
