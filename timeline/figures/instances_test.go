package figures

import (
	"slices"
	"strings"
	"testing"

	"profstation/internal/typed"
	"profstation/model/trace"
	"profstation/model/work"
	"profstation/scene"
	"profstation/timeline/wording"
)

// TestEndedBy holds that each wait in the story of a task names who ended it, and that its target leads there.
func TestEndedBy(t *testing.T) {
	s := recording(t)
	seen := 0
	for i := range s.Trace.Tasks {
		v := View{}
		v.Choice.Tasks = TasksChoice{Picked: true, Type: s.Trace.Tasks[i].Type, One: true, Instance: i}
		p := s.make(t, "tasks", v).Panel("events")
		if p == nil {
			continue
		}
		col := slices.Index(p.Table.Keys, EndedBy)
		for row := range p.Table.Rows {
			target, text := p.Row(row), p.Table.Cell(row, col)
			if p.Table.Cell(row, 0) != "wait" {
				if text != "" || target.Ended != nil {
					t.Errorf("task %d: %q is ended by %q", i, p.Table.Cell(row, 0), text)
				}
				continue
			}
			span, ok := s.Trace.SpanAt(target.Go, target.Time.From)
			if !ok || s.Trace.Spans.State(span) == trace.GoRunnable {
				continue
			}
			by := trace.NoGo
			if span+1 < s.Trace.Goroutines[target.Go].End {
				by = s.Trace.WokenBy(span + 1)
			} else {
				if text != "nothing had woken it when the trace ended" {
					t.Errorf("task %d: a wait without an end is ended by %q", i, text)
				}
				continue
			}
			switch {
			case by == trace.NoGo && (text != "the runtime" || target.Ended != nil):
				t.Errorf("task %d: nobody ended it, and it says %q", i, text)
			case by != trace.NoGo && (text != s.GoName(by) || target.Ended == nil || target.Ended.Go != by):
				t.Errorf("task %d: %s ended it, and it says %q", i, s.GoName(by), text)
			default:
				seen++
			}
		}
	}
	if seen == 0 {
		t.Error("no wait was seen")
	}
}

// unwoken is a trace of a P that two goroutines share. g1 runs out its time slice, is stopped earlier, yields and comes
// back from a system call; g3 is woken.
const unwoken = `
end 100000000
g1 main.main 0 running p0 m0  20000000 runnable:preempted p0 m0  25000000 running p0 m0  28000000 runnable:preempted p0 m0  30000000 running p0 m0  35000000 runnable:runtime.Gosched p0 m0  40000000 running p0 m0  42000000 syscall p0 m0  44000000 runnable p0 m0  46000000 running p0 m0  60000000 ended
g2 main.busy 0 runnable m0 @main.main  20000000 running p0 m0  25000000 runnable:preempted p0 m0  28000000 running p0 m0  30000000 runnable:preempted p0 m0  35000000 running p0 m0  40000000 waiting:sleep p0 m0  44000000 runnable  44000001 running p0 m0  46000000 ended
g3 main.three 0 waiting:sync told  50000000 runnable m0 @main.main  60000000 running p0 m0
task 1 request 0-90000000
region g1 all 0-60000000
`

