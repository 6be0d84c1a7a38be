package command

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/loader/pprof"
	"profstation/model"
	"profstation/model/query"
)

// seriesFolder is a folder of heap profiles, with one of another kind and what is
// no profile in it.
func seriesFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for to, from := range map[string]string{"1.pb.gz": "heap.pprof", "2.pb.gz": "heap.pprof", "other.pb.gz": "mutex.pprof"} {
		data, err := os.ReadFile(filepath.Join(recordings, from))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, to), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "notes.md"), []byte("# no profile"), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestTrend(t *testing.T) {
	dir := seriesFolder(t)
	got := run(t, "export", "--view", "trend", "-o", "-", "--format", "csv", "--sample_index", "inuse_space", dir)
	lines := strings.Split(strings.TrimSpace(got.out), "\n")
	if got.exit != exitOK || len(lines) != 3 || !strings.HasPrefix(lines[0], "time,profile,") || !strings.HasSuffix(lines[0], ",(rest)") {
		t.Fatalf("status %d\n%s\n%s", got.exit, got.out, got.err)
	}
	for _, want := range []string{"notes.md", "1 profile of other kinds"} {
		if !strings.Contains(got.err, want) {
			t.Errorf("nothing is said of %q:\n%s", want, got.err)
		}
	}
	// The layers add up to the total, in each profile.
	total := run(t, "export", "--view", "trend", "--by", "total", "-o", "-", "--format", "csv", "--sample_index", "inuse_space", dir)
	if row := strings.Split(strings.Split(total.out, "\n")[1], ","); len(row) != 4 || row[3] == "0" {
		t.Errorf("total\n%s", total.out)
	}
	// Filters are of each profile; lines are of names.
	one := run(t, "export", "--view", "trend", "--line", `^profstation/.*ledger`, "--cum", "-o", "-", "--format", "csv", "--sample_index", "inuse_space", dir)
	if one.exit != exitOK || !strings.Contains(one.out, "ledger") || strings.Contains(one.out, "(rest)") {
		t.Errorf("a line\n%s%s", one.out, one.err)
	}
	if g := run(t, "export", "--view", "growth", "--by", "functions", "-o", "-", "--format", "csv", "--kind", "heap", dir); g.exit != exitOK ||
		!strings.HasPrefix(g.out, "name,verdict,measure,since,slope_per_hour") || !strings.Contains(g.out, "too few profiles") {
		t.Errorf("growth\n%s%s", g.out, g.err)
	}
	few := run(t, "export", "--view", "growth", "--by", "functions", "--line", "ledger", "--cum", "-o", "-", "--format", "csv", "--sample_index", "inuse_space", dir)
	if rows := strings.Split(strings.TrimSpace(few.out), "\n")[1:]; few.exit != exitOK || len(rows) == 0 || slices.ContainsFunc(rows, func(row string) bool { return !strings.Contains(row, "ledger") }) {
		t.Errorf("growth of some\n%s%s", few.out, few.err)
	}
	for _, view := range []string{"trend", "growth"} {
		for _, format := range []string{"svg", "png"} {
			out := filepath.Join(t.TempDir(), view+"."+format)
			if got := run(t, "export", "--view", view, "-o", out, dir); got.exit != exitOK {
				t.Errorf("%s: %s", out, got.err)
			}
			if data, err := os.ReadFile(out); err != nil || len(data) < 1000 {
				t.Errorf("%s: %d bytes, %v", out, len(data), err)
			}
		}
	}
}

// Goroutines are added up by stacks, as in the window, if nothing else is said.
func TestTrendOfGoroutines(t *testing.T) {
	export := func(flags ...string) string {
		got := run(t, append([]string{"export", "--view", "trend", "-o", "-", "--format", "csv", recordings + "/goroutine.pprof"}, flags...)...)
		if got.exit != exitOK {
			t.Fatal(got.err)
		}
		return got.out
	}
	if usual := export(); usual != export("--by", "stacks") || usual == export("--by", "packages") {
		t.Errorf("usually\n%s", usual)
	}
}

