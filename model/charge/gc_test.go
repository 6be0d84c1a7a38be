package charge_test

import (
	"context"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/internal/typed"
	"profstation/loader"
	"profstation/model"
	"profstation/model/charge"
)

var cpuTypes = []model.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}}

// stacksOf sums a column by stacks: the names of functions from the root, and the labels.
func stacksOf(p *model.Profile, column int) map[string]int64 {
	sums := map[string]int64{}
	for i, s := range p.Samples.Stack {
		var all []string
		for _, l := range p.Stacks.Reader().Locs(s) {
			for _, line := range slices.Backward(p.Lines[p.Locations[l].FirstLine:p.Locations[l].EndLine]) {
				all = append(all, p.Strings.Raw(p.Functions[line.Func].Name))
			}
		}
		for _, l := range p.Labels.Set(p.Samples.LabelSet(i)) {
			all = append(all, p.Strings.Raw(l.Key)+"="+p.Strings.Raw(l.Str))
		}
		sums[strings.Join(all, " ")] += p.Samples.Values[column][i]
	}
	return sums
}

// In all recordings of CPU time each column keeps its sum to the unit, what the collector does in the background is gone
// but for idle marking, all else stays as it is, and each part of the call tree has its share but for less than a sample.
func TestGCInRecordings(t *testing.T) {
	files := append(must.Have(filepath.Glob("../../testdata/cpu*.pprof")), must.Have(filepath.Glob("../../testdata/go1.27/cpu*.pprof"))...)
	charged := 0
	for _, file := range files {
		p := must.Have(loader.Open(t.Context(), file, loader.Options{})).Profile
		q := must.Have(charge.GC.Of(t.Context(), p))
		if again := must.Have(charge.GC.Of(t.Context(), q)); again != q {
			t.Errorf("%s is charged twice", file)
		}
		for c, typ := range p.Types {
			before, after := stacksOf(p, c), stacksOf(q, c)
			if sum(before) != sum(after) {
				t.Errorf("%s: %s sums to %d, was %d", file, typ.Type, sum(after), sum(before))
			}
			// The slow way: stacks one by one, and shares as fractions.
			var away, weights int64
			weight := map[string]int64{} // by the beginnings of stacks
			for stack, v := range before {
				bg := strings.Contains(stack, "runtime.gcBgMarkWorker") || strings.Contains(stack, "runtime.bgsweep") || strings.Contains(stack, "runtime.bgscavenge")
				if bg && !strings.Contains(stack, "runtime.gcDrainMarkWorkerIdle") {
					away += v
					continue
				}
				if after[stack] != v {
					t.Errorf("%s: %q has %d, not %d", file, stack, after[stack], v)
				}
				if at := strings.Index(stack, "runtime.mallocgc"); !bg && at >= 0 && !strings.Contains(stack, "runtime.gcAssistAlloc") {
					weights += v
					for _, begin := range beginnings(ownOf(stack[:at])) {
						weight[begin] += v
					}
				}
			}
			got := map[string]int64{}
			var sum int64
			for stack, v := range after {
				if at := strings.Index(stack, charge.Frame); at >= 0 {
					sum += v
					for _, begin := range beginnings(stack[:at]) {
						got[begin] += v
					}
				} else if _, ok := before[stack]; !ok {
					t.Errorf("%s: %q is new", file, stack)
				}
			}
			if away == 0 || weights == 0 {
				continue
			}
			if charged++; sum != away {
				t.Errorf("%s: %d were charged, not %d", file, sum, away)
			}
			unit := float64(1)
			if c > 0 {
				unit = float64(p.Period)
			}
			for begin, w := range weight {
				if exact := float64(away) * float64(w) / float64(weights); float64(got[begin]) <= exact-unit-1 || float64(got[begin]) >= exact+unit+1 {
					t.Errorf("%s: %d below %q, not %.1f", file, got[begin], begin, exact)
				}
				delete(got, begin)
			}
			if len(got) > 0 {
				t.Errorf("%s: charged to who allocates nothing: %v", file, got)
			}
		}
	}
	if charged < 4 {
		t.Errorf("only %d columns were charged", charged)
	}
}

// ownOf is a stack's beginning without the functions of the runtime at its end, unless there are no others.
func ownOf(stack string) string {
	own := strings.TrimSuffix(stack, " ")
	for strings.HasPrefix(own[strings.LastIndex(own, " ")+1:], "runtime.") || strings.HasPrefix(own[strings.LastIndex(own, " ")+1:], "internal/runtime/") {
		at := strings.LastIndex(own, " ")
		if at < 0 {
			return stack
		}
		own = own[:at]
	}
	return own + " "
}

func sum(of map[string]int64) (all int64) {
	for v := range maps.Values(of) {
		all += v
	}
	return all
}

// beginnings are those of a stack's names. Labels are behind, so that no name is cut.
func beginnings(stack string) (all []string) {
	all = append(all, "")
	for i, c := range stack {
		if c == ' ' {
			all = append(all, stack[:i])
		}
	}
	return all
}

