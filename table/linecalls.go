package table

import (
	"cmp"
	"slices"
	"strings"

	"profstation/model"
)

// lineCalls writes in words what lines of a source call.
type lineCalls struct {
	r     *model.Result
	unit  string
	known map[*model.LineSum]string // the texts so far: a picture asks again and again
}

// lineCall is a function that a line calls. Calls into several lines of one function are one.
type lineCall struct {
	name   string
	weight int64
	inline bool // all of them were
}

// mostAside and mostNoted are how many calls are shown beside a line, and when
// somebody points at it.
const mostAside, mostNoted = 3, 12

func (c *lineCalls) of(s *model.LineSum) []lineCall {
	nodes := c.r.Finer().Nodes
	at := map[string]int{}
	var all []lineCall
	for _, call := range s.Calls {
		name := nodes.Node(call.To).Name
		i, ok := at[name]
		if !ok {
			i = len(all)
			at[name] = i
			all = append(all, lineCall{name: name, inline: true})
		}
		all[i].weight += call.Weight
		all[i].inline = all[i].inline && call.Inline
	}
	slices.SortStableFunc(all, func(x, y lineCall) int { return cmp.Compare(model.Magnitude(y.weight), model.Magnitude(x.weight)) })
	return all
}

func (c *lineCalls) text(x lineCall, short bool) string {
	name := model.Sanitise(x.name)
	if short {
		name = model.ShortName(name, false)
	}
	return name + inlineMark(x.inline) + " " + c.r.Format(x.weight, c.unit)
}

// short is the heaviest calls of a line.
func (c *lineCalls) short(s *model.LineSum) string {
	if text, ok := c.known[s]; ok {
		return text
	}
	var parts []string
	for _, x := range c.of(s) {
		if len(parts) == mostAside {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, c.text(x, true))
	}
	text := ""
	if len(parts) > 0 {
		text = "→ " + strings.Join(parts, " · ")
	}
	c.known[s] = text
	return text
}

// note is the text that is shown when somebody points at a line.
func (c *lineCalls) note(x sourceRow) string {
	parts := []string{
		strings.TrimSpace(display(x.code())),
		"flat " + c.r.Format(x.sum.Flat, c.unit) + ", cum " + c.r.Format(x.sum.Cum, c.unit) + " (" + model.Percent(x.sum.Cum, c.r.Total) + ")",
	}
	for i, call := range c.of(x.sum) {
		if i == mostNoted {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, "calls "+c.text(call, false)) // Fyne has no arrow
	}
	return strings.TrimSpace(strings.Join(parts, "\n"))
}