func TestTrendErrors(t *testing.T) {
	dir := seriesFolder(t)
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"--view trend -o x.svg --kind cpu " + dir, exitFailed, "there are no cpu profiles in"},
		{"--view trend -o x.svg --by shoes " + dir, exitFailed, "expected packages, functions or total"},
		{"--view trend -o x.svg --by shoes " + recordings + "/goroutine.pprof", exitFailed, "expected packages, functions, stacks"},
		{"--view trend -o x.svg --by a,b " + dir, exitUsage, "expected packages, functions"},
		{"--view trend -o x.svg --line ( " + dir, exitUsage, "line"},
		{"--view trend -o x.csv --line nothing_at_all " + dir, exitFailed, "no matching name"},
		{"--view growth -o x.csv --line nothing_at_all " + dir, exitFailed, "no matching name"},
		{"--view trend -o x.svg " + recordings + "/trace.trace", exitFailed, "is an execution trace"},
		{"--view trend -o x.svg --base " + cpu + " " + dir, exitUsage, "the view trend has no base"},
		{"--view growth -o x.csv --diff_base " + cpu + " " + dir, exitUsage, "the view growth has no base"},
		{"--view growth -o x.csv --by total " + dir, exitUsage, "--by=total is for the view trend"},
		{"--view top -o x.svg --kind heap " + cpu, exitUsage, "--kind and --line are for"},
		{"--view trend -o x.svg " + t.TempDir(), exitFailed, "there are no profiles in"},
	} {
		got := run(t, append([]string{"export"}, strings.Fields(c.args)...)...)
		if got.exit != c.status || !strings.Contains(got.err, c.says) {
			t.Errorf("%s: status %d, want %d\n%s", c.args, got.exit, c.status, got.err)
		}
	}
}

// The growth of a series tells how long what is allocated lives, and may be limited to what lives long or hardly at all.
func TestLives(t *testing.T) {
	dir := t.TempDir()
	for k := range int64(6) {
		b := model.NewBuilder([]model.ValueType{
			{Type: "alloc_objects", Unit: "count"}, {Type: "alloc_space", Unit: "bytes"},
			{Type: "inuse_objects", Unit: "count"}, {Type: "inuse_space", Unit: "bytes"},
		})
		for name, v := range map[string][2]int64{"main.keep": {800 * (k + 1), 800 * (k + 1)}, "main.drop": {80000 * (k + 1), 0}} {
			f := b.Function(model.Function{Name: b.String(name)})
			b.Sample([]model.LocID{b.Location(model.NoMapping, 0, []model.Line{{Func: f}})}, b.LabelSet(nil), []int64{v[0], 8 * v[0], v[1], 8 * v[1]})
		}
		p := b.Profile(model.Header{Time: time.Unix(1000+10*k, 0), Period: 1, PeriodType: model.ValueType{Type: "space", Unit: "bytes"}})
		var out bytes.Buffer
		must.Do(pprof.Write(t.Context(), &out, must.Have(query.Evaluate(t.Context(), p, query.Query{}))))
		must.Do(os.WriteFile(filepath.Join(dir, fmt.Sprint(k, ".pprof")), out.Bytes(), 0o600))
	}
	args := []string{"export", "--view=growth", "-o", "-", "--format=csv", "--sample_index=alloc_space", "--by=functions"}
	for lasting, want := range map[string][2]bool{"": {true, true}, "long-lived": {true, false}, "churn": {false, true}} {
		r := run(t, append(args, "--lasting="+lasting, dir)...)
		if got := [2]bool{strings.Contains(r.out, "main.keep,"), strings.Contains(r.out, "main.drop,")}; r.exit != 0 || got != want {
			t.Errorf("--lasting=%s: exit status %d\n%s%s", lasting, r.exit, r.out, r.err)
		}
	}
	for _, c := range []struct{ args, want string }{
		{"export --view=growth -o - --format=csv --lasting=short " + dir, "--lasting=short: expected long-lived or churn"},
		{"export --view=trend -o - --format=csv --lasting=churn " + dir, "--lasting is for the view growth"},
		{"export --view=growth -o - --format=csv --lasting=churn " + cpu + " " + cpu, "the mean life of allocations is only known"},
	} {
		if r := run(t, strings.Fields(c.args)...); r.exit == 0 || !strings.Contains(r.err, c.want) || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%s: exit status %d\n%s", c.args, r.exit, r.err)
		}
	}
}