// Two that allocate as 3 to 1 share the collector like that, however many stacks they have, and so do their labels. Idle
// marking and assists stay.
func TestGCPlanted(t *testing.T) {
	var b strings.Builder
	for i := range 300 {
		fmt.Fprintf(&b, "main.main main.a main.a%d runtime.newobject runtime.mallocgc 1 10 user=a\n", i)
		if i%3 == 0 {
			fmt.Fprintf(&b, "main.main main.b main.b%d runtime.mallocgc runtime.mallocgcTiny 1 10 user=b\n", i)
		}
	}
	b.WriteString("runtime.gcBgMarkWorker runtime.gcDrainMarkWorkerDedicated 90 900\nruntime.bgsweep 7 70\nruntime.bgscavenge 3 30\n" +
		"runtime.gcBgMarkWorker runtime.gcDrainMarkWorkerIdle 50 500\nmain.main main.c runtime.mallocgc runtime.gcAssistAlloc 40 400\n")
	p := typed.ProfileOf(t, b.String(), cpuTypes, model.Header{})
	q := must.Have(charge.GC.Of(t.Context(), p))
	sums := map[string]int64{}
	for stack, v := range stacksOf(q, 1) {
		switch {
		case strings.Contains(stack, charge.Frame):
			sums[strings.Fields(stack)[1]+stack[strings.LastIndex(stack, " "):]] += v
		case strings.Contains(stack, "main.c"), strings.HasPrefix(stack, "runtime."):
			sums[stack] += v
		}
	}
	want := map[string]int64{
		"main.a user=a": 750, "main.b user=b": 250, "runtime.gcBgMarkWorker runtime.gcDrainMarkWorkerIdle": 500,
		"main.main main.c runtime.mallocgc runtime.gcAssistAlloc": 400,
	}
	if !maps.Equal(sums, want) {
		t.Errorf("%v, want %v", sums, want)
	}
}

// With a heap profile of the same process each of its stacks has the share that it has in bytes in use, whoever spends CPU
// time on allocations. Heap profiles have no frames of the runtime's, so pieces stand below who allocates.
func TestGCByHeap(t *testing.T) {
	var cpu, heap strings.Builder
	cpu.WriteString("main.main main.b runtime.mallocgc 500 5000 user=b\nruntime.gcBgMarkWorker 90 900\nruntime.bgsweep 10 100\n")
	for i := range 300 {
		fmt.Fprintf(&heap, "main.main main.a main.a%d 1 10\nmain.main main.b main.b%d 9 0\n", i, i)
		if i%3 == 0 {
			fmt.Fprintf(&heap, "main.main main.c main.c%d 1 10\n", i)
		}
	}
	types := []model.ValueType{{Type: "alloc_space", Unit: "bytes"}, {Type: "inuse_space", Unit: "bytes"}}
	p := typed.ProfileOf(t, cpu.String(), cpuTypes, model.Header{}).Beside(typed.ProfileOf(t, heap.String(), types, model.Header{}))
	if !charge.ByHeap(p) {
		t.Error("it is not shared out by bytes in use")
	}
	sums := map[string]int64{}
	for stack, v := range stacksOf(must.Have(charge.GC.Of(t.Context(), p)), 1) {
		if strings.HasSuffix(stack, charge.Frame) {
			stack = strings.Fields(stack)[1] + " charged"
		}
		sums[stack] += v
	}
	if want := map[string]int64{"main.a charged": 750, "main.c charged": 250, "main.main main.b runtime.mallocgc user=b": 5000}; !maps.Equal(sums, want) {
		t.Errorf("%v, want %v", sums, want)
	}

	nothing := p.Beside(typed.ProfileOf(t, "main.main main.a 9 0", types, model.Header{}))
	if charge.ByHeap(nothing) {
		t.Error("nothing in use is shared out by that")
	}
	if _, ok := stacksOf(must.Have(charge.GC.Of(t.Context(), nothing)), 1)["main.main main.b GC (charged) user=b"]; !ok {
		t.Error("with nothing in use nothing is charged by CPU time")
	}
}

// The same for two recordings of one process, against a walk over every stack: each part of the call tree has what its bytes in
// use say, but for less than a sample for each of its lines, and all else stays as it is.
func TestGCByHeapInRecordings(t *testing.T) {
	for _, folder := range []string{"../../testdata", "../../testdata/go1.27"} {
		cpu := must.Have(loader.Open(t.Context(), filepath.Join(folder, "cpu.pprof"), loader.Options{})).Profile
		heap := must.Have(loader.Open(t.Context(), filepath.Join(folder, "heap.pprof"), loader.Options{})).Profile
		if !model.ProcessOf(cpu).Same(model.ProcessOf(heap)) {
			t.Fatalf("%s: the two are not known to come from one process", folder)
		}
		weight, got := map[string]float64{}, map[string]int64{}
		var away, all int64
		before, after := stacksOf(cpu, 0), stacksOf(must.Have(charge.GC.Of(t.Context(), cpu.Beside(heap))), 0)
		if sum(before) != sum(after) {
			t.Errorf("%s: %d samples, were %d", folder, sum(after), sum(before))
		}
		for stack, v := range before {
			if _, ok := after[stack]; !ok {
				away += v
			} else if after[stack] != v {
				t.Errorf("%s: %q has %d, not %d", folder, stack, after[stack], v)
			}
		}
		column := heap.ColumnOf("inuse_space")
		for stack, v := range stacksOf(unlabelled(heap), column) {
			all += v
			for _, begin := range beginnings(stack + " ") {
				weight[begin] += float64(v)
			}
		}
		charged := int64(0)
		for stack, v := range after {
			if begin, ok := strings.CutSuffix(stack, charge.Frame); ok {
				charged += v
				for _, begin := range beginnings(begin) {
					got[begin] += v
				}
			}
		}
		if charged == 0 || charged != away {
			t.Errorf("%s: %d samples are charged, %d are gone", folder, charged, away)
		}
		for begin, w := range weight {
			if exact := float64(away) * w / float64(all); math.Abs(float64(got[begin])-exact) >= 2 {
				t.Errorf("%s: %d below %q, not %.2f", folder, got[begin], begin, exact)
			}
		}
	}
}

