package compare_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/compare"
)

// named is a profile of two functions of which one has a name.
func named(name string, ms int64) *profile.Profile {
	p := typed([]typedSample{{stack: stack("A"), ms: ms}, {stack: stack("B"), ms: 4000}})
	p.Function[0].Name = name
	return p
}

func markdown(t testing.TB, base, now *profile.Profile, q model.Query) string {
	t.Helper()
	s := &compare.Summary{Comparison: evaluated(t, join(t, base, now), q, compare.Normalisation{}), Base: "old|`1`.pprof", New: "new.pprof"}
	var b bytes.Buffer
	if err := s.WriteMarkdown(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// checkMarkdown holds that every row of the table has its six cells and that no
// name ends the code that it is written as.
func checkMarkdown(t testing.TB, text string) {
	t.Helper()
	for _, line := range strings.Split(text, "\n") {
		if !strings.HasPrefix(line, "| ") {
			continue
		}
		cells := 0
		for i := range len(line) {
			if line[i] == '|' && line[i-min(i, 1)] != '\\' {
				cells++
			}
		}
		if cells != 7 {
			t.Errorf("%d bars in %q", cells, line)
		}
	}
	if strings.Count(text, "\n<details>") != 1 || strings.Count(text, "\n</details>") != 1 {
		t.Errorf("a name breaks out of the text:\n%s", text)
	}
}

func TestSummary(t *testing.T) {
	text := markdown(t, named("main.a", 100), named("main.a", 3000), model.DefaultQuery())
	for _, want := range []string{
		"### cpu: ``old|`1`.pprof`` → `new.pprof`",
		"Total: 4.10s → 7s, **+2.90s (+70.7%)**; as recorded.",
		"| `main.a` | 100ms | 3s | +2.90s | +2900% | 100.0% |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Count(text, "\n| `") != 1 { // b took as long as before
		t.Errorf("other rows:\n%s", text)
	}
	text = markdown(t, named("main.a", 3000), named("main.a", 3010), model.DefaultQuery())
	if want := "No function changed by more than sampling noise. Of the largest, `main.B`, a change of 5% could be seen with a recording "; !strings.Contains(text, want) {
		t.Errorf("no %q in\n%s", want, text)
	}
}

var hostileNames = []string{
	"main.a|b", "`", "``x`", "a\nb|c", "</details>", "<details>", "\\|", "|||", "[x](http://x)", "\x00\xff|", "**x**", " ", "a\u202eb",
}

func TestHostileSummary(t *testing.T) {
	for _, name := range hostileNames {
		checkMarkdown(t, markdown(t, named(name, 100), named(name, 3000), model.DefaultQuery()))
	}
}

func FuzzSummary(f *testing.F) {
	for _, name := range hostileNames {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		checkMarkdown(t, markdown(t, named(name, 100), named(name, 3000), model.DefaultQuery()))
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
				d, err := p.Difference(context.Background(), m, compare.Normalisation{By: by})
				if err != nil {
					t.Fatal(err)
				}
				r := evaluate(t, d, model.DefaultQuery().Whole())
				must.Have(r.Top(context.Background()))
				if r.Total < 0 {
					t.Errorf("a total of %d", r.Total)
				}
			}
		}
		for i := range p.New.Types {
			q := model.DefaultQuery()
			q.SampleIndex = string(rune('0' + i))
			c := evaluated(t, p, q, compare.Normalisation{By: compare.PerTotal})
			for _, row := range must.Have(c.Rows(context.Background())) {
				if row.Flat.Verdict.Words() == "" || row.Flat.PercentText() == "" {
					t.Error("nothing is said of a row")
				}
			}
			must.Have(c.Labels(context.Background()))
			if _, err := c.Wide(context.Background(), compare.ByLarger); err != nil {
				t.Error(err)
			}
		}
	})
}
