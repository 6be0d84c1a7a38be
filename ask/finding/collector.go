package finding

import (
	"profstation/model/lang"
)

// Rules about what the collector and the allocator take.
func init() {
	addShare("gc", cpuProfiles, share{
		of:       symbols("runtime.gcBgMarkWorker*", "runtime.gcAssistAlloc*", "runtime.bgsweep*", "runtime.bgscavenge*", "runtime.gcStart*", "runtime.GC", "runtime._GC"),
		not:      symbols("runtime.gcDrainMarkWorkerIdle"),
		severity: Worth,
	}, threshold{percent: 10, because: lang.Later("doubling GOGC halves what collecting costs: from here on that saves 5 % of the CPU"), link: guide + "#GOGC"}, words{
		Found: lang.Later("{{.Share}} of the CPU time is garbage collection"),
		Why:   lang.Later("The program pays it for every byte that it allocates. With a larger heap the collector runs less often."),
		Do:    lang.Later("Allocate less: View › Charge GC to allocators estimates for whom it works, and the allocations profile has alloc_space. Or trade memory for time with GOGC and GOMEMLIMIT: GOGC=200 about halves it."),
		Wrong: lang.Later("Work on idle Ps is left out, as it is free. What remains may run beside the program on cores that nobody else wants."),
	})
	addShare("assists", cpuProfiles, share{
		of:       symbols("runtime.gcAssistAlloc*"),
		severity: Worth,
		below:    ofRuntime,
	}, threshold{percent: 5, because: lang.Later("the guide to the collector names it"), link: guide + "#Identifying_costs"}, words{
		Found: lang.Later("goroutines spend {{.Share}} of the CPU time helping the collector"),
		Why:   lang.Later("The program allocates faster than the collector can mark. Whoever allocates has to mark first, and waits: that shows in latencies."),
		Do:    lang.Later("Allocate less at the callers listed, or raise GOGC. A GOMEMLIMIT that is almost reached does this, too."),
		Wrong: lang.Later("A short burst of allocations while everything else is idle."),
	})
	addShare("allocation", cpuProfiles, share{
		of:       symbols("runtime.mallocgc*"),
		severity: Worth,
		below:    ofRuntime,
	}, threshold{percent: 15, because: lang.Later("the guide to the collector names it"), link: guide + "#Identifying_costs"}, words{
		Found: lang.Later("{{.Share}} of the CPU time goes into allocating memory"),
		Why:   lang.Later("Each allocation also makes work for the collector, which is not in this share, except for assists."),
		Do:    lang.Later("Allocate less at the callers listed: reuse buffers, preallocate, keep values out of interfaces. The allocations profile by alloc_objects says how many."),
		Wrong: lang.Later("No caller stands out: then a larger GOGC is the cheaper way."),
	})
}
