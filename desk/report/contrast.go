package report

import (
	"profstation/model"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/pair"
)

// Contrast adds a section about what two traces differ in.
func (p *Page) Contrast(base, name string, x *pair.Pair, o Options) {
	s := p.section(change(base, name))
	s.About = "What two execution traces differ in: how long goroutines, tasks and regions took, and the world was stopped."
	for _, side := range []struct {
		name string
		of   *trace.Trace
	}{{"Base", x.Base}, {"New", x.New}} {
		text := timeline.Duration(side.of.End) + ", " + model.Count(int64(len(side.of.Goroutines))) + " goroutines"
		s.Facts = append(s.Facts, model.Fact{Name: side.name, Text: text})
		for _, w := range side.of.Warnings {
			s.Warnings = append(s.Warnings, side.name+": "+w)
		}
	}
	for _, l := range pair.Explain() {
		s.Facts = append(s.Facts, model.Fact{Name: "Judged", Text: l})
	}
	s.note(o.Notes, nil)
	s.list("Durations", []string{
		model.Count(int64(len(pair.Loud(x.Rows)))) + " of " + model.Count(int64(len(x.Rows))) + " differ by more than noise.",
	}, pair.Table(x.Rows))
}
