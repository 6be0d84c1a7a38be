package loader

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"golang.org/x/exp/trace"

	"profstation/model"
)

// BenchmarkTraceRatios loads a large trace and tells how that compares with one
// reader that merely reads all events. PROFSTATION_TRACE names the file;
// `record -busy FILE -trace-duration 20s` makes one. Without it the small
// recording is used, which tells nothing about ratios.
func BenchmarkTraceRatios(b *testing.B) {
	file := os.Getenv("PROFSTATION_TRACE")
	if file == "" {
		file = "../testdata/trace.trace"
	}
	info, err := os.Stat(file)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		start := time.Now()
		events := readAllEvents(b, file)
		reading := time.Since(start)
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start = time.Now()
		var first time.Duration
		_, err := Open(b.Context(), file, Options{Traces: true, Partial: func(*model.Trace) {
			if first == 0 {
				first = time.Since(start)
			}
		}})
		if err != nil {
			b.Fatal(err)
		}
		loading := time.Since(start)
		debug.FreeOSMemory()
		resetPeak()
		start = time.Now()
		f, err := Open(b.Context(), file, Options{Traces: true})
		if err != nil {
			b.Fatal(err)
		}
		whole := time.Since(start)
		peak := peakMemory()
		runtime.GC()
		runtime.ReadMemStats(&after)
		if f.Trace.Events != events {
			b.Fatalf("%d events, the reader has %d", f.Trace.Events, events)
		}
		size := float64(info.Size())
		b.ReportMetric(size/1e6, "MB")
		b.ReportMetric(float64(events)/1e6, "Mevents")
		b.ReportMetric(reading.Seconds(), "s-reader")
		b.ReportMetric(whole.Seconds(), "s-model")
		b.ReportMetric(whole.Seconds()/reading.Seconds(), "model/reader")
		b.ReportMetric(loading.Seconds()/reading.Seconds(), "model-with-partials/reader")
		b.ReportMetric(first.Seconds()/loading.Seconds(), "first-picture/model")
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/size, "live/file")
		if peak > 0 {
			b.ReportMetric(peak/size, "peak/file")
		}
		runtime.KeepAlive(f)
	}
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
	r, err := trace.NewReader(f)
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
