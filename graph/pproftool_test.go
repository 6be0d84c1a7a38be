package graph_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"profstation/graph"
	"profstation/internal/must"
	"profstation/internal/pproftool"
	"profstation/internal/reference"
	"profstation/model"
	"profstation/model/query"
)

// question is one graph that both programs are asked for.
type question struct {
	query   query.Query
	options graph.Options
	trim    bool
	// raw: figures in the unit of the file, which leaves them unrounded.
	raw bool
}

func (q question) String() string {
	return strings.Join(q.settings(model.ValueType{Unit: "its own"}), " ")
}

// settings are the options in pprof's words.
func (q question) settings(t model.ValueType) []string {
	unit := "minimum"
	if q.raw {
		unit = cmp.Or(t.Unit, "count")
	}
	of := q.query
	of.EdgeFraction = q.options.EdgeFraction
	return append(reference.PprofSettings(of, cmp.Or(of.Unit, unit)), fmt.Sprint("call_tree=", q.options.CallTree), fmt.Sprint("trim=", q.trim))
}

// askPprof puts many questions to one pprof, which then reads the profile only
// once.
func askPprof(t *testing.T, file string, p *model.Profile, questions []question) []string {
	t.Helper()
	dir := t.TempDir()
	var script strings.Builder
	for i, q := range questions {
		column := must.Have(query.SampleIndex(p, q.query.SampleIndex))
		q.query.SampleIndex = strconv.Itoa(column)
		for _, s := range q.settings(p.Types[column]) {
			fmt.Fprintln(&script, s)
		}
		fmt.Fprintf(&script, "dot >%d.dot\n", i)
	}
	file = must.Have(filepath.Abs(file))
	cmd := pproftool.Command(t, file)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(script.String())
	_, said := pproftool.Run(t, cmd)
	texts := make([]string, len(questions))
	for i := range questions {
		text, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("%d.dot", i)))
		if err != nil {
			t.Fatalf("%s: pprof wrote nothing to %v: %v\n%s", file, questions[i], err, said)
		}
		texts[i] = quotedLabels(string(text), p)
	}
	return texts
}

// quotedLabels escapes the quotes in labels, which pprof leaves as they are (google/pprof#1020).
func quotedLabels(text string, p *model.Profile) string {
	for i := range p.Strings.Len() {
		if s := p.Strings.Raw(model.StringID(i)); strings.Contains(s, `"`) {
			text = strings.ReplaceAll(text, s, strings.ReplaceAll(s, `"`, `\"`))
		}
	}
	return text
}
