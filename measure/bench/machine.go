package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"profstation/loader/input"
)

// quietLoad is the load average above which other programs make the times longer.
// quietOthers is the same for the number of processors that they keep busy.
const (
	quietLoad   = 1.5
	quietOthers = 0.15
)

// machine describes the machine that the figures are from, without naming it.
func machine() string {
	return fmt.Sprintf("%s, %d cores, %s of memory, %s/%s, %s", processor(), runtime.NumCPU(),
		input.Size(input.Machine()), runtime.GOOS, runtime.GOARCH, runtime.Version())
}

// processor returns the processor's name, if Linux reports it.
func processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return "a processor without a name"
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if key, name, ok := strings.Cut(s.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(name)
		}
	}
	return "a processor without a name"
}

// largePages says whether the system gives large pages of memory, if Linux reports it.
func largePages() string {
	text, _ := os.ReadFile("/sys/kernel/mm/transparent_hugepage/enabled")
	_, rest, _ := strings.Cut(string(text), "[")
	switch setting, _, _ := strings.Cut(rest, "]"); setting {
	case "always":
		return "The system gives large pages to every program (transparent_hugepage is always)."
	case "madvise":
		return "The system gives large pages to programs that ask for them (transparent_hugepage is madvise)."
	case "never":
		return "The system gives no large pages (transparent_hugepage is never)."
	}
	return "Whether the system gives large pages is not known."
}

// load returns the load average over the last minute, 0 if it is not known.
func load() (average float64) {
	text, _ := os.ReadFile("/proc/loadavg")
	fmt.Sscan(string(text), &average)
	return average
}

// busy returns how long the machine's processors have worked since it was started, 0 if that is
// not known.
func busy() (all time.Duration) {
	text, _ := os.ReadFile("/proc/stat")
	line, _, _ := strings.Cut(string(text), "\n")
	// cpu user nice system idle iowait irq softirq steal …
	for i, field := range strings.Fields(line) {
		if n, err := strconv.ParseInt(field, 10, 64); err == nil && i <= 8 && i != 4 && i != 5 {
			all += time.Duration(n) * (time.Second / 100)
		}
	}
	return all
}

// resetPeak and peak measure the most memory that this process had, if Linux reports it.
func resetPeak() { os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) }

func peak() (bytes int64) {
	status, _ := os.ReadFile("/proc/self/status")
	if _, rest, ok := strings.Cut(string(status), "VmHWM:"); ok {
		fmt.Sscan(rest, &bytes)
	}
	return bytes << 10
}
