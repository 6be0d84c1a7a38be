package model_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/loader"
	"profstation/model"
)

// pprofPath finds the program that `go tool pprof` runs. Asking once and
// starting it directly saves the go command's own work for each question.
var pprofPath = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "tool", "-n", "pprof").Output()
	return strings.TrimSpace(string(out)), err
})

// pprofTool is `go tool pprof` on one profile, in a folder of its own.
type pprofTool struct {
	t       *testing.T
	profile string
	dir     string
}

func newPprofTool(t *testing.T, profile string) *pprofTool {
	t.Helper()
	path, err := filepath.Abs(profile)
	if err != nil {
		t.Fatal(err)
	}
	return &pprofTool{t, path, t.TempDir()}
}

// run starts pprof. Nothing of the user's settings or binaries may change what
// it answers.
func (p *pprofTool) run(stdin string, args ...string) (stdout, stderr string) {
	p.t.Helper()
	path, err := pprofPath()
	if err != nil {
		p.t.Fatalf("go tool pprof: %v", err)
	}
	cmd := exec.Command(path, append(args, p.profile)...)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "PPROF_TMPDIR="+p.dir, "PPROF_BINARY_PATH="+p.dir, "HOME="+p.dir, "XDG_CONFIG_HOME="+p.dir)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &errs
	if err := cmd.Run(); err != nil {
		p.t.Fatalf("pprof %s %s: %v\n%s", strings.Join(args, " "), p.profile, err, errs.String())
	}
	return out.String(), errs.String()
}

// settings are the options of a query in pprof's words. pprof names frames of
// numeric labels in the output unit, so that stays its default with them, and
// else is the sample's own, which leaves figures unrounded.
func settings(q model.Query, t model.ValueType) []string {
	unit := "minimum"
	if q.TagRoot == "" && q.TagLeaf == "" {
		unit = rawUnit(t)
	}
	s := []string{
		"sample_index=" + q.SampleIndex,
		"granularity=" + string(q.Granularity),
		fmt.Sprint("noinlines=", q.NoInlines),
		fmt.Sprint("showcolumns=", q.ShowColumns),
		fmt.Sprint("relative_percentages=", q.RelativePercentages),
		"nodecount=" + strconv.Itoa(q.NodeCount),
		"nodefraction=" + strconv.FormatFloat(q.NodeFraction, 'g', -1, 64),
		"sort=" + string(q.Sort),
		"unit=" + unit,
	}
	for _, name := range filterNames {
		s = append(s, name+"="+filterText(q, name))
	}
	return s
}

var filterNames = []string{
	"focus", "ignore", "hide", "show", "show_from",
	"tagfocus", "tagignore", "tagshow", "taghide", "tagroot", "tagleaf",
}

func filterText(q model.Query, name string) string {
	for _, f := range q.Filters() {
		if f.Name == name {
			return f.Text
		}
	}
	return ""
}

// rawUnit is the unit that makes pprof print whole numbers.
func rawUnit(t model.ValueType) string {
	if t.Unit == "" {
		return "count"
	}
	return t.Unit
}

// answer is what pprof says to one query: the rows, and the text of -top.
type answer struct {
	rows *profile.Profile
	text string
}

// ask puts many queries to one pprof, which then reads the profile only once.
func (p *pprofTool) ask(prof *model.Profile, queries []model.Query) []answer {
	p.t.Helper()
	var script strings.Builder
	for i, q := range queries {
		column, err := prof.SampleIndex(q.SampleIndex)
		if err != nil {
			p.t.Fatal(err)
		}
		q.SampleIndex = strconv.Itoa(column)
		for _, s := range settings(q, prof.Types[column]) {
			fmt.Fprintln(&script, s)
		}
		fmt.Fprintf(&script, "topproto >%d.pb\nunit=minimum\ntop >%d.txt\n", i, i)
	}
	_, errs := p.run(script.String())
	answers := make([]answer, len(queries))
	for i := range queries {
		text, err := os.ReadFile(filepath.Join(p.dir, fmt.Sprintf("%d.txt", i)))
		if err != nil {
			p.t.Fatalf("%s: pprof wrote nothing for %+v: %v\n%s", p.profile, queries[i], err, errs)
		}
		answers[i] = answer{p.readRows(fmt.Sprintf("%d.pb", i)), string(text)}
	}
	return answers
}

