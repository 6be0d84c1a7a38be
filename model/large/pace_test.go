package large

import (
	"testing"
	"time"
)

// TestPace holds that nearly all pages are of the quicker kind, also if that changes.
func TestPace(t *testing.T) {
	const ms = time.Millisecond
	always := func(d time.Duration) func(int) time.Duration { return func(int) time.Duration { return d } }
	from := func(n int, before, after time.Duration) func(int) time.Duration {
		return func(i int) time.Duration {
			if i < n {
				return before
			}
			return after
		}
	}
	for name, c := range map[string]struct {
		took  [kinds]func(made int) time.Duration // by how many of the kind were made
		large [2]int                              // how many of 1000 are large, at least and at most
	}{
		"large pages are at hand":             {[kinds]func(int) time.Duration{always(ms / 5), always(ms)}, [2]int{1000, 1000}},
		"the host provides all pages":         {[kinds]func(int) time.Duration{always(4 * ms), always(3 * ms)}, [2]int{990, 999}},
		"the host provides large pages":       {[kinds]func(int) time.Duration{always(6 * ms), always(ms)}, [2]int{1, 10}},
		"large pages run out":                 {[kinds]func(int) time.Duration{from(300, ms/5, 6*ms), always(ms)}, [2]int{300, 310}},
		"small pages run out":                 {[kinds]func(int) time.Duration{always(6 * ms), from(300, ms, 9*ms)}, [2]int{680, 700}},
		"pages were there already":            {[kinds]func(int) time.Duration{always(time.Microsecond), always(ms)}, [2]int{1000, 1000}},
		"a kernel that makes none beforehand": {[kinds]func(int) time.Duration{always(100), always(100)}, [2]int{1000, 1000}},
		"one large page in ten takes long":    {[kinds]func(int) time.Duration{func(i int) time.Duration { return ms/5 + time.Duration(i%10/9)*ms }, always(ms)}, [2]int{990, 999}},
	} {
		var p pace
		var made [kinds]int
		for range 1000 {
			k := p.next()
			p.made(k, c.took[k](made[k]))
			made[k]++
		}
		if n := made[largePages]; n < c.large[0] || n > c.large[1] {
			t.Errorf("%s: %d of 1000 are large, not %d to %d", name, n, c.large[0], c.large[1])
		}
	}
}
