package table_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/internal/pproftool"
	"profstation/internal/reference"
	"profstation/internal/thorough"
	"profstation/model"
	"profstation/model/query"
	"profstation/table"
)

// asked is one question to pprof: which report, with which settings.
type asked struct {
	report string // peek, tree, traces, tags, top or list
	arg    string // a regular expression
	q      query.Query
}

// questions about a profile: each report plain, and with options that change
// what it shows.
func questions(p *model.Profile) []asked {
	plain := query.Default()
	plain.Unit = cmp.Or(p.Types[p.Default].Unit, "count")
	var key string
	if axes := p.LabelAxes(); len(axes) > 0 {
		key = axes[0].Key
	}
	changes := []func(*query.Query){
		func(*query.Query) {},
		func(q *query.Query) { q.Unit, q.Focus = "", "main|runtime" },
		func(q *query.Query) { q.Granularity, q.Hide, q.DivideBy = query.Lines, "^runtime", 3 },
		func(q *query.Query) { q.DropNegative, q.NodeFraction, q.EdgeFraction = true, 0.02, 0.01 },
		func(q *query.Query) { q.PruneFrom, q.NoInlines, q.Sort = "profstation|main", true, query.ByCum },
		func(q *query.Query) { q.TagRoot, q.NodeCount, q.TagHide = key, 12, "tenant" },
		func(q *query.Query) { q.Mean, q.SampleIndex, q.TagShow = true, strconv.Itoa(len(p.Types)-1), "e" },
		func(q *query.Query) { q.Granularity, q.RelativePercentages, q.Show = query.FileFunctions, true, "go$" },
	}
	var all []asked
	for i, change := range changes {
		q := plain
		change(&q)
		rows := q.NodeCount
		if rows < 0 {
			rows = 1e6 // else its shell shows 10
		}
		all = append(all, asked{"peek", []string{".", "runtime\\.|main"}[i%2], q}, asked{"tree", "", q},
			asked{"traces", "", q}, asked{"tags", "", q}, asked{"top", strconv.Itoa(rows), q})
		all = append(all, asked{"list", ".", q})
	}
	return all
}

// settings are a query in pprof's words, all of them, for one question follows
// the other.
func settings(p *model.Profile, q query.Query) []string {
	q.SampleIndex = strconv.Itoa(must.Have(query.SampleIndex(p, q.SampleIndex)))
	q.Granularity = cmp.Or(q.Granularity, query.Functions)
	return reference.PprofSettings(q, cmp.Or(q.Unit, "minimum"))
}

// Every line of peek, tree, traces and tags is the one that go tool pprof
// prints, and every line of list that has a figure, except where pprof is
// known to be wrong: a mean's shares, and sums over a function's lines.
func TestReportsAgainstPprof(t *testing.T) {
	files := pproftool.Recordings(t, "../testdata/*.pprof")
	if dir := os.Getenv("PROFSTATION_CORPUS"); dir != "" {
		more := must.Have(filepath.Glob(filepath.Join(dir, "*.p*")))
		files = append(files, more...)
	}
	for k, file := range files {
		if strings.Contains(file, "cut-60pct") {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			p := load(t, file)
			all := questions(p)
			switch dir, file := filepath.Dir(file), filepath.Base(file); {
			case p.Samples.Len() > 10000:
				all = all[:4]
			case filepath.Base(dir) != "testdata" || file == "cpu-slow.pprof" || file == "allocs.pprof" || file == "delta-allocs.pprof":
				all = all[:10]
			}
			part := all[:0]
			for i, a := range all {
				if thorough.One(i+k, 3) {
					part = append(part, a)
				}
			}
			all = part
			dir := t.TempDir()
			fakeSources(t, dir, p)
			var script strings.Builder
			fmt.Fprintln(&script, "compact_labels=false")
			for i, a := range all {
				for _, s := range settings(p, a.q) {
					fmt.Fprintln(&script, s)
				}
				fmt.Fprintf(&script, "%s %s >%d.txt\n", a.report, a.arg, i)
			}
			path := must.Have(filepath.Abs(file))
			cmd := pproftool.Command(t, "-source_path="+dir, path)
			cmd.Dir, cmd.Stdin = dir, strings.NewReader(script.String())
			_, said := pproftool.Run(t, cmd)
			for i, a := range all {
				want, err := os.ReadFile(filepath.Join(dir, strconv.Itoa(i)+".txt"))
				if err != nil {
					if !strings.Contains(said, "no matches found") {
						t.Errorf("%v: %v", a, err)
					}
					continue
				}
				compareReport(t, a, evaluate(t, p, a.q), string(want), dir)
			}
		})
	}
}

