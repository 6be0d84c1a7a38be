//go:build unix

package sandbox

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/loader/input"
	"profstation/model/trace"
	"profstation/process"
)

const recordings = "../../testdata"

// TestSame holds that a file is the same whichever process loads it.
func TestSame(t *testing.T) {
	paths, err := filepath.Glob(recordings + "/*.*")
	if err != nil || len(paths) < 10 {
		t.Fatalf("%d recordings: %v", len(paths), err)
	}
	t.Run("lent", func(t *testing.T) { same(t, newHelper(t), paths) })
	t.Run("sent", func(t *testing.T) {
		h := newHelper(t)
		h.Warm()
		h.spare.lends = nil
		same(t, h, paths)
	})
}

func same(t *testing.T, h *Helper, paths []string) {
	for _, path := range paths {
		here, errHere := loader.Open(t.Context(), path, loader.Options{})
		there, errThere := loader.Open(t.Context(), path, loader.Options{Apart: h})
		if (errHere == nil) != (errThere == nil) || errHere != nil && errHere.Error() != errThere.Error() {
			t.Errorf("%s: error %v, here %v", path, errThere, errHere)
			continue
		}
		if !reflect.DeepEqual(here, there) {
			t.Errorf("%s differs", path)
		}
	}
}

// TestInFile loads a trace whose tables do not fit in memory: they lie in a file, which the process
// that reads the trace may not make by itself.
func TestInFile(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	h := newHelper(t)
	path := filepath.Join(recordings, "trace.trace")
	here := must.Have(loader.Open(t.Context(), path, loader.Options{}))
	o := loader.Options{Apart: h, Limits: input.Limits{Memory: 4 << 20}}
	for range 2 {
		there := must.Have(loader.Open(t.Context(), path, o))
		if there.Trace.Room() == nil {
			t.Error("its tables are in memory")
		}
		if !reflect.DeepEqual(there.Trace.Spans, here.Trace.Spans) || !reflect.DeepEqual(there.Trace.ThreadLanes, here.Trace.ThreadLanes) {
			t.Error("its tables differ")
		}
	}
	o.Scratch = func() (*os.File, error) { return nil, errors.New("the disk is full") }
	if _, err := loader.Open(t.Context(), path, o); err == nil || !strings.Contains(err.Error(), "the disk is full") {
		t.Errorf("without a file: %v", err)
	}
}

// TestBytes loads what is no file: a pipe leads to the process.
func TestBytes(t *testing.T) {
	h := newHelper(t)
	for _, name := range []string{"cpu.pprof", "trace.trace"} {
		data := must.Have(os.ReadFile(filepath.Join(recordings, name)))
		here := must.Have(loader.Decode(t.Context(), name, data, loader.Options{}))
		there, err := loader.Decode(t.Context(), name, data, loader.Options{Apart: h})
		if err != nil || !reflect.DeepEqual(here, there) {
			t.Errorf("%s differs: %v", name, err)
		}
		there, err = loader.Read(t.Context(), name, bytes.NewReader(data), loader.Options{Apart: h})
		if err != nil || !reflect.DeepEqual(here, there) {
			t.Errorf("%s differs when read: %v", name, err)
		}
	}
}

// TestReports holds that progress and the first generations of a trace come from the process.
func TestReports(t *testing.T) {
	h := newHelper(t)
	var done, total, events int64
	var partial []*trace.Trace
	f, err := loader.Open(t.Context(), filepath.Join(recordings, "trace.trace"), loader.Options{
		Apart:    h,
		Progress: func(d, all int64) { done, total = d, all },
		Events:   func(n int64) { events = n },
		Partial:  func(t *trace.Trace) { partial = append(partial, t) },
	})
	if err != nil {
		t.Fatal(err)
	}
	if done != f.Size || total != f.Size || events != f.Trace.Events {
		t.Errorf("%d of %d bytes and %d events were reported, want %d and %d", done, total, events, f.Size, f.Trace.Events)
	}
	if len(partial) == 0 || !partial[0].Partial || partial[0].End > f.Trace.End {
		t.Errorf("%d first parts", len(partial))
	}
}

