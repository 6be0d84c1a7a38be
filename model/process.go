package model

// Counts reports whether a sample type in profiles of a kind counts from the process's start, so that its
// rate says what the program does per unit of time. All others are states, or belong to one recording.
// Threads are a state: when they end, they are no longer in a profile.
func (k Kind) Counts(typ string) bool {
	switch k {
	case Heap, Allocs:
		return typ == "alloc_objects" || typ == "alloc_space" || typ == CollectedObjects || typ == CollectedSpace
	case Block, Mutex, Contention:
		return typ == "contentions" || typ == "delay"
	}
	return false
}

// Process is what a profile shows about its process: the program's build, and the addresses in memory of the
// program and the system's vdso. Systems choose these addresses anew for each process. Unknown fields are
// empty.
type Process struct {
	build           string
	program, system uint64
}

// ProcessOf returns the process shown by a profile.
func ProcessOf(p *Profile) Process {
	var out Process
	for i, m := range p.Mappings {
		switch {
		case i == 0:
			out.build, out.program = p.Strings.Raw(m.BuildID), m.Start
		case p.Strings.Raw(m.File) == "[vdso]":
			out.system = m.Start
		}
	}
	return out
}

// HasBuild reports whether the program's build is known.
func (p Process) HasBuild() bool { return p.build != "" }

// Other reports whether two profiles certainly come from different processes. If it returns false, they may
// still come from different ones.
func (p Process) Other(q Process) bool {
	return p.build != q.build && p.build != "" && q.build != "" ||
		p.program != q.program && p.program != 0 && q.program != 0 ||
		p.system != q.system && p.system != 0 && q.system != 0
}

// Same reports whether two profiles certainly come from one process: both have the build and the address of the vdso,
// which Linux chooses anew for each process.
func (p Process) Same(q Process) bool { return p == q && p.build != "" && p.system != 0 }
