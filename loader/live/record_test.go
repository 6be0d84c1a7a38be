package live_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/loader/httpclient"
	"profstation/loader/input"
	"profstation/loader/live"
)

// In each round, Record captures the profiles that show a state one by one, memory first, before it begins those that
// last. So they do not show what the others cost the program.
func TestStatesBeforeWhatLasts(t *testing.T) {
	heap, trace := recording(t, "heap.pprof"), recording(t, "trace.trace")
	var mu sync.Mutex
	var asked []string
	open := 0
	both := make(chan struct{}) // has two values once all that lasts is being recorded
	s := answering(t, func(w http.ResponseWriter, r *http.Request) {
		name, lasts := filepath.Base(r.URL.Path), r.FormValue("seconds") != ""
		mu.Lock()
		if open++; open > 1 && !lasts {
			t.Errorf("%s is captured while something else is", name)
		}
		if beside := r.FormValue("debug") != "" || slices.Contains([]string{"cmdline", "vars", "metrics"}, name); !beside {
			asked = append(asked, name)
		}
		mu.Unlock()
		if lasts { // side by side
			select {
			case both <- struct{}{}:
			case <-both:
			}
		}
		mu.Lock()
		open--
		mu.Unlock()
		if name == "trace" {
			w.Write(trace)
		} else {
			w.Write(heap)
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	saved := 0
	c := live.NewClient(parse(t, s.URL), live.Options{})
	defer c.Close()
	must.Do(c.Record(ctx, live.Plan{
		Requests: []live.Request{{Kind: live.CPU}, {Kind: "own"}, {Kind: live.Goroutine}, {Kind: live.Trace}, {Kind: live.Allocs}, {Kind: live.Heap}},
		Every:    1, Dir: t.TempDir(),
	}, func(e live.Event) {
		if e.Err != nil {
			t.Error(e.Err)
		}
		if e.Kind == live.Saved {
			if saved++; saved == 12 {
				cancel()
			}
		}
	}))
	for round := range slices.Chunk(asked, 6) {
		slices.Sort(round[4:])
		if got, want := strings.Join(round, " "), "heap allocs goroutine own profile trace"; got != want {
			t.Errorf("asked are %s, want %s", got, want)
		}
	}
	if len(asked) != 12 {
		t.Errorf("%d requests", len(asked))
	}
}

// The beginning of a trace is kept when the server dies, the answer takes too long or gets too large, or the user
// stops it: what is whole in it can be read. Without anything to read, nothing is kept, nor is half a CPU profile.
func TestBeginningOfATrace(t *testing.T) {
	whole := recording(t, "trace.trace")
	all := must.Have(loader.Read(t.Context(), "", strings.NewReader(string(whole)), loader.Options{})).Trace
	cut := whole[:len(whole)*3/4]
	// part sends data, and then calls then, which does not end the answer as it should.
	part := func(data []byte, then func(*http.Request)) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Write(data)
			w.(http.Flusher).Flush()
			then(r)
		}
	}
	dies := func(*http.Request) { panic(http.ErrAbortHandler) }
	hangs := func(r *http.Request) { <-r.Context().Done() }
	for _, x := range []struct {
		name    string
		serve   http.HandlerFunc
		kind    live.Kind
		o       live.Options
		stop    bool
		problem httpclient.Problem // "": none, the user wanted it
		left    int
	}{
		{"the server dies", part(cut, dies), live.Trace, live.Options{}, false, httpclient.CutOff, 1},
		{"no answer in time", part(cut, hangs), live.Trace, live.Options{Timeout: 1}, false, httpclient.Timeout, 1},
		{"stopped", part(cut, hangs), live.Trace, live.Options{}, true, "", 1},
		{"too large", part(whole, hangs), live.Trace, live.Options{Limits: input.Limits{File: int64(len(cut))}}, false, httpclient.TooLarge, 1},
		{"only a header", part(whole[:16], dies), live.Trace, live.Options{}, false, httpclient.CutOff, 0},
		{"nothing", part(nil, dies), live.Trace, live.Options{}, false, httpclient.CutOff, 0},
		{"a page", part([]byte("<html>"), dies), live.Trace, live.Options{}, false, httpclient.NotAProfile, 0},
		{"half a CPU profile", part(recording(t, "cpu.pprof")[:3000], dies), live.CPU, live.Options{}, false, httpclient.CutOff, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := answering(t, x.serve)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			c := live.NewClient(parse(t, s.URL), x.o)
			defer c.Close()
			dir, path := t.TempDir(), ""
			err := c.Record(ctx, live.Plan{Requests: []live.Request{{Kind: x.kind, Length: 1e9}}, Dir: dir}, func(e live.Event) {
				if x.stop && e.Progress.Bytes == int64(len(cut)) {
					cancel()
				}
				if e.Kind == live.Saved {
					path = e.Path
				}
			})
			var e *httpclient.Error
			if x.problem == "" && err != nil || x.problem != "" && (!errors.As(err, &e) || e.Problem != x.problem) {
				t.Errorf("%v, want %q", err, x.problem)
			}
			if says := strings.Contains(fmt.Sprint(err), "; what came before is saved"); says != (x.left > 0 && x.problem != "") {
				t.Errorf("it says %v", err)
			}
			if files := must.Have(os.ReadDir(dir)); len(files) != x.left {
				t.Fatalf("%d files are left", len(files))
			}
			if x.left == 0 {
				return
			}
			f := must.Have(loader.Open(t.Context(), path, loader.Options{})).Trace
			if !strings.HasSuffix(path, "_trace.trace") || f.Complete() || f.Events == 0 || f.Events >= all.Events {
				t.Errorf("%s has %d of %d events, complete %v", path, f.Events, all.Events, f.Complete())
			}
		})
	}
}
