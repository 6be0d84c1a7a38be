package app

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"profstation/ask"
	"profstation/desk/desktest"
	"profstation/desk/screen"
	"profstation/internal/fixture"
	"profstation/testdata/record/synthetic"
)

// large returns a CPU profile of 5,000 stacks, 18 calls deep. Each round gives
// another recording of the same program.
func large(b *testing.B, round int) []byte {
	b.Helper()
	p := synthetic.Large(5000, 18, 900, uint64(round)+1)
	p.TimeNanos = fixture.Minute(round).UnixNano()
	var out bytes.Buffer
	if err := p.Write(&out); err != nil {
		b.Fatal(err)
	}
	return out.Bytes()
}

// BenchmarkFollow measures a profile of 5,000 stacks that comes into a followed
// folder, from the rename of its file until it is shown. ui-ms is the work on the
// window's goroutine, worst-ms its longest piece.
func BenchmarkFollow(b *testing.B) {
	for _, tab := range []ask.Tab{ask.FlameTab, ask.TopTab, ask.TrendTab} {
		b.Run(tab.String(), func(b *testing.B) {
			r := newWindowRig(b)
			dir := b.TempDir()
			r.do(screen.Open{Paths: []string{dir}})
			defer r.desk.Close()
			var work, worst time.Duration
			put := func(round int) {
				b.StopTimer()
				temporary := filepath.Join(dir, ".new")
				if err := os.WriteFile(temporary, large(b, round), 0o600); err != nil {
					b.Fatal(err)
				}
				name := fmt.Sprintf("cpu-%05d.pb.gz", round)
				b.StartTimer()
				if err := os.Rename(temporary, filepath.Join(dir, name)); err != nil {
					b.Fatal(err)
				}
				for s := r.desk.Snapshot(); !desktest.Shows(s, name); s = r.desk.Snapshot() {
					r.queue.Wait(1)
					began := time.Now()
					r.queue.Next()
					took := time.Since(began)
					work += took
					worst = max(worst, took)
				}
			}
			put(0)
			r.do(screen.ShowTab{Tab: tab})
			put(1)
			work, worst = 0, 0
			b.ResetTimer()
			for i := range b.N {
				put(2 + i)
			}
			b.ReportMetric(float64(work.Microseconds())/1000/float64(b.N), "ui-ms")
			b.ReportMetric(float64(worst.Microseconds())/1000, "worst-ms")
		})
	}
}
