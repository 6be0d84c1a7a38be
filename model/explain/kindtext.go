package explain

import (
	"cmp"
	"strings"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/names"
)

// KindText is what there is to know about a kind of profile.
type KindText struct {
	Title    string   // for a heading
	Measures string   // a sentence or two
	Sampling string   // a sentence with the file's {{.Period}}; "" if no file names one
	Limits   []string // what it cannot show, a sentence or two each
}

const memProfileRate = "The program sampled one allocation per {{.Period}} on average (MemProfileRate); the values are scaled up to estimate all allocations."

// kindTexts has the kinds that Go's runtime/pprof and goref write. The limits hold for every profile of the kind;
// warnings about one profile are separate. Versions are the Go versions in which a behaviour changed.
var kindTexts = map[model.Kind]KindText{
	model.CPU: {"CPU profile",
		"Where the program spent CPU time.",
		"Each running thread was interrupted after every {{.Period}} of CPU time, and its stack is a sample.",
		[]string{
			"Waiting is not counted: neither for I/O nor for locks, channels or the scheduler. Time that the kernel spends on behalf of a thread is counted.",
			"Stacks have at most 64 frames.",
			"A figure from n samples has a standard error of about √n samples: 25 samples are ±20%.",
			"Before Go 1.18 the figures are too low where more than about 2.5 cores were busy.",
		}},
	model.Heap: {"Heap profile",
		"Memory that was in use as of the last garbage collection, by the stack that allocated it, and all that was allocated since the start.",
		memProfileRate,
		[]string{
			"In-use figures are up to two collections old.",
			"The process uses more than this: stacks, runtime structures, garbage, fragmentation and memory not yet returned to the system come on top.",
			"Memory allocated by cgo is not seen. Labels set by pprof.Do are not recorded: the label “bytes” is the size of the allocated objects.",
			"Stacks have at most 128 frames, 32 before Go 1.23.",
		}},
	model.Allocs: {"Allocations profile",
		"All memory that was allocated since the start, by the stack that allocated it.",
		memProfileRate,
		[]string{
			"Most allocations listed are garbage by now: see inuse_space for those still in use.",
			"Memory allocated by cgo is not seen. Labels set by pprof.Do are not recorded: the label “bytes” is the size of the allocated objects.",
			"Stacks have at most 128 frames, 32 before Go 1.23.",
		}},
	model.Block: {"Block profile",
		"How long goroutines were parked on channels, select, mutexes, wait groups and conditions, by the stack that waited.",
		"",
		[]string{
			"Goroutines wait in parallel, so the sum may be many times the wall time; workers that wait for work count too.",
			"Waiting for the network, for system calls and in time.Sleep is not seen.",
			"The sampling rate is not in the file. Before Go 1.17 rare long events were overrated.",
		}},
	model.Mutex: {"Mutex profile",
		"How long others waited for a lock, by the stack that held and then released it.",
		"",
		[]string{
			"A wait is counted at the Unlock that ends it: a lock that is never released, as in a hang, is not seen.",
			"One in SetMutexProfileFraction events is sampled; the number of contentions is the more reliable figure, the delay of a single stack less so.",
		}},
	model.Contention: {"Contention profile",
		"How long goroutines waited for each other: a block or a mutex profile. Without samples the file does not say which.", "", nil},
	model.Waits: {"Waits in a trace",
		"How often and how long goroutines waited, from an execution trace. Nothing was sampled.", "", nil},
	model.Goroutine: {"Goroutine profile",
		"The stack of every goroutine at one moment.",
		"",
		[]string{
			"It shows where goroutines are, not how long they have been there; the text form goroutine?debug=2 shows that.",
			"Taking it stops the program for 1 to 10µs a goroutine.",
		}},
	model.GoroutineLeak: {"Goroutine leak profile",
		"The stacks of goroutines that are blocked for ever: nothing that still runs can reach what they wait for (since Go 1.27, in 1.26 as an experiment).",
		"",
		[]string{
			"What waits for a channel or a lock that a global variable or a running goroutine refers to is not found, even if nobody will ever use that.",
			"Goroutines that wait for the network, for a system call or in time.Sleep are never called leaked.",
			"Taking it collects garbage first. The text form goroutineleak?debug=2 has all goroutines, where they were created, and (leaked) in the state of those that are: see the labels state and created by.",
		}},
	model.ThreadCreate: {"Thread creation profile",
		"The stacks that made the runtime start new operating system threads.", "", nil},
	model.Wall: {"Wall clock profile",
		"Where goroutines were, running or waiting, sampled at a fixed rate of wall time.",
		"",
		[]string{"Goroutines wait in parallel, so the sum may be many times the wall time."}},
	model.References: {"Reference profile",
		"The objects on the heap at one moment, by the references that keep them alive: from a variable, the root, through fields, elements and maps to the object.",
		"",
		[]string{
			"Frames are references, not calls: each is held by the one before it. Nothing was sampled.",
			"What a goroutine holds is below the functions on its stack, which are calls, from runtime.goexit on.",
			"An object is counted once, on the path on which it was found first: what two variables hold is shown below one of them.",
			"Objects without a type are in $sub_objects$: those of unsafe pointers, and those at the end of very long paths. All elements of an array from the eleventh on are [10+].",
		}},
	model.Other: {"Profile",
		"Not one of the kinds that Go's runtime writes: see its sample types.", "", nil},
}

