package graph

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/safe"
	"profstation/model/units"
)

// Names are shortened as pprof does (internal/graph/graph.go, ShortenFunctionName). In Go the package path goes, with
// the version in it; in Java the package and the arguments; in C++ the namespaces before a class.
var (
	majorVersion = regexp.MustCompile(`^(.*?)/v(?:[2-9]|[1-9]\d+)([./].*)$`)
	packagePath  = regexp.MustCompile(`^[-.\w]+/`)
	goSymbol     = regexp.MustCompile(`^[^.]+\..+`)
	javaMethod   = regexp.MustCompile(`^(?:[a-z]\w*\.)*([A-Z][$\w]*\.(?:<init>|[a-z][$\w]*(?:\$\d+)?))(?:\(|$)`)
	cppMethod    = regexp.MustCompile(`^(?:[A-Z_a-z]\w*::)+(_*[A-Z]\w*::~?[A-Z_a-z]\w*(?:<.*>)?)`)
)

func shortName(name string) string {
	name = strings.TrimPrefix(name, "(anonymous namespace)::")
	name = majorVersion.ReplaceAllString(name, "$1$2")
	if symbol, ok := cutPackagePath(name); ok {
		return symbol
	}
	for _, re := range []*regexp.Regexp{javaMethod, cppMethod} {
		if m := re.FindStringSubmatch(name); m != nil {
			return m[1]
		}
	}
	return name
}

// cutPackagePath removes as many path elements from a Go symbol as it can while a symbol is left.
func cutPackagePath(name string) (string, bool) {
	best := ""
	for rest := name; ; {
		element := packagePath.FindString(rest)
		if element == "" {
			return best, best != ""
		}
		rest = rest[len(element):]
		if goSymbol.MatchString(rest) {
			best = rest
		}
	}
}

// Name returns node i's full name, safe for a screen.
func (g *Graph) Name(i int32) string {
	return safe.Text(g.Result.Nodes.Node(g.Nodes[i].ID).String())
}

// NameLines returns node i's shortened name in lines for a screen (pprof: dotgraph.go, multilinePrintableName). It
// leaves out type arguments, since those in a single name can fill a screen.
func (g *Graph) NameLines(i int32) []string {
	return g.nameLines(i, func(name string) string { return safe.Text(names.CollapseTypeArguments(name)) }, safe.Text)
}

// nameLines makes a function's name safe with safeName and other texts with safe. These may also cut them.
func (g *Graph) nameLines(i int32, safeName, safe func(string) string) []string {
	var lines []string
	n := g.Result.Nodes.Node(g.Nodes[i].ID)
	if n.Address != 0 {
		lines = append(lines, fmt.Sprintf("%016x", n.Address))
	}
	inLines := func(name string) {
		if g.Result.LanguageOf(g.Nodes[i].ID) == names.OfPackage { // a path: its dots belong to its elements
			lines = append(lines, strings.SplitAfter(safeName(name), "/")...)
			return
		}
		lines = append(lines, strings.Split(lineBreaks.Replace(shortName(safeName(name))), "\n")...)
	}
	if n.Former != "" {
		inLines(n.Former)
		lines[len(lines)-1] += " →"
	}
	if n.Name != "" {
		inLines(n.Name)
	}
	file := ""
	if n.File != "" {
		file = safe(filepath.Base(n.File))
	}
	switch {
	case n.Line != 0 && n.Column != 0:
		lines = append(lines, fmt.Sprintf("%s:%d:%d", file, n.Line, n.Column))
	case n.Line != 0:
		lines = append(lines, fmt.Sprintf("%s:%d", file, n.Line))
	case file != "":
		lines = append(lines, file)
	case n.Name != "":
	case n.Object != "":
		lines = append(lines, "["+safe(filepath.Base(n.Object))+"]")
	default:
		lines = append(lines, "<unknown>")
	}
	return lines
}

var lineBreaks = strings.NewReplacer("::", "\n", "[...]", "[…]", ".", "\n")

// Lines returns the text in a node's box: its name, then flat and cum with their shares in the total.
func (g *Graph) Lines(i int32) []string { return g.withFigures(i, g.NameLines(i), lang.L) }

func (g *Graph) withFigures(i int32, lines []string, say lang.Voice) []string {
	n := &g.Nodes[i]
	if n.Flat == 0 {
		if n.Cum == 0 {
			return append(lines, "0")
		}
		return append(lines, say("0 of {{.Cum}}", lang.With{"Cum": g.withShare(n.Cum)}))
	}
	lines = append(lines, g.withShare(n.Flat))
	if n.Cum != n.Flat {
		lines = append(lines, say("of {{.Cum}}", lang.With{"Cum": g.withShare(n.Cum)}))
	}
	return lines
}

// EdgeLines returns an edge's text.
func (g *Graph) EdgeLines(e *Edge) []string { return g.edgeLines(e, lang.L) }

func (g *Graph) edgeLines(e *Edge, say lang.Voice) []string {
	if e.Inline {
		return []string{g.Format(e.Weight), say("(inline)")}
	}
	return []string{g.Format(e.Weight)}
}

// TagLines returns a nodelet's text, safe for a screen.
func (t *Tag) TagLines() []string {
	lines := make([]string, len(t.Lines))
	for i, l := range t.Lines {
		lines[i] = safe.Text(l)
	}
	return lines
}

// Format formats a value in the graph's unit, with its sign if the graph shows a difference.
func (g *Graph) Format(v int64) string {
	text := g.Result.Format(v, g.Unit)
	if g.Options.Difference && v > 0 {
		return "+" + text
	}
	return text
}

func (g *Graph) withShare(v int64) string {
	return g.Format(v) + " (" + units.Percent(v, g.Total) + ")"
}
