package flame

import (
	"profstation/model"
	"profstation/model/charge"
	"profstation/model/lineage"
	"profstation/model/names"
	"profstation/model/query"
	"profstation/scene"
)

// Coloring is what the boxes' colours mean.
type Coloring string

// Boxes are coloured by package (each has its own hue), by kind of code, by the share that a box spends in itself, or
// by the heaviest value of a label in it; the more other values weigh, the paler the colour.
const (
	ByPackage Coloring = "package"
	ByKind    Coloring = "kind"
	BySelf    Coloring = "self"
	ByLabel   Coloring = "label"
)

// Colorings lists them in the order in which menus show them.
var Colorings = []Coloring{ByPackage, ByKind, BySelf, ByLabel}

// fills holds the colours for a result's nodes.
type fills struct {
	Style
	node []scene.Color
	text map[scene.Color]inks // for each fill seen so far
}

// inks are the text colours on a fill: for a name, and for the figure beside it, which is paler.
type inks struct{ name, figure scene.Color }

// on returns the text colours on a fill.
func (f *fills) on(fill scene.Color) inks {
	c, ok := f.text[fill]
	if !ok {
		name := f.Theme.On(fill)
		c = inks{name, f.Theme.Paler(name, fill, 1.0/3)}
		f.text[fill] = c
	}
	return c
}

// back returns a faded fill, for boxes that a search did not find.
func (f *fills) back(fill scene.Color) scene.Color { return scene.Mix(fill, f.Theme.Background, 0.7) }

func newFills(r *query.Result, s Style) *fills {
	f := &fills{s, make([]scene.Color, r.Nodes.Len()), map[scene.Color]inks{}}
	hues := map[string]scene.Color{}
	for i := range f.node {
		id := query.NodeID(i)
		if r.Nodes.Node(id).Name == charge.Frame {
			f.node[i] = s.Theme.Category(int(names.Runtime) + 1) // no kind of code has it
			continue
		}
		if _, ok := lineage.Started(r.Nodes.Node(id).Name); ok {
			f.node[i] = s.Theme.Border()
			continue
		}
		if s.Coloring == ByKind {
			kind := names.OtherCode
			if fn := r.Nodes.Func(id); fn != model.NoFunc {
				kind = names.CodeKindOf(r.Profile, fn)
			}
			f.node[i] = s.Theme.Category(int(kind))
			continue
		}
		pkg := PackageOf(r, id)
		c, ok := hues[pkg]
		if !ok {
			c = s.Theme.Hue(scene.HashHue(pkg))
			hues[pkg] = c
		}
		f.node[i] = c
	}
	return f
}

// PackageOf returns the package of a node's function, or the binary if the node was not symbolised.
func PackageOf(r *query.Result, id query.NodeID) string {
	if fn := r.Nodes.Func(id); fn != model.NoFunc {
		return names.PackageOfFunc(r.Profile, fn)
	}
	return r.Nodes.Node(id).Object
}

func (f *fills) faded(c *Chart, r Ref) bool {
	return f.Fade && c.Diff != nil && c.Tree(r).Merged[r.Branch] == 0 && r.Branch != 0 && !c.Real(r)
}

// of returns one branch's fill. If branches are negative, colours mean decrease and increase, whatever the coloring.
func (f *fills) of(c *Chart, r Ref) scene.Color {
	t, b := c.of(r), r.Branch
	switch {
	case t.Merged[b] > 0:
		return f.Theme.Quiet
	case f.faded(c, r):
		return f.Theme.Surface
	case c.Diff != nil && !f.Plain && !c.Real(r):
		return f.Theme.Quiet
	case c.Diff != nil && !f.Plain:
		return f.Theme.Change(float64(t.tints[b]))
	case c.Negative:
		return f.Theme.Diff(float64(t.Net[b]) / float64(max(t.Abs[b], 1)))
	case t.Node[b] == query.NoNode:
		return f.Theme.Surface
	case f.Coloring == ByLabel && t.labels != nil:
		return labelColor(f.Theme, t.labels, b)
	case f.Coloring == BySelf:
		return f.Theme.Heat(max(0, float64(t.Self[b])/float64(max(t.Abs[b], 1))))
	}
	return f.node[t.Node[b]]
}
