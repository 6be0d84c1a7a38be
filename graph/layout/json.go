package layout

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"profstation/scene"
)

// json0 is the part of graphviz's format json0 that is read. All numbers in it
// are texts.
type json0 struct {
	BB      string `json:"bb"`
	Objects []struct {
		Name string `json:"name"`
		Pos  string `json:"pos"`
	} `json:"objects"`
	Edges []struct {
		ID  string `json:"id"`
		Pos string `json:"pos"`
		LP  string `json:"lp"`
	} `json:"edges"`
}

// parse reads the layout that graphviz made of g.
func (g *Graph) parse(text []byte) (*Positions, error) {
	var doc json0
	if err := json.Unmarshal(text, &doc); err != nil {
		return nil, fmt.Errorf("the layout is no JSON: %w", err)
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
	seen := make([]bool, len(g.Nodes))
	for i := range doc.Objects {
		o := &doc.Objects[i]
		n, err := strconv.Atoi(o.Name)
		if err != nil || n < 0 || n >= len(g.Nodes) || seen[n] {
			return nil, fmt.Errorf("the layout has an unexpected node %q", clip(o.Name))
		}
		seen[n] = true
		if p.Nodes[n], err = read.point(o.Pos); err != nil {
			return nil, fmt.Errorf("the place of node %d: %w", n, err)
		}
	}
	had := make([]bool, len(g.Edges))
	for i := range doc.Edges {
		o := &doc.Edges[i]
		n, err := strconv.Atoi(o.ID)
		if err != nil || n < 0 || n >= len(g.Edges) || had[n] {
			return nil, fmt.Errorf("the layout has an unexpected edge %q", clip(o.ID))
		}
		had[n] = true
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

// curve reads "e,x,y x,y x,y …": the tip of the arrow, then the curve. Several
// curves would be separated by semicolons; only concentrated edges have them.
func (r reader) curve(s string) (Curve, error) {
	var c Curve
	s, _, _ = strings.Cut(s, ";")
	arrow := false
	for field := range strings.FieldsSeq(s) {
		var err error
		var p scene.Point
		switch {
		case strings.HasPrefix(field, "e,"):
			c.Tip, err = r.point(field[2:])
			arrow = true
		case strings.HasPrefix(field, "s,"):
			_, err = r.point(field[2:])
		default:
			p, err = r.point(field)
			c.Points = append(c.Points, p)
		}
		if err != nil {
			return c, err
		}
	}
	if len(c.Points) == 0 {
		return c, nil
	}
	if len(c.Points)%3 != 1 {
		return c, fmt.Errorf("found %d points, expected one and three for each piece", len(c.Points))
	}
	if !arrow {
		c.Tip = c.Points[len(c.Points)-1]
	}
	return c, nil
}

// numbers reads n numbers that commas separate.
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

// clip shortens a quotation in an error.
func clip(s string) string {
	const longest = 60
	if len(s) > longest {
		return s[:longest]
	}
	return s
}
