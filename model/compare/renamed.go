package compare

import (
	"slices"
	"strings"

	"profstation/model/lang"
	"profstation/model/safe"
)

// Renamed is a function with different names on the two sides.
type Renamed struct{ Base, New []string }

// copies reports whether the function has a name on both sides: the others are those of copies, which the compiler makes of a
// closure for each inlined call.
func (r *Renamed) copies() bool {
	return slices.ContainsFunc(r.Base, func(name string) bool { return slices.Contains(r.New, name) })
}

// byCopies divides what is counted as one into what was renamed and what has copies.
func byCopies(all []Renamed) (renamed, copies []Renamed) {
	for _, r := range all {
		if r.copies() {
			copies = append(copies, r)
		} else {
			renamed = append(renamed, r)
		}
	}
	return renamed, copies
}

// Names returns a line for each note on renamed functions, and on the Go releases with which the sides were
// built.
func (p *Pair) Names() (notes []string) {
	if s := p.toolchains(); s != "" {
		notes = append(notes, s)
	}
	if renamed, _ := byCopies(p.Renamed); len(renamed) > 0 {
		n := len(renamed)
		notes = append(notes, lang.N(n, "1 function was renamed, and is matched by file and line",
			"{{.N}} functions were renamed, and are matched by file and line", nil))
	}
	if len(p.Allocators) > 0 {
		notes = append(notes, lang.L("the two versions of Go divide runtime.mallocgc differently, so its parts are counted as one function"))
	}
	return notes
}

// maxNamed is how many functions are listed with all their names.
const maxNamed = 100

// names says in paragraphs which functions are counted as one.
func (c explanation) names() (lines []string) {
	renamed, copies := byCopies(c.Pair.Renamed)
	if len(renamed) > 0 {
		lines = append(lines,
			c.say("Renamed, but in the same line of the same file or function: {{.Names}}", lang.With{"Names": c.sides(renamed)}))
	}
	if len(copies) > 0 {
		lines = append(lines,
			c.say("Copies of one closure, which the compiler made for inlined calls: {{.Names}}", lang.With{"Names": c.sides(copies)}))
	}
	if all := c.Pair.Allocators; len(all) > 0 {
		lines = append(lines,
			c.say("Counted as {{.Function}}, which the two versions of Go divide differently: {{.Names}}",
				lang.With{"Function": allocator, "Names": c.listed(all)}))
	}
	return lines
}

// sides lists functions with their names on both sides.
func (c explanation) sides(all []Renamed) string {
	var names []string
	for _, r := range all[:min(len(all), maxNamed)] {
		names = append(names, c.listed(r.Base)+" → "+c.listed(r.New))
	}
	if more := len(all) - len(names); more > 0 {
		names = append(names, c.say.N(more, "1 more", "{{.N}} more", nil))
	}
	return strings.Join(names, "; ")
}

func (c explanation) listed(names []string) string { return safe.Text(strings.Join(names, ", ")) }
