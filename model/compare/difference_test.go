package compare_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/query"
)

// subtractions are pprof's options with what they are here.
var subtractions = []struct {
	flags []string
	mode  compare.Mode
	by    compare.By
}{
	{[]string{"-base"}, compare.Base, compare.AsRecorded},
	{[]string{"-diff_base"}, compare.DiffBase, compare.AsRecorded},
	{[]string{"-normalize", "-base"}, compare.Base, compare.PerTotal},
	{[]string{"-normalize", "-diff_base"}, compare.DiffBase, compare.PerTotal},
}

// TestAgainstPprof holds differences of pairs of recordings, and of all their
// sample types, to pprof's rows and totals.
//
// The environment variable PROFSTATION_CORPUS names a folder whose profiles
// are paired too, each with itself less some samples.
func TestAgainstPprof(t *testing.T) {
	pairs := [][2]string{ // base, new
		{"cpu.pprof", "cpu-slow.pprof"}, {"cpu-slow.pprof", "cpu.pprof"}, {"cpu.pprof", "cpu.pprof"},
		{"heap.pprof", "delta-heap.pprof"}, {"allocs.pprof", "heap.pprof"}, {"delta-allocs.pprof", "allocs.pprof"},
		{"block.pprof", "block.pprof"}, {"goroutine.pprof", "goroutine.pprof"},
	}
	for i := range pairs {
		pairs[i][0], pairs[i][1] = recording(t, pairs[i][0]), recording(t, pairs[i][1])
	}
	pairs = append(pairs, hostilePairs(t)...)
	if dir := os.Getenv("PROFSTATION_CORPUS"); dir != "" {
		pairs = append(pairs, corpusPairs(t, dir)...)
	}
	for _, pair := range pairs {
		t.Run(filepath.Base(pair[0])+"-"+filepath.Base(pair[1]), func(t *testing.T) {
			t.Parallel()
			p := must.Have(compare.Join(context.Background(), load(t, pair[0]), load(t, pair[1])))
			for _, s := range subtractions {
				d := must.Have(p.Difference(context.Background(), s.mode, compare.Normalisation{By: s.by}))
				flags := slices.Concat(s.flags, []string{pair[0]})
				same(t, d, flags, pair[1])
				if s.by == compare.AsRecorded {
					sameHead(t, d, flags, pair[1])
				}
			}
		})
	}
}

// same puts questions about each sample type to a difference and to pprof, and
// compares the rows, the line that tells the total, and the head.
func same(t *testing.T, d *model.Profile, flags []string, file string) {
	t.Helper()
	dir := t.TempDir()
	var queries []query.Query
	var script strings.Builder
	for i, typ := range d.Types {
		unit := typ.Unit
		if unit == "" {
			unit = "count"
		}
		q := query.Default().Whole()
		q.SampleIndex = fmt.Sprint(i)
		for range 2 {
			if n := len(queries); n%2 == 1 {
				q.Granularity, q.Focus = query.Lines, "main|runtime"
			}
			fmt.Fprintf(&script, "sample_index=%d\nnodecount=0\nnodefraction=0\ngranularity=%s\nfocus=%s\n", i, q.Granularity, q.Focus)
			fmt.Fprintf(&script, "unit=%s\ntopproto >%d.pb\nunit=minimum\ntop >%[2]d.txt\n", unit, len(queries))
			queries = append(queries, q)
		}
	}
	pprof(t, dir, script.String(), append(slices.Clone(flags), file)...)
	for i, q := range queries {
		rows := must.Have(profile.ParseData(read(t, dir, fmt.Sprint(i, ".pb"))))
		r := evaluate(t, d, q)
		top := must.Have(r.Top(context.Background()))
		var got, want []string
		for _, row := range top.Rows {
			n := r.Nodes.Node(row.Node)
			got = append(got, fmt.Sprintf("%q:%d %d %d", n.Name, n.Line, row.Flat, row.Cum))
		}
		for _, s := range rows.Sample {
			l := s.Location[0].Line[0]
			want = append(want, fmt.Sprintf("%q:%d %d %d", l.Function.Name, l.Line, s.Value[1], s.Value[0]))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("pprof %q %s:\n got %s\nwant %s", flags, q.SampleIndex, first(got, want), first(want, got))
		}
		total := explain.Summary(r, lang.English, top, func(v int64) string { return r.Format(v, r.TableUnit(top.Rows)) })[0]
		if text := string(read(t, dir, fmt.Sprint(i, ".txt"))); !strings.Contains(text, total+"\n") {
			t.Errorf("pprof %q %s: %q is not in\n%.400s", flags, q.SampleIndex, total, text)
		}
	}
}

