package loader_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/loader/input"
	"profstation/loader/pprof"
	"profstation/model"
	"profstation/model/query"
)

// Merged profiles have pprof's sums: of each function, of time and of all.
func TestMergeIsPprofs(t *testing.T) {
	for _, files := range [][]string{
		{"cpu.pprof", "cpu-slow.pprof"}, {"heap.pprof", "heap.pprof", "heap.pprof"}, {"block.pprof"},
	} {
		var paths []string
		var parsed []*profile.Profile
		for _, f := range files {
			paths = append(paths, "../testdata/"+f)
			r := must.Have(os.Open("../testdata/" + f))
			p, err := profile.Parse(r)
			r.Close()
			if err != nil {
				t.Fatal(err)
			}
			parsed = append(parsed, p)
		}
		merged := must.Have(profile.Merge(parsed))
		want := must.Have(pprof.FromLibrary(merged, "merged"))
		got, err := loader.Merge(context.Background(), paths, loader.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if g, w := flats(t, got.Profile), flats(t, want); len(g) != len(w) || len(w) == 0 {
			t.Errorf("%v: %d functions, want %d", files, len(g), len(w))
		} else {
			for name, v := range w {
				if g[name] != v {
					t.Errorf("%v: %s has %v, want %v", files, name, g[name], v)
				}
			}
		}
		if got.Profile.Duration != want.Duration || !got.Profile.Time.Equal(want.Time) || got.Profile.Kind != want.Kind {
			t.Errorf("%v: %v from %v, want %v from %v", files, got.Profile.Duration, got.Profile.Time, want.Duration, want.Time)
		}
	}
}

// flats are flat and cum of all functions.
func flats(t *testing.T, p *model.Profile) map[string][2]int64 {
	t.Helper()
	r := must.Have(query.Evaluate(context.Background(), p, query.Default().Whole()))
	out := map[string][2]int64{}
	sums := must.Have(r.Sums(context.Background()))
	for n := range query.NodeID(r.Nodes.Len()) {
		out[r.Nodes.Node(n).String()] = [2]int64{sums.Flat[n], sums.Cum[n]}
	}
	return out
}

func TestMergeRefuses(t *testing.T) {
	for _, c := range []struct {
		files []string
		want  string
	}{
		{[]string{"cpu.pprof", "heap.pprof"}, "does not match"},
		{[]string{"cpu.pprof", "nothing.pprof"}, "nothing.pprof"},
		{[]string{"trace.trace"}, "trace"},
		{nil, "no profiles"},
	} {
		var paths []string
		for _, f := range c.files {
			paths = append(paths, "../testdata/"+f)
		}
		_, err := loader.Merge(context.Background(), paths, loader.Options{})
		var e *input.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: %v", c.files, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := loader.Merge(ctx, []string{"../testdata/cpu.pprof"}, loader.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
