package finding

import (
	"profstation/model/lang"
)

// Rules about what the recording itself takes.
func init() {
	addShare("profiler", cpuProfiles, share{
		of:       append(symbols("runtime.profilealloc", "runtime.mProf_Malloc*", "runtime.saveblockevent*", "runtime.saveBlockEventStack*"), recorders...),
		severity: Notice,
	}, threshold{percent: 5, because: ours}, words{
		Found: lang.Later("{{.Share}} of the CPU time goes into recording profiles"),
		Why:   lang.Later("The program would run faster, and its profile have other shares, if nobody looked."),
		Do:    lang.Later("Record longer, so that writing the profile matters less, and less exactly: a larger MemProfileRate, block rate and mutex fraction."),
	})
	addShare("profiler-memory", memoryProfiles, share{
		of:       recorders,
		severity: Notice,
		column:   "inuse_space",
	}, threshold{percent: 10, because: ours}, words{
		Found: lang.Later("{{.Share}} of the memory in use belongs to the recording of profiles"),
		Why:   lang.Later("It is in use only while somebody records, and hides how little the program itself has."),
		Do:    lang.Later("Set the filter ignore to runtime/pprof before reading shares."),
	})
	addShare("dead-goroutines", memoryProfiles, share{
		of:       symbols("runtime.malg*"),
		severity: Worth,
		column:   "inuse_space",
	}, threshold{percent: 5, because: ours}, words{
		Found: lang.Later("{{.Share}} of the memory in use are descriptors of goroutines"),
		Why:   lang.Later("The runtime keeps the descriptor of a goroutine that has ended for the next one, and never gives it back: so many goroutines existed at once at some time."),
		Do:    lang.Later("Bound how many goroutines run at once. If they are still there, a goroutine profile shows what they wait for."),
		Wrong: lang.Later("The program needs that many goroutines, and has little other memory."),
	})
	addShare("idle-buffers", memoryProfiles, share{
		of:       symbols("bufio.NewReaderSize", "bufio.NewWriterSize"),
		severity: Notice,
		column:   "inuse_space",
		below:    symbols("bufio.*", "runtime.*"),
	}, threshold{percent: 10, because: ours}, words{
		Found: lang.Later("{{.Share}} of the memory in use are buffers of bufio"),
		Why:   lang.Later("Each connection keeps its buffers as long as it is open, also while nothing comes."),
		Do:    lang.Later("At the callers listed, close idle connections earlier (IdleTimeout), use smaller buffers, or return them to a pool between requests."),
	})
}

// recorders are what records profiles and traces. Code that runs with labels is below runtime/pprof.Do, which is not one.
var recorders = symbols("runtime/pprof.StartCPUProfile", "runtime/pprof.profileWriter*", "runtime/pprof.(*Profile).WriteTo",
	"runtime/pprof.(*profileBuilder)*", "runtime/pprof.newProfileBuilder", "runtime/pprof.write*", "net/http/pprof.*", "runtime/trace.Start")
