package app

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"profstation/views"
)

// large is a profile of so many samples, 18 calls deep.
func large(b *testing.B, samples, round int) []byte {
	b.Helper()
	p := &profile.Profile{SampleType: []*profile.ValueType{{Type: "inuse_space", Unit: "bytes"}}, TimeNanos: minute(round).UnixNano()}
	for i := range 900 {
		f := &profile.Function{ID: uint64(i + 1), Name: fmt.Sprintf("example.org/p%d.F%d", i%40, i)}
		p.Function = append(p.Function, f)
		p.Location = append(p.Location, &profile.Location{ID: f.ID, Address: f.ID, Line: []profile.Line{{Function: f}}})
	}
	for s := range samples {
		sample := &profile.Sample{Value: []int64{int64(s%977 + round*(s%7))}}
		for d, x := 0, s*31%900; d < 18; d, x = d+1, (x*7+s%3)%900 {
			sample.Location = append(sample.Location, p.Location[x])
		}
		p.Sample = append(p.Sample, sample)
	}
	var out bytes.Buffer
	if err := p.Write(&out); err != nil {
		b.Fatal(err)
	}
	return out.Bytes()
}

// BenchmarkFollow is a profile of 5,000 samples that comes into a followed
// folder, from the file's rename until it is shown. ui-ms is what of that is
// work on the window's goroutine, worst-ms the longest piece of it.
func BenchmarkFollow(b *testing.B) {
	for _, tab := range []views.Tab{views.FlameTab, views.TopTab, views.TrendTab} {
		b.Run(tab.String(), func(b *testing.B) {
			r := newWindowRig(b)
			dir := b.TempDir()
			r.do(views.Open{Paths: []string{dir}})
			defer r.desk.unfollowAll()
			var work, worst time.Duration
			put := func(round int) {
				b.StopTimer()
				temporary := filepath.Join(dir, ".new")
				if err := os.WriteFile(temporary, large(b, 5000, round), 0o600); err != nil {
					b.Fatal(err)
				}
				name := fmt.Sprintf("heap-%05d.pb.gz", round)
				b.StartTimer()
				if err := os.Rename(temporary, filepath.Join(dir, name)); err != nil {
					b.Fatal(err)
				}
				for s := r.desk.Snapshot(); !shows(s, name); s = r.desk.Snapshot() {
					r.queue.wait(1)
					began := time.Now()
					r.queue.next()
					took := time.Since(began)
					work += took
					worst = max(worst, took)
				}
			}
			put(0)
			r.do(views.ShowTab{Tab: tab})
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