// fakeSources writes files as long as the profile needs them, for pprof lists
// nothing of files that it does not find.
func fakeSources(t *testing.T, dir string, p *model.Profile) {
	t.Helper()
	longest := map[string]int64{}
	for _, l := range p.Lines {
		file := filepath.Clean(p.Strings.Raw(p.Functions[l.Func].File))
		longest[file] = max(longest[file], l.Line+9)
	}
	for file, n := range longest {
		if filepath.IsAbs(file) || n > 20_000 || strings.ContainsAny(file, "\x00") || len(file) > 200 {
			continue
		}
		path := filepath.Join(dir, file)
		if os.MkdirAll(filepath.Dir(path), 0o777) == nil {
			os.WriteFile(path, []byte(strings.Repeat("code\n", int(n))), 0o666)
		}
	}
}

func compareReport(t *testing.T, a asked, r *query.Result, want, dir string) {
	t.Helper()
	var b bytes.Buffer
	var write func(w io.Writer) error
	re := regexp.MustCompile(a.arg)
	switch a.report {
	case "peek":
		write = must.Have(table.Peek(context.Background(), "f", r, must.Have(r.Peek(context.Background(), re)))).WriteText
	case "tree":
		write = must.Have(table.Tree(context.Background(), "f", r)).WriteText
	case "top":
		write = must.Have(table.TopText(context.Background(), r))
	case "traces":
		write = must.Have(table.Traces(context.Background(), "f", r)).WriteText
	case "tags":
		write = must.Have(table.Labels(context.Background(), "f", r)).WriteText
	case "list":
		report := &table.ListReport{File: "f", Result: r}
		for _, l := range must.Have(r.List(context.Background(), re)) {
			// The compiler may put code of inlined calls before the line at which a function begins: pprof leaves it out.
			l.Lines = slices.DeleteFunc(l.Lines, func(s query.LineSum) bool { return s.Line > 0 && s.Line < l.StartLine })
			s := table.Source{Listing: l}
			if data, err := os.ReadFile(filepath.Join(dir, l.File)); err == nil && !filepath.IsAbs(l.File) {
				s.Text = strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
			} else {
				l.Lines = nil
			}
			report.Listings = append(report.Listings, s)
		}
		write = report.WriteText
	}
	must.Do(write(&b))
	if a.report == "tags" && want == "" {
		want = "no labels\n"
	}
	got, wanted := comparable(a, b.String()), comparable(a, want)
	for i := range max(len(got), len(wanted)) {
		var x, y string
		if i < len(got) {
			x = got[i]
		}
		if i < len(wanted) {
			y = wanted[i]
		}
		if x != y {
			t.Errorf("%s %s %+v, line %d of %d:\n     %q\nwant %q", a.report, a.arg, a.q, i, len(wanted), x, y)
			return
		}
	}
}

var (
	percent = regexp.MustCompile(`\(?\s*[0-9.e+-]+%\)?`)
	noCall  = regexp.MustCompile(`^ +0 *% \|`) // counted, but without a value
	noLine  = regexp.MustCompile(`^ *\S+ +\S+ +0:`)
	cumSum  = regexp.MustCompile(`^ *\S+ +\S+ \(flat, cum\).*`)
)

// comparable is a report without what is not to be compared.
func comparable(a asked, text string) []string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if a.q.Mean {
			// pprof takes shares of a mean of all, which may be 300%.
			l = percent.ReplaceAllString(l, "%")
			if strings.HasPrefix(l, "Showing ") || strings.HasPrefix(l, "Duration") || strings.HasPrefix(l, "Dropped") || noCall.MatchString(l) {
				l = ""
			}
		}
		if a.report == "list" {
			// pprof adds up the cum of lines, and says nothing of files it
			// does not find.
			if f := strings.Fields(l); cumSum.MatchString(l) || noLine.MatchString(l) || strings.HasPrefix(l, " Error:") || len(f) > 1 && f[0] == "." && f[1] == "." {
				l = ""
			}
		}
		lines[i] = l
	}
	lines = slices.DeleteFunc(lines, func(l string) bool { return l == "" })
	return lines
}
