package model

// Counts reports whether a sample type of profiles of a kind counts from the start of the process
// on, so that its rate is what a program does at a time. All others are states, or are of a
// recording alone. Threads are a state: they end, and then are no longer in a profile.
func (k Kind) Counts(typ string) bool {
	switch k {
	case Heap, Allocs:
		return typ == "alloc_objects" || typ == "alloc_space"
	case Block, Mutex, Contention:
		return typ == "contentions" || typ == "delay"
	}
	return false
}

// Process is what a profile shows of the process that it was taken from: its program's build, and
// where its program and the system's own part of it are in memory. Systems choose these places anew
// for each process. What is not known is empty.
type Process struct {
	build           string
	program, system uint64
}

// ProcessOf is the process of a profile.
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

// HasBuild reports whether it is known which build of the program the process ran.
func (p Process) HasBuild() bool { return p.build != "" }

// Other reports whether two profiles are of different processes for sure. That they are of one does
// not follow from what they show here.
func (p Process) Other(q Process) bool {
	return p.build != q.build && p.build != "" && q.build != "" ||
		p.program != q.program && p.program != 0 && q.program != 0 ||
		p.system != q.system && p.system != 0 && q.system != 0
}
