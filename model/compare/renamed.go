package compare

import (
	"strings"

	"profstation/model/lang"
	"profstation/model/safe"
)

// Renamed is a function with different names on the two sides.
type Renamed struct{ Base, New []string }

// Names returns a line for each note on renamed functions, and on the Go releases with which the sides were
// built.
func (p *Pair) Names() (notes []string) {
	if s := p.toolchains(); s != "" {
		notes = append(notes, s)
	}
	if n := len(p.Renamed); n > 0 {
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
	if all := c.Pair.Renamed; len(all) > 0 {
		var names []string
		for _, r := range all[:min(len(all), maxNamed)] {
			names = append(names, c.listed(r.Base)+" → "+c.listed(r.New))
		}
		if more := len(all) - len(names); more > 0 {
			names = append(names, c.say.N(more, "1 more", "{{.N}} more", nil))
		}
		lines = append(lines,
			c.say("Renamed, but in the same line of the same file or function: {{.Names}}", lang.With{"Names": strings.Join(names, "; ")}))
	}
	if all := c.Pair.Allocators; len(all) > 0 {
		lines = append(lines,
			c.say("Counted as {{.Function}}, which the two versions of Go divide differently: {{.Names}}",
				lang.With{"Function": allocator, "Names": c.listed(all)}))
	}
	return lines
}

func (c explanation) listed(names []string) string { return safe.Text(strings.Join(names, ", ")) }
