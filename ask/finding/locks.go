package finding

import (
	"slices"

	"profstation/model"
	"profstation/model/lang"
)

// Rules about where CPU time goes into waiting and handing over.
func init() {
	addShare("runtime-locks", cpuProfiles, share{
		of:       symbols("runtime.lock2", "runtime.unlock2", "runtime._LostContendedRuntimeLock"),
		severity: Worth,
		below:    symbols("runtime.lock*", "runtime.unlock*", "runtime._Lost*", "runtime.procyield*", "runtime.osyield*", "runtime.futex*", "runtime.usleep*", "runtime.mutex*", "runtime.(*mLockProfile)*"),
	}, threshold{percent: 5, because: ours}, words{
		Found: lang.Later("{{.Share}} of the CPU time is contention on locks inside the runtime"),
		Why:   lang.Later("Ps stand in each other's way: when they take memory from the shared heap, set timers, or look for work."),
		Do:    lang.Later("The callers listed say which part: allocate less, use fewer timers and fewer goroutines that only hand over, or run with a smaller GOMAXPROCS."),
		Wrong: lang.Later("Some spinning is normal where many Ps have little to do."),
	})
	addShare("mutexes", cpuProfiles, share{
		of:       slices.Concat(symbols("internal/sync.(*Mutex).lockSlow", "internal/sync.(*Mutex).unlockSlow", "sync.(*RWMutex).rUnlockSlow"), gone("go1.23", "sync.(*Mutex).lockSlow", "sync.(*Mutex).unlockSlow")),
		severity: Worth,
		below:    symbols("sync.*", "internal/sync.*", "runtime.*"),
	}, threshold{percent: 5, because: ours}, words{
		Found: lang.Later("{{.Share}} of the CPU time goes into mutexes that somebody else holds"),
		Why:   lang.Later("Goroutines spin, go to sleep and are woken up instead of working."),
		Do:    lang.Later("Hold the lock for less, split what it guards, or use atomics at the callers listed. A mutex profile says who holds it."),
	})
	addShare("channels", cpuProfiles, share{
		of:       symbols("runtime.chansend*", "runtime.chanrecv*", "runtime.selectgo*", "runtime.selectnbsend*", "runtime.selectnbrecv*"),
		severity: Worth,
		below:    ofRuntime,
	}, threshold{percent: 10, because: ours}, words{
		Found: lang.Later("{{.Share}} of the CPU time goes into channels"),
		Why:   lang.Later("Handing a value over takes a lock and often a switch to another goroutine: more than the work on a small value."),
		Do:    lang.Later("Send several values at once at the callers listed, or do the work where the value is."),
		Wrong: lang.Later("Time of the scheduler that follows is not in this share."),
	})
	addShare("scheduler", cpuProfiles, share{
		of:       slices.Concat(symbols("runtime.findRunnable", "runtime.schedule"), gone("go1.19", "runtime.findrunnable")),
		severity: Notice,
		only:     rests,
	}, threshold{percent: 20, because: ours}, words{
		Found: lang.Later("{{.Share}} of the CPU time goes into looking for goroutines to run, while less than half a core is busy"),
		Why:   lang.Later("Goroutines wake up, do very little and sleep again. Ps search for more in vain, and go to sleep, too."),
		Do:    lang.Later("Do more at each wake-up: longer ticks, values in batches, fewer goroutines between input and output."),
		Wrong: lang.Later("A program that waits for requests most of the time looks like this: then CPU is not the problem."),
	})
	addShare("lock-queue", goroutineProfiles, share{
		of:       slices.Concat(symbols("sync.runtime_SemacquireRWMutex*", "internal/sync.runtime_SemacquireMutex"), gone("go1.23", "sync.runtime_SemacquireMutex")),
		severity: Worth,
		below:    symbols("sync.*", "internal/sync.*", "runtime.*"),
	}, threshold{percent: 10, because: ours}, words{
		Found: lang.Later("{{.Share}} of all goroutines wait for a lock at this moment"),
		Why:   lang.Later("One goroutine holds what the others need. If that is no exception, the program does one thing at a time."),
		Do:    lang.Later("See who holds the lock: among the other goroutines, or in a mutex profile. Hold it for less, or split what it guards."),
		Wrong: lang.Later("One look shows one moment: look again."),
	})
}

// rests reports whether a CPU profile found less than half a core busy.
func rests(p *model.Profile) bool {
	u, ok := p.Utilization(p.ColumnOf("cpu"))
	return ok && !p.Pooled && u < 50
}
