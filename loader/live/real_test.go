package live_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/loader/httpclient"
	"profstation/loader/live"
	"profstation/model"
)

// Every kind that a real server offers is captured, and is what it says it is.
func TestRealServer(t *testing.T) {
	t.Parallel()
	target := serve(t, "127.0.0.1:0")
	c := live.NewClient(target, live.Options{})
	defer c.Close()
	index := must.Have(c.Kinds(t.Context()))
	var kinds []live.Kind
	for _, o := range index.Offers {
		kinds = append(kinds, o.Kind)
		if o.Kind == live.Goroutine && o.Count < 20 {
			t.Errorf("%d goroutines are told", o.Count)
		}
	}
	want := []live.Kind{live.CPU, live.Heap, live.Allocs, live.Goroutine, live.Block, live.Mutex, live.Trace, live.ThreadCreate}
	if !slices.Equal(kinds, want) {
		t.Errorf("offered are %q, want %q", kinds, want)
	}
	second := time.Second
	for _, x := range []struct {
		r    live.Request
		kind model.Kind // "": a trace
	}{
		{live.Request{Kind: live.CPU, Length: second}, model.CPU},
		{live.Request{Kind: live.Heap}, model.Heap},
		{live.Request{Kind: live.Heap, GC: true}, model.Heap},
		{live.Request{Kind: live.Heap, Length: second}, model.Heap},
		{live.Request{Kind: live.Allocs}, model.Allocs},
		{live.Request{Kind: live.Allocs, Length: second}, model.Heap}, // nothing in it tells
		{live.Request{Kind: live.Block}, model.Block},
		{live.Request{Kind: live.Block, Length: second}, model.Contention}, // or block, where there is one
		{live.Request{Kind: live.Mutex}, model.Contention},                 // or mutex
		{live.Request{Kind: live.Mutex, Length: second}, model.Contention},
		{live.Request{Kind: live.Goroutine}, model.Goroutine},
		{live.Request{Kind: live.Goroutine, Length: second}, model.Goroutine},
		{live.Request{Kind: live.ThreadCreate}, model.ThreadCreate},
		{live.Request{Kind: live.Trace, Length: 300 * time.Millisecond}, ""},
	} {
		name := string(x.r.Kind) + x.r.Length.String()
		if x.r.GC {
			name += "gc"
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := must.Have(capture(t, c, context.WithoutCancel(t.Context()), x.r, func(live.Progress) {}))
			switch {
			case x.r.Kind == live.Trace:
				if got.File.Trace == nil || got.File.Trace.Events == 0 {
					t.Error("no events")
				}
			case got.File.Profile == nil:
				t.Error("no profile")
			case x.kind == model.Contention && string(got.File.Profile.Kind) == string(x.r.Kind):
			case x.kind != "" && got.File.Profile.Kind != x.kind:
				t.Errorf("kind %s, want %s", got.File.Profile.Kind, x.kind)
			case x.r.Kind != live.CPU && got.File.Profile.Delta() != (x.r.Length > 0):
				t.Errorf("delta is %v", got.File.Profile.Delta())
			}
		})
	}
}

