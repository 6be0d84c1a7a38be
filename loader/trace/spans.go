package trace

import "profstation/model/trace"

// spanRow is where a goroutine's span begins.
type spanRow struct {
	g     int32
	stack trace.StackIndex
	cond  uint16
	p, m  uint16
}

// timedRow is a row with its time since the Sync and the number of its event. If its condition has BeganBefore
// set, an event only repeated the state. The time then means nothing: the state holds since the Sync.
type timedRow struct {
	at, event int64
	spanRow
}

// spans are what one generation says about the spans of goroutines.
type spans struct {
	n    int        // how many there are
	rows []timedRow // all of them, in the order of events; nil if they are made again
	by   []int32    // who made each span runnable; only in the format before Go 1.22, else nil
	// again makes the rows again; nil if rows has them.
	again *replay
	// These count the rows that occupy each P and thread.
	onProc, onThread laneCounts
}

// add adds a row. If running is set, it occupies its P and thread.
func (s *spans) add(at, event int64, r spanRow, running bool) {
	if s.n++; running {
		s.onProc.add(r.p)
		s.onThread.add(r.m)
	}
	switch {
	case s.again == nil:
		s.rows = append(s.rows, timedRow{at, event, r})
	case s.again.echoes():
		s.again.echo(event, r)
	}
}

// laneCounts are numbers of spans by P or thread.
type laneCounts []int32

func (n *laneCounts) add(lane uint16) {
	if int(lane) < len(*n) {
		(*n)[lane]++
	} else if lane != noLane {
		n.lengthen(lane)
	}
}

// has reports whether a lane has spans.
func (n laneCounts) has(lane uint16) bool { return int(lane) < len(n) && n[lane] > 0 }

func (n *laneCounts) lengthen(lane uint16) {
	*n = append(apart(*n), make([]int32, int(lane)+1-len(*n))...)
	(*n)[lane]++
}

// leave uncounts a row that is not needed. Pass the same running as to add.
func (s *spans) leave(r spanRow, running bool) {
	if running && r.p != noLane {
		s.onProc[r.p]--
	}
	if running && r.m != noLane {
		s.onThread[r.m]--
	}
}

// running reports whether a goroutine in state s occupies its thread, and its P if it has one.
func running(s trace.GoState) bool { return s == trace.GoRunning || s == trace.GoSyscall }
