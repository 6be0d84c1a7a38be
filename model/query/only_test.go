package query_test

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/internal/reference"
	"profstation/internal/typed"
	"profstation/model"
	"profstation/model/names"
	"profstation/model/query"
	"profstation/model/work"
)

// In all recordings, folding leaves what a walk over single frames leaves, and each total to the unit.
func TestOnlyInRecordings(t *testing.T) {
	files := append(must.Have(filepath.Glob("../../testdata/*.pprof")), must.Have(filepath.Glob("../../testdata/go1.27/*.pprof"))...)
	folded := 0
	for _, file := range files {
		p := load(t, file)
		for _, only := range append(query.Onlys, `^main\.|^encoding/json`) {
			q := query.Default().Whole()
			q.Only = string(only)
			r := must.Have(query.Evaluate(t.Context(), p, q))
			got := pathsOf(t, r)
			want, all := map[string]int64{}, int64(0)
			for i, s := range p.Samples.Stack {
				v := p.Samples.Values[p.Default][i]
				if left := onlyFrames(p, s, only); v != 0 && left != "" {
					want[left] += v
					all += v
				}
			}
			sum := int64(0)
			for path, v := range got {
				sum += v
				if strings.HasSuffix(path, " alone)") {
					folded++
				}
			}
			if !maps.Equal(got, want) || sum != all {
				t.Errorf("%s, only %s: %d paths with %d, want %d with %d", file, only, len(got), sum, len(want), all)
			}
		}
	}
	if folded < 20 {
		t.Errorf("%d paths only were folded to those alone in them", folded)
	}
}

// pathsOf sums over paths, whose names are in lines of their own.
func pathsOf(t *testing.T, r *query.Result) map[string]int64 {
	sums := map[string]int64{}
	must.Do(r.Paths(work.StepsUntil(t.Context()), func(_ model.StackID, path []query.Step, _ int, net int64) {
		var all []string
		for _, s := range path {
			all = append(all, r.Nodes.Node(s.Node).Name)
		}
		sums[strings.Join(all, "\n")] += net
	}))
	return sums
}

// onlyFrames walks over the frames of one stack.
func onlyFrames(p *model.Profile, s model.StackID, only query.Only) string {
	order := []names.CodeKind{names.MainModule, names.ThirdParty, names.Std, names.Runtime, names.OtherCode}
	match := regexp.MustCompile(string(only))
	var left []string
	alone := len(order)
	for _, l := range p.Stacks.Reader().Locs(s) {
		lines := p.Lines[p.Locations[l].FirstLine:p.Locations[l].EndLine]
		if len(lines) == 0 {
			panic("no recording has an address without a function")
		}
		for i := range lines {
			f := lines[len(lines)-1-i].Func
			name, file := p.Strings.Raw(p.Functions[f].Name), p.Strings.Raw(p.Functions[f].File)
			kind := names.CodeKindOf(p, f)
			for at, k := range order {
				if k == kind {
					alone = min(alone, at)
				}
			}
			keep := false
			switch only {
			case query.OnlyMine:
				keep = kind == names.MainModule
			case query.OnlyModules:
				keep = kind == names.MainModule || kind == names.ThirdParty || kind == names.OtherCode
			case query.OnlyProgram:
				keep = kind != names.Runtime
			case query.OnlyRuntime:
				if keep = kind == names.Runtime; !keep {
					left = nil
				}
			default:
				keep = match.MatchString(name) || match.MatchString(file)
			}
			if keep {
				left = append(left, name)
			}
		}
	}
	if left == nil && alone < len(order) {
		return order[alone].Alone()
	}
	return strings.Join(left, "\n")
}

// What stands for a folded stack can be asked for, left out and hidden, and stands below labels.
func TestOnlyAlone(t *testing.T) {
	p := typed.Profile(t, "main.a runtime.x 5 user=u\nruntime.y runtime.z 7 user=v\nos.r runtime.z 11\n")
	for _, c := range []struct {
		ask  func(q *query.Query)
		want string
	}{
		{func(q *query.Query) {}, "(runtime alone) 7, (standard library alone) 11, main.a 5"},
		{func(q *query.Query) { q.Focus = `^\(runtime alone\)$` }, "(runtime alone) 7"},
		{func(q *query.Query) { q.Focus = `runtime\.z` }, "(runtime alone) 7, (standard library alone) 11"},
		{func(q *query.Query) { q.Ignore = `^\(runtime alone\)$` }, "(standard library alone) 11, main.a 5"},
		{func(q *query.Query) { q.Show = "runtime" }, "(runtime alone) 23"},
		{func(q *query.Query) { q.ShowFrom = "runtime.x" }, "(runtime alone) 5"},
		{func(q *query.Query) { q.PruneFrom = "os" }, "(runtime alone) 7, (standard library alone) 11, main.a 5"},
		{func(q *query.Query) { q.TagRoot = "user" }, " (standard library alone) 11, u main.a 5, v (runtime alone) 7"},
		{func(q *query.Query) { q.TagLeaf = "user" }, "(runtime alone) v 7, (standard library alone)  11, main.a u 5"},
		{func(q *query.Query) { q.Only = "runtime" }, "runtime.x 5, runtime.y runtime.z 7, runtime.z 11"},
		{func(q *query.Query) { q.Only = "z$" }, "(main module alone) 5, runtime.z 18"},
	} {
		q := query.Default().Whole()
		q.Only = "mine"
		c.ask(&q)
		r := reference.Evaluate(t, p, q)
		var lines []string
		for path, v := range pathsOf(t, r) {
			lines = append(lines, fmt.Sprint(strings.ReplaceAll(path, "\n", " "), " ", v))
		}
		slices.Sort(lines)
		if got := strings.Join(lines, ", "); got != c.want {
			t.Errorf("%+v: %q, want %q", q, got, c.want)
		}
	}
	q := query.Default()
	q.Only = "nowhere"
	if r := reference.Evaluate(t, p, q); len(r.Unused) != 1 || r.Unused[0] != "only" {
		t.Errorf("unused: %q", r.Unused)
	}
	q.Only = "("
	if _, err := query.Evaluate(context.Background(), p, q); err == nil || !strings.Contains(err.Error(), "only") {
		t.Errorf("error %v", err)
	}
}
