package memory

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"profstation/model/lang"
	"profstation/model/units"
)

// Course is how memory changed over several accounts in the order of time, or between two that are compared.
type Course struct {
	Resident bool // as in an [Account]
	Total    []int64
	Parts    []Changing // the largest change first
}

// Changing is a part in each account.
type Changing struct {
	Kind  Kind
	Bytes []int64
	Error int64 // how far off the change may be, with 95% probability; 0: it is exact
}

// Delta returns the change from the first account to the last.
func (c *Changing) Delta() int64 { return c.Bytes[len(c.Bytes)-1] - c.Bytes[0] }

// Rises returns how often the part grew from one account to the next.
func (c *Changing) Rises() (n int) {
	for i := range c.Bytes[1:] {
		if c.Bytes[i+1] > c.Bytes[i] {
			n++
		}
	}
	return n
}

// Like reports whether another account divides the memory in the same way, so that their parts can be compared.
func (a *Account) Like(b *Account) bool { return a.Resident == b.Resident && a.division == b.division }

// Alike returns those of the accounts that are like the last.
func Alike(all []*Account) []*Account {
	return slices.DeleteFunc(slices.Clone(all), func(a *Account) bool { return !a.Like(all[len(all)-1]) })
}

// CourseOf compares at least two accounts. They must be alike.
func CourseOf(all []*Account) (*Course, error) {
	first, last := all[0], all[len(all)-1]
	c := &Course{Resident: last.Resident}
	index := map[Kind]int{}
	for i, a := range all {
		if !a.Like(last) {
			return nil, lang.Error("their memory is known from different sources: {{.First}} and {{.Second}}", lang.With{"First": a.division, "Second": last.division})
		}
		c.Total = append(c.Total, a.Total)
		for _, p := range a.Parts {
			at, ok := index[p.Kind]
			if !ok {
				at = len(c.Parts)
				index[p.Kind] = at
				c.Parts = append(c.Parts, Changing{Kind: p.Kind, Bytes: make([]int64, len(all))})
			}
			c.Parts[at].Bytes[i] = p.Bytes
		}
	}
	for i := range c.Parts {
		before, _ := first.part(c.Parts[i].Kind)
		after, _ := last.part(c.Parts[i].Kind)
		c.Parts[i].Error = int64(math.Hypot(float64(before.Error), float64(after.Error)))
	}
	slices.SortStableFunc(c.Parts, func(a, b Changing) int {
		return cmp.Compare(units.Magnitude(b.Delta()), units.Magnitude(a.Delta()))
	})
	return c, nil
}

// Summary says in a few sentences what changed most.
func (c *Course) Summary() []string {
	before, after := c.Total[0], c.Total[len(c.Total)-1]
	with := lang.With{"Before": bytes(before), "After": bytes(after), "Change": change(after - before)}
	out := []string{lang.L("The Go runtime has {{.After}} from the system, before it had {{.Before}}: {{.Change}}.", with)}
	if c.Resident {
		out[0] = lang.L("The process has {{.After}} in memory, before it had {{.Before}}: {{.Change}}.", with)
	}
	sure := slices.IndexFunc(c.Parts, func(p Changing) bool {
		return units.Magnitude(p.Delta()) > p.Error && p.Kind != Untouched && (after == before || (p.Delta() > 0) == (after > before))
	})
	if sure < 0 {
		return out
	}
	p := &c.Parts[sure]
	with = lang.With{"Part": p.Kind.Name(), "Change": change(p.Delta()), "Advice": p.Kind.Advice()}
	text := lang.L("The largest change is “{{.Part}}”: {{.Change}}. {{.Advice}}", with)
	if steps := len(c.Total) - 1; steps > 1 {
		with["Rises"], with["Steps"] = units.Count(int64(p.Rises())), units.Count(int64(steps))
		text = lang.L("The largest change is “{{.Part}}”: {{.Change}}; it grew in {{.Rises}} of {{.Steps}} steps. {{.Advice}}", with)
	}
	return append(out, text)
}

// Rows returns a text with a line for each part that changed, below headings. Columns are at least two spaces apart.
func (c *Course) Rows() (lines []string) {
	line := func(before, after, change, rises, part string) {
		text := fmt.Sprintf("%12s  %12s  %12s", before, after, change)
		if len(c.Total) > 2 {
			text += fmt.Sprintf("  %8s", rises)
		}
		lines = append(lines, text+"  "+part)
	}
	line(lang.L("before"), lang.L("after"), lang.L("change"), lang.L("grew"), lang.L("part"))
	largest := slices.Max(c.Total)
	for i := range c.Parts {
		p := &c.Parts[i]
		if p.Delta() == 0 {
			continue
		}
		name := p.Kind.Name()
		if p.Error > 0 {
			name += " ± " + bytes(p.Error)
		}
		rises := lang.L("{{.Part}} of {{.Whole}}", lang.With{"Part": units.Count(int64(p.Rises())), "Whole": units.Count(int64(len(c.Total) - 1))})
		line(InUnit(p.Bytes[0], largest), InUnit(p.Bytes[len(p.Bytes)-1], largest), plus(p.Delta())+InUnit(p.Delta(), largest), rises, name)
	}
	return lines
}

// InUnit writes bytes in a unit that all parts of a total share, so that one sees that they add up.
func InUnit(n, total int64) string {
	if total < 10<<20 {
		return units.Format(n, "bytes", "kB")
	}
	return units.Format(n, "bytes", "MB")
}

func change(n int64) string { return plus(n) + bytes(n) }

func plus(n int64) string {
	if n > 0 {
		return "+"
	}
	return ""
}
