package finding

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/internal/pproftool"
	"profstation/internal/thorough"
	"profstation/internal/typed"
	"profstation/loader"
	"profstation/model"
)

const (
	cpuTypes  = "samples/count cpu/nanoseconds"
	heapTypes = "alloc_objects/count alloc_space/bytes inuse_objects/count inuse_space/bytes"
)

// of returns a profile whose stacks are typed, root first, with a number of samples or objects each.
func of(t testing.TB, kind model.Kind, stacks map[string]int) *model.Profile {
	var b strings.Builder
	types, header := cpuTypes, model.Header{Format: "pprof"}
	for _, s := range slices.Sorted(maps.Keys(stacks)) {
		n := stacks[s]
		switch kind {
		case model.CPU:
			fmt.Fprintf(&b, "%s %d %d\n", s, n, n*10_000_000)
		case model.Heap:
			fmt.Fprintf(&b, "%s %d %d %d %d\n", s, n, n<<20, n, n<<20)
		default:
			fmt.Fprintf(&b, "%s %d\n", s, n)
		}
	}
	switch kind {
	case model.Heap:
		types = heapTypes
		header.Period, header.PeriodType = 512<<10, model.ValueType{Type: "space", Unit: "bytes"}
	case model.Goroutine, model.GoroutineLeak:
		types = string(kind) + "/count"
	}
	return typed.ProfileOf(t, b.String(), typed.Types(types), header)
}

// ruleNamed returns the findings of one rule.
func ruleNamed(t testing.TB, name string, s Subject) []Finding {
	t.Helper()
	i := slices.IndexFunc(rules, func(r rule) bool { return r.name == name })
	if i < 0 {
		t.Fatalf("there is no rule %s", name)
	}
	return must.Have(rules[i].find(t.Context(), &s))
}

// TestUnion holds that a stack counts once for a rule, however many of its functions it holds, that stacks with a function
// that the rule leaves out do not count, and that those who asked are named.
func TestUnion(t *testing.T) {
	p := of(t, model.CPU, map[string]int{
		"runtime.gcBgMarkWorker runtime.gcDrainMarkWorkerIdle": 500, "runtime.gcBgMarkWorker runtime.gcDrain": 200,
		"main.main runtime.mallocgc runtime.gcAssistAlloc runtime.gcAssistAlloc1": 300,
		"main.main main.f runtime.growslice runtime.mallocgcTiny runtime.memmove": 100, "main.main": 900,
	})
	gc := ruleNamed(t, "gc", Subject{Profile: p})
	if len(gc) != 1 || gc[0].Figures[0].Text != "25.00%" || gc[0].Figures[1].Text != "5s of 20s" || gc[0].Callers != nil {
		t.Errorf("garbage collection: %+v", gc)
	}
	alloc := ruleNamed(t, "allocation", Subject{Profile: p})
	if len(alloc) != 1 || alloc[0].Share != 20 || len(alloc[0].Callers) != 2 || alloc[0].Callers[0] != (model.Fact{Name: "main.main", Text: "15.00%"}) {
		t.Errorf("allocation: %+v", alloc)
	}
	want := []string{"-top", "-nodefraction=0", "-sample_index=cpu", `-focus=^runtime\.mallocgc`}
	if len(alloc) == 1 && !slices.Equal(alloc[0].Pprof, want) {
		t.Errorf("pprof is called with %q", alloc[0].Pprof)
	}
}

// TestEachShare holds for each rule about a share that it speaks of a program that does what it looks for, by each of its
// functions, and of none that does not.
func TestEachShare(t *testing.T) {
	for _, r := range rules {
		if r.share == nil {
			continue
		}
		kind := r.looks.kinds[0]
		header := func(p *model.Profile) *model.Profile {
			if r.share.only != nil {
				p.Duration = 1e15 // hardly anything runs
			}
			return p
		}
		for _, s := range r.share.of {
			name := strings.TrimSuffix(s.name, "*")
			with := header(of(t, kind, map[string]int{"runtime.main main.main main.work " + name: 3000, "runtime.main main.main": 1000}))
			if found := ruleNamed(t, r.name, Subject{Profile: with}); len(found) != 1 || found[0].Share != 75 || found[0].Why == "" || found[0].Do == "" {
				t.Errorf("%s, with %s: %+v", r.name, name, found)
			}
		}
		without := header(of(t, kind, map[string]int{"runtime.main main.main main.work": 3000, "runtime.main main.main": 1000}))
		if found := ruleNamed(t, r.name, Subject{Profile: without}); len(found) > 0 {
			t.Errorf("%s, without: %+v", r.name, found)
		}
	}
}

// TestSilent holds that a rule hardly ever speaks of a share that is below its threshold, and nearly always of one that is
// far above it.
func TestSilent(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const samples = 2000
	times := thorough.Times(500, 60)
	for _, r := range rules {
		if r.share == nil || r.looks.kinds[0] != model.CPU {
			continue
		}
		speaks := func(share float64) (n int) {
			name := strings.TrimSuffix(r.share.of[0].name, "*")
			for range times {
				k := 0
				for range samples {
					if random.Float64() < share {
						k++
					}
				}
				p := of(t, model.CPU, map[string]int{"runtime.main main.main " + name: k, "runtime.main main.main": samples - k})
				if r.share.only != nil {
					p.Duration = 1e15
				}
				n += len(ruleNamed(t, r.name, Subject{Profile: p}))
			}
			return n
		}
		if n := speaks(0.8 * r.limit.percent / 100); n*20 > times {
			t.Errorf("%s speaks of a share below its threshold %d times in %d", r.name, n, times)
		}
		if n := speaks(2 * r.limit.percent / 100); n*10 < times*9 {
			t.Errorf("%s speaks of twice its threshold only %d times in %d", r.name, n, times)
		}
	}
}

