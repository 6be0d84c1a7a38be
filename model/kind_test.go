package model

import (
	"testing"
)

func TestKind(t *testing.T) {
	const memory = "alloc_objects/count alloc_space/bytes inuse_objects/count inuse_space/bytes"
	const waits = "contentions/count delay/nanoseconds"
	for _, c := range []struct {
		types, def, stacks string
		want               Kind
	}{
		{"samples/count cpu/nanoseconds", "", "A 1 1", CPU},
		{"cpu/nanoseconds", "cpu", "A 1", CPU},
		{memory, "", "A 1 1 1 1", Heap},
		{memory, "inuse_space", "A 1 1 1 1", Heap},
		{memory, "alloc_space", "A 1 1 1 1", Allocs},
		{"objects/count space/bytes", "", "A 1 1", Heap},
		{"alloc_objects/count", "", "A 1", Allocs},
		{waits, "", "main.f sync.(*Mutex).Lock 1 1\nmain.g runtime.chanrecv1 1 1", Block},
		{waits, "", "main.f sync.(*Mutex).Unlock 1 1\nmain.g sync.(*RWMutex).RUnlock 1 1\nmain.g runtime.chanrecv1 1 1", Mutex},
		{waits, "", "main.f sync.(*RWMutex).Unlock+sync.(*Mutex).Unlock 1 1", Mutex},
		{waits, "", "runtime.unlock2 1 1\nruntime._LostContendedRuntimeLock 1 1", Mutex},
		{waits, "", "", Contention},
		{"goroutine/count", "", "A 1", Goroutine},
		{"goroutineleak/count", "", "A 1", GoroutineLeak},
		{"threadcreate/count", "", "A 1", ThreadCreate},
		{"samples/count wall/nanoseconds", "", "A 1 1", Wall},
		{"samples/count time/nanoseconds", "", "A 1 1", Wall}, // fgprof
		{"requests/count", "", "A 1", Other},
		{"", "", "", Other},
	} {
		p := parseStacksOf(t, c.stacks, columns(c.types), Header{DefaultSampleType: c.def})
		if p.Kind != c.want {
			t.Errorf("%s, default %q, %q: %s, want %s", c.types, c.def, c.stacks, p.Kind, c.want)
		}
	}
}

func TestUtilization(t *testing.T) {
	types := columns("samples/count cpu/nanoseconds")
	p := parseStacksOf(t, "A 150 1500000000\nB 15 150000000", types, Header{Duration: 1116600000})
	if u, ok := p.Utilization(1); !ok || u < 147.76 || u > 147.78 {
		t.Errorf("utilization %v, %v", u, ok)
	}
	for _, column := range []int{0, -1, 2} {
		if _, ok := p.Utilization(column); ok {
			t.Errorf("column %d has a utilization", column)
		}
	}
	if _, ok := parseStacksOf(t, "A 1 1", types, Header{}).Utilization(1); ok {
		t.Error("a utilization without a duration")
	}
}
