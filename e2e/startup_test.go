//go:build window

package e2e

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"

	"profstation/desk/session"
	"profstation/origin"
)

// BenchmarkStart measures the time from the start of the program to its first
// picture: with a profile, without, and with a session of 20 documents. It compares
// that with an empty window of Fyne's. The goal is a median at most 0.3 s above the
// empty window's; a session should take as long as a start without a file.
func BenchmarkStart(b *testing.B) {
	empty := filepath.Join(b.TempDir(), "emptywindow")
	build := exec.Command("go", "build", "-tags", "migrated_fynedo,no_emoji", "-o", empty, "../measure/emptywindow")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("build the empty window: %v\n%s", err, out)
	}
	program := os.Getenv("PROFSTATION_BIN")
	s := openScreen(b)
	// Each kind of start has its home: the first start in a new one makes an index
	// of the system's fonts.
	homes := []string{b.TempDir(), b.TempDir(), b.TempDir()}
	full := b.TempDir()
	s.fillSession(full, 20)
	var none, bare, profile, kept []time.Duration
	for b.Loop() {
		none = append(none, s.firstPicture(homes[0], empty))
		bare = append(bare, s.firstPicture(homes[1], program))
		profile = append(profile, s.firstPicture(homes[2], program, "../testdata/cpu.pprof"))
		kept = append(kept, s.firstPicture(full, program))
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(median(none).Seconds(), "s-empty")
	b.ReportMetric((median(bare) - median(none)).Seconds(), "s-more-without-file")
	b.ReportMetric((median(profile) - median(none)).Seconds(), "s-more-with-profile")
	b.ReportMetric((median(kept) - median(none)).Seconds(), "s-more-with-session")
}

// fillSession writes a session with copies of the profiles in testdata into a home.
func (s *screen) fillSession(home string, documents int) {
	s.t.Helper()
	recorded, err := filepath.Glob("../testdata/*.pprof")
	if err != nil || len(recorded) == 0 {
		s.t.Fatalf("%d recordings, %v", len(recorded), err)
	}
	state := session.State{Active: 0}
	for i := range documents {
		data, err := os.ReadFile(recorded[i%len(recorded)])
		if err != nil {
			s.t.Fatal(err)
		}
		path := filepath.Join(home, strconv.Itoa(i)+".pprof")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			s.t.Fatal(err)
		}
		state.Documents = append(state.Documents, session.Document{Path: origin.Ref(path)})
	}
	saver := session.NewSaver(&session.Store{Path: stateFile(home)}, time.Minute, func(err error) { s.t.Error(err) })
	saver.Set(state)
	saver.Close()
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

// firstPicture starts a program in a home, measures the time until its window is
// painted, and ends it.
func (s *screen) firstPicture(home, program string, args ...string) time.Duration {
	s.t.Helper()
	before := s.windows()
	cmd := exec.Command(program, args...)
	cmd.Env = environment(s.t, home)
	began := time.Now()
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	defer func() {
		cmd.Process.Kill()
		cmd.Wait()
	}()
	for time.Since(began) < patience {
		for _, id := range s.windows() {
			if slices.Contains(before, id) {
				continue
			}
			if m, err := s.picture(id); err == nil && pixels(m) > 100_000 && painted(m.Pix) {
				return time.Since(began)
			}
		}
		time.Sleep(2 * time.Millisecond)
	}
	s.t.Fatalf("%s shows no picture within %v", program, patience)
	return 0
}

// painted reports whether a picture is no longer black: the server gives new
// windows no colour, and both programs paint a background.
func painted(pix []byte) bool {
	middle := pix[len(pix)/2:][:4]
	return !bytes.Equal(middle, []byte{0, 0, 0, 0xff})
}

// windows returns the windows on the screen.
func (s *screen) windows() []xproto.Window {
	s.t.Helper()
	tree, err := xproto.QueryTree(s.conn, s.root).Reply()
	if err != nil {
		s.t.Fatalf("ask for the windows: %v", err)
	}
	return tree.Children
}

// BenchmarkMemory reports the memory of the program with a profile of 200,000
// stacks, also as a share of the goal: 6 times the uncompressed profile, and
// 130 MB.
func BenchmarkMemory(b *testing.B) {
	file := filepath.Join(b.TempDir(), "large.pprof")
	if out, err := exec.Command("go", "run", "../testdata/record", "-large", file).CombinedOutput(); err != nil {
		b.Fatalf("make the large profile: %v\n%s", err, out)
	}
	size := uncompressed(b, file)
	s := openScreen(b)
	for b.Loop() {
		cmd := exec.Command(os.Getenv("PROFSTATION_BIN"), file)
		cmd.Env = environment(b, b.TempDir())
		before := s.windows()
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		s.waitBoxes(before)
		bytes := settled(b, cmd.Process.Pid)
		cmd.Process.Kill()
		cmd.Wait()
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(float64(bytes)/1e6, "MB-resident")
		b.ReportMetric(float64(size)/1e6, "MB-profile")
		b.ReportMetric(float64(bytes)/(6*float64(size)+130e6), "of-goal")
	}
}

// waitBoxes waits until a new window shows a flame graph and stays as it is.
func (s *screen) waitBoxes(before []xproto.Window) {
	s.t.Helper()
	var last []byte
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(5 * interval) {
		for _, id := range s.windows() {
			m, err := s.picture(id)
			if slices.Contains(before, id) || err != nil || pixels(m) < 100_000 {
				continue
			}
			if len(colours(part(m, canvas.Intersect(m.Bounds())))) > 40 && bytes.Equal(m.Pix, last) {
				return
			}
			last = m.Pix
		}
	}
	s.t.Fatalf("no flame graph within %v", patience)
}

// settled returns a process's memory in bytes once that has not changed for a
// second: soon after the first picture, the program gives memory back.
func settled(b *testing.B, pid int) int64 {
	b.Helper()
	last, since := resident(b, pid), time.Now()
	for deadline := time.Now().Add(patience); time.Since(since) < time.Second && time.Now().Before(deadline); time.Sleep(interval) {
		if now := resident(b, pid); now != last {
			last, since = now, time.Now()
		}
	}
	return last
}

// resident returns a process's memory in bytes.
func resident(b *testing.B, pid int) int64 {
	b.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	kB, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
	if err != nil {
		b.Fatal(err)
	}
	return kB * 1024
}

func uncompressed(b *testing.B, file string) int64 {
	b.Helper()
	f, err := os.Open(file)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		b.Fatal(err)
	}
	n, err := io.Copy(io.Discard, z)
	if err != nil {
		b.Fatal(err)
	}
	return n
}
