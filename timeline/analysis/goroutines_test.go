package analysis

import (
	"slices"
	"testing"

	"profstation/model/trace"
)

// slowTimes walks over all spans of a goroutine and adds up what lies in the
// interval, nanoseconds by column name and for the whole life.
func slowTimes(a *Analysis, blocked map[trace.SpanIndex]trace.Time, iv trace.Interval, g trace.GoIndex) (times map[string]trace.Time, life trace.Time) {
	t := a.t
	times = map[string]trace.Time{}
	for s := t.Goroutines[g].First; s < t.Goroutines[g].End; s++ {
		from, to := t.Spans.Start(s), t.SpanEnd(g, s)
		d := overlap(iv, from, to)
		c := *t.Spans.Condition(s)
		name := ""
		switch c.State {
		case trace.GoNotExist:
			continue
		case trace.GoRunning:
			name = "execution"
		case trace.GoRunnable:
			name = "scheduler wait"
		case trace.GoUnknown:
			name = "unknown"
		case trace.GoSyscall:
			name = "syscall execution"
			if at, ok := blocked[s]; ok {
				times["syscall block"] += overlap(iv, at, to)
				times[name] -= overlap(iv, at, to)
			}
		case trace.GoWaiting:
			switch reason := t.Strings.Display(c.Reason); reason {
			case "":
				name = "block (since before the trace)"
			case "network":
				name = "network wait"
			default:
				name = "block (" + reason + ")"
			}
		}
		times[name] += d
		life += d
	}
	return times, life
}

// slowBlocked asks for every system call whether its P leaves it.
func slowBlocked(t *trace.Trace) map[trace.SpanIndex]trace.Time {
	blocked := map[trace.SpanIndex]trace.Time{}
	for g := range t.Goroutines {
		for s := t.Goroutines[g].First; s < t.Goroutines[g].End; s++ {
			if t.Spans.State(s) != trace.GoSyscall {
				continue
			}
			from, to := t.Spans.Start(s), t.SpanEnd(trace.GoIndex(g), s)
			p := t.Spans.Proc(s)
			if p == trace.NoProc {
				for q := range t.Procs {
					for i := t.Procs[q].First; i < t.Procs[q].End; i++ {
						if t.ProcSpans.State[i] == trace.ProcRunning && t.Spans.Thread(s) != trace.NoThread && t.ProcSpans.Thread(int(i)) == t.Spans.Thread(s) &&
							t.ProcSpans.Start.At(int(i)) <= from && from < t.ProcSpanEnd(trace.ProcIndex(q), i) {
							p = trace.ProcIndex(q)
						}
					}
				}
			}
			if p == trace.NoProc {
				if from < to {
					blocked[s] = from
				}
				continue
			}
			for i := t.Procs[p].First; i < t.Procs[p].End; i++ {
				if at := t.ProcSpans.Start.At(int(i)); at > from && at < to {
					blocked[s] = at
					break
				}
			}
			if t.Spans.Proc(s) == trace.NoProc {
				continue
			}
			for _, o := range t.ProcLanes.Lane(int(p)) {
				if at := t.Spans.Start(o); at > from && at < to && (blocked[s] == 0 || at < blocked[s]) {
					blocked[s] = at
				}
			}
		}
	}
	return blocked
}

