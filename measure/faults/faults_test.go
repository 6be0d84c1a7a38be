//go:build linux

// Package faults has only tests: they let everything go wrong at random moments while a file is
// written, and hold that it is the old one or the new one, never neither.
package faults

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"profstation/disk"
	"profstation/internal/must"
)

var (
	moments = flag.Int("moments", 8, "at how many moments of writing each kind of file something goes wrong")
	seed    = flag.Uint64("seed", 1, "of the moments")
)

// writing is the writing of one kind of file, with its old and its new content.
type writing struct {
	kind
	number   int // of the kind
	random   *rand.Rand
	old, new []byte
}

// whole returns what is written without faults.
func (w *writing) whole(t *testing.T, recording string) []byte {
	t.Helper()
	dir := t.TempDir()
	if out, err := worker(t, w.number, dir, recording).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	names := w.without(must.Names(dir))
	if len(names) != 1 {
		t.Fatalf("it wrote %q", names)
	}
	data, err := os.ReadFile(filepath.Join(dir, names[0]))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// without returns the names without those of files that may stand beside the one that is written.
func (w *writing) without(names []string) []string {
	return slices.DeleteFunc(names, func(name string) bool {
		ending, ok := strings.CutPrefix(name, w.name)
		return ok && slices.Contains(w.beside, ending)
	})
}

// begin makes a folder in which a file is to be written: with the old one, if it has a name.
func (w *writing) begin(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if w.name != "" {
		if err := os.WriteFile(filepath.Join(dir, w.name), w.old, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// check looks at a folder in which a process has written that ended with err and said words.
func (w *writing) check(t *testing.T, dir, fault string, err error, words string) {
	t.Helper()
	failed := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s: %s (%v, it says %q)", fault, fmt.Sprintf(format, args...), err, words)
	}
	// Whoever writes next removes what was left.
	if err := disk.Write(t.Context(), filepath.Join(dir, "next"), 0o666, disk.Bytes(nil)); err != nil {
		t.Fatal(err)
	}
	names := slices.DeleteFunc(w.without(must.Names(dir)), func(n string) bool { return n == "next" })
	aside, _ := os.ReadFile(filepath.Join(dir, w.name+w.aside))
	switch {
	case w.aside != "" && len(names) == 0 && bytes.Equal(aside, w.old):
	case w.name != "" && !slices.Equal(names, []string{w.name}):
		failed("there are %q", names)
		return
	case len(names) > 1, len(names) == 0 && err == nil:
		failed("there are %q", names)
		return
	case len(names) == 1:
		got, readErr := os.ReadFile(filepath.Join(dir, names[0]))
		if readErr != nil {
			t.Fatal(readErr)
		}
		renewed := bytes.Equal(got, w.new)
		if !renewed && (w.name == "" || !bytes.Equal(got, w.old)) {
			failed("%s is neither the old file (%d bytes) nor the new one (%d bytes), but %d bytes", names[0], len(w.old), len(w.new), len(got))
		}
		if err == nil && !renewed {
			failed("%s is the old file, and nothing was said", names[0])
		}
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == exitHung {
		failed("it does not end")
	}
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		// The line itself may be what could not be written.
		line, rest, _ := strings.Cut(words, "\n")
		if line == "" && !strings.Contains(fault, "write") || rest != "" || strings.Contains(line, ".tmp") {
			failed("not one line that speaks of the file")
		}
	}
}

// faults are what may go wrong with a call of the system, each once. A name that is missing here is
// only a moment to be killed at.
var faults = map[string][]string{
	"openat":     {"EACCES", "EROFS", "ENOSPC", "EMFILE", "EIO"},
	"write":      {"ENOSPC", "EIO", "EDQUOT"},
	"fsync":      {"EIO", "ENOSPC"},
	"renameat":   {"EIO", "ENOSPC", "EROFS"},
	"linkat":     {"EIO", "EPERM", "EMLINK"},
	"unlinkat":   {"EIO", "EROFS"},
	"fchmod":     {"EPERM"},
	"flock":      {"ENOLCK", "EINTR"},
	"newfstatat": {"EIO"},
	"fstat":      {"EIO"},
	"getdents64": {"EIO"},
	"close":      nil,
}

// TestFaults writes each kind of file again and again, with faults of each sort.
func TestFaults(t *testing.T) {
	for number, k := range kinds {
		t.Run(cmp.Or(k.name, "recording"), func(t *testing.T) {
			t.Parallel()
			w := &writing{kind: k, number: number, random: rand.New(rand.NewPCG(*seed, uint64(number)))}
			for recording, to := range map[string]*[]byte{before: &w.old, after: &w.new} {
				*to = w.whole(t, recording)
			}
			if bytes.Equal(w.old, w.new) {
				t.Fatal("the new file is the old one")
			}
			t.Run("calls", w.calls)
			t.Run("full", w.full)
			t.Run("killed", w.killed)
		})
	}
}

// calls lets calls of the system fail, and kills the process instead of them, by strace.
func (w *writing) calls(t *testing.T) {
	if out, err := exec.CommandContext(t.Context(), "strace", "-f", "-qq", "-e", "trace=none", "true").CombinedOutput(); err != nil {
		t.Skipf("strace is missing or must not trace here, so no single call fails: %v: %s", err, out)
	}
	names := strings.Join(slices.Sorted(maps.Keys(faults)), ",")
	strace := func(dir string, options ...string) *exec.Cmd {
		options = append([]string{"strace", "-f", "-qq", "-e", "trace=" + names, "-o", dir + ".log"}, options...)
		return worker(t, w.number, dir, after, options...)
	}
	dir := w.begin(t)
	if out, err := strace(dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	all := momentsOf(t, dir)
	struck := 0
	for range *moments {
		m := all[w.random.IntN(len(all))]
		what := "signal=SIGKILL"
		if errs := faults[m.call]; len(errs) > 0 && w.random.IntN(3) > 0 {
			what = "error=" + errs[w.random.IntN(len(errs))]
		}
		fault := fmt.Sprintf("inject=%s:%s:when=%d", m.call, what, m.number)
		dir := w.begin(t)
		cmd := strace(dir, "-e", fault)
		var words strings.Builder
		cmd.Stderr = &words
		err := cmd.Run()
		if err != nil {
			struck++
		}
		w.check(t, dir, fault, err, words.String())
	}
	t.Logf("%d of %d faults made it fail", struck, *moments)
	if struck == 0 {
		t.Error("no fault made it fail")
	}
}

// full has the disk full at random places: no file may have more bytes.
func (w *writing) full(t *testing.T) {
	for range max(1, *moments/4) {
		limit := w.random.IntN(len(w.new))
		dir := w.begin(t)
		cmd := worker(t, w.number, dir, after)
		cmd.Env = append(cmd.Env, asLimit+"="+strconv.Itoa(limit))
		out, err := cmd.CombinedOutput()
		if err == nil {
			t.Errorf("a file of %d bytes was written within %d bytes", len(w.new), limit)
		}
		w.check(t, dir, fmt.Sprintf("a limit of %d bytes", limit), err, string(out))
	}
}

// killed kills processes at random times.
func (w *writing) killed(t *testing.T) {
	began := time.Now()
	w.whole(t, after)
	usual := time.Since(began)
	for range max(1, *moments/4) {
		dir := w.begin(t)
		cmd := worker(t, w.number, dir, after)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		wait := time.Duration(w.random.Int64N(int64(usual)))
		timer := time.AfterFunc(wait, func() { cmd.Process.Kill() })
		err := cmd.Wait()
		timer.Stop()
		w.check(t, dir, fmt.Sprintf("killed after %v of %v", wait, usual), err, "")
	}
}

// moment is a call of the system, counted among those of its name and thread.
type moment struct {
	call   string
	number int
}

var callLine = regexp.MustCompile(`^(\d+) +(\w+)\(`)

// momentsOf reads the calls that a process has made since it first named the folder.
func momentsOf(t *testing.T, dir string) (all []moment) {
	t.Helper()
	f, err := os.Open(dir + ".log")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	count := map[string]int{}
	for s := bufio.NewScanner(f); s.Scan(); {
		m := callLine.FindStringSubmatch(s.Text())
		if m == nil {
			continue
		}
		count[m[0]]++
		if len(all) > 0 || strings.Contains(s.Text(), dir) {
			all = append(all, moment{m[2], count[m[0]]})
		}
	}
	if len(all) < 5 {
		t.Fatalf("only %d calls were seen", len(all))
	}
	return all
}
