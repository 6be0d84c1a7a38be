//go:build window

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"profstation/testdata/record/synthetic"
)

// BenchmarkSoak follows a directory into which a profile of 5,000 samples comes
// each second, for as long as PROFSTATION_SOAK says. It reports the memory of the
// program after a quarter of that time, at the end and at most, and the share of a
// processor that it takes.
func BenchmarkSoak(b *testing.B) {
	long := time.Minute
	if text := os.Getenv("PROFSTATION_SOAK"); text != "" {
		var err error
		if long, err = time.ParseDuration(text); err != nil {
			b.Fatal(err)
		}
	}
	s := openScreen(b)
	for b.Loop() {
		dir := b.TempDir()
		profile := synthetic.Large(5000, 18, 900, 1)
		put := func(i int) {
			profile.TimeNanos = time.Now().UnixNano()
			// No two profiles are the same: one function after the other takes more.
			for k, sample := range profile.Sample {
				if k%97 == i%97 {
					sample.Value[len(sample.Value)-1] += int64(i)
				}
			}
			temporary := filepath.Join(dir, ".new")
			f, err := os.Create(temporary)
			if err == nil {
				err = profile.Write(f)
			}
			if err == nil {
				err = f.Close()
			}
			if err == nil {
				err = os.Rename(temporary, filepath.Join(dir, fmt.Sprintf("cpu-%06d.pb.gz", i)))
			}
			if err != nil {
				b.Fatal(err)
			}
		}
		put(0)
		cmd := exec.Command(os.Getenv("PROFSTATION_BIN"), dir)
		cmd.Env = environment(b, b.TempDir())
		before := s.windows()
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() {
			cmd.Process.Kill()
			cmd.Wait()
		})
		s.waitBoxes(before)
		busy, since := processorTime(b, cmd.Process.Pid), time.Now()
		var quarter, last, most int64
		each := time.NewTicker(time.Second)
		for i := 1; time.Since(since) < long; i++ {
			<-each.C
			put(i)
			if last = resident(b, cmd.Process.Pid); quarter == 0 && time.Since(since) > long/4 {
				quarter = last
			}
			most = max(most, last)
		}
		each.Stop()
		busy = processorTime(b, cmd.Process.Pid) - busy
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(float64(quarter)/1e6, "MB-at-a-quarter")
		b.ReportMetric(float64(last)/1e6, "MB-at-the-end")
		b.ReportMetric(float64(most)/1e6, "MB-at-most")
		b.ReportMetric(busy.Seconds()/time.Since(since).Seconds(), "processors")
	}
}

// processorTime returns the processor time that a process has used so far.
func processorTime(b *testing.B, pid int) time.Duration {
	b.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		b.Fatal(err)
	}
	// After the name in parentheses, fields 12 and 13 are hundredths of a second.
	_, rest, _ := strings.Cut(string(stat), ") ")
	var ticks int64
	for _, field := range strings.Fields(rest)[11:13] {
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			b.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}