// TestStrange holds that rules about Go are silent about profiles of other programs, and about differences.
func TestStrange(t *testing.T) {
	stacks := map[string]int{"main.main runtime.growslice": 1000}
	p := of(t, model.CPU, stacks)
	if len(ruleNamed(t, "slices", Subject{Profile: p})) != 1 {
		t.Error("slices are not found")
	}
	for name, change := range map[string]func(p *model.Profile){
		"foreign": func(p *model.Profile) { p.Foreign = true }, "compared": func(p *model.Profile) { p.Compared = true },
		"of heaps":   func(p *model.Profile) { p.Kind = model.Heap },
		"difference": func(p *model.Profile) { p.Samples.Values[1][0] = -1 },
	} {
		p := of(t, model.CPU, stacks)
		change(p)
		if found := ruleNamed(t, "slices", Subject{Profile: p}); len(found) > 0 {
			t.Errorf("%s: %+v", name, found)
		}
	}
}

// deep is a profile of n different stacks.
func deep(t testing.TB, n int) *model.Profile {
	b := model.NewBuilder(typed.Types(cpuTypes))
	random := rand.New(rand.NewPCG(3, 4))
	var at []model.LocID
	for i := range 2000 {
		name := fmt.Sprintf("example.com/shop/p%d.f%d", i%50, i)
		if i%100 == 0 {
			name = fmt.Sprintf("runtime.mallocgc%d", i)
		}
		at = append(at, b.Location(model.NoMapping, uint64(i+1), []model.Line{{Func: b.Function(model.Function{Name: b.String(name)})}}))
	}
	stack := make([]model.LocID, 40)
	for range n {
		for d := range stack {
			stack[d] = at[random.IntN(len(at))]
		}
		b.Sample(stack, 0, []int64{1, 10_000_000})
	}
	return b.Profile(model.Header{})
}

// TestStepsGrow holds that four times the stacks take all rules no more than four times the steps.
func TestStepsGrow(t *testing.T) {
	steps := func(n int) int {
		p := deep(t, n)
		p.Kind = model.CPU
		ctx := must.Count()
		must.Have(In(ctx, Subject{Profile: p}))
		return ctx.Asked()
	}
	if one, four := steps(5_000), steps(20_000); float64(four) > 4.5*float64(one)+4 {
		t.Errorf("the context is asked %d times for 5,000 stacks, %d times for 20,000", one, four)
	}
}

// BenchmarkIn measures all rules on 200,000 stacks.
func BenchmarkIn(b *testing.B) {
	p := deep(b, 200_000)
	for b.Loop() {
		must.Have(In(context.Background(), Subject{Profile: p.Clone()}))
	}
}

// slowMeasure goes through all samples.
func slowMeasure(t *testing.T, p *model.Profile, column int, in func(model.StackID) bool) measured {
	var part, rest amount
	all := must.Have((&Subject{Profile: p}).amounts(t.Context(), column))
	values := p.Samples.Values
	var vary []float64
	if all.variances != nil {
		of, what, _ := strings.Cut(p.Types[column].Type, "_")
		vary = variances(values[p.ColumnOf(of+"_objects")], values[p.ColumnOf(of+"_space")], float64(p.Period), what == "objects")
	}
	for i, v := range values[column] {
		one := amount{v, all.each * float64(v)}
		if vary != nil {
			one.variance = vary[i]
		}
		if in(p.Samples.Stack[i]) {
			part.add(one)
		} else {
			rest.add(one)
		}
	}
	return newMeasured(part, rest, p.Types[column].Unit)
}

// Adding up for all rules at once gives what a walk for each rule gives.
func TestSumsOfAll(t *testing.T) {
	met := 0
	for _, file := range pproftool.Recordings(t, "../../testdata/*.pprof") {
		f, err := loader.Open(t.Context(), file, loader.Options{})
		if err != nil || f.Profile == nil {
			t.Fatal(file, err)
		}
		s := Subject{Profile: f.Profile}
		found := must.Have(s.partsOf(t.Context()))
		for column := range f.Profile.Types {
			for bit := range shares {
				in := func(s model.StackID) bool { return found.stacks[s]&(1<<bit) != 0 }
				want, got := slowMeasure(t, f.Profile, column, in), must.Have(found.measure(t.Context(), &s, column, bit))
				if also := must.Have(s.measure(t.Context(), column, in)); also.part != want.part || also.total != want.total || math.Abs(also.low-want.low) > 1e-9 {
					t.Errorf("%s, column %d, rule %d: alone %+v, want %+v", file, column, bit, also, want)
				}
				if got.part != want.part || got.total != want.total || got.unit != want.unit ||
					math.Abs(got.low-want.low) > 1e-9 || math.Abs(got.high-want.high) > 1e-9 {
					t.Errorf("%s, column %d, rule %d: %+v, want %+v", file, column, bit, got, want)
				}
				if got.part > 0 {
					met++
				}
			}
		}
	}
	if met < 50 {
		t.Errorf("only %d parts were found", met)
	}
}
