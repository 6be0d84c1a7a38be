package sandbox

import (
	"bytes"
	"os"
	"runtime/debug"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// before is how much data memory the process had before its first input, in bytes.
var before int64

// confine gives up what loading does not need. It keeps what a kernel does not support, or what a
// container does not allow to be given up.
func confine() {
	// If the machine runs out of memory, this process is to end, not the window.
	os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)
	unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
	before = dataSize()
	_, _ = time.Now().Zone() // reads the time zone's file
	giveUpSystem()
}

// limitMemory makes any allocation fail that would take the process beyond n bytes; Go then ends
// it. The collector works harder before that.
func limitMemory(n int64) {
	debug.SetMemoryLimit(n)
	unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: uint64(before + n + spareMemory), Max: unix.RLIM_INFINITY})
}

// dataSize returns what RLIMIT_DATA counts, in bytes: writable memory that is not shared.
func dataSize() int64 {
	status, _ := os.ReadFile("/proc/self/status")
	_, rest, _ := bytes.Cut(status, []byte("VmData:"))
	fields := bytes.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	kB, _ := strconv.ParseInt(string(fields[0]), 10, 64)
	return kB << 10
}
