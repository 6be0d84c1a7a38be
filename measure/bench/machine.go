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

// quietLoad is the load average above which what others do makes the times longer.
// quietOthers is the same of the processors that they keep busy.
const (
	quietLoad   = 1.5
	quietOthers = 0.15
)

// machine says what the figures are from, and nothing that names the machine.
func machine() string {
	return fmt.Sprintf("%s, %d cores, %s of memory, %s/%s, %s", processor(), runtime.NumCPU(),
		input.Size(input.Machine()), runtime.GOOS, runtime.GOARCH, runtime.Version())
}

// processor is the name of the processor, where Linux tells it.
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

// load is the load average of the last minute, 0 where it is not known.
func load() (average float64) {
	text, _ := os.ReadFile("/proc/loadavg")
	fmt.Sscan(string(text), &average)
	return average
}

// busy is how long the processors of the machine have worked since it was started, 0 where that is
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

// resetPeak and peak measure the most memory that this process had, where Linux tells it.
func resetPeak() { os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) }

func peak() (bytes int64) {
	status, _ := os.ReadFile("/proc/self/status")
	if _, rest, ok := strings.Cut(string(status), "VmHWM:"); ok {
		fmt.Sscan(rest, &bytes)
	}
	return bytes << 10
}
