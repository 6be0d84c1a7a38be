package graph_test

import (
	"fmt"
	"slices"
	"strings"

	"profstation/model/safe"
)

// dotText is a DOT text, read strictly: as graphviz would, but of its language
// only what call graphs need.
type dotText struct {
	name   string
	legend []string
	nodes  []dotNode
	edges  []dotEdge
}

type dotNode struct {
	id    string
	attrs map[string]string
}

type dotEdge struct {
	from, to string
	attrs    map[string]string
}

// parseDOT reads a text, or tells the place where it is not what it should be.
func parseDOT(text string) (d *dotText, err error) {
	s := &dotScanner{rest: text}
	defer func() {
		if p := recover(); p != nil {
			at := len(text) - len(s.rest)
			err = fmt.Errorf("%v at byte %d: %.60q", p, at, text[at:])
		}
	}()
	d = &dotText{}
	s.expect("digraph")
	d.name = s.id()
	s.expect("{")
	d.statements(s)
	if s.space(); s.rest != "" {
		panic("text after the graph")
	}
	return d, nil
}

func (d *dotText) statements(s *dotScanner) {
	for !s.take("}") {
		switch id := s.id(); {
		case id == "subgraph":
			s.expect("cluster_L")
			s.expect("{")
			s.id()
			label := s.attrs()["label"]
			s.expect("}")
			d.legend = strings.Split(strings.TrimSuffix(label, `\l`), `\l`)
		case id == "node" || id == "graph" || id == "edge":
			s.attrs()
		case s.take("->"):
			to := s.id()
			d.edges = append(d.edges, dotEdge{id, to, s.attrs()})
		default:
			d.nodes = append(d.nodes, dotNode{id, s.attrs()})
		}
	}
}

type dotScanner struct{ rest string }

func (s *dotScanner) space() { s.rest = strings.TrimLeft(s.rest, " \n") }

func (s *dotScanner) take(word string) bool {
	s.space()
	rest, ok := strings.CutPrefix(s.rest, word)
	if ok {
		s.rest = rest
	}
	return ok
}

func (s *dotScanner) expect(word string) {
	if !s.take(word) {
		panic("no " + word)
	}
}

// id reads a word, or a text between quotes, in which only the escape of a
// quote is resolved, as in graphviz; that of a backslash stays.
func (s *dotScanner) id() string {
	s.space()
	if !strings.HasPrefix(s.rest, `"`) {
		n := strings.IndexFunc(s.rest, func(r rune) bool {
			return !(r == '_' || r == '.' || r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
		})
		if n <= 0 {
			panic("no word")
		}
		word := s.rest[:n]
		s.rest = s.rest[n:]
		return word
	}
	var b strings.Builder
	for i := 1; i < len(s.rest); i++ {
		switch c := s.rest[i]; {
		case c == '"':
			s.rest = s.rest[i+1:]
			return b.String()
		case c == '\\' && i+1 < len(s.rest):
			i++
			if s.rest[i] != '"' {
				b.WriteByte('\\')
			}
			b.WriteByte(s.rest[i])
		default:
			b.WriteByte(c)
		}
	}
	panic("a text without end")
}

func (s *dotScanner) attrs() map[string]string {
	s.expect("[")
	attrs := map[string]string{}
	for !s.take("]") {
		name := s.id()
		s.expect("=")
		attrs[name] = s.id()
	}
	return attrs
}

// lines describes what a text draws, each thing in one line, in an order that
// does not depend on the numbers of nodes: boxes, nodelets, edges.
func (d *dotText) lines() []string {
	label := map[string]string{}
	for _, n := range d.nodes {
		label[n.id] = shown(n.attrs["label"])
	}
	var out []string
	for _, n := range d.nodes {
		if isNodelet(n.id) {
			continue // told by the edge that leads there
		}
		out = append(out, "node "+label[n.id]+pick(n.attrs, "fontsize", "shape", "color", "fillcolor"))
	}
	for _, e := range d.edges {
		to, ok := label[e.to]
		if !ok {
			continue // to N0: a node whose figures are 0, which pprof does not draw
		}
		kind := "edge "
		if isNodelet(e.to) {
			kind = "nodelet "
		}
		out = append(out, kind+label[e.from]+" -> "+to+" "+shown(e.attrs["label"])+pick(e.attrs, "weight", "penwidth", "color", "style", "minlen"))
	}
	slices.Sort(out)
	return out
}

// nodesNot describes the boxes of all nodes but those of one name.
func (d *dotText) nodesNot(name string) []string {
	var out []string
	for _, n := range d.nodes {
		tip := n.attrs["tooltip"]
		if !isNodelet(n.id) && tip[:strings.LastIndex(tip, " (")] != name {
			out = append(out, shown(n.attrs["label"])+pick(n.attrs, "fontsize", "color", "fillcolor"))
		}
	}
	slices.Sort(out)
	return out
}

// order is the labels of the nodes in the order of their numbers.
func (d *dotText) order() []string {
	var out []string
	for _, n := range d.nodes {
		if !isNodelet(n.id) {
			out = append(out, shown(n.attrs["label"]))
		}
	}
	return out
}

func isNodelet(id string) bool { return strings.ContainsRune(id, '_') }

// pprofNewlines makes what pprof writes for a newline in a name the space that
// it is shown as, after stepping over escaped backslashes.
var pprofNewlines = strings.NewReplacer(`\\`, `\\`, `\l`, " ")

// shown is a label as the screen shows it. pprof does not protect its texts.
func shown(label string) string {
	label = pprofNewlines.Replace(strings.ReplaceAll(label, "&amp;", "&"))
	return strings.Join(strings.Fields(safe.Text(label)), " ")
}

// decreaseIsBlue is a colour as pprof has it since November 2026, by one of before: a decrease was green, and is blue.
// What is nearly grey may be either.
func decreaseIsBlue(t string) string {
	var r, g, b uint8
	if n, _ := fmt.Sscanf(t, "#%02x%02x%02x", &r, &g, &b); n != 3 {
		return t
	}
	switch {
	case g > r:
		g, b = r, g
	case r == g && b < r:
		b = r
	}
	return fmt.Sprintf("#%02x%02x%02x", r, g, b)
}

func pick(attrs map[string]string, names ...string) string {
	var b strings.Builder
	for _, n := range names {
		if v, ok := attrs[n]; ok {
			fmt.Fprintf(&b, " %s=%s", n, decreaseIsBlue(v))
		}
	}
	return b.String()
}

// accounts are the lines of the legend about the graph itself.
func (d *dotText) accounts() []string {
	var out []string
	for _, l := range d.legend {
		if strings.HasPrefix(l, "Showing ") || strings.HasPrefix(l, "Dropped ") {
			out = append(out, l)
		}
	}
	return out
}
