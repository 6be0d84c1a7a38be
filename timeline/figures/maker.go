package figures

import (
	"context"
	"fmt"
	"regexp"
	"slices"

	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/model/trace"
	"profstation/timeline/analysis"
)

// SheetKind is one kind of sheet.
type SheetKind struct {
	Name  string // the name in tabs and in the export command
	Title string
	brief []string // see Sheet.Brief
	make  func(*maker) error
}

// Sheets lists all kinds of sheets, sorted by name.
var Sheets = []SheetKind{
	{Name: "gc", Title: "GC", make: (*maker).gc},
	{Name: "goroutines", Title: "Goroutines", make: (*maker).goroutines},
	{Name: "mmu", Title: "Minimum mutator utilization", brief: []string{"curve", "worst"}, make: (*maker).mmu},
	{Name: "regions", Title: "Regions", make: (*maker).regions},
	{Name: "sched", Title: "Scheduling", brief: []string{"latency", "waits"}, make: (*maker).scheduling},
	{Name: "tasks", Title: "Tasks", make: (*maker).tasks},
}

// Everyone says in English what a profile covers if it is not limited to some goroutines. It becomes part of the
// profile's name.
const Everyone = "all goroutines"

// Sheet makes a sheet of the kind with that name. It fails if the name is unknown, or with the context's error.
func (s *Source) Sheet(ctx context.Context, name string, v View) (*Sheet, error) {
	i := slices.IndexFunc(Sheets, func(k SheetKind) bool { return k.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("no sheet of figures is called %q", name)
	}
	iv := s.Analysis.Within(v.Interval)
	m := &maker{Source: s, ctx: ctx, view: v, iv: iv, sheet: &Sheet{
		Name: name, Title: lang.L(Sheets[i].Title), Brief: Sheets[i].brief, Interval: iv, About: s.Interval(iv),
		Damage: safe.Text(s.Trace.Damage(iv)),
		Scope:  analysis.What{Interval: iv}, Of: Everyone,
	}}
	if err := Sheets[i].make(m); err != nil {
		return nil, err
	}
	return m.sheet, ctx.Err()
}

type maker struct {
	*Source
	ctx   context.Context
	view  View
	iv    trace.Interval // the view's interval, limited to the trace
	sheet *Sheet
}

// ask answers a question about the sheet's interval. It returns the remembered answer if there is one.
func ask[A any](m *maker, kind string, answer func(context.Context, trace.Interval) (A, error)) (A, error) {
	return remember(m.ctx, &m.memory, kind, m.iv, answer)
}

func (m *maker) add(share float64, panels ...*Panel) {
	m.sheet.Rows = append(m.sheet.Rows, Row{share, panels})
}

func translated(texts []string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = lang.L(t)
	}
	return out
}

func (m *maker) offer(c Control, set func(c *Choice, at int, text string)) {
	c.Set = func(at int, text string) Change {
		return change(func(c *Choice) { set(c, at, text) })
	}
	m.sheet.Controls = append(m.sheet.Controls, c)
}

// compile reads a regular expression. It returns nil, which filters nothing, if text is "" or invalid.
func compile(text string) *regexp.Regexp {
	if text == "" {
		return nil
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil
	}
	return re
}
