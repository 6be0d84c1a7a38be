package query_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"cmp"
	"profstation/internal/must"
	"profstation/internal/pproftool"
	"profstation/internal/reference"
	"profstation/loader"
	"profstation/model"
	"profstation/model/query"
)

// pprofTool is `go tool pprof` on one profile, in a folder of its own.
type pprofTool struct {
	t       *testing.T
	profile string
	dir     string
}

func newPprofTool(t *testing.T, profile string) *pprofTool {
	t.Helper()
	path := must.Have(filepath.Abs(profile))
	return &pprofTool{t, path, t.TempDir()}
}

// run starts pprof.
func (p *pprofTool) run(stdin string, args ...string) (stdout, stderr string) {
	p.t.Helper()
	cmd := pproftool.Command(p.t, append(args, p.profile)...)
	cmd.Dir, cmd.Stdin = p.dir, strings.NewReader(stdin)
	return pproftool.Run(p.t, cmd)
}

// settings are the options of a query in pprof's words. pprof names frames of
// numeric labels in the output unit, so that stays its default with them, and
// else is the sample's own, which leaves figures unrounded.
func settings(q query.Query, t model.ValueType) []string {
	unit := q.Unit
	if unit == "" {
		unit = "minimum"
		if q.TagRoot == "" && q.TagLeaf == "" {
			unit = cmp.Or(t.Unit, "count")
		}
	}
	return reference.PprofSettings(q, unit)
}

// answer is what pprof says to one query: the rows, and, of some, the text of
// -top.
type answer struct {
	rows *profile.Profile
	text string
}

// withText reports whether a query is also asked as text, which costs as much
// again.
func withText(i int) bool { return i%4 == 0 }

// ask puts many queries to one pprof, which then reads the profile only once.
func (p *pprofTool) ask(prof *model.Profile, queries []query.Query) []answer {
	p.t.Helper()
	var script strings.Builder
	for i, q := range queries {
		column := must.Have(query.SampleIndex(prof, q.SampleIndex))
		q.SampleIndex = strconv.Itoa(column)
		for _, s := range settings(q, prof.Types[column]) {
			fmt.Fprintln(&script, s)
		}
		fmt.Fprintf(&script, "topproto >%d.pb\n", i)
		if withText(i) {
			if q.Unit == "" {
				fmt.Fprintln(&script, "unit=minimum")
			}
			fmt.Fprintf(&script, "top >%d.txt\n", i)
		}
	}
	_, errs := p.run(script.String())
	answers := make([]answer, len(queries))
	for i := range queries {
		answers[i].rows = p.readRows(fmt.Sprintf("%d.pb", i), errs)
		if withText(i) {
			answers[i].text = string(p.read(fmt.Sprintf("%d.txt", i), errs))
		}
	}
	return answers
}

func (p *pprofTool) read(file, errs string) []byte {
	p.t.Helper()
	data, err := os.ReadFile(filepath.Join(p.dir, file))
	if err != nil {
		p.t.Fatalf("%s: pprof wrote nothing: %v\n%s", p.profile, err, errs)
	}
	return data
}

func (p *pprofTool) readRows(file, errs string) *profile.Profile {
	p.t.Helper()
	rows := must.Have(profile.ParseData(p.read(file, errs)))
	return rows
}

func load(_ testing.TB, path string) *model.Profile {
	return must.Have(loader.Open(context.Background(), path, loader.Options{})).Profile
}
