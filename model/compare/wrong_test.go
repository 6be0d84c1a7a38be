package compare_test

import (
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/query"
)

var update = flag.Bool("update", false, "take the rows of wrong.md from docs/statistics.md")

// What the window says of how often it is wrong is what was simulated last.
func TestWrong(t *testing.T) {
	data, err := os.ReadFile("../../docs/statistics.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(data), "## Nothing changed\n")
	section, _, _ = strings.Cut(section, "\n## ")
	_, rows, ok := strings.Cut(section, "--:|\n")
	if !ok {
		t.Fatal("docs/statistics.md has no table of comparisons in which nothing changed")
	}
	rows = strings.TrimSpace(rows) + "\n"
	if *update {
		if err := os.WriteFile("wrong.md", []byte(rows), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile("wrong.md"); err != nil || string(got) != rows {
		t.Errorf("wrong.md has other rows than docs/statistics.md (%v): go test ./model/compare -run Wrong -update", err)
	}
}

// What to do comes first, and how often it is wrong last, with rows of what is compared.
func TestExplain(t *testing.T) {
	x, y := named("main.a", 3000), named("main.a", 3010)
	heap := load(t, recording(t, "heap.pprof"))
	group := []*model.Profile{of(t, x), of(t, y)}
	for _, c := range []struct {
		what  string
		pair  *compare.Pair
		by    compare.By
		begin string // of the rows
		rows  int
	}{
		{"counts", join(t, x, y), compare.AsRecorded, "CPU, a pair, ", 4},
		{"shares", join(t, x, y), compare.PerTotal, "CPU, a pair, shares", 1},
		{"heap", pairOf(t, heap, heap), compare.AsRecorded, "heap, a pair, ", 2},
		{"groups", must.Have(compare.JoinGroups(t.Context(), group, group)), compare.AsRecorded, "CPU, ", 9},
	} {
		lines := evaluated(t, c.pair, query.Default(), compare.Normalisation{By: c.by}).Explain(lang.L)
		heads := []string{"What to do: ", "Assumptions: ", "The test: ", "How often it is wrong: "}
		for i, head := range heads {
			if i >= len(lines) || !strings.HasPrefix(lines[i], head) {
				t.Fatalf("%s: no %q in its place of\n%s", c.what, head, strings.Join(lines, "\n"))
			}
		}
		rows := lines[len(heads):]
		if len(rows) != c.rows {
			t.Errorf("%s: %d rows, want %d:\n%s", c.what, len(rows), c.rows, strings.Join(rows, "\n"))
		}
		for _, row := range rows {
			calls, name, _ := strings.Cut(strings.TrimPrefix(row, "• "), ": ")
			if _, err := strconv.ParseFloat(calls, 64); err != nil || !strings.HasPrefix(name, c.begin) {
				t.Errorf("%s: %q", c.what, row)
			}
		}
	}
}
