package memory

import "profstation/model/memory"

// class is a part of what the Go runtime has from the system.
type class struct {
	kind       memory.Kind
	metrics    []string // in runtime/metrics, below /memory/classes/; they add up
	stat, less string   // in runtime.MemStats: a field, and one to subtract from it
}

// classes are all parts. They add up to /memory/classes/total:bytes, and to MemStats.Sys.
var classes = []class{
	{memory.Objects, []string{"heap/objects"}, "HeapAlloc", ""},
	{memory.HeapUnused, []string{"heap/unused"}, "HeapInuse", "HeapAlloc"},
	{memory.HeapFree, []string{"heap/free"}, "HeapIdle", "HeapReleased"},
	{memory.HeapReleased, []string{"heap/released"}, "HeapReleased", ""},
	{memory.Stacks, []string{"heap/stacks"}, "StackInuse", ""},
	{memory.OSStacks, []string{"os-stacks"}, "StackSys", "StackInuse"},
	{memory.Spans, []string{"metadata/mspan/inuse", "metadata/mspan/free"}, "MSpanSys", ""},
	{memory.Caches, []string{"metadata/mcache/inuse", "metadata/mcache/free"}, "MCacheSys", ""},
	{memory.Buckets, []string{"profiling/buckets"}, "BuckHashSys", ""},
	{memory.Collector, []string{"metadata/other"}, "GCSys", ""},
	{memory.RuntimeOther, []string{"other"}, "OtherSys", ""},
}

// stat is a field in runtime.MemStats, and what Prometheus calls it behind go_memstats_.
type stat struct {
	name, exported string
	needed         bool
}

// stats are all fields that the account needs, or has a use for.
var stats = []stat{
	{"Sys", "sys_bytes", true},
	{"HeapAlloc", "heap_alloc_bytes", true},
	{"HeapIdle", "heap_idle_bytes", true},
	{"HeapInuse", "heap_inuse_bytes", true},
	{"HeapReleased", "heap_released_bytes", true},
	{"StackInuse", "stack_inuse_bytes", true},
	{"StackSys", "stack_sys_bytes", true},
	{"MSpanSys", "mspan_sys_bytes", true},
	{"MCacheSys", "mcache_sys_bytes", true},
	{"BuckHashSys", "buck_hash_sys_bytes", true},
	{"GCSys", "gc_sys_bytes", true},
	{"OtherSys", "other_sys_bytes", true},
	{"NextGC", "next_gc_bytes", false},
	{"MaxRSS", "", false},
}

// inUseAndSystem are names in that text with two figures, "inuse / sys", and what MemStats calls them.
var inUseAndSystem = map[string]string{"Stack": "Stack", "MSpan": "MSpan", "MCache": "MCache"}