// TestGoroutines holds every row of every trace against a walk over all spans,
// and its sum against the goroutine's lifetime.
func TestGoroutines(t *testing.T) {
	t.Parallel()
	eachTrace(t, func(t *testing.T, _ string, tr *trace.Trace) {
		a := New(tr)
		blocked := slowBlocked(tr)
		for _, iv := range intervals(tr) {
			table, err := a.Goroutines(t.Context(), iv)
			if err != nil {
				t.Fatal(err)
			}
			in := a.Within(iv)
			rows := 0
			for i := range table.Groups {
				g := &table.Groups[i]
				rows += g.Len()
				var sum trace.Time
				for k := g.First; k < g.End; k++ {
					row := table.Row(k)
					want, life := slowTimes(a, blocked, in, table.Go[k])
					var total trace.Time
					for c, v := range row.Times {
						if total += v; v != want[table.Columns[c].Name] {
							t.Fatalf("%v, goroutine %d, %s: %d, want %d", in, tr.Goroutines[table.Go[k]].ID, table.Columns[c].Name, v, want[table.Columns[c].Name])
						}
					}
					if total != row.Time(Total) || total != life {
						t.Fatalf("%v, goroutine %d: columns add up to %d, the life to %d, the spans to %d", in, tr.Goroutines[table.Go[k]].ID, total, row.Time(Total), life)
					}
					if f := tr.Goroutines[table.Go[k]].Func; f != g.Func {
						t.Fatalf("%v in the group of %v", f, g.Func)
					}
					sum += total
				}
				if sum != g.Sum.Time(Total) {
					t.Fatalf("%v: a group has %d, its rows %d", in, g.Sum.Time(Total), sum)
				}
			}
			alive := 0
			for g := range tr.Goroutines {
				_, life := slowTimes(a, blocked, in, trace.GoIndex(g))
				if _, ok := a.life(in, trace.GoIndex(g)); ok {
					alive++
				} else if life > 0 {
					t.Fatalf("%v: goroutine %d is missing", in, tr.Goroutines[g].ID)
				}
			}
			if rows != alive {
				t.Fatalf("%v: %d rows for %d goroutines", in, rows, alive)
			}
		}
	})
}

// TestRanges holds assists, sweeps and stops of some goroutines against a walk
// over all of them.
func TestRanges(t *testing.T) {
	t.Parallel()
	eachTrace(t, func(t *testing.T, _ string, tr *trace.Trace) {
		a := New(tr)
		for _, iv := range intervals(tr) {
			table, err := a.Goroutines(t.Context(), iv)
			if err != nil {
				t.Fatal(err)
			}
			in := a.Within(iv)
			for i := 0; i < len(table.Go); i += len(table.Go)/5 + 1 {
				g := table.Go[i]
				var assist, stw, sweep, stopped trace.Time
				for _, s := range tr.Assists {
					if s.Go == g {
						assist += in.Overlap(a.t.Between(s.Start, s.End))
					}
				}
				for _, s := range tr.Stops {
					if s.Go == g {
						stw += in.Overlap(a.t.Between(s.Start, s.End))
					}
				}
				for s := tr.Goroutines[g].First; s < tr.Goroutines[g].End; s++ {
					from, to := clip(in, tr.Spans.Start(s), tr.SpanEnd(g, s))
					if st := tr.Spans.State(s); from >= to || st != trace.GoRunning && st != trace.GoRunnable {
						continue
					}
					for _, stop := range tr.Stops {
						b, e := a.ends(stop.Start, stop.End)
						stopped += max(min(e, to)-max(b, from), 0)
					}
					for _, sw := range tr.Sweeps {
						if tr.Spans.State(s) == trace.GoRunning && sw.Proc == tr.Spans.Proc(s) && sw.Proc != trace.NoProc {
							b, e := a.ends(sw.Start, sw.End)
							sweep += max(min(e, to)-max(b, from), 0)
						}
					}
				}
				r := table.Row(i)
				if r.Time(Assist) != assist || r.Time(STW) != stw || r.Time(Sweep) != sweep || r.Time(Stopped) != stopped {
					t.Fatalf("%v, goroutine %d: %v, want %d assist, %d STW, %d sweep, %d stopped", in, tr.Goroutines[g].ID, r, assist, stw, sweep, stopped)
				}
			}
		}
	})
}

// TestStride makes sums at every few spans, so that small traces have them.
func TestStride(t *testing.T) {
	t.Parallel()
	tr := load(t, "../../testdata/trace.trace")
	for _, stride := range []int32{1, 2, 3, 7, 50} {
		a := New(tr)
		want, err := a.timeIndex(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		x := *want
		x.stride, x.sums, x.first = stride, nil, nil
		if err := x.fill(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, iv := range intervals(tr) {
			in := a.Within(iv)
			for g := range tr.Goroutines {
				got, slow := make([]trace.Time, x.width), make([]trace.Time, x.width)
				x.add(in, trace.GoIndex(g), got)
				x.walk(in, trace.GoIndex(g), tr.Goroutines[g].First, tr.Goroutines[g].End, slow)
				if !slices.Equal(got, slow) {
					t.Fatalf("stride %d, %v, goroutine %d: %v, want %v", stride, in, tr.Goroutines[g].ID, got, slow)
				}
			}
		}
	}
}
