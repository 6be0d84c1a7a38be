package explain

import (
	"profstation/model"
	"profstation/model/query"
)

// sampleTypes explains the default sample types.
var sampleTypes = map[string]string{
	"samples":              "How often a stack was found running.",
	"cpu":                  "CPU time: the number of samples times the period.",
	"inuse_space":          "Bytes allocated and not yet freed as of the last garbage collection.",
	"inuse_objects":        "Objects allocated and not yet freed as of the last garbage collection.",
	"alloc_space":          "Bytes allocated since the program started, freed or not.",
	"alloc_objects":        "Objects allocated since the program started, freed or not.",
	model.CollectedSpace:   "Bytes allocated since the program started and freed by the last garbage collection: alloc_space less inuse_space.",
	model.CollectedObjects: "Objects allocated since the program started and freed by the last garbage collection: alloc_objects less inuse_objects.",
	"contentions":          "How often a goroutine had to wait, scaled up from the sampled events.",
	"delay":                "The time goroutines waited, added up.",
	"goroutine":            "The number of goroutines with this stack.",
	"goroutineleak":        "The number of goroutines with this stack that can never run again.",
	"threadcreate":         "The number of threads started from this stack.",
	"wall":                 "Wall time, all threads or goroutines added up.",
	"time":                 "Wall time, all goroutines added up.",
}

// Glossary terms that are not shown under these names.
const (
	OfBox    = "of this box" // a box's total
	OfParent = "of parent"   // a box's share

	ofReferences = "/references" // behind a term that means something else there
)

// terms explains the words in tables, pictures and filters.
var terms = map[string]string{
	"flat":        "Spent in the function itself, without its callees.",
	"flat%":       "The flat value as a share of the total.",
	"sum%":        "The flat values of this row and of all rows above it, added up, as a share of the total.",
	"cum":         "Spent in the function and everything it called (cumulative). A recursive function counts once per stack.",
	"cum%":        "The cum value as a share of the total.",
	"self":        "Spent in the function itself on this call path: the flat of a single box.",
	OfBox:         "Spent in the function and everything it called on this call path: the cum of a single box.",
	OfParent:      "The value as a share of the caller's box.",
	"depth":       "How many calls lie between the root and this box.",
	"value":       "The value of the samples in the displayed sample type.",
	"share":       "The value as a share of the total.",
	"residual":    "A call through functions that are not shown; drawn dotted.",
	"inlined":     "A call that the compiler replaced with the callee's body. It still has a frame.",
	"escapes":     "A value escapes if it may be needed after the call that makes it, or is too large for a stack. The compiler then puts it on the heap.",
	"sample":      "One stack with its values, and its labels if it has any. Equal ones are added up in the file.",
	"sample type": "What a value counts. A profile may have several.",
	"period":      "The distance between two samples: 10ms of CPU time, or 512kB of allocations, by default.",
	"utilization": "Total CPU time per duration: 100% is one core busy all the time.",
	"total":       "The sum of all samples before filters; shares are of it, unless percentages are relative.",
	"key":         "What kind of thing a label names: endpoint, tenant.",

	"mean life":  "The average time from the allocation to the collection: the mean in use, divided by what was collected per second. For sizes it is the life of a byte, for counts the life of an object. Short lives are work for the garbage collector; lives longer than the profiles cover are caches or leaks.",
	"long-lived": "The mean life is surely longer than the time that the profiles cover.",
	"churn":      "The mean life is surely shorter than the time from one profile to the next, and the name allocates at least 1% of everything.",

	"label":   "A key and a value that the program attached to its samples with pprof.Do.",
	"callers": "The function's callers, and how much of its cum came through each.",
	"callees": "The function's callees, and how much of its cum went to each.",

	"flat" + ofReferences:   "Held by this reference itself, without what its objects refer to.",
	"cum" + ofReferences:    "Held by this reference and by all that is reached through it. A reference within itself, as in a list, counts once per path.",
	"self" + ofReferences:   "Held by the reference itself on this path: the flat of a single box.",
	OfBox + ofReferences:    "Held by the reference and by all that is reached through it on this path: the cum of a single box.",
	OfParent + ofReferences: "The value as a share of the holder's box.",
	"depth" + ofReferences:  "How many references lie between the root and this box.",

	"base":         "The base, which the new side is compared with.",
	"new":          "The new side, which is compared with the base.",
	"Δ":            "New minus base.",
	"Δ%":           "The change in per cent of the base.",
	"of Σ|Δ|":      "The change as a share of all changes, ups and downs added up.",
	"significance": "Whether the change is more than what sampling makes by chance.",
	"noise":        "Changes that sampling alone produces so often that they mean nothing.",
	"as recorded":  "Values as they stand in the files.",
	"per second":   "Values divided by the duration of each file.",
	"per total":    "Values of the base, scaled to make both totals equal.",
	"per unit":     "Divides values by work done, e.g. requests.",

	"search": "Highlights matches of this regular expression; nothing is filtered out.",

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
	"unknown":  "This part of the trace was lost.",
}

// Glossary explains a word from tables, pictures and filters (flat, cum, residual, tagfocus …) or a default
// sample type, in one sentence or two. It returns "" for unknown words.
func Glossary(word string) string {
	if text, ok := terms[word]; ok {
		return text
	}
	if about := query.OptionNamed(word).About; about != "" {
		return about
	}
	return sampleTypes[word]
}

// Term returns the word under which [Glossary] explains a term in profiles of a kind.
func Term(k model.Kind, word string) string {
	if _, ok := terms[word+ofReferences]; ok && k == model.References {
		return word + ofReferences
	}
	return word
}
