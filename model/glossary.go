package model

// sampleTypes explains the usual sample types.
var sampleTypes = map[string]string{
	"samples":       "How often a stack was found running.",
	"cpu":           "CPU time: the number of samples times the period.",
	"inuse_space":   "Bytes allocated and not yet freed as of the last garbage collection.",
	"inuse_objects": "Objects allocated and not yet freed as of the last garbage collection.",
	"alloc_space":   "Bytes allocated since the program started, freed or not.",
	"alloc_objects": "Objects allocated since the program started, freed or not.",
	"contentions":   "How often a goroutine had to wait, scaled up from the sampled events.",
	"delay":         "How long goroutines waited, all of them added up.",
	"goroutine":     "The number of goroutines with this stack.",
	"goroutineleak": "The number of goroutines with this stack that can never run again.",
	"threadcreate":  "The number of threads started from this stack.",
	"wall":          "Wall time, all goroutines added up.",
	"time":          "Wall time, all goroutines added up.",
}

// terms explains the words of tables, pictures and filters.
var terms = map[string]string{
	"flat":        "What was spent in the function itself, without what it called.",
	"flat%":       "The flat value as a share of the total.",
	"sum%":        "The flat values of this row and of all rows above it, added up, as a share of the total.",
	"cum":         "What was spent in the function and in all that it called (cumulative). A recursive function counts once per stack.",
	"cum%":        "The cum value as a share of the total.",
	"self":        "What was spent in the function itself on this one way to it: the flat of a single box.",
	"of this box": "What was spent in the function and in all that it called on this one way to it: the cum of a single box.",
	"of parent":   "What the box weighs as a share of the box that called it.",
	"depth":       "How many calls lie between the root and this box.",
	"value":       "What the samples weigh, in the sample type that is shown.",
	"share":       "The value as a share of the total.",
	"residual":    "A call by way of functions that are left out of the picture; it is drawn dotted.",
	"inlined":     "A call that the compiler replaced by the body of what was called. It is a frame all the same.",
	"sample":      "One stack with its values, and its labels if it has any. Equal ones are added up in the file.",
	"sample type": "What a value counts. A profile may have several.",
	"period":      "The distance between two samples: 10 ms of CPU time, or 512 KiB of allocations, by default.",
	"utilization": "Total CPU time per duration: 100% is one core busy all the time.",
	"total":       "The sum of all samples before filters; shares are of it, unless percentages are relative.",
	"key":         "What kind of thing a label names: endpoint, tenant.",

	"label":   "A key and a value that the program put on its samples with pprof.Do.",
	"callers": "Who called the function, and what of its cum went through each.",
	"callees": "Whom the function called, and what of its cum went into each.",

	"base":        "What is compared with.",
	"new":         "What is compared with the base.",
	"Δ":           "New less base.",
	"Δ%":          "The change in per cent of the base.",
	"of Δ":        "The change as a share of all changes, up and down.",
	"is it real?": "Whether the change is more than what sampling makes by chance.",
	"noise":       "Changes that sampling alone makes that often that they say nothing.",
	"as recorded": "Values as they stand in the files.",
	"per second":  "Values divided by how long each file recorded.",
	"per total":   "Values of the base scaled so that both totals are the same.",
	"per unit":    "Divides values by work done, e.g. requests.",

	"search": "Marks what matches this regular expression; it leaves nothing out.",

	"running":  "The goroutine executes on a P.",
	"runnable": "The goroutine is ready and waits for a P. Much of it means too few Ps, or too much work.",
	"syscall":  "The goroutine is in a system call, or in C.",
	"network":  "The goroutine waits for the network, a pipe or a deadline of them.",
	"sync":     "The goroutine waits for another one: a channel, select, or something of package sync.",
	"sleep":    "The goroutine waits for the clock.",
	"GC work":  "The garbage collector's own goroutines mark, sweep and return memory.",
	"GC wait":  "The goroutine waits for the garbage collector.",
	"system":   "A goroutine of the runtime has nothing to do.",
	"other":    "The goroutine waits for something else, or for a reason that was not recorded.",
	"unknown":  "What happened here was lost with a part of the trace.",
}

// Glossary explains a word of tables, pictures and filters (flat, cum, residual, tagfocus …) or a
// usual sample type, in one sentence or two; "" where it knows none.
func Glossary(word string) string {
	if text, ok := terms[word]; ok {
		return text
	}
	if about := OptionNamed(word).About; about != "" {
		return about
	}
	return sampleTypes[word]
}
