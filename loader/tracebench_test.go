package loader

import (
	"io"
	"os"
	"runtime"
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
		f, err := Open(b.Context(), file, Options{Traces: true, Partial: func(*model.Trace) {
			if first == 0 {
				first = time.Since(start)
			}
		}})
		if err != nil {
			b.Fatal(err)
		}
		loading := time.Since(start)
		start = time.Now()
		if f, err = Open(b.Context(), file, Options{Traces: true}); err != nil {
			b.Fatal(err)
		}
		whole := time.Since(start)
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
		runtime.KeepAlive(f)
	}
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
