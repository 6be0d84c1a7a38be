package memory

import "profstation/model/lang"

// Kind is a kind of memory. It is a part's name in JSON.
type Kind string

// What the Go runtime says. The comments have the names in runtime/metrics and in runtime.MemStats.
const (
	Objects      Kind = "heap_objects"      // /memory/classes/heap/objects, HeapAlloc
	HeapUnused   Kind = "heap_unused"       // /memory/classes/heap/unused, HeapInuse − HeapAlloc
	HeapFree     Kind = "heap_free"         // /memory/classes/heap/free, HeapIdle − HeapReleased
	HeapReleased Kind = "heap_released"     // /memory/classes/heap/released, HeapReleased
	Stacks       Kind = "goroutine_stacks"  // /memory/classes/heap/stacks, StackInuse
	OSStacks     Kind = "os_stacks"         // /memory/classes/os-stacks, StackSys − StackInuse
	Spans        Kind = "mspan"             // /memory/classes/metadata/mspan, MSpanSys
	Caches       Kind = "mcache"            // /memory/classes/metadata/mcache, MCacheSys
	Buckets      Kind = "profiling_buckets" // /memory/classes/profiling/buckets, BuckHashSys
	Collector    Kind = "gc_metadata"       // /memory/classes/metadata/other, GCSys
	RuntimeOther Kind = "runtime_other"     // /memory/classes/other, OtherSys
)

// Into these the account divides what the runtime says, or adds to it.
const (
	Live           Kind = "heap_live"
	Unmarked       Kind = "heap_unmarked"       // objects that the last collection did not mark
	RuntimeUnknown Kind = "runtime_unknown"     // in the runtime's sum and in none of its parts
	Kept           Kind = "go_kept"             // resident in Go's mappings, but not in its count
	Untouched      Kind = "go_not_resident"     // in Go's count, but not resident: negative
	GoHeapRest     Kind = "go_heap_not_divided" // Go's heap beyond the live objects of a profile
)

// What the system says: areas of resident memory.
const (
	GoHeap       Kind = "go_heap"    // the mappings for Go's heap
	GoRuntime    Kind = "go_runtime" // those for the runtime's own data
	Binary       Kind = "binary"
	Files        Kind = "mapped_files"
	Shared       Kind = "shared_memory"
	Malloc       Kind = "c_heap" // [heap]
	MainStack    Kind = "main_stack"
	Kernel       Kind = "kernel_mappings"
	Anonymous    Kind = "outside_go"       // anonymous memory that is none of the above
	OutsideHeap  Kind = "outside_go_heap"  // the same, if the runtime's own data cannot be told from it
	AllAnonymous Kind = "anonymous"        // all anonymous memory, Go's too
	AllFiles     Kind = "all_files"        // the binary and other files
	FilesShared  Kind = "files_and_shared" // those, and shared memory
	Undivided    Kind = "undivided"        // everything
	NotGo        Kind = "not_go"           // everything that the runtime does not count
	NotGoAnon    Kind = "not_go_anonymous" // anonymous memory that the runtime does not count
	NotDivided   Kind = "resident_unknown" // resident, in no area
	HeapProfile  Kind = "heap_profile"     // what a heap profile shows
	SwappedOut   Kind = "swapped_out"      // not resident
	PeakResident Kind = "peak_resident"    // the largest resident size so far
	NextGoal     Kind = "next_gc"          // the size of the heap at which the next collection ends
	MemoryLimit  Kind = "gomemlimit"       // GOMEMLIMIT
	GroupLimit   Kind = "cgroup_memory_max"
	GroupUsed    Kind = "cgroup_memory_current"
	GroupFiles   Kind = "cgroup_file"
	GroupShared  Kind = "cgroup_shmem"
	GroupKernel  Kind = "cgroup_kernel"
)

// meaning is what people call a kind of memory, and what they do about it.
type meaning struct{ name, advice string }

