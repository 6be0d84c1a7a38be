package loader

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
)

// TestFile sees what is told of a file.
func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cpu.pprof")
	data := zip(small(t))
	must.Do(os.WriteFile(path, data, 0o600))
	info := must.Have(os.Stat(path))
	f := must.Have(Open(t.Context(), path, Options{}))
	if f.Name != path || f.Path != path || f.Size != int64(len(data)) || !f.ModTime.Equal(info.ModTime()) {
		t.Errorf("%+v", f)
	}
	if p := f.Profile; p.Format != "pprof" || p.Default != 1 || p.Time.UnixNano() != 1_700_000_000_000_000_000 || p.Duration != 1e9 || p.Period != 10_000_000 {
		t.Errorf("header %+v", p.Header)
	}
	// Reading what is broken must not be reported as the file's fault alone.
	_, err := Read(t.Context(), "-", io.MultiReader(bytes.NewReader(data[:20]), broken{}), Options{})
	if err == nil || !strings.Contains(err.Error(), "reading it failed after 20B: the wire is cut") {
		t.Errorf("%v", err)
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("the wire is cut") }

// TestCancel cancels before the work, and at several points of it: wherever
// the loader looks at the context, and it must look often.
func TestCancel(t *testing.T) {
	data := medium()
	all := must.Count()
	if _, err := Decode(all, "x", data, Options{}); err != nil {
		t.Fatal(err)
	}
	looks := all.Asked()
	if looks < 20 {
		t.Fatalf("the loader looks at the context only %d times", looks)
	}
	for _, after := range []int{0, 1, looks / 4, looks / 2, looks * 9 / 10} {
		ctx := must.Ask(after)
		if f, err := Decode(ctx, "x", data, Options{}); f != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("after %d looks of %d: %v", after, looks, err)
		}
	}
}

// TestProgress sees that progress grows, and ends with all bytes done.
func TestProgress(t *testing.T) {
	data := medium()
	var done []int64
	o := Options{Progress: func(n, total int64) {
		if total != int64(len(data)) {
			t.Errorf("total %d of %d", total, len(data))
		}
		done = append(done, n)
	}}
	if _, err := Decode(t.Context(), "x", data, o); err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(done) || len(done) == 0 || done[len(done)-1] != int64(len(data)) {
		t.Errorf("progress %v", done)
	}
}

// Progress runs forward and ends at the total; so do events.
func TestTraceProgress(t *testing.T) {
	var done, total, events int64
	f, err := Open(t.Context(), "../testdata/trace.trace", Options{
		Progress: func(d, n int64) {
			if d < done || d > n {
				t.Errorf("%d of %d after %d", d, n, done)
			}
			done, total = d, n
		},
		Events: func(n int64) {
			if n < events {
				t.Errorf("%d events after %d", n, events)
			}
			events = n
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if done != f.Size || total != f.Size || events != f.Trace.Events {
		t.Errorf("%d of %d bytes, %d events; want %d, %d", done, total, events, f.Size, f.Trace.Events)
	}
}

// An address in the place of a file is named without its credentials.
func TestOpenAddress(t *testing.T) {
	_, err := Open(t.Context(), "https://ann:pa55@h/x?token=t0ken", Options{})
	if err == nil || !strings.Contains(err.Error(), "https://h/x: this is a server address") || strings.Contains(err.Error(), "pa55") || strings.Contains(err.Error(), "t0ken") {
		t.Errorf("%v", err)
	}
}