// A refusal of a real server is reported in plain words.
func TestRealServerRefuses(t *testing.T) {
	t.Parallel()
	target := serve(t, "127.0.0.1:0")
	c := live.NewClient(target, live.Options{})
	t.Run("busy", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var group sync.WaitGroup
		for _, k := range []live.Kind{live.CPU, live.Trace} {
			// The test's own request may come in between: then this one is refused.
			group.Go(func() {
				holder := live.NewClient(target, live.Options{})
				for ctx.Err() == nil {
					capture(t, holder, ctx, live.Request{Kind: k, Length: 60 * time.Second}, func(live.Progress) {})
				}
			})
		}
		for _, k := range []live.Kind{live.CPU, live.Trace} {
			var e *httpclient.Error
			for {
				_, err := capture(t, c, t.Context(), live.Request{Kind: k, Length: time.Second}, func(live.Progress) {})
				if errors.As(err, &e) {
					break
				}
			}
			if e.Problem != httpclient.Busy || !strings.Contains(e.Error(), "already") {
				t.Errorf("%s: %v", k, e)
			}
		}
		cancel() // ends the profiling in the server too
		group.Wait()
		for {
			_, err := capture(t, c, t.Context(), live.Request{Kind: live.CPU, Length: time.Second}, func(live.Progress) {})
			var e *httpclient.Error
			if err == nil {
				break
			}
			if !errors.As(err, &e) || e.Problem != httpclient.Busy {
				t.Fatal(err)
			}
		}
	})
	for kind, want := range map[live.Kind]string{
		live.GoroutineLeak: "every program of Go 1.27 has it",
		"nothing":          "no such profile",
	} {
		_, err := capture(t, c, t.Context(), live.Request{Kind: kind}, func(live.Progress) {})
		var e *httpclient.Error
		if !errors.As(err, &e) || e.Problem != httpclient.NotFound || !strings.Contains(e.Error(), want) {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

func TestSocket(t *testing.T) {
	t.Parallel()
	target := serve(t, "unix:"+filepath.Join(t.TempDir(), "s"))
	if !strings.HasPrefix(target.String(), "unix:///") {
		t.Errorf("target %s", target)
	}
	c := live.NewClient(target, live.Options{})
	if index, err := c.Kinds(t.Context()); err != nil || len(index.Offers) < 8 {
		t.Errorf("%v, %v", index, err)
	}
	got, err := capture(t, c, t.Context(), live.Request{Kind: live.Heap}, func(live.Progress) {})
	if err != nil || got.File.Profile.Kind != model.Heap {
		t.Errorf("%v", err)
	}
}

// A recording saves files that can be opened, under names that sort in the order
// of their captures.
func TestRecord(t *testing.T) {
	t.Parallel()
	target := serve(t, "127.0.0.1:0")
	c := live.NewClient(target, live.Options{})
	dir := filepath.Join(t.TempDir(), "new", "run")
	if err := c.Record(t.Context(), live.Plan{
		Requests: []live.Request{{Kind: live.Heap}, {Kind: live.Mutex, Length: time.Second}}, Dir: dir,
	}, func(live.Event) {}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var order []string
	saved := map[live.Kind]int{}
	err := c.Record(ctx, live.Plan{
		Requests: []live.Request{{Kind: live.Heap}, {Kind: live.Goroutine}}, Every: 20 * time.Millisecond, Dir: dir,
	}, func(e live.Event) {
		if e.Kind == live.Missed {
			var problem *httpclient.Error
			if !errors.As(e.Err, &problem) || problem.Problem != httpclient.Stopped {
				t.Error(e.Err)
			}
		}
		if e.Kind != live.Saved {
			return
		}
		if e.Err != nil {
			t.Errorf("%s: %v", e.Path, e.Err)
		}
		if e.Request.Kind == live.Heap {
			order = append(order, e.Path)
		}
		saved[e.Request.Kind]++
		if saved[live.Heap] >= 5 && saved[live.Goroutine] >= 5 {
			cancel()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(order) {
		t.Errorf("names do not sort: %q", order)
	}
	entries := must.Have(os.ReadDir(dir))
	form := regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d_(heap|goroutine|mutex-delta)(_\d{3})?\.pb\.gz$`)
	beside := regexp.MustCompile(`_heap(_\d{3})?\.(memstats|smaps\.gz|status|memory\..*)$`)
	for _, e := range entries {
		if beside.MatchString(e.Name()) {
			continue
		}
		if !form.MatchString(e.Name()) {
			t.Errorf("the name %s", e.Name())
		}
		if _, err := loader.Open(t.Context(), filepath.Join(dir, e.Name()), loader.Options{}); err != nil {
			t.Error(err)
		}
	}
}