// TestUnwoken holds that the story of a task, the longest waits for a P and the wake-up chain say the same of waits for
// a P that nobody had to end, and lead to who had the P.
func TestUnwoken(t *testing.T) {
	s := NewSource(typed.Trace(t, unwoken))
	want := map[trace.Time][2]string{
		20e6: {"preempted after 20ms: its time slice had run out", "Ps busy with g2 main.busy 5ms"},
		28e6: {"preempted after 3ms", "Ps busy with g2 main.busy 2ms"},
		35e6: {"yielded", "Ps busy with g2 main.busy 5ms"},
		44e6: {"came back from a system call", "Ps busy with g2 main.busy 2ms"},
	}
	v := View{}
	v.Choice.Tasks = TasksChoice{Picked: true, Type: s.Trace.Tasks[0].Type, One: true}
	story := s.make(t, "tasks", v).Panel("events")
	v = View{}
	v.Choice.Scheduling.Part = LongestWaits
	longest := s.make(t, "sched", v).Panel("longest")
	ends, by := slices.Index(story.Table.Keys, EndedBy), slices.Index(longest.Table.Keys, "made ready by")
	longestEnds := slices.Index(longest.Table.Keys, EndedBy)
	for at, w := range want {
		span, _ := s.Trace.SpanAt(0, at)
		row := func(p *Panel) int {
			for i := range p.Table.Rows {
				if x := p.Row(i); x.Go == 0 && x.Time.From == at && x.Time.To == s.Trace.SpanEnd(0, span) {
					return i
				}
			}
			t.Fatalf("%d is not listed in %s", at, p.Name)
			return 0
		}
		all := w[0] + "; " + w[1]
		i := row(story)
		if got := story.Table.Cell(i, ends); got != all {
			t.Errorf("the story says of %d: %q, want %q", at, got, all)
		}
		if to := story.Row(i).Ended; to == nil || to.Go != 1 {
			t.Errorf("the story leads from %d to %+v", at, to)
		}
		i = row(longest)
		if got := longest.Table.Cell(i, by); got != "nobody" {
			t.Errorf("the longest waits say that %q made ready what nobody had to at %d", got, at)
		}
		if got := longest.Table.Cell(i, longestEnds); got != all {
			t.Errorf("the longest waits say of %d: %q, want %q", at, got, all)
		}
		if to := longest.Row(i).Ended; to == nil || to.Go != 1 {
			t.Errorf("the longest waits lead from %d to %+v", at, to)
		}
		setting, err := s.Setting(t.Context(), span)
		if err != nil || len(setting.Held) != 1 || setting.Held[0].Go != 1 || !strings.HasSuffix(w[1], wording.Duration(setting.Held[0].Time)) {
			t.Errorf("the details say of %d: %+v, %v, want %q", at, setting, err, w[1])
		}
		v.HasSelected, v.Selected = true, span
		chain := s.make(t, "sched", v).Panel("chain")
		reason, woken := slices.Index(chain.Table.Keys, "for"), slices.Index(chain.Table.Keys, "woken by")
		if chain.Table.Cell(0, reason) != w[0] || chain.Table.Cell(0, woken) != w[1] {
			t.Errorf("the chain says of %d: %q, %q, want %q", at, chain.Table.Cell(0, reason), chain.Table.Cell(0, woken), w)
		}
		if end := chain.Table.Cell(1, 0); strings.Contains(end, "preempted") != strings.Contains(w[0], "preempted") {
			t.Errorf("the chain of %d ends: %q", at, end)
		}
	}
	for _, p := range []*Panel{story, longest} { // what is said has room
		c := p.Table.Columns[slices.Index(p.Table.Keys, EndedBy)]
		if least := scene.Measure("preempted after 20ms: its time slice had run out; Ps", scene.Font{Size: 12}); c.Width < least {
			t.Errorf("%s in %s is %v wide, want %v", c.Title, p.Name, c.Width, least)
		}
	}
}

// TestWokenAndKept holds that a wait for a P of a goroutine that was woken says who had the Ps, too.
func TestWokenAndKept(t *testing.T) {
	s := NewSource(typed.Trace(t, unwoken))
	v := View{}
	v.Choice.Scheduling.Part = LongestWaits
	longest := s.make(t, "sched", v).Panel("longest")
	ends := slices.Index(longest.Table.Keys, EndedBy)
	for row := range longest.Table.Rows {
		if x := longest.Row(row); x.Go == 2 {
			if got, want := longest.Table.Cell(row, ends), "Ps busy with g1 main.main 10ms"; got != want {
				t.Errorf("g3 waited while %q, want %q", got, want)
			}
			return
		}
	}
	t.Error("g3 did not wait for a P")
}

