package loader

import (
	"bytes"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/loader/input"
)

// TestBombs opens small files that unfold. They are refused by a limit before
// memory of that size is taken.
func TestBombs(t *testing.T) {
	limits := input.Limits{Uncompressed: 8 << 20, Memory: 8 << 20}
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"zeros", make([]byte, 12<<20), "unpacks to more than the limit of 8MB"},
		{"goroutine text", append([]byte("goroutine profile: total 1\n"), bytes.Repeat([]byte("1 @ 0x1\n"), 1<<18)...), "needs at least"},
		{"goroutine dump", append([]byte("goroutine 1 [running]:\n"), bytes.Repeat([]byte("main.f()\n"), 1<<18)...), "needs about"},
	} {
		t.Run(c.name, func(t *testing.T) {
			packed := zip(c.data)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := Decode(t.Context(), "bomb", packed, Options{Limits: limits})
			runtime.ReadMemStats(&after)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, none says %q", err, c.want)
			}
			if n := after.TotalAlloc - before.TotalAlloc; n > 50<<20 {
				t.Errorf("%s allocated on the way", input.Size(int64(n)))
			}
		})
	}
}

// TestLimits sees that each limit is held, and named.
func TestLimits(t *testing.T) {
	data := small(t)
	for _, c := range []struct {
		limits input.Limits
		data   []byte
		want   string
	}{
		{input.Limits{File: 10}, data, "larger than the limit of 10B"},
		{input.Limits{Uncompressed: 100}, zip(data), "unpacks to more than the limit of 100B"},
		{input.Limits{Memory: 100}, data, "needs at least"},
		{input.Limits{Memory: 4000}, small(t, func(p *profile.Profile) { p.DropFrames = "x" }), ""},
		{input.Limits{Memory: 1500}, small(t, func(p *profile.Profile) { p.DropFrames = "x" }), "needs at least"},
	} {
		for _, from := range []string{"memory", "a reader"} {
			var err error
			if from == "memory" {
				_, err = Decode(t.Context(), "x", c.data, Options{Limits: c.limits})
			} else {
				_, err = Read(t.Context(), "x", io.MultiReader(bytes.NewReader(c.data)), Options{Limits: c.limits})
			}
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%+v from %s: %v, not %q", c.limits, from, err, c.want)
			}
		}
	}
}
