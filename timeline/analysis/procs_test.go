package analysis

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/internal/typed"
	"profstation/model/trace"
)

// TestLostTime holds what is lost while goroutines wait for a P and one is idle.
func TestLostTime(t *testing.T) {
	const head = "end 100\nmaxprocs 0=2\ng1 main.main 0 running p0 m0\ng2 main.work 0 waiting 10 runnable 40 running p1 m1\n"
	for text, want := range map[string]trace.Time{
		head + "p0 0 running\np1 0 running 20 idle 35 running":                                     15,
		head + "p0 0 running\np1 0 running 20 idle 35 running\ng3 main.work 0 runnable 50 waiting": 15, // one P is idle
		head + "p0 0 running\np1 0 running 20 idle 35 running\nstop 25-30 GC":                      10,
		head + "p0 0 running\np1 0 running 20 unknown 35 running":                                  0,
		head + "p0 0 idle\np1 0 running 20 idle 35 running":                                        30, // one goroutine waits
		head + "p0 0 running": 30, // what no event names does not run
		"end 100\nmaxprocs 0=1 30=2\ng1 main.main 0 running p0 m0 20 runnable\np0 0 running": 70,
		"end 100\ng1 main.main 0 runnable\np0 0 idle":                                        0, // how many Ps there are is not known
	} {
		lost, of, err := LostTime(t.Context(), New(typed.Trace(t, text)))
		if err != nil || lost != want || (of == 0) == strings.Contains(text, "maxprocs") {
			t.Errorf("%s\n\tlost %d of %d, %v, want %d", text, lost, of, err, want)
		}
	}
}

// TestLostTimeSlowly holds the same against a look at each nanosecond.
func TestLostTimeSlowly(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	const end, goroutines, procs = 60, 4, 3
	for range 200 {
		var b strings.Builder
		fmt.Fprintf(&b, "end %d\nmaxprocs 0=%d", end, procs)
		var waits, idle, stopped [end]int
		line := func(name string, states []string, count func(state string, at int)) {
			fmt.Fprintf(&b, "\n%s", name)
			for at := 0; at < end; {
				state, to := states[random.IntN(len(states))], min(end, at+1+random.IntN(20))
				fmt.Fprintf(&b, " %d %s", at, state)
				for ; at < to; at++ {
					count(state, at)
				}
			}
		}
		for g := range goroutines {
			line(fmt.Sprintf("g%d main.work", g+1), []string{"runnable", "waiting"}, func(state string, at int) {
				if state == "runnable" {
					waits[at]++
				}
			})
		}
		for p := range procs {
			line(fmt.Sprintf("p%d", p), []string{"running", "idle"}, func(state string, at int) {
				if state == "idle" {
					idle[at]++
				}
			})
		}
		from := random.IntN(end - 5)
		fmt.Fprintf(&b, "\nstop %d-%d GC", from, from+5)
		for at := from; at < from+5; at++ {
			stopped[at]++
		}
		want := trace.Time(0)
		for at := range end {
			if stopped[at] == 0 {
				want += trace.Time(min(waits[at], idle[at]))
			}
		}
		tr := typed.Trace(t, b.String())
		m := tr.Metric(trace.GoMaxProcs)
		if lost := lostIn(tr.Whole(), must.Have(turnsIn(t.Context(), New(tr), tr.Whole(), m)), m); lost != want {
			t.Fatalf("%s\n\tlost %d, want %d", b.String(), lost, want)
		}
	}
}
