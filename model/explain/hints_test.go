package explain_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/internal/typed"
	"profstation/model"
	"profstation/model/explain"
)

func TestWarnings(t *testing.T) {
	const cpu = "samples/count cpu/nanoseconds"
	const heap = "alloc_objects/count alloc_space/bytes inuse_objects/count inuse_space/bytes"
	const waits = "contentions/count delay/nanoseconds"
	deep := func(root string, frames int) string { return root + strings.Repeat(" main.f", frames-1) }
	const busy = "main.main runtime.mallocgc 200 2000000000\n"
	second := model.Header{Duration: time.Second}
	for _, c := range []struct {
		name, types, stacks string
		header              model.Header
		want                []string // a part of each warning, in order
	}{
		{"nothing to say", cpu, busy, second, nil},
		{"no samples", cpu, "", second, []string{"no samples"}},
		{"empty stacks", cpu, busy + "1 10000000\n2 20000000 k=v", second, []string{"2 records have no stack"}},
		{"one empty stack", cpu, busy + "1 10000000", second, []string{"1 record has no stack"}},
		{"little CPU", cpu, "main.main 199 199000000", second, []string{"only 19.9% of one core"}},
		{"little CPU of who knows how many", cpu, "main.main 199 199000000", model.Header{Duration: time.Second, Pooled: true, Covered: time.Second}, nil},
		{"of a store that does not say what is covered", cpu, "main.main 199 199000000", model.Header{Duration: time.Second, Pooled: true}, []string{"how much of the time asked for has profiles is not known, so there are no rates: the store did not say"}},
		{"enough CPU", cpu, "main.main 200 200000000", second, nil},
		{"few samples", cpu, "main.main 25 1000000000", second, []string{"only 25 samples: even the total is only accurate to about ±20% (1/√n); record longer"}},
		{"few samples of a store", cpu, "main.main 25 1000000000", model.Header{Duration: time.Second, Pooled: true, Covered: time.Second},
			[]string{"only 25 samples: even the total is only accurate to about ±20% (1/√n); choose a longer time"}},
		{"cut at 64", cpu, busy + deep("main.g", 64) + " 5 1\n" + deep("main.h", 64) + " 5 1", second,
			[]string{"2 records have been cut at 64 frames"}},
		{"one cut at 64", cpu, busy + deep("main.g", 64) + " 5 1", second, []string{"1 record has been cut at 64 frames"}},
		{"64 frames of a whole goroutine", cpu, busy + deep("net/http.(*Server).Serve.gowrap3", 64) + " 5 1", second, nil},
		{"64 by chance", cpu, busy + deep("main.main", 64) + " 5 1", second, nil},
		{"deeper than 64", cpu, busy + deep("main.g", 64) + " 5 1\n" + deep("main.h", 90) + " 5 1", second, nil},
		{"heap cut at 32", heap, "runtime.main main.main 1 1 1 1\n" + deep("main.g", 33) + " 1 1 1 1", model.Header{},
			[]string{"1 record has been cut at 32 frames"}},
		{"heap cut at 32, less the runtime's frames", heap, "runtime.main main.main 1 1 1 1\n" + deep("main.g", 32) + " 1 1 1 1\n" + deep("main.h", 30) + " 1 1 1 1",
			model.Header{}, []string{"2 records have been cut at 32 frames"}},
		{"heap cut at 128", heap, "runtime.main main.main 1 1 1 1\n" + deep("main.g", 128) + " 1 1 1 1", model.Header{},
			[]string{"1 record has been cut at 128 frames"}},
		{"not Go", cpu, "a b 200 2000000000\n" + strings.Repeat("x ", 64) + "5 1", second, nil},
		{"threads", "threadcreate/count", "A 1", model.Header{}, []string{"broken since 2013"}},
		{"delta", heap, "A 1 1 -1 -1", second, []string{"the change within 1s"}},
		{"delta that only grew", heap, "A 1 1 1 1", second, nil},
		{"difference by pprof", cpu, "A 200 2000000000\nB -1 -1 pprof::base=true", second, []string{"diff_base"}},
		{"difference", cpu, "A 200 2000000000\nB -1 -1", second, []string{"a difference of two profiles"}},
		{"idle workers", waits, "main.w runtime.selectgo 1 51\nmain.l sync.(*Mutex).Lock 1 49", model.Header{}, []string{"51% of the delay"}},
		{"busy workers", waits, "main.w runtime.selectgo 1 50\nmain.l sync.(*Mutex).Lock 1 50", model.Header{}, nil},
		{"no waits", waits, "", model.Header{}, []string{"nothing had to wait"}},
		{"leaks within a while", "goroutineleak/count", "A 3\nB -2", model.Header{Duration: 5e9}, []string{"this is the change within 5s"}},
		{"no leaks", "goroutineleak/count", "", model.Header{}, []string{"no goroutine was found that nothing can wake"}},
		{"no default", "requests/count bytes/bytes", "A 1 1", model.Header{}, []string{"its last, bytes"}},
	} {
		p := typed.ProfileOf(t, c.stacks, typed.Types(c.types), c.header)
		ok := len(must.Have(explain.Hints(context.Background(), p))) == len(c.want)
		for i := 0; ok && i < len(c.want); i++ {
			ok = strings.Contains(must.Have(explain.Hints(context.Background(), p))[i], c.want[i]) && !strings.Contains(must.Have(explain.Hints(context.Background(), p))[i], "\n")
		}
		if !ok {
			t.Errorf("%s: %q, want %q", c.name, must.Have(explain.Hints(context.Background(), p)), c.want)
		}
	}
}

// A profile without a stack says that it is no question of the sample type.
func TestWhyBlank(t *testing.T) {
	for stacks, want := range map[string]string{
		"":                                     "There are no samples.\n",
		"1 10000000\n2 20000000 k=v":           "No record has a stack",
		"main.main 1 10000000\n2 20000000 k=v": "",
		"main.main 0 0":                        "",
	} {
		got := explain.WhyBlank(typed.ProfileOf(t, stacks, []model.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}}, model.Header{}))
		if !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%q: %q, not %q", stacks, got, want)
		}
	}
}

func TestWarningOfMissingNames(t *testing.T) {
	b := model.NewBuilder(typed.Types("requests/count"))
	for i := range 3 {
		var lines []model.Line
		if i == 0 {
			lines = []model.Line{{Func: b.Function(model.Function{Name: b.String("f")})}}
		}
		b.Sample([]model.LocID{b.Location(model.NoMapping, uint64(i), lines)}, 0, []int64{1})
	}
	if w := fmt.Sprint(must.Have(explain.Hints(context.Background(), b.Profile(model.Header{})))); !strings.Contains(w, "2 of 3 program counters") {
		t.Error(w)
	}
}
