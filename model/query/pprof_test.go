package query_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/internal/pproftool"
	"profstation/internal/thorough"
	"profstation/model"
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
)

// recordings are the project's own profiles in pprof's format.
func recordings(t testing.TB) []string {
	t.Helper()
	return pproftool.Recordings(t, "../../testdata/*.pprof")
}

// TestAgainstPprof puts the same questions to the model and to
// `go tool pprof`, and compares every row.
//
// The environment variable PROFSTATION_CORPUS names a folder whose profiles are
// asked too; what pprof itself cannot read is passed over.
func TestAgainstPprof(t *testing.T) {
	for _, file := range append(recordings(t), pproftool.Corpus(t)...) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			againstPprof(t, file)
		})
	}
}

func againstPprof(t *testing.T, file string) {
	p := load(t, file)
	tool := newPprofTool(t, file)
	checkHead(t, tool, p)
	questions := queries(t, p)
	switch n := p.Samples.Len(); {
	case n > 50000:
		questions = every(questions, 40)
	case n > 10000:
		questions = every(questions, 13)
	case n > 1500:
		questions = every(questions, 3)
	case testing.Short():
		questions = every(questions, 10)
	case second[filepath.Base(file)], filepath.Base(filepath.Dir(file)) != "testdata":
		questions = every(questions, 7)
	default:
		questions = every(questions, 2)
	}
	questions = every(questions, thorough.Times(1, 2))
	for i, a := range tool.ask(p, questions) {
		q := questions[i]
		r, err := query.Evaluate(context.Background(), p, q)
		if err != nil {
			t.Errorf("%s: %v", describe(q), err)
			continue
		}
		if diffs := differences(r, a); len(diffs) > 0 {
			t.Errorf("%s:\n  %s", describe(q), strings.Join(diffs, "\n  "))
		}
	}
}

// second are the recordings of a kind of which there is another.
var second = map[string]bool{"cpu-slow.pprof": true, "allocs.pprof": true, "delta-allocs.pprof": true}

func every(list []query.Query, n int) []query.Query {
	var out []query.Query
	for i, q := range list {
		if i%n == 0 {
			out = append(out, q)
		}
	}
	return out
}

// checkHead compares what pprof prints above a report by default, and its
// rows, asked for as a user would.
func checkHead(t *testing.T, tool *pprofTool, p *model.Profile) {
	t.Helper()
	r := must.Have(query.Evaluate(context.Background(), p, query.Default()))
	text, _ := tool.run("", "-top")
	for _, d := range textDifferences(r, must.Have(r.Top(context.Background())), text) {
		t.Errorf("-top: %s", d)
	}
	text, _ = tool.run("", "-top", "-unit=auto")
	head, _, _ := strings.Cut(text, "Showing nodes")
	want := strings.Split(strings.TrimSuffix(head, "\n"), "\n")
	var got []string
	for _, f := range explain.Facts(r, lang.English, "auto") {
		if f.Name != "Utilization" {
			got = append(got, strings.Join(strings.Fields(f.String()), " "))
		}
	}
	for i, w := range want {
		// pprof pads the percentage as in its columns.
		want[i] = strings.ReplaceAll(safe.Text(strings.Join(strings.Fields(w), " ")), "( ", "(")
	}
	if !slices.Equal(got, want) {
		t.Errorf("head:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestMain(m *testing.M) {
	// The head of a report has a time in the local zone.
	os.Setenv("TZ", "America/St_Johns")
	time.Local = mustZone("America/St_Johns")
	os.Exit(m.Run())
}

func mustZone(name string) *time.Location {
	l, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	return l
}
