package model

import "testing"

// Places in memory and builds that differ are of different processes; what is not known says nothing.
func TestProcess(t *testing.T) {
	at := func(build string, program, system uint64) Process {
		b := NewBuilder([]ValueType{{Type: "alloc_space", Unit: "bytes"}})
		b.Mapping(Mapping{Start: program, BuildID: b.String(build), File: b.String("/bin/service")})
		b.Mapping(Mapping{Start: system, File: b.String("[vdso]")})
		return ProcessOf(b.Profile(Header{}))
	}
	one := at("abc", 0x400000, 0x7fff1000)
	for _, c := range []struct {
		of    Process
		other bool
	}{
		{one, false},
		{at("abc", 0x400000, 0x7ffe2000), true},
		{at("abc", 0x555500000000, 0x7fff1000), true},
		{at("def", 0x400000, 0x7fff1000), true},
		{at("", 0x400000, 0), false},
		{Process{}, false},
	} {
		if got := one.Other(c.of); got != c.other || c.of.Other(one) != c.other {
			t.Errorf("%+v and %+v: other processes %v, want %v", one, c.of, got, c.other)
		}
	}
	if !one.Same(at("abc", 0x400000, 0x7fff1000)) || one.Same(at("abc", 0x400000, 0x7ffe2000)) {
		t.Error("the same program and the same vdso are not one process, or another vdso is")
	}
	for _, unsure := range []Process{{}, at("", 0x400000, 0x7fff1000), at("abc", 0x400000, 0)} {
		if unsure.Same(unsure) {
			t.Errorf("%+v is certainly one process", unsure)
		}
	}
	if !one.HasBuild() || at("", 1, 1).HasBuild() {
		t.Error("a build is known where there is none, or the other way round")
	}
}
