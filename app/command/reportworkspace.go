package command

import (
	"strings"

	"github.com/spf13/cobra"

	"profstation/app/report"
	"profstation/app/session"
	"profstation/model"
)

// reported is one section of a page: a file, or two that are compared.
type reported struct {
	name, base string
	kept       bool // it comes from a workspace
	notes      []report.Note
	filters    []model.Refining // those it was looked at with
	sampleType string
}

// expand puts the documents of workspaces in the place of their files.
func expand(cmd *cobra.Command, files []string) ([]reported, error) {
	var all []reported
	for _, name := range files {
		if !strings.HasSuffix(name, session.Ending) {
			all = append(all, reported{name: name})
			continue
		}
		w, err := session.LoadWorkspace(name)
		if err != nil {
			return nil, err
		}
		for i := range w.Documents {
			d := &w.Documents[i]
			if d.Kind != session.File && d.Kind != session.Comparison {
				tell(cmd, "warning: %s: a report has files and comparisons, no %s: %s", name, d.Kind, d.Path)
				continue
			}
			r := reported{kept: true, name: string(d.Path), base: string(d.Base), notes: notesOf(&w, d), sampleType: d.Place.Options["sample_index"]}
			for _, f := range d.Place.Filters {
				r.filters = append(r.filters, model.Refining{Name: f.Name, Text: f.Text, Off: f.Off, Inverted: f.Inverted})
			}
			all = append(all, r)
		}
	}
	return all, nil
}

// notesOf are the notes of a workspace on a document, and on the profiles that
// were made out of it.
func notesOf(w *session.Workspace, d *session.Document) []report.Note {
	var all []report.Note
	for _, of := range w.Notes {
		out, made := strings.CutPrefix(string(of.Path), string(d.Path)+": ")
		made = made && d.Base == "" && of.Base == ""
		if !made && (of.Path != d.Path || of.Base != d.Base) {
			continue
		}
		for _, n := range of.Notes {
			if made {
				n.On = out + ": " + n.On
			}
			all = append(all, report.Note{On: n.On, Text: n.Text, Goroutine: n.Goroutine, At: model.TraceTime(n.At)})
		}
	}
	return all
}

// asked is the query of a section: that of the options, with the filters and the
// sample type of the workspace where the options have none.
func (r *reported) asked(q model.Query) model.Query {
	if len(q.Filters()) == 0 {
		q = model.Refinement{Filters: r.filters}.Apply(q)
	}
	if q.SampleIndex == "" {
		q.SampleIndex = r.sampleType
	}
	return q
}