// TestFaults holds that a bug of a decoder is an error of the file, and that the next file loads.
func TestFaults(t *testing.T) {
	h := newHelper(t)
	small := input.Limits{File: 1 << 20, Uncompressed: 1 << 20, Memory: 1 << 20}
	for _, c := range []struct{ name, want string }{
		{"memory", "loading it took more memory than the limit of 1MB, or than there is; raise the limit if you trust the file"},
		{"overflow", "the decoder failed on it: runtime: goroutine stack exceeds 67108864-byte limit; please report this, with the file"},
		{"endless", "the decoder got no further for 300ms; please report this, with the file"},
		{"killed", "the process that reads it was killed, perhaps because the machine has too little memory; try again"},
		{"exit", "the decoder failed on it: exit status 3; please report this, with the file"},
		{"maps", "the decoder failed on it: fatal error: concurrent map writes; please report this, with the file"},
	} {
		if raceEnabled && (c.name == "maps" || c.name == "memory") {
			continue // the detector is what fails first, in its own words
		}
		if h.Patience = time.Minute; c.name == "endless" {
			h.Patience = 300 * time.Millisecond
		}
		path := named(t, c.name)
		_, err := loader.Open(t.Context(), path, loader.Options{Apart: h, Limits: small})
		var e *input.Error
		if !errors.As(err, &e) || e.Error() != path+": "+c.want {
			t.Errorf("%s: %v\nwant %s", c.name, err, c.want)
		}
		if strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: more than a line", c.name)
		}
	}
	if _, err := loader.Open(t.Context(), filepath.Join(recordings, "cpu.pprof"), loader.Options{Apart: h}); err != nil {
		t.Errorf("the file after them: %v", err)
	}
}

// TestOutOfMemory holds that a lack of memory is called that, whatever the runtime wanted it for.
func TestOutOfMemory(t *testing.T) {
	for _, words := range []string{
		"runtime: out of memory: cannot allocate 16777216-byte block (4194304 in use)",
		"fatal error: runtime: cannot allocate memory",
		"fatal error: runtime: cannot map pages in arena address space",
		"runtime: failed to create new OS thread (have 8 already; errno=11)",
		"fatal error: failed to reserve page summary memory",
	} {
		var e *input.Error
		if err := died("f", words, input.Limits{Memory: 1 << 20}); !errors.As(err, &e) || !e.Beyond || !strings.Contains(e.Found, "more memory than the limit of 1MB") {
			t.Errorf("%s: %v", words, err)
		}
	}
}

// TestCancel holds that a context ends the loading at once, and the process with it.
func TestCancel(t *testing.T) {
	h := newHelper(t)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := loader.Open(ctx, named(t, "endless"), loader.Options{Apart: h, Progress: func(int64, int64) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if _, err := loader.Open(ctx, named(t, "cpu.pprof"), loader.Options{Apart: h}); !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that has ended: %v", err)
	}
}

// TestConfined holds that a process reaches nothing but its input, and knows the time zone.
func TestConfined(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux confines")
	}
	h := newHelper(t)
	h.Command = func() (*exec.Cmd, error) {
		cmd, err := itself()
		cmd.Env = append(cmd.Env, "TZ=Asia/Tokyo")
		return cmd, err
	}
	_, err := loader.Open(t.Context(), named(t, "nosy"), loader.Options{Apart: h})
	if err == nil || !strings.HasSuffix(err.Error(), ": reached: +0900") {
		t.Errorf("%v", err)
	}
}

// TestMany loads side by side, and keeps one process.
func TestMany(t *testing.T) {
	h := newHelper(t)
	h.Warm()
	var group sync.WaitGroup
	for i := range 6 {
		group.Go(func() {
			path := filepath.Join(recordings, "heap.pprof")
			if i == 3 {
				path = named(t, "exit")
			}
			if _, err := loader.Open(t.Context(), path, loader.Options{Apart: h}); (err != nil) != (i == 3) {
				t.Errorf("%s: %v", path, err)
			}
		})
	}
	group.Wait()
}

// TestKept holds that one process loads one file after the other, also after one that is no profile.
func TestKept(t *testing.T) {
	h := newHelper(t)
	var ids []int
	for range 3 {
		if _, err := loader.Open(t.Context(), named(t, "none"), loader.Options{Apart: h}); err == nil {
			t.Fatal("no error")
		}
		h.mu.Lock()
		ids = append(ids, h.spare.ID())
		h.mu.Unlock()
	}
	if ids[0] != ids[1] || ids[0] != ids[2] {
		t.Errorf("processes %v", ids)
	}
}

// TestEndedWhileWaiting loads in a new process if somebody has ended the one that waited.
func TestEndedWhileWaiting(t *testing.T) {
	h := newHelper(t)
	h.Warm()
	h.spare.Kill()
	<-h.spare.Gone()
	if _, err := loader.Open(t.Context(), filepath.Join(recordings, "cpu.pprof"), loader.Options{Apart: h}); err != nil {
		t.Error(err)
	}
}

// TestReplaced holds that a program with other tables refuses to be the helper.
func TestReplaced(t *testing.T) {
	p := must.Have(process.Itself("of another version"))
	p.Env = append(os.Environ(), role+"=helper")
	h := &Helper{Command: func() (*exec.Cmd, error) { return p, nil }}
	_, err := h.Load(t.Context(), "x", os.Stdin, loader.Options{})
	if err == nil || !strings.Contains(err.Error(), "was replaced by another version: restart it") {
		t.Errorf("%v", err)
	}
}