// TestSlowWakeUp holds that of a wait for a P while another one was idle just that is said, in the story of a task, the
// longest waits, the details and the wake-up chain; of the rest if the world was stopped for a part; not so where that P
// was not there any more, or where the wait has no beginning or no end.
func TestSlowWakeUp(t *testing.T) {
	const idle = "a P was idle the whole time"
	const lives = `
end 1000
g1 main.main 0 running p0 m0
g2 main.two 0 waiting:sync told  100 runnable m0 @main.main  300 running p1 m1  350 runnable:preempted p1 m1  400 running p1 m1  500 waiting:sync p1 m1
g3 main.three 0 waiting:sync told  600 running p1 m1  700 waiting:sync p1 m1  900 runnable m0 @main.main
g4 main.four 0 runnable told  50 running p1 m1  60 waiting:sync p1 m1
task 1 request 0-1000
region g2 all 0-600
`
	yielded := "preempted after 50ns; " + idle
	for _, c := range []struct {
		name, more  string
		first, then string // of g2's waits at 100 and 350
	}{
		{"idle", "maxprocs 0=2", idle, yielded},
		{"how many Ps there are is not known", "", "", "preempted after 50ns"},
		{"stopped", "maxprocs 0=2\nstop 90-110 GC", "the world was stopped for 10ns of it; a P was idle for the rest", yielded},
		{"stopped, and it is not known how many Ps there are", "stop 90-110 GC", "the world was stopped for 10ns of it", "preempted after 50ns"},
		{"stopped twice", "maxprocs 0=2\nstop 90-110 GC\nstop 120-130 GC\nstop 300-310 GC", "the world was stopped for 20ns of it; a P was idle for the rest", yielded},
		{"stopped all the time", "maxprocs 0=2\nstop 90-310 GC", "the world was stopped for 200ns of it", yielded},
		{"stopped with a P fewer", "maxprocs 0=2 50=1 320=2\nstop 90-110 GC", "the world was stopped for 10ns of it; Ps busy with g1 main.main 190ns", yielded},
		{"a P fewer", "maxprocs 0=2 50=1 320=2", "Ps busy with g1 main.main 200ns", yielded},
		{"for a part", "maxprocs 0=2 200=1 320=2", "Ps busy with g1 main.main 200ns", yielded},
	} {
		s := NewSource(typed.Trace(t, lives+c.more))
		v := View{}
		v.Choice.Scheduling.Part = LongestWaits
		longest := s.make(t, "sched", v).Panel("longest")
		ends := slices.Index(longest.Table.Keys, EndedBy)
		for at, want := range map[trace.Time]string{100: c.first, 350: c.then} {
			span, _ := s.Trace.SpanAt(1, at)
			row := slices.IndexFunc(rowsOf(longest), func(x Target) bool { return x.Go == 1 && x.Time.From == at })
			if got := longest.Table.Cell(row, ends); got != want {
				t.Errorf("%s, %d: the longest waits say %q, want %q", c.name, at, got, want)
			}
			setting, err := s.Setting(t.Context(), span)
			all := setting.Note // what the longest waits say in one line
			for _, h := range setting.Held {
				all = strings.TrimPrefix(all+"; Ps busy with "+s.GoName(h.Go)+" "+wording.Duration(h.Time), "; ")
			}
			if slow := strings.TrimPrefix(strings.TrimPrefix(want, "preempted after 50ns"), "; "); err != nil || all != slow {
				t.Errorf("%s, %d: the details say %q, want %q, %v", c.name, at, all, slow, err)
			}
		}
		if c.name != "idle" {
			continue
		}
		story := View{}
		story.Choice.Tasks = TasksChoice{Picked: true, Type: s.Trace.Tasks[0].Type, Regions: true, One: true}
		story.Choice.Tasks.Type = s.Trace.Regions[0].Type
		p := s.make(t, "tasks", story).Panel("events")
		said := 0
		for i, x := range rowsOf(p) {
			if got := p.Table.Cell(i, slices.Index(p.Table.Keys, EndedBy)); x.Time.From == 100 && got == idle || x.Time.From == 350 && got == yielded {
				said++
			}
		}
		if said != 2 {
			t.Errorf("the story says it of %d waits, want 2", said)
		}
		v.HasSelected = true
		v.Selected, _ = s.Trace.SpanAt(1, 350)
		chain := s.make(t, "sched", v).Panel("chain")
		if got := chain.Table.Cell(0, slices.Index(chain.Table.Keys, "woken by")); got != idle {
			t.Errorf("the chain says %q, want %q", got, idle)
		}
		for g, at := range map[trace.GoIndex]trace.Time{2: 950, 3: 10} { // no end, no beginning
			span, _ := s.Trace.SpanAt(g, at)
			if setting, err := s.Setting(t.Context(), span); err != nil || setting.Note != "" {
				t.Errorf("g%d at %d: %q, %v", g+1, at, setting.Note, err)
			}
		}
	}
}

