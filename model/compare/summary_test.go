package compare_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	gmtext "github.com/yuin/goldmark/text"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
)

// named is a profile of two functions of which one has a name.
func named(name string, ms int64) *profile.Profile {
	p := typed([]typedSample{{stack: stack("A"), ms: ms}, {stack: stack("B"), ms: 4000}})
	p.Function[0].Name = name
	return p
}

func markdown(t testing.TB, base, now *profile.Profile, q query.Query) string {
	t.Helper()
	s := &compare.Summary{Comparison: evaluated(t, join(t, base, now), q, compare.Normalisation{}), Base: "old|`1`.pprof", New: "new.pprof"}
	var b bytes.Buffer
	if err := s.WriteMarkdown(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// gfm reads Markdown as GitHub does.
var gfm = goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser()

// checkStructure holds that a reader finds one heading, at most one table of six columns and
// nothing that leads elsewhere.
func checkStructure(t testing.TB, source string) {
	t.Helper()
	found := map[ast.NodeKind]int{}
	ast.Walk(gfm.Parse(gmtext.NewReader([]byte(source))), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		found[n.Kind()]++
		switch n.Kind() {
		case ast.KindLink, ast.KindAutoLink, ast.KindImage, ast.KindRawHTML, ast.KindList, ast.KindBlockquote, ast.KindCodeBlock, ast.KindFencedCodeBlock,
			ast.KindThematicBreak, extast.KindStrikethrough, extast.KindTaskCheckBox:
			t.Errorf("a %s in\n%s", n.Kind(), source)
		case ast.KindText:
			if bytes.ContainsAny(n.(*ast.Text).Value([]byte(source)), "@") && n.Parent().Kind() != ast.KindCodeSpan {
				t.Errorf("somebody is called in\n%s", source)
			}
		case extast.KindTableHeader, extast.KindTableRow:
			if n.ChildCount() != 6 {
				t.Errorf("%d cells in\n%s", n.ChildCount(), source)
			}
		}
		return ast.WalkContinue, nil
	})
	if found[ast.KindHeading] != 1 || found[extast.KindTable] > 1 || found[ast.KindHTMLBlock] != 2 { // the judgement opens and closes
		t.Errorf("%v in\n%s", found, source)
	}
}

// checkMarkdown holds that every row of the table is written with its six cells, as a reader of Markdown drops what is
// too much, and that no name ends the code that it is written as.
func checkMarkdown(t testing.TB, source string) {
	t.Helper()
	checkStructure(t, source)
	for _, line := range strings.Split(source, "\n") {
		if !strings.HasPrefix(line, "| ") {
			continue
		}
		cells := 0
		for i := range len(line) {
			if line[i] == '|' && line[i-min(i, 1)] != '\\' {
				cells++
			}
		}
		if cells != 7 { // with both ends
			t.Errorf("%d bars in %q", cells, line)
		}
	}
	if strings.Count(source, "\n<details>") != 1 || strings.Count(source, "\n</details>") != 1 {
		t.Errorf("a name breaks out of the text:\n%s", source)
	}
}

func TestSummary(t *testing.T) {
	text := markdown(t, named("main.a", 100), named("main.a", 3000), query.Default())
	for _, want := range []string{
		"### cpu: ``old|`1`.pprof`` → `new.pprof`",
		"Total: 4.10s → 7s, **+2.90s (+70.7%)**; as recorded; more than noise.",
		"| `main.a` | 100ms | 3s | +2.90s | +2900% | 100.0% |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Count(text, "\n| `") != 1 { // b took as long as before
		t.Errorf("other rows:\n%s", text)
	}
	text = markdown(t, named("main.a", 3000), named("main.a", 3010), query.Default())
	if want := "No function's flat value changed by more than noise. For the largest, `main.B`, only a change of 27% or more would show; detecting 5% would need a recording "; !strings.Contains(text, want) {
		t.Errorf("no %q in\n%s", want, text)
	}
}

// Recordings of unequal length say so beside the change of their total; values per second need not.
func TestSummaryOfUnequalLengths(t *testing.T) {
	base, now := named("main.a", 1000), named("main.a", 1000)
	base.DurationNanos, now.DurationNanos = 10e9, 5e9
	text := markdown(t, base, now, query.Default())
	for _, want := range []string{"; as recorded, lasting 10s and 5s; ", "values per second compare rates"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	c := evaluated(t, join(t, base, now), query.Default(), compare.Normalisation{By: compare.PerSecond})
	if heading := strings.Join(c.Heading(), "\n"); strings.Contains(heading, "lasting") || strings.Contains(heading, "compare rates") {
		t.Errorf("per second the heading is\n%s", heading)
	}
	now.DurationNanos = 9.8e9
	if text := markdown(t, base, now, query.Default()); strings.Contains(text, "lasting") {
		t.Errorf("two of nearly the same length:\n%s", text)
	}
}

// Where what a function calls changed in so many places that no flat value shows it, the summary has the
// changes by cum.
func TestSummaryByCum(t *testing.T) {
	many := func(ms int64) *profile.Profile {
		all := []typedSample{{stack: stack("Z"), ms: 3000}}
		for _, leaf := range strings.Split("BCDEFGHIJKLMNOPQRSTUVWXY", "") {
			all = append(all, typedSample{stack: stack("A", leaf), ms: ms})
		}
		return typed(all)
	}
	text := markdown(t, many(60), many(120), query.Default())
	if !strings.Contains(text, "No flat value changed by more than noise. The largest changes (cum)") || !strings.Contains(text, "| `main.A` | 1.44s | 2.88s |") {
		t.Errorf("the summary is\n%s", text)
	}
}

// A screen has the same words without marks, and the names in a column of their own.
func TestSummaryText(t *testing.T) {
	for _, name := range append([]string{"main.a"}, hostileNames...) {
		c := evaluated(t, join(t, named(name, 100), named(name, 3000)), query.Default(), compare.Normalisation{})
		var b strings.Builder
		if err := (&compare.Summary{Comparison: c, Base: "old|`1`.pprof", New: "new.pprof"}).WriteText(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		blocks := strings.Split(b.String(), "\n\n")
		if blocks[0] != "cpu: old|`1`.pprof → new.pprof" || !strings.HasPrefix(blocks[1], "Total: 4.10s → 7s, +2.90s (+70.7%); as recorded; more than noise.\n") {
			t.Errorf("%q: it begins with %q", name, blocks[:2])
		}
		lines := strings.Split(blocks[3], "\n")
		shown := strings.TrimSpace("100ms   3s  +2.90s  +2900%          100.0%  " + strings.Join(strings.Fields(safe.Text(c.Name(must.Have(c.Rows(t.Context()))[0].Node))), " "))
		if len(lines) != 2 || lines[0] != "   base  new       Δ      Δ%  of all changes  function" || strings.TrimSpace(lines[1]) != shown {
			t.Errorf("%q: the table is\n%s\nwant\n%s", name, blocks[3], shown)
		}
	}
}

var hostileNames = []string{
	"main.a|b", "`", "``x`", "a\nb|c", "</details>", "<details>", "\\|", "|||", "[x](http://x)", "\x00\xff|", "**x**", " ", "a\u202eb", "http://x.y", "www.x.y", "a@x.y", "@everyone", "#1", "![x](y)", "&lt;b>", "1. x", "- x", "a\\`b",
}

func TestHostileSummary(t *testing.T) {
	for _, name := range hostileNames {
		checkMarkdown(t, markdown(t, named(name, 100), named(name, 3000), query.Default()))
	}
}

func FuzzSummary(f *testing.F) {
	for _, name := range hostileNames {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		base, now := named(name, 100), named(name, 3000)
		checkMarkdown(t, markdown(t, base, now, query.Default()))
		for _, p := range []*profile.Profile{base, now} {
			p.SampleType[len(p.SampleType)-1] = &profile.ValueType{Type: name, Unit: name}
		}
		checkMarkdown(t, markdown(t, base, now, query.Default()))
	})
}

// FuzzDifference holds that whatever two profiles hold, a difference and what is
// said of it can be made, and that its figures are those of both sides.
func FuzzDifference(f *testing.F) {
	f.Add(uint64(1), uint64(2), int64(3))
	f.Add(uint64(7), uint64(7), int64(-1<<62))
	f.Add(uint64(0), uint64(9), int64(1<<62))
	f.Fuzz(func(t *testing.T, one, other uint64, value int64) {
		base, now := random(one), random(other)
		base.Sample[int(one%uint64(len(base.Sample)))].Value[1] = value
		now.Sample[int(other%uint64(len(now.Sample)))].Value[0] = -value
		p := join(t, base, now)
		for _, m := range []compare.Mode{compare.Base, compare.DiffBase} {
			for _, by := range []compare.By{compare.AsRecorded, compare.PerTotal} {
				d := must.Have(p.Difference(context.Background(), m, compare.Normalisation{By: by}))
				r := evaluate(t, d, query.Default().Whole())
				must.Have(r.Top(context.Background()))
				if r.Total < 0 {
					t.Errorf("a total of %d", r.Total)
				}
			}
		}
		for i := range p.New.Types {
			q := query.Default()
			q.SampleIndex = string(rune('0' + i))
			c := evaluated(t, p, q, compare.Normalisation{By: compare.PerTotal})
			for _, row := range must.Have(c.Rows(context.Background())) {
				if c.Words(lang.L, &row.Flat) == "" || row.Flat.PercentText() == "" {
					t.Error("nothing is said of a row")
				}
			}
			must.Have(c.Labels(context.Background()))
			must.Have(c.Wide(context.Background(), compare.ByLarger))
		}
	})
}

// Counters of two processes and sums of different numbers of recordings come with a note.
func TestNotes(t *testing.T) {
	p := library(t, recording(t, "heap.pprof"))
	later := library(t, recording(t, "heap.pprof"))
	later.TimeNanos += 1e9
	for _, s := range later.Sample {
		s.Value[1] /= 2 // another process: it has allocated less
	}
	noted := func(pair *compare.Pair, typ string, n compare.Normalisation) string {
		q := query.Default()
		q.SampleIndex = typ
		return strings.Join(evaluated(t, pair, q, n).Notes(), "\n")
	}
	pair := join(t, p, later)
	if got := noted(pair, "alloc_space", compare.Normalisation{}); !strings.Contains(got, "alloc_space counts from the start of each process") {
		t.Errorf("of a counter: %q", got)
	}
	if got := noted(pair, "inuse_space", compare.Normalisation{}); got != "" {
		t.Errorf("of a state: %q", got)
	}
	one, two := of(t, p), of(t, later)
	later.TimeNanos += 1e9
	groups := must.Have(compare.JoinGroups(t.Context(), []*model.Profile{one}, []*model.Profile{two, of(t, later)}))
	if got := noted(groups, "inuse_space", compare.Normalisation{By: compare.AsRecorded}); !strings.Contains(got, "sums of 1 recording and of 2 recordings") {
		t.Errorf("of unequal groups: %q", got)
	}
	if got := noted(groups, "inuse_space", groups.Default()); got != "" {
		t.Errorf("per recording: %q", got)
	}
}

// TestSummaryFound holds that what stands out is a list, in which names are no markup and call nobody.
func TestSummaryFound(t *testing.T) {
	c := evaluated(t, join(t, named("C", 1000), named("C", 3000)), query.Default(), compare.Normalisation{})
	s := &compare.Summary{Comparison: c, Base: "old", New: "new", Found: []string{"new: a *lock* of <b> (1% → 20%)", "gone: a lock of @somebody\nand www.example.org"}}
	var b bytes.Buffer
	if err := s.WriteMarkdown(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	const want = "\n**What stands out, against the base**\n\n- new: a \\*lock\\* of &lt;b&gt; (1% → 20%)\n- `gone: a lock of @somebody and www.example.org`\n\n<details>"
	if !strings.Contains(b.String(), want) {
		t.Errorf("%q is missing:\n%s", want, b.String())
	}
}
