package layout_test

import (
	"strings"
	"testing"

	"profstation/graph/layout"
	"profstation/internal/must"
	"profstation/scene"
)

var pair = &layout.Graph{
	Nodes: []layout.Node{{W: 20, H: 10}, {W: 30, H: 20}},
	Edges: []layout.Edge{{From: 0, To: 1, Weight: 5, MinLen: 2, LabelW: 20, LabelH: 12}},
}

const pairJSON = `{"bb":"0,0,40,100","objects":[{"name":"1","pos":"20,10"},{"name":"0","pos":"20,95.5"}],` +
	`"edges":[{"id":"0","lp":"30,50","pos":"e,20,20 20,90 20,70 20,50 20,30"}]}`

func TestParse(t *testing.T) {
	p := must.Have(pair.Parse([]byte(pairJSON)))
	if p.W != 40 || p.H != 100 || p.Nodes[0] != (scene.Point{X: 20, Y: 4.5}) || p.Nodes[1] != (scene.Point{X: 20, Y: 90}) {
		t.Errorf("found %+v", p)
	}
	c := p.Edges[0]
	if len(c.Points) != 4 || c.Points[0].Y != 10 || c.Points[3].Y != 70 || c.Tip.Y != 80 || !c.HasLabel || c.Label != (scene.Point{X: 30, Y: 50}) {
		t.Errorf("found %+v", c)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, test := range []struct{ name, old, new string }{
		{"no JSON", `{"bb"`, `"bb"`},
		{"size", "0,0,40,100", "0,0,40"},
		{"size of words", "0,0,40,100", "0,0,a,b"},
		{"node unknown", `"name":"1"`, `"name":"2"`},
		{"node twice", `"name":"1"`, `"name":"0"`},
		{"node without a place", `"pos":"20,10"`, `"pos":""`},
		{"node nowhere", `"pos":"20,10"`, `"pos":"NaN,10"`},
		{"node far away", `"pos":"20,10"`, `"pos":"1e300,10"`},
		{"a node too many", `"objects":[`, `"objects":[{"name":"7","pos":"1,1"},`},
		{"edge unknown", `"id":"0"`, `"id":"-1"`},
		{"no edges", `"edges"`, `"other"`},
		{"half a curve", "20,90 20,70 20,50 20,30", "20,90 20,70 20,50"},
		{"curve of words", "20,90 20,70", "20,90 x,y"},
		{"label nowhere", `"lp":"30,50"`, `"lp":"30"`},
	} {
		text := strings.Replace(pairJSON, test.old, test.new, 1)
		if text == pairJSON {
			t.Fatalf("%s: nothing was changed", test.name)
		}
		if _, err := pair.Parse([]byte(text)); err == nil {
			t.Errorf("%s: no error", test.name)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(pairJSON))
	f.Add([]byte(strings.Replace(pairJSON, "e,20,20", "s,1,1 e,20,20", 1)))
	f.Add([]byte(strings.Replace(pairJSON, "20,30", "20,30;1,1", 1)))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := pair.Parse(text)
		if err != nil {
			return
		}
		if len(p.Nodes) != 2 || len(p.Edges) != 1 || len(p.Edges[0].Points)%3 == 2 {
			t.Errorf("found %+v", p)
		}
	})
}
