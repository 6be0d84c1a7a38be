//go:build !race

// Under the race detector it takes a second to load graphviz, and this binary starts itself often.

package layout_test

import (
	"bytes"
	"context"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-graphviz"

	"profstation/graph/layout"
	"profstation/internal/must"
)

// FuzzJSON0 lays graphs out by graphviz, and holds what is read from json0 to graphviz's own plain
// text of the same layout.
func FuzzJSON0(f *testing.F) {
	f.Add([]byte{2, 0, 1})
	f.Add([]byte{1, 0, 0, 0, 0})
	f.Add([]byte{5, 0, 1, 1, 2, 2, 0, 3, 4, 0, 1})
	f.Add([]byte{0})
	f.Fuzz(func(t *testing.T, data []byte) {
		g := graphOf(data)
		if g == nil {
			return
		}
		ctx := context.Background()
		write := func(format graphviz.Format) []byte {
			parsed := must.Have(graphviz.ParseBytes(g.DOT()))
			defer parsed.Close()
			engine := must.Have(graphviz.New(ctx))
			defer engine.Close()
			var out bytes.Buffer
			must.Do(engine.Render(ctx, parsed, format, &out))
			return out.Bytes()
		}
		p := must.Have(g.Parse(write("json0")))
		check(t, g, p)
		comparePlain(t, g, p, string(write("plain")))
	})
}

// graphOf is a graph of up to 12 nodes: their number, then pairs of nodes.
func graphOf(data []byte) *layout.Graph {
	if len(data) == 0 || len(data) > 40 {
		return nil
	}
	n := 1 + int(data[0])%12
	g := &layout.Graph{}
	for i := range n {
		g.Nodes = append(g.Nodes, layout.Node{W: 20 + float64(7*i), H: 15 + float64(int(data[0])%(i+3))})
	}
	for rest := data[1:]; len(rest) > 1; rest = rest[2:] {
		e := layout.Edge{From: int32(int(rest[0]) % n), To: int32(int(rest[1]) % n), Weight: 1 + int32(rest[0])%100, MinLen: 1 + int32(rest[1])%3}
		if rest[0]%2 == 1 {
			e.LabelW, e.LabelH = 30, 12
		}
		g.Edges = append(g.Edges, e)
	}
	return g
}

// comparePlain reads lines such as "node 1 x y w h…" and "edge 0 1 n x y…", in inches.
func comparePlain(t *testing.T, g *layout.Graph, p *layout.Positions, plain string) {
	t.Helper()
	const perInch = 72
	var size [2]float64
	near := func(what string, x, y float64, fields []string) {
		t.Helper()
		wantX, wantY := number(t, fields[0])*perInch, size[1]-number(t, fields[1])*perInch
		// Plain texts have five digits.
		if slack := 0.1 + 1e-4*(size[0]+size[1]); math.Abs(x-wantX) > slack || math.Abs(y-wantY) > slack {
			t.Errorf("%s is at %v, %v, want %v, %v", what, x, y, wantX, wantY)
		}
	}
	nodes, edges := 0, map[[2]int][][]string{}
	for line := range strings.Lines(plain) {
		w := strings.Fields(line)
		switch w[0] {
		case "graph":
			size = [2]float64{number(t, w[2]) * perInch, number(t, w[3]) * perInch}
		case "node":
			i, _ := strconv.Atoi(w[1])
			near("node "+w[1], p.Nodes[i].X, p.Nodes[i].Y, w[2:])
			nodes++
		case "edge":
			from, _ := strconv.Atoi(w[1])
			to, _ := strconv.Atoi(w[2])
			edges[[2]int{from, to}] = append(edges[[2]int{from, to}], w[3:])
		}
	}
	if nodes != len(g.Nodes) {
		t.Errorf("%d nodes, want %d", nodes, len(g.Nodes))
	}
	for i, e := range g.Edges {
		all := edges[[2]int{int(e.From), int(e.To)}]
		if len(all) != 1 { // which of several it is, plain does not say
			continue
		}
		n, _ := strconv.Atoi(all[0][0])
		c := p.Edges[i]
		if len(c.Points) != n {
			t.Errorf("edge %d has %d points, want %d", i, len(c.Points), n)
			continue
		}
		for k, at := range c.Points {
			near("point "+strconv.Itoa(k)+" of edge "+strconv.Itoa(i), at.X, at.Y, all[0][1+2*k:])
		}
	}
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	x := must.Have(strconv.ParseFloat(s, 64))
	return x
}