// TestRanOnceAnotherHadLeft holds that a wait for a P while one was idle names who had the P on which the goroutine ran
// then, and leads to when that one left it.
func TestRanOnceAnotherHadLeft(t *testing.T) {
	const lives = `
end 1000
maxprocs 0=3
g1 main.main 0 running p0 m0  400 waiting:sync p0 m0
g2 main.two 0 waiting:sync told  100 runnable m0 @main.main  410 running p0 m0  600 waiting:sync p0 m0
g3 main.three 0 running p1 m1  50 waiting:sync p1 m1  700 runnable m0  720 running p1 m1
`
	for _, c := range []struct {
		name, more, want string
		at               trace.Time
	}{
		{"queued behind its waker", "", "a P was idle the whole time; it ran on P0 once g1 main.main had left it", 400},
		{"the last of two", "g4 main.four 0 waiting:sync told  395 runnable m0  402 running p0 m0  408 ended",
			"a P was idle the whole time; it ran on P0 once g4 main.four had left it", 408},
	} {
		s := NewSource(typed.Trace(t, lives+c.more))
		v := View{}
		v.Choice.Scheduling.Part = LongestWaits
		longest := s.make(t, "sched", v).Panel("longest")
		row := slices.IndexFunc(rowsOf(longest), func(x Target) bool { return x.Go == 1 && x.Time.From == 100 })
		if got := longest.Table.Cell(row, slices.Index(longest.Table.Keys, EndedBy)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if to := longest.Row(row).Ended; to == nil || to.Time.From != c.at {
			t.Errorf("%s: leads to %+v, want %d", c.name, to, c.at)
		}
		span, _ := s.Trace.SpanAt(2, 700) // nobody had the P since before the wait
		if setting, err := s.Setting(t.Context(), span); err != nil || setting.Note != "a P was idle the whole time" {
			t.Errorf("%s: the details say %q, %v", c.name, setting.Note, err)
		}
	}
}

// TestRanAfter holds who had a P before the run that ended a wait against a walk over all spans.
func TestRanAfter(t *testing.T) {
	tr := recording(t).Trace
	named, paused := 0, 0
	for g := range tr.Goroutines {
		for span := tr.Goroutines[g].First; span+1 < tr.Goroutines[g].End; span++ {
			p := tr.Spans.Proc(span + 1)
			if tr.Spans.State(span) != trace.GoRunnable || tr.Spans.State(span+1) != trace.GoRunning || p == trace.NoProc {
				continue
			}
			wait := tr.SpanTime(trace.GoIndex(g), span)
			want, held := trace.NoGo, trace.Interval{}
			for _, on := range tr.ProcLanes.Lane(int(p)) {
				at := tr.SpanTime(tr.GoOf(on), on)
				if at.From >= wait.To {
					break
				}
				if want = trace.NoGo; wait.Overlap(at) > 0 { // the last one before the run
					want, held = tr.GoOf(on), wait.Clip(at)
				}
			}
			for i := tr.Procs[p].First; want != trace.NoGo && i < tr.Procs[p].End; i++ {
				at := trace.Interval{From: tr.ProcSpans.Start.At(int(i)), To: tr.ProcSpanEnd(p, i)}
				if tr.ProcSpans.State[i] != trace.ProcRunning && at.Overlap(trace.Interval{From: held.From, To: wait.To}) > 0 {
					want = trace.NoGo
					paused++
				}
			}
			got, left := ranAfter(tr, span+1, wait)
			if got != want || got != trace.NoGo && left != held.To {
				t.Fatalf("%v on P %d: goroutine %d until %d, want %d until %d", wait, p, got, left, want, held.To)
			}
			if want != trace.NoGo {
				named++
			}
		}
	}
	if named == 0 || paused == 0 {
		t.Errorf("%d were named, %d Ps paused: the recording proves nothing", named, paused)
	}
}

// rowsOf returns where each row of a table leads.
func rowsOf(p *Panel) (all []Target) {
	for i := range p.Table.Rows {
		all = append(all, p.Row(i))
	}
	return all
}

// TestHolders holds who had the Ps during each wait for one, and for how long the world was stopped, against a walk over
// all spans and all stops.
func TestHolders(t *testing.T) {
	stopped := false
	for _, tr := range []*trace.Trace{recording(t).Trace, typed.Trace(t, stoppedWaits)} {
		s := NewSource(tr)
		stops := func(in trace.Interval) (sum trace.Time) { // none in another
			for i := range tr.Stops {
				sum += in.Overlap(tr.Between(tr.Stops[i].Start, tr.Stops[i].End))
			}
			return sum
		}
		seen := 0
		for g := range tr.Goroutines {
			for span := tr.Goroutines[g].First; span < tr.Goroutines[g].End && seen < 2000; span++ {
				if tr.Spans.State(span) != trace.GoRunnable {
					continue
				}
				in := tr.SpanTime(trace.GoIndex(g), span)
				want, idle := map[trace.GoIndex]trace.Time{}, false
				for p := range tr.Procs {
					until, busy := tr.End, false
					for _, on := range slices.Backward(tr.ProcLanes.Lane(p)) { // until the next one is on that P
						at := tr.SpanTime(tr.GoOf(on), on)
						at.To, until = min(at.To, until), at.From
						if at = in.Clip(at); at.Empty() {
							continue
						}
						if time := at.Len() - stops(at); time > 0 {
							want[tr.GoOf(on)] += time
							busy = true
						}
					}
					idle = idle || !busy
				}
				if idle { // nobody kept it from running
					clear(want)
				}
				got := s.ending(work.StepsUntil(t.Context()), span)
				if got.stopped != stops(in) {
					t.Fatalf("%v: the world is said to have been stopped for %d, want %d", in, got.stopped, stops(in))
				}
				stopped = stopped || stops(in) > 0 && len(want) > 0
				if got.idle && !idle {
					t.Fatalf("%v: a P is said to have been idle", in)
				}
				if len(got.held) != min(len(want), mostNames) {
					t.Fatalf("%v: %d goroutines had a P, want %d", in, len(got.held), len(want))
				}
				least := in.Len() * trace.Time(len(tr.Procs))
				for _, h := range got.held {
					if h.Time != want[h.Go] || h.Time > least || h.First < in.From || h.First >= in.To {
						t.Fatalf("%v: %+v, want %d", in, h, want[h.Go])
					}
					least = h.Time
					delete(want, h.Go)
					seen++
				}
				for _, time := range want {
					if time > least {
						t.Fatalf("%v: one that had a P for %d is not named, one of %d is", in, time, least)
					}
				}
			}
		}
		if seen == 0 {
			t.Error("nobody had a P")
		}
	}
	if !stopped {
		t.Error("the world was not stopped while others had the Ps")
	}
}

// stoppedWaits is a trace of two Ps. The world is stopped before, in and behind runs, twice in one wait, and in all of
// one.
const stoppedWaits = `
end 1000
maxprocs 0=2
g1 main.main 0 running p0 m0  140 runnable:preempted p0 m0  160 running p0 m0  400 waiting:sync p0 m0
g2 main.two 0 running p1 m1  130 runnable:preempted p1 m1  170 running p1 m1  190 waiting:sync p1 m1
g3 main.three 0 runnable told  420 running p0 m0  700 waiting:sync p0 m0
g4 main.four 100 runnable m0  195 running p1 m1  600 waiting:sync p1 m1
g5 main.five 300 runnable m0  630 running p1 m1  700 waiting:sync p1 m1
g6 main.six 510 runnable m0  520 running p0 m0  530 waiting:sync p0 m0
stop 90-150 GC
stop 180-200 GC
stop 500-540 GC
stop 590-610 GC
stop 690- GC
`