var meanings = map[Kind]meaning{
	Objects:        {"Heap objects, live or garbage", "A heap profile shows which of them are live and who allocated them."},
	Live:           {"Live objects on the heap", "A heap profile (inuse_space) shows who allocated them: keep fewer, or smaller ones."},
	Unmarked:       {"Garbage, and objects since the last collection", "The next collection frees the garbage. Allocating less (alloc_space) makes it smaller; GOGC and GOMEMLIMIT say how much may gather."},
	HeapUnused:     {"Unused slots in spans of the heap (fragmentation)", "Only objects of the same size class can use them. A peak of small objects leaves them; they shrink when whole spans become empty."},
	HeapFree:       {"Free pages of the heap, not yet given back", "Go gives them back in the background after a peak. debug.FreeOSMemory does so at once, and GOMEMLIMIT makes it do so earlier."},
	HeapReleased:   {"Heap given back to the system", "It costs only addresses: the system may use the memory."},
	Stacks:         {"Stacks of goroutines", "A goroutine profile shows how many there are and where they wait: fewer goroutines, or less deep calls."},
	OSStacks:       {"Stacks of threads that Go started", "A threadcreate profile shows what started threads; calls that block in the system or in C need one each."},
	Spans:          {"The runtime's records of spans (mspan)", "They grow with the largest heap there was, and are never given back: many small objects need most."},
	Caches:         {"The runtime's caches of each P (mcache)", "There is one for each P: GOMAXPROCS decides."},
	Buckets:        {"Tables for profiles (buckets of stacks)", "They grow with the number of different stacks that were sampled, and never shrink: a larger runtime.MemProfileRate records fewer."},
	Collector:      {"Metadata of the garbage collector", "It grows with the largest heap there was: bitmaps, work buffers and tables of arenas."},
	RuntimeOther:   {"Other data of the runtime", "Tables of finalizers, types and pages, and buffers of an execution trace that runs."},
	RuntimeUnknown: {"Parts of the runtime that the source does not name", "A file with all of /memory/classes of runtime/metrics divides them."},
	Kept:           {"In Go's mappings, but not in its count", "Mostly free memory that huge pages keep resident, the index of arenas (2MB or more), or files of different moments. Look at AnonHugePages in smaps, and at GODEBUG=madvdontneed=1."},
	Untouched:      {"In Go's count, but not resident", "Pages that nobody has written to yet, such as those of a large slice or the unused ends of stacks, or pages that are swapped out. Nothing has to be done, unless they are swapped out: expect the process to grow by as much when it uses them, and make slices no larger than what fills them."},
	GoHeap:         {"Heap of Go, not divided", "A heap profile with debug=1, runtime/metrics or /debug/vars of the same moment divides it."},
	GoHeapRest:     {"Heap of Go beyond the heap profile", "Garbage, free pages, fragmentation and stacks: a heap profile with debug=1, runtime/metrics or /debug/vars of the same moment divides it."},
	GoRuntime:      {"The Go runtime's own data", "A heap profile with debug=1, runtime/metrics or /debug/vars of the same moment divides it."},
	Binary:         {"The program's file: code, constants and variables", "The system can drop unchanged pages at any time. Large global variables and embedded files are here."},
	Files:          {"Other mapped files", "Files mapped by mmap, such as databases, and shared libraries. The system drops unchanged pages when others need memory; smaps names each."},
	Shared:         {"Shared memory", "Memory of shm_open, memfd_create or tmpfs: smaps names each, and no profile of Go shows it."},
	Malloc:         {"Heap of C (malloc, [heap])", "Profilers for C show who allocates: jemalloc, heaptrack or bpftrace. Look for C.malloc without C.free, and at libraries that cgo calls."},
	MainStack:      {"Stack of the main thread", "It is small unless C code runs deep on it."},
	Kernel:         {"Mappings of the kernel and of devices", "Pages such as [vdso], rings of io_uring, and devices."},
	Anonymous:      {"Anonymous memory outside Go (mmap, malloc of C)", "No profile of Go shows it. Look for syscall.Mmap without a file, for libraries that cgo calls, and for arenas of malloc for each thread (MALLOC_ARENA_MAX). A few MB are the index of arenas in the Go runtime, if the kernel keeps no names."},
	OutsideHeap:    {"Anonymous memory outside Go's heap", "The Go runtime's own data, and memory of C or of syscall.Mmap. A heap profile with debug=1, runtime/metrics or /debug/vars of the same moment tells them apart."},
	AllAnonymous:   {"Anonymous memory, of Go and others", "smaps divides it, and a heap profile with debug=1, runtime/metrics or /debug/vars of the same moment."},
	AllFiles:       {"Mapped files, the program too", "The system drops unchanged pages when others need memory; smaps names each."},
	FilesShared:    {"Mapped files and shared memory", "smaps names each; the system drops unchanged pages of files when others need memory."},
	Undivided:      {"Resident memory, not divided", "smaps divides it, and a heap profile with debug=1, runtime/metrics or /debug/vars of the same moment."},
	NotGo:          {"Outside the Go runtime, at least this", "The program's file, other mapped files, and memory of C: smaps divides it."},
	NotGoAnon:      {"Anonymous memory outside Go, at least this", "Memory of C or of syscall.Mmap, and variables of the program. smaps divides it, and says how much Go has that is not resident."},
	NotDivided:     {"Resident in no area that the source names", "smaps divides it."},
	HeapProfile:    {"Shown by the heap profile", "It samples live objects, as of the last collection: garbage, free memory, stacks and C are never in it."},
	SwappedOut:     {"Swapped out", "It comes back when it is used: the machine or the control group has too little memory."},
	PeakResident:   {"Largest resident size so far", "If it is far above the size now, record at the peak."},
	NextGoal:       {"Size of the heap at which the next collection ends", "GOGC decides how far above the live heap it is."},
	MemoryLimit:    {"GOMEMLIMIT", "It counts what Go has from the system without what was given back; memory of C and mapped files are not in it."},
	GroupLimit:     {"Limit of the control group", "The kernel ends a process above it. Set GOMEMLIMIT below it, by as much as is outside Go."},
	GroupUsed:      {"Used by the control group", "It counts all processes in the group, and files that they have read: the kernel drops those before it ends a process."},
	GroupFiles:     {"Files in the control group's page cache", "The kernel drops unchanged ones when the group comes near its limit; changed ones wait for the disk."},
	GroupShared:    {"Shared memory and tmpfs in the control group", "Files in /dev/shm and on tmpfs count, and nothing drops them: delete those that nobody needs."},
	GroupKernel:    {"The kernel's own memory for the control group", "Sockets' buffers, page tables and records of open files: many connections, files or mappings need it."},
}

// Name returns what people call it.
func (k Kind) Name() string { return lang.L(meanings[k].name) }

// Advice returns a sentence on what people do about it.
func (k Kind) Advice() string { return lang.L(meanings[k].advice) }
