package flame

import (
	"strconv"
	"unicode/utf8"

	"profstation/model"
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/scene"
)

// font is the font for rows with [RowHeight], and for what stands around them.
var font = scene.Font{Size: scene.TextSize - 1}

// minSize is the smallest size for a name, if its box is narrow or its row is low.
const minSize = scene.TextSize - 3

// texts holds the names of a result's nodes, each made once, and their shorter forms.
type texts struct {
	r        *query.Result
	generics bool
	forms    []forms // per node
	font     scene.Font
	cut      map[cutKey]fitted // in letters no larger than font
	all      string            // the root's text
	more     map[int]string    // texts for boxes that stand for others, by their number
	chart    *Chart            // the chart that shares belongs to
	shares   map[Ref]string
}

// forms holds a name and its shorter forms, longest first: pkg.(*T).Method, (*T).Method, Method.
type forms struct {
	text  [3]string
	width [3]float64 // measured in the package's font
}

type cutKey struct {
	node  query.NodeID
	width int32
}

// fitted is a text as it is written into a box.
type fitted struct {
	text string
	font scene.Font
}

// maxCut limits the memory for cut names. Widths keep changing only while a zoom moves.
const maxCut = 20_000

func newTexts(r *query.Result, generics bool) *texts {
	return &texts{
		r: r, generics: generics, forms: make([]forms, r.Nodes.Len()), font: font, cut: map[cutKey]fitted{},
		all: lang.L("all"), more: map[int]string{},
	}
}

// write must be called before names are written into rows with that height.
func (l *texts) write(row float64) {
	if size := sizeIn(row); size != l.font.Size {
		l.font.Size = size
		clear(l.cut)
	}
}

// share returns a box's value and its share in the total. It makes the text when it is first shown.
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

// formsOf returns a node's texts. The first is for boxes where it fits.
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

// displayName returns a node's name for a screen, with its package path cut to the last element.
func displayName(r *query.Result, id query.NodeID, generics bool) string {
	if withoutLabel(r, id) {
		return lang.L(noLabel)
	}
	n := *r.Nodes.Node(id)
	n.Name, n.Former = r.LanguageOf(id).Short(n.Name, generics), names.Short(n.Former, generics)
	return safe.Text(n.String())
}

// noLabel is the name for a node where tagroot or tagleaf found no label, pprof's <unknown>.
const noLabel = "(no label)"

func withoutLabel(r *query.Result, id query.NodeID) bool {
	return r.Query.TagRoot+r.Query.TagLeaf != "" && *r.Nodes.Node(id) == query.Node{}
}

// fit returns a node's name as it fits into width pixels: the longest form that fits, else the shortest form in
// smaller letters, else the beginning.
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

// minLetters is the least number of letters in a cut name. Fewer say nothing.
const minLetters = 2

// narrow fits a text that is too wide. It uses the largest letters in which all of it fits, else as much as fits in
// the smallest. It returns "" as the text if that is too little.
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

// merged returns the text for a box that stands for n small ones. It makes the text when it is first shown.
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

// Describe returns a box's name and figures, in lines.
func (c *Chart) Describe(ref Ref) string {
	b, r := c.Box(ref), c.Result
	name := nameOf(r, b.Node, b.Merged)
	if c.Diff != nil {
		return name + "\n" + c.describeChange(ref)
	}
	return name + "\n" + figures(r, b.Net, b.Self)
}

// nameOf returns a box's full name, or a text for the root or for merged calls.
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

// figures returns a box's value and, if it differs, what the box spends in itself.
func figures(r *query.Result, net, self int64) string {
	text := r.WithShare(net)
	if self != 0 && self != net {
		text = lang.L("{{.Value}}, self {{.Self}}", lang.With{"Value": text, "Self": r.WithShare(self)})
	}
	return text
}

// DescribeNode returns lines to add to Describe: flat and cum over all of the node's boxes, and where the function
// is.
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
	for _, line := range explain.Made(r, n) {
		text += "\n" + line
	}
	return text
}

// Place returns the file and the first line of a node's function, or "" if they are not known.
func Place(r *query.Result, n query.NodeID) string {
	f := r.Declared(n)
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
