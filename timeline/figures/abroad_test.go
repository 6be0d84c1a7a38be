package figures

import (
	"slices"
	"strings"
	"testing"

	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/table"
)

// abroad is a language in which all texts stand in brackets.
var abroad = &lang.Catalogue{Else: func(english string) string { return "[" + english + "]" }}

func figuresOf(t *testing.T, p *Panel) string {
	t.Helper()
	var b strings.Builder
	if err := p.Table.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// In another language panels are translated, and files and the names of profiles are those of English.
func TestAbroad(t *testing.T) {
	s := recording(t)
	part := trace.Interval{From: s.Trace.End / 3, To: s.Trace.End / 2}
	start := View{Interval: part, Kept: []Kept{{"A", trace.Interval{To: s.Trace.End / 4}}}, HasSelected: true, Selected: 1000}
	for _, name := range allSheets {
		views := []View{start}
		for _, pick := range picks(s.make(t, name, start)) {
			v := start
			v.Choice = pick(v.Choice)
			views = append(views, v)
		}
		for i := 0; i < len(views); i++ { // which grow
			v := views[i]
			lang.Use(nil)
			english := s.make(t, name, v)
			if !v.Choice.Tasks.One && len(views) < 100 {
				for _, pick := range picks(english) { // the details of a task, of a region
					if next := pick(v.Choice); next.Tasks.One {
						views = append(views, View{Interval: part, Choice: next})
					}
				}
			}
			files := map[string]string{}
			for _, p := range english.Panels() {
				if p.Table != nil {
					files[p.Name] = figuresOf(t, p)
				}
			}
			lang.Use(abroad)
			t.Cleanup(func() { lang.Use(nil) })
			sheet := s.make(t, name, v)
			if sheet.Of != english.Of || sheet.Name != english.Name {
				t.Errorf("%s: profiles of %q are called %q", name, english.Of, sheet.Of)
			}
			for _, text := range []string{sheet.Title, sheet.About} {
				brackets(t, name, text)
			}
			for _, c := range sheet.Controls {
				for _, text := range append(slices.Clone(c.Options), c.Label, c.Help) {
					brackets(t, name, text)
				}
			}
			for _, p := range sheet.Panels() {
				if p.Table == nil {
					continue
				}
				brackets(t, p.Name, p.Empty)
				for k, c := range p.Table.Columns {
					brackets(t, p.Name, c.Help)
					if p.Name != "compared" && !reasons(english.Panel(p.Name).Table.Columns[k]) { // names
						brackets(t, p.Name, c.Title)
					}
				}
				if got, want := figuresOf(t, p), files[p.Name]; got != want {
					t.Errorf("%s: the file of %s has %q, in English %q", name, p.Name, different(got, want), different(want, got))
				}
			}
		}
	}
}

// reasons reports whether a column is of a reason to wait, which the runtime names.
func reasons(c table.Column) bool {
	return strings.HasPrefix(c.Help, "Time in which it waited, for the reason")
}

func brackets(t *testing.T, where, text string) {
	t.Helper()
	if text != "" && !strings.Contains(text, "[") {
		t.Errorf("%s: %q is not translated", where, text)
	}
}

// different is the first line of a text that another has otherwise.
func different(text, other string) string {
	lines, others := strings.Split(text, "\n"), strings.Split(other, "\n")
	for i, l := range lines {
		if i >= len(others) || l != others[i] {
			return l
		}
	}
	return ""
}

// The order of a table is known by the English titles, whatever the language.
func TestOrderAbroad(t *testing.T) {
	s := recording(t)
	english := s.make(t, "tasks", View{}).Panels()[0]
	lang.Use(abroad)
	t.Cleanup(func() { lang.Use(nil) })
	p := s.make(t, "tasks", View{}).Panels()[0]
	column := slices.IndexFunc(english.Table.Columns, func(c table.Column) bool { return c.Title == "count" })
	v := View{Choice: p.Sort(column)(Choice{})}
	if got := v.Choice.Orders[p.Name]; got.By != "count" {
		t.Errorf("it is kept as %q", got.By)
	}
	if p = s.make(t, "tasks", v).Panels()[0]; p.Order.Column(p.Table) != column {
		t.Errorf("column %d has the order, not %d", p.Order.Column(p.Table), column)
	}
}
