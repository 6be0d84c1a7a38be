package model_test

import (
	"testing"

	"profstation/internal/typed"
	"profstation/model"
)

func TestKind(t *testing.T) {
	const memory = "alloc_objects/count alloc_space/bytes inuse_objects/count inuse_space/bytes"
	const waits = "contentions/count delay/nanoseconds"
	for _, c := range []struct {
		types, def, stacks string
		want               model.Kind
	}{
		{"samples/count cpu/nanoseconds", "", "A 1 1", model.CPU},
		{"cpu/nanoseconds", "cpu", "A 1", model.CPU},
		{memory, "", "A 1 1 1 1", model.Heap},
		{memory, "inuse_space", "A 1 1 1 1", model.Heap},
		{memory, "alloc_space", "A 1 1 1 1", model.Allocs},
		{"objects/count space/bytes", "", "A 1 1", model.Heap},
		{"alloc_objects/count", "", "A 1", model.Allocs},
		{waits, "", "main.f sync.(*Mutex).Lock 1 1\nmain.g runtime.chanrecv1 1 1", model.Block},
		{waits, "", "main.f sync.(*Mutex).Unlock 1 1\nmain.g sync.(*RWMutex).RUnlock 1 1\nmain.g runtime.chanrecv1 1 1", model.Mutex},
		{waits, "", "main.f sync.(*RWMutex).Unlock+sync.(*Mutex).Unlock 1 1", model.Mutex},
		{waits, "", "runtime.unlock2 1 1\nruntime._LostContendedRuntimeLock 1 1", model.Mutex},
		{waits, "", "", model.Contention},
		{"goroutine/count", "", "A 1", model.Goroutine},
		{"goroutineleak/count", "", "A 1", model.GoroutineLeak},
		{"threadcreate/count", "", "A 1", model.ThreadCreate},
		{"samples/count wall/nanoseconds", "", "A 1 1", model.Wall},
		{"samples/count time/nanoseconds", "", "A 1 1", model.Wall}, // fgprof
		{"requests/count", "", "A 1", model.Other},
		{"", "", "", model.Other},
	} {
		p := typed.ProfileOf(t, c.stacks, typed.Types(c.types), model.Header{DefaultSampleType: c.def})
		if p.Kind != c.want {
			t.Errorf("%s, default %q, %q: %s, want %s", c.types, c.def, c.stacks, p.Kind, c.want)
		}
	}
}

func TestUtilization(t *testing.T) {
	types := typed.Types("samples/count cpu/nanoseconds")
	p := typed.ProfileOf(t, "A 150 1500000000\nB 15 150000000", types, model.Header{Duration: 1116600000})
	if u, ok := p.Utilization(1); !ok || u < 147.76 || u > 147.78 {
		t.Errorf("utilization %v, %v", u, ok)
	}
	for _, column := range []int{0, -1, 2} {
		if _, ok := p.Utilization(column); ok {
			t.Errorf("column %d has a utilization", column)
		}
	}
	if _, ok := typed.ProfileOf(t, "A 1 1", types, model.Header{}).Utilization(1); ok {
		t.Error("a utilization without a duration")
	}
	for name, p := range map[string]*model.Profile{
		"of two that are compared": typed.ProfileOf(t, "A 150 1500000000", types, model.Header{Duration: 1116600000, Compared: true}),
		"that was read":            typed.ProfileOf(t, "A 150 1500000000\nB -15 -150000000", types, model.Header{Duration: 1116600000}),
	} {
		if u, ok := p.Utilization(1); ok {
			t.Errorf("a difference %s has the utilization %v", name, u)
		}
	}
}
