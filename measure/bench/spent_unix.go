//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
	"time"
)

// spent returns what this process used, and its children that have ended.
func spent() (all usage) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			all.User += time.Duration(u.Utime.Nano())
			all.System += time.Duration(u.Stime.Nano())
			all.Faults += int64(u.Minflt) + int64(u.Majflt)
		}
	}
	return all
}

// usageOf returns what an ended process used, and the most memory that it had.
func usageOf(s *os.ProcessState) (used usage, peak int64) {
	u, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return usage{User: s.UserTime(), System: s.SystemTime()}, 0
	}
	used = usage{s.UserTime(), s.SystemTime(), int64(u.Minflt) + int64(u.Majflt)}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return used, int64(u.Maxrss) // the others count in kB
	}
	return used, int64(u.Maxrss) << 10
}