// foreignTexts has the kinds of recordings from other tools.
var foreignTexts = map[model.Kind]KindText{
	model.CPU:        {"CPU profile", "Where programs spent CPU time, as its tool measured it.", "", nil},
	model.Wall:       {"Profile of time", "Where time passed, as its tool measured it.", "", nil},
	model.Heap:       {"Heap profile", "Memory, by the stack that allocated it.", "", nil},
	model.Allocs:     {"Allocations profile", "Memory, by the stack that allocated it.", "", nil},
	model.Goroutine:  {"Goroutine profile", "The stacks of goroutines.", "", nil},
	model.Contention: {"Contention profile", "How long threads waited for each other.", "", nil},
	model.Block:      {"Contention profile", "How long threads waited for each other.", "", nil},
	model.Mutex:      {"Contention profile", "How long threads waited for each other.", "", nil},
	model.Other:      {"Profile", "See its sample types for what it measures.", "", nil},
}

// About explains a profile's kind. For a profile that does not come from Go, it says nothing about Go.
func About(p *model.Profile) KindText {
	if p.Pooled && names.OfGo(p) {
		t := OfKind(p.Kind)
		t.Measures = cmp.Or(ofPool(&p.Header, pooledMeasures[p.Kind]), t.Measures)
		t.Sampling = ""
		return t
	}
	switch {
	case p.StateAxis() != (model.LabelAxis{}):
		return aboutDump()
	case names.OfGo(p):
		return OfKind(p.Kind)
	}
	if t, ok := foreignTexts[p.Kind]; ok {
		return t
	}
	return foreignTexts[model.Other]
}

// SampleType says what a sample type counts, like [SampleTypeOf]. In a profile that does not come from Go,
// only a sample type's name is known.
func SampleType(p *model.Profile, sampleType string) string {
	switch {
	case p.Pooled && ofPool(&p.Header, pooledTypes[sampleType]) != "":
		return ofPool(&p.Header, pooledTypes[sampleType])
	case names.OfGo(p):
		return SampleTypeOf(p.Kind, sampleType)
	case sampleType == "samples", strings.HasSuffix(sampleType, "_sample"):
		return lang.Later("How often a stack was found.")
	case sampleType == "inuse_space", sampleType == "space":
		return lang.Later("Bytes allocated and not yet freed.")
	case sampleType == "inuse_objects", sampleType == "objects":
		return lang.Later("Objects allocated and not yet freed.")
	case sampleType == "weight":
		return lang.Later("What the file gives for a stack: events or time, in a unit that it does not name.")
	}
	return ""
}

// OfKind explains a kind.
func OfKind(k model.Kind) KindText {
	if t, ok := kindTexts[k]; ok {
		return t
	}
	return kindTexts[model.Other]
}

// SampleTypeOf says what a sample type such as inuse_space counts in profiles of this kind. It returns "" if
// that is not known.
func SampleTypeOf(k model.Kind, sampleType string) string {
	switch {
	case k == model.Waits && sampleType == "contentions":
		return lang.Later("How many waits the trace has; every one is counted.")
	case k == model.Mutex && sampleType == "contentions":
		return lang.Later("How often somebody had waited when a lock was released here, scaled up from the sampled events.")
	case k == model.Mutex && sampleType == "delay":
		return lang.Later("How long others had waited for the locks that were released here.")
	case k == model.References && sampleType == "inuse_space":
		return lang.Later("Bytes of the objects that were found on this path first.")
	case k == model.References && sampleType == "inuse_objects":
		return lang.Later("Objects that were found on this path first.")
	case k == model.Wall && sampleType == "samples":
		return lang.Later("How often a goroutine was found here.")
	}
	column := map[string]string{"goroutines": "goroutine", "objects": "inuse_objects", "space": "inuse_space"}
	return sampleTypes[cmp.Or(column[sampleType], sampleType)]
}
