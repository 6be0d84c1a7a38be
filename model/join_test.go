package model_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/internal/reference"
	"profstation/internal/typed"
	"profstation/model"
	"profstation/testdata/record/synthetic"
)

// written lists the stacks of a table by the names of their functions.
func written(j *model.Joint, id model.StackID) string {
	var s string
	for _, l := range j.Stacks.Reader().Locs(id) {
		loc := j.Locations[l]
		for _, line := range j.Lines[loc.FirstLine:loc.EndLine] {
			s += j.Strings.Raw(j.Functions[line.Func].Name) + "+"
		}
		s += " "
	}
	return s
}

func writtenOf(p *model.Profile, id model.StackID) string {
	return written(&model.Joint{Tables: p.Tables}, id)
}

// Whatever two profiles hold, the joint table is sorted, holds each stack once,
// and leads every stack of the two to its own text.
func TestJoinStacks(t *testing.T) {
	for seed := range uint64(400) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		var two [2]*model.Profile
		for i := range two {
			two[i] = typed.ProfileOf(t, reference.RandomStacks(rnd, rnd.IntN(20), false), []model.ValueType{{Type: "v", Unit: "count"}}, model.Header{})
			if seed%4 == 0 && len(two[i].Locations) > 1 {
				// A location stands twice.
				p := two[i]
				p.Locations[0] = p.Locations[len(p.Locations)-1]
			}
		}
		j := must.Have(model.Join(context.Background(), two[0], two[1]))
		for i, p := range two {
			for s := range p.Stacks.Len() {
				if got, want := written(j, j.Stack[i][s]), writtenOf(p, model.StackID(s)); got != want {
					t.Fatalf("seed %d: stack %d of %d became %q, was %q", seed, s, i, got, want)
				}
			}
			for s := range p.Labels.Len() {
				set := p.Labels.Set(model.LabelSetID(s))
				joint := j.Labels.Set(j.Set[i][s])
				if len(set) != len(joint) {
					t.Fatalf("seed %d: label set %v became %v", seed, set, joint)
				}
				for k := range set {
					if p.Strings.Raw(set[k].Key) != j.Strings.Raw(joint[k].Key) || p.Strings.Raw(set[k].Str) != j.Strings.Raw(joint[k].Str) {
						t.Fatalf("seed %d: label set %d of %d has other texts", seed, s, i)
					}
				}
			}
		}
		checkStacks(t, j.Stacks)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// checkStacks holds a table to its own invariants.
func checkStacks(t *testing.T, st *model.Stacks) {
	t.Helper()
	for i := range st.Len() {
		locs := st.Reader().Locs(model.StackID(i))
		if i == 0 {
			if st.Common(0) != 0 {
				t.Errorf("the first stack shares %d", st.Common(0))
			}
			continue
		}
		before := st.Reader().Locs(model.StackID(i - 1))
		if slices.Compare(before, locs) >= 0 {
			t.Errorf("stack %d %v does not come after %v", i, locs, before)
		}
		if got, want := st.Common(model.StackID(i)), shared(before, locs); got != want {
			t.Errorf("stack %d shares %d, want %d", i, got, want)
		}
	}
}

// shared is how many locations two stacks have in common, from the root.
func shared(a, b []model.LocID) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// The address space of a program is another in each run: what stands at the
// same place of the same binary is the same location.
func TestJoinMovedMappings(t *testing.T) {
	at := func(base uint64, file string) *model.Profile {
		b := model.NewBuilder([]model.ValueType{{Type: "v", Unit: "count"}})
		m := b.Mapping(model.Mapping{Start: base, Limit: base + 0x2345, Offset: 0, File: b.String(file)})
		b.Sample([]model.LocID{b.Location(m, base+0x10, nil), b.Location(model.NoMapping, 7, nil)}, 0, []int64{1})
		return b.Profile(model.Header{})
	}
	j := must.Have(model.Join(context.Background(), at(0x400000, "/bin/x"), at(0x7f0000, "/bin/x")))
	if len(j.Mappings) != 1 || len(j.Locations) != 2 || j.Stacks.Len() != 1 {
		t.Errorf("%d mappings, %d locations, %d stacks: want 1, 2, 1", len(j.Mappings), len(j.Locations), j.Stacks.Len())
	}
	j = must.Have(model.Join(context.Background(), at(0x400000, "/bin/x"), at(0x7f0000, "/bin/y")))
	if len(j.Mappings) != 2 || len(j.Locations) != 3 {
		t.Errorf("two binaries: %d mappings, %d locations, want 2 and 3", len(j.Mappings), len(j.Locations))
	}
}

func TestMarked(t *testing.T) {
	p := typed.Profile(t, "A 1 user=u k=old\nB 2")
	j := must.Have(model.Join(context.Background(), p, p))
	texts, labels, ids := j.Marked("k", "true")
	if labels.Len() != 2*j.Labels.Len() {
		t.Fatalf("%d sets", labels.Len())
	}
	for i, id := range ids {
		var got string
		for _, l := range labels.Set(id) {
			got += texts.Raw(l.Key) + "=" + texts.Raw(l.Str) + " "
		}
		if want := []string{"k=true ", "user=u k=true "}[i]; got != want {
			t.Errorf("set %d became %q, want %q", i, got, want)
		}
	}
}

// BenchmarkJoin joins two profiles of 200,000 stacks: of one program, where
// locations were numbered anew, and of two.
func BenchmarkJoin(b *testing.B) {
	shuffled := func(p *profile.Profile) *profile.Profile {
		rnd := rand.New(rand.NewPCG(5, 5))
		rnd.Shuffle(len(p.Location), func(i, k int) { p.Location[i], p.Location[k] = p.Location[k], p.Location[i] })
		return p
	}
	base := typed.Builder(synthetic.Large(200_000, 40, 5000, 1)).Profile(model.Header{})
	for _, c := range []struct {
		name string
		p    *profile.Profile
	}{
		{"same", shuffled(synthetic.Large(200_000, 40, 5000, 1))},
		{"other", synthetic.Large(200_000, 40, 5000, 2)},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := typed.Builder(c.p).Profile(model.Header{})
			b.ReportAllocs()
			for b.Loop() {
				must.Have(model.Join(context.Background(), base, p))
			}
		})
	}
}