func (p *pprofTool) readRows(file string) *profile.Profile {
	p.t.Helper()
	data, err := os.ReadFile(filepath.Join(p.dir, file))
	if err != nil {
		p.t.Fatal(err)
	}
	rows, err := profile.ParseData(data)
	if err != nil {
		p.t.Fatal(err)
	}
	return rows
}

func load(t testing.TB, path string) *model.Profile {
	t.Helper()
	f, err := loader.Open(context.Background(), path, loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f.Profile
}

// differences compares a result with what pprof says, row by row, and then the
// figures as text.
func differences(r *model.Result, a answer) []string {
	var diffs []string
	add := func(format string, args ...any) { diffs = append(diffs, fmt.Sprintf(format, args...)) }
	table := r.Top()
	if len(table.Rows) != len(a.rows.Sample) {
		add("%d rows, want %d", len(table.Rows), len(a.rows.Sample))
	}
	unit := a.rows.SampleType[1].Unit
	scaled := func(v int64) int64 {
		x, _ := model.Scale(v, r.Type.Unit, unit)
		return int64(x)
	}
	for i, row := range table.Rows {
		if i >= len(a.rows.Sample) {
			break
		}
		s := a.rows.Sample[i]
		l := s.Location[0]
		fn := l.Line[0].Function
		n := r.Nodes.Node(row.Node)
		got := fmt.Sprintf("%q %q:%d:%d %x flat %d cum %d", n.Name, n.File, n.Line, n.Column, n.Address, scaled(row.Flat), scaled(row.Cum))
		want := fmt.Sprintf("%q %q:%d:%d %x flat %d cum %d", fn.Name, fn.Filename, l.Line[0].Line, l.Line[0].Column, l.Address, s.Value[1], s.Value[0])
		if got != want {
			add("row %d: %s\n      want %s", i, got, want)
			if len(diffs) > 5 {
				break
			}
		}
	}
	for _, d := range textDifferences(r, table, a.text) {
		add("%s", d)
	}
	return diffs
}

// textDifferences compares the lines above a table and its columns.
func textDifferences(r *model.Result, table *model.Table, text string) []string {
	var diffs []string
	compare := func(got, want string) {
		if got != want && len(diffs) < 5 {
			diffs = append(diffs, fmt.Sprintf("text %q\n     want %q", got, want))
		}
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	head := 0
	for !strings.HasPrefix(strings.TrimSpace(lines[head]), "flat  flat%") {
		head++
	}
	var above []string
	for _, l := range lines[:head] {
		if strings.HasPrefix(l, "Showing ") || strings.HasPrefix(l, "Dropped ") {
			above = append(above, l)
		}
	}
	compare(strings.Join(r.Summary(table), "\n"), strings.Join(above, "\n"))
	unit := r.TableUnit(table.Rows)
	format := func(v int64) string { return model.Format(v, r.Type.Unit, unit) }
	var sum int64
	for i, l := range lines[head+1:] {
		if i >= len(table.Rows) {
			break
		}
		row := table.Rows[i]
		sum += row.Flat
		got := fmt.Sprintf("%s %s %s %s %s %s", format(row.Flat), model.Percent(row.Flat, r.Total), model.Percent(sum, r.Total),
			format(row.Cum), model.Percent(row.Cum, r.Total), r.Nodes.Node(row.Node))
		l = strings.TrimSuffix(strings.TrimSuffix(l, " (inline)"), " (partial-inline)")
		compare(strings.Join(strings.Fields(got), " "), strings.Join(strings.Fields(l), " "))
	}
	return diffs
}
