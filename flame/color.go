package flame

import (
	"profstation/model"
	"profstation/model/names"
	"profstation/model/query"
	"profstation/scene"
)

// Coloring is the meaning of the colours of boxes.
type Coloring string

// By package (each its hue), by kind of code, by the share a box spends in itself, or by the
// value of a label that weighs most in it, the paler the more others do.
const (
	ByPackage Coloring = "package"
	ByKind    Coloring = "kind"
	BySelf    Coloring = "self"
	ByLabel   Coloring = "label"
)

// Colorings lists them in the order of menus.
var Colorings = []Coloring{ByPackage, ByKind, BySelf, ByLabel}

// fills are the colours of the nodes of a result.
type fills struct {
	Style
	node []scene.Color
	text map[scene.Color]inks // on each fill so far
}

// inks are the colours of text on a fill: of a name, and of the figure beside it, which stands back.
type inks struct{ name, figure scene.Color }

// on are the colours of text on a fill.
func (f *fills) on(fill scene.Color) inks {
	c, ok := f.text[fill]
	if !ok {
		name := f.Theme.On(fill)
		c = inks{name, f.Theme.Paler(name, fill, 1.0/3)}
		f.text[fill] = c
	}
	return c
}

// back is a fill that stands back behind what a search found.
func (f *fills) back(fill scene.Color) scene.Color { return scene.Mix(fill, f.Theme.Background, 0.7) }

func newFills(r *query.Result, s Style) *fills {
	f := &fills{s, make([]scene.Color, r.Nodes.Len()), map[scene.Color]inks{}}
	hues := map[string]scene.Color{}
	for i := range f.node {
		id := query.NodeID(i)
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

// PackageOf is the package of a node's function, or the binary of a node that was not symbolised.
func PackageOf(r *query.Result, id query.NodeID) string {
	if fn := r.Nodes.Func(id); fn != model.NoFunc {
		return names.LanguageOfFunc(r.Profile, fn).Package(r.Profile.Strings.Raw(r.Profile.Functions[fn].Name))
	}
	return r.Nodes.Node(id).Object
}

func (f *fills) faded(c *Chart, r Ref) bool {
	return f.Fade && c.Diff != nil && c.Tree(r).Merged[r.Branch] == 0 && r.Branch != 0 && !c.Real(r)
}

// of is the fill of one branch. With negative branches colours mean more and less, whatever the coloring.
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
