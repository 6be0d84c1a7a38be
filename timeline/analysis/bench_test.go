package analysis

import (
	"os"
	"testing"
	"time"

	"profstation/loader"
	"profstation/model/trace"
)

// BenchmarkTables asks for every table of one trace, named by
// PROFSTATION_TRACE, or of the project's own: the first time, which builds
// what is needed, of the whole, and of one per cent of it.
func BenchmarkTables(b *testing.B) {
	file := os.Getenv("PROFSTATION_TRACE")
	if file == "" {
		file = "../../testdata/trace.trace"
	}
	f, err := loader.Open(b.Context(), file, loader.Options{})
	if err != nil {
		b.Fatal(err)
	}
	t := f.Trace
	b.Logf("%s: %d events, %d spans, %d goroutines, %d Ps", file, t.Events, t.Spans.Len(), len(t.Goroutines), len(t.Procs))
	ctx := b.Context()
	tables := []struct {
		name string
		ask  func(a *Analysis, iv trace.Interval) error
	}{
		{"goroutines", func(a *Analysis, iv trace.Interval) error { _, err := a.Goroutines(ctx, iv); return err }},
		{"creators", func(a *Analysis, iv trace.Interval) error { _, err := a.Creators(ctx, iv); return err }},
		{"net", profileOf(b, NetProfile)},
		{"sync", profileOf(b, SyncProfile)},
		{"syscall", profileOf(b, SyscallProfile)},
		{"sched", profileOf(b, SchedProfile)},
		{"cpu", profileOf(b, CPUProfile)},
		{"latency", func(a *Analysis, iv trace.Interval) error { _, err := a.Latency(ctx, iv, 50); return err }},
		{"utilisation", func(a *Analysis, iv trace.Interval) error { _, err := a.Utilisation(ctx, iv, 1000); return err }},
		{"gc", func(a *Analysis, iv trace.Interval) error { _, err := a.GC(ctx, iv); return err }},
		{"mmu", func(a *Analysis, iv trace.Interval) error {
			m, err := a.MMU(ctx, MMUOptions{Interval: iv})
			if err == nil {
				_, err = m.Curve(ctx, 1000, time.Second, 100, []float64{0.01})
			}
			return err
		}},
		{"mmu with sweep, per goroutine", func(a *Analysis, iv trace.Interval) error {
			m, err := a.MMU(ctx, MMUOptions{Interval: iv, Work: DefaultGCWork | GCSweep | PerGoroutine})
			if err == nil {
				_, err = m.Curve(ctx, 1000, time.Second, 100, nil)
			}
			return err
		}},
		{"tasks", func(a *Analysis, iv trace.Interval) error { _, err := a.TaskTypes(ctx, iv); return err }},
		{"regions", func(a *Analysis, iv trace.Interval) error { _, err := a.RegionTypes(ctx, iv); return err }},
		{"logs", func(a *Analysis, iv trace.Interval) error { _, err := a.Logs(ctx, iv, nil); return err }},
		{"waiting", func(a *Analysis, iv trace.Interval) error { _, err := a.WaitingAtEnd(ctx, iv); return err }},
	}
	for _, table := range tables {
		one := trace.Interval{From: t.End / 2, To: t.End/2 + t.End/100}
		b.Run(table.name+"/first", func(b *testing.B) {
			for b.Loop() {
				if err := table.ask(New(t), trace.Interval{}); err != nil {
					b.Fatal(err)
				}
			}
		})
		a := New(t)
		for _, of := range []struct {
			name string
			iv   trace.Interval
		}{{"whole", trace.Interval{}}, {"1%", one}, {"half", trace.Interval{From: t.End / 4, To: t.End * 3 / 4}}} {
			b.Run(table.name+"/"+of.name, func(b *testing.B) {
				if err := table.ask(a, of.iv); err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					if err := table.ask(a, of.iv); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func profileOf(b *testing.B, k ProfileKind) func(a *Analysis, iv trace.Interval) error {
	return func(a *Analysis, iv trace.Interval) error {
		_, err := a.Profile(b.Context(), What{Kind: k, Interval: iv})
		return err
	}
}
