package trace

import (
	"math/rand/v2"
	"testing"
	"unsafe"
)

// TestSpans holds that spans are what was set, whether ten bytes are enough for them or not.
func TestSpans(t *testing.T) {
	if n := unsafe.Sizeof(span{}); n != 10 {
		t.Errorf("a span takes %d bytes", n)
	}
	for _, c := range []struct {
		last                               Time
		conditions, stacks, procs, threads int
		more                               bool
	}{
		{1<<40 - 1, 256, 1 << 16, 255, 255, false},
		{1 << 40, 256, 1 << 16, 255, 255, true},
		{10, 257, 2, 2, 2, true},
		{10, 2, 1<<16 + 1, 2, 2, true},
		{10, 2, 2, 256, 2, true},
		{10, 2, 2, 2, 256, true},
		{NoTime, 1 << 16, 1<<31 - 1, MaxLanes, MaxLanes, true},
	} {
		rng := rand.New(rand.NewPCG(1, 2))
		type set struct {
			start  Time
			cond   uint16
			stack  StackIndex
			proc   ProcIndex
			thread ThreadIndex
		}
		var want []set
		const n = 1000
		s := MakeSpans(t.Context(), nil, n, c.last, make([]Condition, c.conditions), c.stacks, c.procs, c.threads)
		if (s.more != nil) != c.more {
			t.Errorf("%+v: more %v", c, s.more != nil)
		}
		for i := range SpanIndex(n) {
			v := set{
				Time(rng.Int64N(int64(c.last) + 1)), uint16(rng.IntN(c.conditions)), StackIndex(rng.IntN(c.stacks)),
				ProcIndex(rng.IntN(c.procs+1) - 1), ThreadIndex(rng.IntN(c.threads+1) - 1),
			}
			want = append(want, v)
			s.Set(i, v.start, v.cond, v.stack, v.proc, v.thread)
		}
		for i, v := range want {
			i := SpanIndex(i)
			if got := (set{s.Start(i), s.Cond(i), s.Stack(i), s.Proc(i), s.Thread(i)}); got != v {
				t.Fatalf("%+v: %+v, set was %+v", c, got, v)
			}
		}
	}
}
