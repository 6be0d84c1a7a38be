package model

import "testing"

func TestEventOf(t *testing.T) {
	for name, want := range map[string]string{
		"cycles": "cycles", "cycles:P": "cycles", "cycles:u": "cycles", "cycles:ppp": "cycles", "cpu-cycles": "cycles",
		"cpu-cycles:uk":     "cycles",
		"cpu_core/cycles/P": "cycles", "cpu_atom/cycles/": "cycles", "cpu/cpu-cycles/ppp": "cycles",
		"cpu/cycles,period=1000/u": "cycles",
		"cycles:P_sample":          "cycles", "cpu_core/cycles/P_event": "cycles", "cpu-clock:u": "cpu-clock",
		"task-clock:ppp": "task-clock",
		"instructions:u": "instructions", "sched:sched_switch": "sched:sched_switch", "cpu/event=0x3c/": "event=0x3c",
		"a/b/c.d": "a/b/c.d", "cycles:": "cycles", ":u": ":u", "": "", "inuse_space": "inuse_space",
	} {
		if got := eventOf(name); got != want {
			t.Errorf("%q is of %q, not %q", name, got, want)
		}
	}
}