// sameHead compares what stands above a report of the default sample type.
func sameHead(t *testing.T, d *model.Profile, flags []string, file string) {
	t.Helper()
	dir := t.TempDir()
	pprof(t, dir, "", append(slices.Clone(flags), "-top", "-unit=auto", "-output=head", file)...)
	head, _, _ := strings.Cut(plain(string(read(t, dir, "head"))), "Showing nodes")
	for _, f := range explain.Facts(evaluate(t, d, query.Default()), lang.English, "auto") {
		if line := plain(f.String()); f.Name != "Utilization" && !strings.Contains(head, line+" ") {
			t.Errorf("pprof %q: %q is not in %q", flags, line, head)
		}
	}
}

// plain leaves no padding.
func plain(s string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(s), " "), "( ", "(")
}

func read(t *testing.T, dir, name string) []byte {
	t.Helper()
	return must.Have(os.ReadFile(filepath.Join(dir, name)))
}

// first lists a few lines of a that are not in b.
func first(a, b []string) string {
	var out []string
	for _, s := range a {
		if !slices.Contains(b, s) && len(out) < 5 {
			out = append(out, s)
		}
	}
	return fmt.Sprintf("%d rows, %s", len(a), strings.Join(out, "\n     "))
}

// corpusPairs pairs profiles of one kind in a folder.
func corpusPairs(t *testing.T, dir string) [][2]string {
	files := must.Have(filepath.Glob(filepath.Join(dir, "*")))
	var pairs [][2]string
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil || len(data) > 4<<20 {
			continue
		}
		p, err := profile.ParseData(data)
		if err != nil || len(p.Sample) < 2 {
			continue
		}
		other := p.Copy()
		for i, s := range other.Sample {
			for k := range s.Value {
				s.Value[k] = s.Value[k] * int64(i%5) / 3
			}
		}
		other.Sample = other.Sample[:len(other.Sample)*2/3]
		pairs = append(pairs, [2]string{f, written(t, other)})
	}
	return pairs
}

// A profile without mappings does not get those of its base: pprof names no program then.
func TestUnmapped(t *testing.T) {
	base, now := library(t, recording(t, "cpu.pprof")), library(t, recording(t, "cpu-slow.pprof"))
	now.Mapping = nil
	for _, l := range now.Location {
		l.Mapping = nil
	}
	out := filepath.Join(t.TempDir(), "out.txt")
	for _, of := range [][2]*profile.Profile{{base, now}, {now, base}} {
		p := join(t, of[0], of[1])
		d := must.Have(p.Difference(t.Context(), compare.DiffBase, compare.Normalisation{}))
		pprof(t, t.TempDir(), "", "-top", "-output="+out, "-diff_base="+written(t, of[0]), written(t, of[1]))
		want := strings.Contains(string(must.Have(os.ReadFile(out))), "Build ID: ")
		got := slices.ContainsFunc(explain.Facts(evaluate(t, d, query.Default()), lang.English, "auto"), func(f model.Fact) bool { return f.Name == "Build ID" })
		if got != want || want != (of[1] == base) {
			t.Errorf("build ID of the difference: %v, of pprof: %v", got, want)
		}
	}
}
