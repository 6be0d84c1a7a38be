package flame

import (
	"strconv"
	"unicode/utf8"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/scene"
)

// font is that of rows of [RowHeight], and of what stands around them.
var font = scene.Font{Size: scene.TextSize - 1}

// minSize is the smallest size of a name, where its box is narrow or its row is low.
const minSize = scene.TextSize - 3

// texts are the names of the nodes of a result, each made once, and their shorter forms.
type texts struct {
	r        *query.Result
	generics bool
	forms    []forms // per node
	font     scene.Font
	cut      map[cutKey]fitted // in no larger letters than font
	all      string            // the text of the root
	more     map[int]string    // the texts of boxes that stand for others, by their number
	chart    *Chart            // whose shares these are
	shares   map[Ref]string
}

// forms are a name and its shorter forms, longest first: pkg.(*T).Method, (*T).Method, Method.
type forms struct {
	text  [3]string
	width [3]float64 // in font
}

type cutKey struct {
	node  query.NodeID
	width int32
}

// fitted is a text as it stands in a box.
type fitted struct {
	text string
	font scene.Font
}

// maxCut bounds the memory of cut names. Widths change all the time only while a zoom moves.
const maxCut = 20_000

func newTexts(r *query.Result, generics bool) *texts {
	return &texts{
		r: r, generics: generics, forms: make([]forms, r.Nodes.Len()), font: font, cut: map[cutKey]fitted{},
		all: lang.L("all"), more: map[int]string{},
	}
}

// write is called before names are written into rows of that height.
func (l *texts) write(row float64) {
	if size := sizeIn(row); size != l.font.Size {
		l.font.Size = size
		clear(l.cut)
	}
}

// share is a box's value and share of the total, made when it is first shown.
func (l *texts) share(c *Chart, ref Ref, own bool) string {
	if l.chart != c {
		l.chart, l.shares = c, map[Ref]string{}
	}
	if s, ok := l.shares[ref]; ok {
		return s
	}
	v := c.Tree(ref).Net[ref.Branch]
	s := c.Result.Amount(v) + "  " + units.Percent(v, c.Result.Total)
	if c.Diff != nil && !own {
		s = c.shareOfChange(ref)
	}
	l.shares[ref] = s
	return s
}

// formsOf are the texts of a node, the first for when it fits.
func (l *texts) formsOf(id query.NodeID) *forms {
	f := &l.forms[id]
	if f.text[0] == "" {
		f.text = l.r.LanguageOf(id).Shorter(displayName(l.r, id, l.generics))
		for i, s := range f.text {
			f.width[i] = scene.Measure(s, font)
		}
	}
	return f
}

// displayName is the name of a node for a screen, with the path of its package cut to the last element.
func displayName(r *query.Result, id query.NodeID, generics bool) string {
	if withoutLabel(r, id) {
		return lang.L(noLabel)
	}
	n := *r.Nodes.Node(id)
	n.Name, n.Former = r.LanguageOf(id).Short(n.Name, generics), names.Short(n.Former, generics)
	return safe.Text(n.String())
}

// noLabel is the name of a node for which tagroot or tagleaf found no label, pprof's <unknown>.
const noLabel = "(no label)"

func withoutLabel(r *query.Result, id query.NodeID) bool {
	return r.Query.TagRoot+r.Query.TagLeaf != "" && *r.Nodes.Node(id) == query.Node{}
}

// fit returns a node's name as it fits into width pixels: the longest of its forms, else the shortest
// in smaller letters, else its beginning.
func (l *texts) fit(id query.NodeID, width float64) fitted {
	f := l.formsOf(id)
	larger := font.Size / l.font.Size
	for i, w := range f.width {
		if w <= width*larger {
			return fitted{f.text[i], l.font}
		}
	}
	k := cutKey{id, int32(width)}
	s, ok := l.cut[k]
	if !ok {
		if len(l.cut) >= maxCut {
			clear(l.cut)
		}
		s = narrow(f.text[2], l.font, float64(k.width))
		l.cut[k] = s
	}
	return s
}

// minLetters are the letters of a cut name at least. Fewer say nothing.
const minLetters = 2

// narrow is a text that is wider than a place in a font, in the largest letters in which it fits, else as
// much of it as fits in the smallest; "" if that is too little.
func narrow(text string, small scene.Font, width float64) fitted {
	for small.Size > minSize {
		if small.Size--; scene.Measure(text, small) <= width {
			return fitted{text, small}
		}
	}
	text, small = scene.Fading(text, small, width)
	if small.Fade && utf8.RuneCountInString(text) < minLetters {
		text = ""
	}
	return fitted{text, small}
}

// merged is the text of a box that stands for n small ones, made when it is first shown.
func (l *texts) merged(n int) string {
	s, ok := l.more[n]
	if !ok {
		if len(l.more) >= maxCut {
			clear(l.more)
		}
		s = lang.N(n, "1 more box", "{{.N}} more boxes", nil)
		l.more[n] = s
	}
	return s
}

// Describe returns the name and the figures of a box, in lines.
func (c *Chart) Describe(ref Ref) string {
	b, r := c.Box(ref), c.Result
	name := nameOf(r, b.Node, b.Merged)
	if c.Diff != nil {
		return name + "\n" + c.describeChange(ref)
	}
	return name + "\n" + figures(r, b.Net, b.Self)
}

// nameOf is the name of a box in full, of the root or of so many merged calls.
func nameOf(r *query.Result, n query.NodeID, merged int) string {
	switch {
	case merged > 0:
		return lang.N(merged, "1 smaller call", "{{.N}} smaller calls", nil)
	case n == query.NoNode:
		return lang.L("all")
	case withoutLabel(r, n):
		return lang.L(noLabel)
	}
	return safe.Text(r.Nodes.Node(n).String())
}

// figures are the value of a box and, where it differs, what the box spends in itself.
func figures(r *query.Result, net, self int64) string {
	text := r.WithShare(net)
	if self != 0 && self != net {
		text = lang.L("{{.Value}}, self {{.Self}}", lang.With{"Value": text, "Self": r.WithShare(self)})
	}
	return text
}

// DescribeNode returns lines to add to Describe: flat and cum in all boxes of the node, and its place.
func (c *Chart) DescribeNode(ref Ref) string {
	n := c.Box(ref).Node
	if n == query.NoNode {
		return ""
	}
	r, text := c.Result, ""
	if c.Diff != nil {
		text = c.Diff.describeNode(r.Nodes, n)
	} else if sums := r.KnownSums(); sums != nil {
		text = "\n" + lang.L("all instances: flat {{.Flat}}, cum {{.Cum}}",
			lang.With{"Flat": r.WithShare(sums.Flat[n]), "Cum": r.WithShare(sums.Cum[n])})
	}
	if place := Place(r, n); place != "" {
		text += "\n" + place
	}
	return text
}

// Place is the file and the first line of a node's function, "" if they are not known.
func Place(r *query.Result, n query.NodeID) string {
	f := r.Nodes.Func(n)
	if f == model.NoFunc {
		return ""
	}
	fn := &r.Profile.Functions[f]
	place := r.Profile.Strings.Display(fn.File)
	if fn.StartLine > 0 && place != "" {
		place += ":" + strconv.FormatInt(fn.StartLine, 10)
	}
	return place
}
