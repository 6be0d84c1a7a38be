package query_test

import (
	"path/filepath"
	"slices"
	"testing"

	"profstation/model"
	"profstation/model/query"
)

// Where less was counted as allocated than is in use, as by a profiler that forgets what it freed, nothing was collected.
func TestCollectedIsNotNegative(t *testing.T) {
	b := model.NewBuilder([]model.ValueType{{Type: "alloc_space", Unit: "bytes"}, {Type: "inuse_space", Unit: "bytes"}})
	b.Sample(nil, b.LabelSet(nil), []int64{5, 7})
	b.Sample(nil, b.LabelSet(nil), []int64{9, 2})
	p := b.Profile(model.Header{})
	collected := func(p *model.Profile) []int64 {
		r, err := query.Evaluate(t.Context(), p, query.Query{SampleIndex: "collected_space"})
		if err != nil {
			t.Fatal(err)
		}
		return r.Profile.Samples.Values[r.Column]
	}
	if got := collected(p); !slices.Equal(got, []int64{0, 7}) {
		t.Errorf("%d, want 0 and 7", got)
	}
	d := p.Clone()
	d.Compared = true
	if got := collected(d); !slices.Equal(got, []int64{-2, 7}) {
		t.Errorf("in a difference: %d, want -2 and 7", got)
	}
}

// What was collected is what was allocated less what is in use, in each sample and so in each figure. The profile's own
// types are as before.
func TestCollected(t *testing.T) {
	for _, file := range []string{"heap.pprof", "allocs.pprof", "delta-heap.pprof"} {
		p := load(t, filepath.Join("../../testdata", file))
		types, values := len(p.Types), len(p.Samples.Values)
		for _, x := range []struct{ name, of, less string }{
			{"collected_objects", "alloc_objects", "inuse_objects"}, {"collected_space", "alloc_space", "inuse_space"},
		} {
			ask := func(name string) *query.Result {
				q := query.Default()
				q.SampleIndex, q.Focus = name, "main"
				r, err := query.Evaluate(t.Context(), p, q)
				if err != nil {
					t.Fatal(file, err)
				}
				return r
			}
			r, of, less := ask(x.name), ask(x.of), ask(x.less)
			if r.Type.Type != x.name || r.Type.Unit != of.Type.Unit || of.Profile != p {
				t.Errorf("%s: %v", file, r.Type)
			}
			got, err := r.Sums(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			a, _ := of.Sums(t.Context())
			b, _ := less.Sums(t.Context())
			any := false
			for n := range got.Flat {
				any = any || got.Flat[n] != 0
				if got.Flat[n] != a.Flat[n]-b.Flat[n] || got.Cum[n] != a.Cum[n]-b.Cum[n] {
					t.Errorf("%s: %s of %s: %d, %d", file, x.name, r.Nodes.Node(query.NodeID(n)), got.Flat[n], got.Cum[n])
				}
			}
			if !any {
				t.Errorf("%s: nothing was collected", file)
			}
			for i, v := range r.Profile.Samples.Values[r.Column] {
				if v < 0 && !p.Delta() {
					t.Errorf("%s: sample %d has %d", file, i, v)
				}
			}
		}
		if len(p.Types) != types || len(p.Samples.Values) != values {
			t.Errorf("%s: the file has other sample types than before", file)
		}
		if _, err := query.SampleIndex(p, "4"); err == nil {
			t.Errorf("%s: its own types have no number 4", file)
		}
	}
	for _, file := range []string{"cpu.pprof", "references.pprof", "mutex.pprof"} {
		if p := load(t, filepath.Join("../../testdata", file)); len(model.Offered(p.Types)) != len(p.Types) {
			t.Errorf("%s offers %v", file, model.Offered(p.Types))
		}
	}
}
