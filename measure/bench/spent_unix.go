//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
	"time"
)

// spent is the time that processors have worked for this process and for those that it has started
// and that have ended.
func spent() (cpu time.Duration) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			cpu += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	return cpu
}

// peakOf is the most memory that a process had which has ended.
func peakOf(s *os.ProcessState) int64 {
	u, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(u.Maxrss) // the others count in kB
	}
	return int64(u.Maxrss) << 10
}
