package trace

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	xtrace "golang.org/x/exp/trace"

	"profstation/model/trace"
)

// BenchmarkTraceRatios loads a large trace and tells how that compares with one
// reader that merely reads all events. It records a busy program for 20 s, or
// takes the file that PROFSTATION_TRACE names. Each figure is the best of all
// rounds (-benchtime 3x), for whatever else runs on the machine only adds.
func BenchmarkTraceRatios(b *testing.B) {
	file := os.Getenv("PROFSTATION_TRACE")
	if file == "" {
		file = filepath.Join(b.TempDir(), "busy.trace")
		record := exec.Command("go", "run", "../../testdata/record", "-busy", file, "-trace-duration", "20s")
		if out, err := record.CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
	}
	info, err := os.Stat(file)
	if err != nil {
		b.Fatal(err)
	}
	size := float64(info.Size())
	best := map[string]float64{}
	note := func(what string, v float64) {
		if old, ok := best[what]; !ok || v < old {
			best[what] = v
		}
	}
	for b.Loop() {
		start := time.Now()
		events := readAllEvents(b, file)
		note("s-reader", time.Since(start).Seconds())

		start = time.Now()
		var first time.Duration
		if _, err := open(b.Context(), file, Options{Partial: func(*trace.Trace) {
			if first == 0 {
				first = time.Since(start)
			}
		}}); err != nil {
			b.Fatal(err)
		}
		note("s-model-with-partials", time.Since(start).Seconds())
		note("s-first-partial", first.Seconds())

		debug.FreeOSMemory()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		resetPeak()
		start = time.Now()
		f, err := open(b.Context(), file, Options{})
		if err != nil {
			b.Fatal(err)
		}
		note("s-model", time.Since(start).Seconds())
		if peak := peakMemory(); peak > 0 {
			note("peak/file", peak/size)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		note("live/file", float64(after.HeapAlloc-before.HeapAlloc)/size)
		if f.Events != events {
			b.Fatalf("%d events, the reader has %d", f.Events, events)
		}
		note("Mevents", float64(events)/1e6)
		runtime.KeepAlive(f)
	}
	for what, v := range best {
		b.ReportMetric(v, what)
	}
	b.ReportMetric(size/1e6, "MB")
	b.ReportMetric(best["s-model"]/best["s-reader"], "model/reader")
	b.ReportMetric(best["s-model-with-partials"]/best["s-reader"], "model-with-partials/reader")
	b.ReportMetric(best["s-first-partial"]/best["s-model"], "first-partial/model")
	b.ReportMetric(best["s-first-partial"]/best["s-reader"], "first-partial/reader")
}

// resetPeak and peakMemory measure the most memory that was resident, where
// Linux tells it; 0 elsewhere. The tests themselves need some 15 MB of it.
func resetPeak() { os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) }

func peakMemory() (bytes float64) {
	status, _ := os.ReadFile("/proc/self/status")
	if _, rest, ok := strings.Cut(string(status), "VmHWM:"); ok {
		fmt.Sscan(rest, &bytes)
	}
	return bytes * 1024
}

func readAllEvents(b *testing.B, file string) (n int64) {
	f, err := os.Open(file)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	r, err := xtrace.NewReader(f)
	if err != nil {
		b.Fatal(err)
	}
	for {
		_, err := r.ReadEvent()
		if err == io.EOF {
			return n
		}
		if err != nil {
			b.Fatal(err)
		}
		n++
	}
}