// unlabelled is p without labels: a heap profile has the size of its objects there.
func unlabelled(p *model.Profile) *model.Profile {
	q := p.Clone()
	q.Samples.Labels = nil
	return q
}

// What cannot be charged stays, and parts below zero are charged among themselves.
func TestGCOdd(t *testing.T) {
	for text, want := range map[string]string{
		"runtime.bgsweep 1 10\nmain.a 2 20":                                       "map[main.a:20 runtime.bgsweep:10]",
		"main.a runtime.mallocgc 2 20":                                            "map[main.a runtime.mallocgc:20]",
		"runtime.bgsweep 1 10\nmain.a runtime.mallocgc 0 0":                       "map[main.a runtime.mallocgc:0 runtime.bgsweep:10]",
		"runtime.bgsweep 1 10\nruntime.mallocgc 1 10":                             "map[GC (charged):10 runtime.mallocgc:10]",
		"runtime.bgsweep -3 -31\nmain.a runtime.mallocgc -2 -20":                  "map[main.a GC (charged):-31 main.a runtime.mallocgc:-20]",
		"runtime.bgsweep -3 -30\nmain.a runtime.mallocgc 2 20":                    "map[main.a runtime.mallocgc:20 runtime.bgsweep:-30]",
		"runtime.bgsweep 0 7\nm.a runtime.mallocgc 0 1\nm.b runtime.mallocgc 0 2": "map[m.a GC (charged):2 m.a runtime.mallocgc:1 m.b GC (charged):5 m.b runtime.mallocgc:2]",
	} {
		p := typed.ProfileOf(t, text, cpuTypes, model.Header{})
		if got := fmt.Sprint(stacksOf(must.Have(charge.GC.Of(t.Context(), p)), 1)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// many is a profile of n stacks, half of which allocate.
func many(n int) *model.Profile {
	b := model.NewBuilder(cpuTypes)
	locate := func(name string) model.LocID {
		return b.Location(model.NoMapping, 0, []model.Line{{Func: b.Function(model.Function{Name: b.String(name)})}})
	}
	malloc, worker := locate("runtime.mallocgc"), locate("runtime.gcBgMarkWorker")
	var shared []model.LocID
	for i := range 400 {
		shared = append(shared, locate(fmt.Sprint("p.shared", i)))
	}
	for i := range n {
		var stack []model.LocID // from the leaf
		if i%2 == 0 {
			stack = append(stack, malloc)
		}
		for d := range 30 {
			stack = append(stack, shared[(i*(d+7)+i/400*d)%400])
		}
		b.Sample(stack, 0, []int64{1, 1e7})
	}
	b.Sample([]model.LocID{worker}, 0, []int64{int64(n / 10), int64(n/10) * 1e7})
	return b.Profile(model.Header{Period: 1e7})
}

// Four times the stacks take four times the steps.
func TestGCGrows(t *testing.T) {
	looks := func(n int) int {
		p, ctx := many(n), must.Count()
		must.Have(charge.GC.Of(ctx, p))
		return ctx.Asked()
	}
	if one, four := looks(8_000), looks(32_000); float64(four) > 4.5*float64(one)+4 {
		t.Errorf("it looks at its context %d times for 8,000 stacks, %d times for 32,000", one, four)
	}
}

// The same with a heap profile.
func TestGCByHeapGrows(t *testing.T) {
	looks := func(n int) int {
		heap := many(n)
		heap.Types = []model.ValueType{{Type: "inuse_objects", Unit: "count"}, {Type: "inuse_space", Unit: "bytes"}}
		p, ctx := many(n).Beside(heap), must.Count()
		must.Have(charge.GC.Of(ctx, p))
		return ctx.Asked()
	}
	if one, four := looks(8_000), looks(32_000); float64(four) > 4.5*float64(one)+4 {
		t.Errorf("it looks at its context %d times for 8,000 stacks, %d times for 32,000", one, four)
	}
}

func BenchmarkGC(b *testing.B) {
	p := many(200_000)
	for b.Loop() {
		must.Have(charge.GC.Of(context.Background(), p.Clone()))
	}
}
