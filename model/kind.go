package model

// Kind is what a profile measures, told from its sample types and stacks.
type Kind string

// The kinds that Go programs write, and Other for the rest.
const (
	CPU           Kind = "cpu"
	Heap          Kind = "heap"
	Allocs        Kind = "allocs"
	Block         Kind = "block"
	Mutex         Kind = "mutex"
	Goroutine     Kind = "goroutine"
	GoroutineLeak Kind = "goroutineleak"
	ThreadCreate  Kind = "threadcreate"
	Wall          Kind = "wall"
	Other         Kind = "other"
)

func kindOf(p *Profile) Kind           { return Other }
func kindWarnings(p *Profile) []string { return nil }
