//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
	"time"
)

// spent returns the CPU time used by this process and by its children
// that have ended.
func spent() (cpu time.Duration) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			cpu += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	return cpu
}

// peakOf returns the most memory that an ended process had.
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
