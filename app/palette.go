package app

import (
	"slices"
	"strings"

	"github.com/sahilm/fuzzy"

	"profstation/model"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/views"
)

// mostFindings is how many a palette lists.
const mostFindings = 60

// finder makes what answers the palette now. It works on what does not change,
// so it may run on any goroutine.
func (d *Desk) finder() views.Find {
	if d.active != nil && d.active.trace != nil {
		return findInTrace(d.active.trace.timeline)
	}
	var docs []views.Finding
	for _, doc := range d.docs {
		docs = append(docs, views.Finding{Label: doc.name(), Detail: "document", Go: []views.Intent{views.Activate{Document: doc.id}}})
	}
	if d.answer == nil || d.active == nil || d.answer.Document != d.active.id {
		return func(text string) []views.Finding { return pick(text, docs) }
	}
	return findInProfile(d.answer, docs)
}

// findInProfile finds functions, the heaviest first where nothing is typed.
func findInProfile(a *answer, docs []views.Finding) views.Find {
	r := a.Result
	return func(text string) []views.Finding {
		sums := r.Sums()
		var rows []model.Row
		for n := range model.NodeID(r.Nodes.Len()) {
			if sums.Cum[n] != 0 || sums.Flat[n] != 0 {
				rows = append(rows, model.Row{Node: n, Flat: sums.Flat[n], Cum: sums.Cum[n]})
			}
		}
		r.SortRows(rows, model.ByCum)
		all := make([]views.Finding, len(rows), len(rows)+len(docs))
		for i, row := range rows {
			name := r.Nodes.Node(row.Node).String()
			all[i] = views.Finding{Label: name, Detail: model.Percent(row.Cum, r.Total), Go: []views.Intent{views.Select{Selection: views.Selection{Node: name}}}}
		}
		return pick(text, append(all, docs...))
	}
}

// pick keeps what a text may mean: first what has it in its name, in the order
// of the list, then what has its letters in their order.
func pick(text string, all []views.Finding) []views.Finding {
	if text == "" {
		return slices.Clip(all[:min(len(all), mostFindings)])
	}
	var out []views.Finding
	has := func(f *views.Finding) bool {
		return strings.Contains(strings.ToLower(f.Label), strings.ToLower(text))
	}
	for i := range all {
		if len(out) < mostFindings && has(&all[i]) {
			out = append(out, all[i])
		}
	}
	if len(out) == mostFindings {
		return out
	}
	for _, m := range fuzzy.FindFrom(text, labels(all)) {
		if len(out) < mostFindings && !has(&all[m.Index]) {
			out = append(out, all[m.Index])
		}
	}
	return out
}

// labels lets fuzzy look at findings.
type labels []views.Finding

func (l labels) String(i int) string { return l[i].Label }
func (l labels) Len() int            { return len(l) }

// findInTrace finds lanes and times.
func findInTrace(t *timeline.Timeline) views.Find {
	return func(text string) []views.Finding {
		var out []views.Finding
		for _, p := range t.Search(text, mostFindings) {
			r := views.Reveal{Key: p.Key}
			detail := ""
			if p.From != trace.NoTime {
				r.From, r.To = p.From, p.To
				detail = timeline.Duration(p.From)
			}
			out = append(out, views.Finding{Label: p.Text, Detail: detail, Go: []views.Intent{views.GoTo{Reveal: r}}})
		}
		return out
	}
}
