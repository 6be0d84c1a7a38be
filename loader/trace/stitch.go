package trace

import (
	"errors"
	"sort"
	"time"

	"profstation/model"
	"profstation/model/trace"
)

// joined is one generation in the model's indices, as far as they differ:
// the columns of spans stay as they are, with tables to translate them.
type joined struct {
	base    int64 // the time of its Sync since the trace's first
	spans   spanColumns
	gos     []int32 // goroutines, by the generation's
	skip    []bool  // by the generation's goroutine: its first span goes on from before
	conds   []uint16
	stacks  []trace.StackIndex
	procs   []uint16
	threads []uint16
	procOf  []procRow // already in the model's indices
}

// carried is the state of a goroutine at the end of a generation.
type carried struct {
	state trace.GoState // GoUnknown: not seen yet, or lost
	seen  bool
}

// stitcher puts generations together in their order, into what one reader for all
// of them would give: a state that a generation repeats goes on from the one
// before.
//
// One reader gives every event a time of its own, later than all before it. A
// generation's own reader does not know the ones before; where those end later
// than it begins, event i of it (the Sync is 0) is moved to i+1 ns behind
// their end unless it is later anyway. That is what one reader does, for its
// rule is t(i) = max(t(i), t(i−1)+1).
type stitcher struct {
	texts       *stringTable
	stacks      *stackTable
	gos         numberTable
	procs       numberTable
	threads     numberTable
	conditions  []trace.Condition
	condOf      map[trace.Condition]uint16
	chunks      []*joined
	goRows      []goRow // in the model's indices
	goState     []carried
	procState   []trace.ProcState
	notes       notes
	samples     []trace.CPUSample
	old         bool // the format before Go 1.22
	begun       bool
	broke       bool  // the last generation ends with no Sync
	origin      int64 // the clock at the trace's first Sync
	last        int64 // the clock at the last event
	events      int64
	spans       int64
	wall        time.Time // at time 0
	disagreeing int       // goroutines and Ps whose state does not fit to the generation before
}

func newStitcher() *stitcher {
	return &stitcher{
		texts: newStringTable(), stacks: newStackTable(),
		condOf: map[trace.Condition]uint16{},
		notes:  newNotes(),
	}
}

// add puts the next generation behind the others. It takes d over. An error is
// about this generation only, which is then left out.
func (s *stitcher) add(d *decoded) (start, end trace.Time, err error) {
	if !s.begun {
		s.begun, s.origin = true, d.base
	} else if err := d.moveBehind(s.last); err != nil {
		return 0, 0, err
	}
	if d.last-s.origin >= int64(trace.NoTime)-1 {
		return 0, 0, errors.New("it ends more than 78 hours after the beginning of the trace")
	}
	if s.spans += int64(len(d.spans.cond)); s.spans >= 1<<31-1 {
		return 0, 0, errors.New("the trace has more than 2,147,483,647 spans")
	}
	c := &joined{base: d.base - s.origin, spans: d.spans}
	if err := s.tables(c, d); err != nil {
		return 0, 0, err
	}
	s.goSpans(c, d)
	s.procSpans(c, d)
	s.points(c, d)
	if s.wall.IsZero() && !d.wall.IsZero() {
		s.wall = d.wall.Add(time.Duration(s.origin - d.wallAt))
	}
	s.chunks = append(s.chunks, c)
	s.events += d.events
	s.last = d.last
	s.broke = d.broke != nil
	return trace.Time(c.base), trace.Time(d.last - s.origin), nil
}

// tables makes the tables that translate a generation's indices.
func (s *stitcher) tables(c *joined, d *decoded) error {
	var err error
	if c.procs, err = lanesOf(&s.procs, &d.procs); err != nil {
		return err
	}
	if c.threads, err = lanesOf(&s.threads, &d.threads); err != nil {
		return err
	}
	for len(s.procState) < len(s.procs.ids) {
		s.procState = append(s.procState, trace.ProcUnknown)
	}
	texts := make([]model.StringID, len(d.texts.all))
	for i, t := range d.texts.all {
		texts[i] = s.texts.id(t)
	}
	c.stacks = s.stacks.merge(d.stacks, texts)
	c.conds = make([]uint16, len(d.conditions))
	for i, cond := range d.conditions {
		cond.Reason = texts[cond.Reason]
		if c.conds[i], err = s.condition(cond); err != nil {
			return err
		}
	}
	c.gos = make([]int32, len(d.gos.ids))
	for i, id := range d.gos.ids {
		c.gos[i] = s.gos.index(id)
	}
	for len(s.goRows) < len(s.gos.ids) {
		s.goRows = append(s.goRows, goRow{creator: -1})
		s.goState = append(s.goState, carried{})
	}
	for i := range d.rows {
		d.rows[i].root = texts[d.rows[i].root]
	}
	for i := range d.notes {
		r := &d.notes[i]
		r.text, r.message = texts[r.text], texts[r.message]
	}
	return nil
}

// condition is the index of a condition, a new one for a new condition.
func (s *stitcher) condition(cond trace.Condition) (uint16, error) {
	id, ok := s.condOf[cond]
	if !ok {
		if len(s.conditions) == 1<<16 {
			return 0, errors.New("the trace has more than 65,536 reasons to block")
		}
		id = uint16(len(s.conditions))
		s.conditions = append(s.conditions, cond)
		s.condOf[cond] = id
	}
	return id, nil
}

// lanesOf takes in Ps or threads.
func lanesOf(all, of *numberTable) ([]uint16, error) {
	m := make([]uint16, len(of.ids))
	for i, id := range of.ids {
		k := all.index(id)
		if k >= int32(trace.MostLanes) {
			return nil, errors.New("the trace has more than 65,535 Ps or threads")
		}
		m[i] = uint16(k)
	}
	return m, nil
}

// goSpans decides of each goroutine whether its first span goes on from
// before, and carries its state on.
func (s *stitcher) goSpans(c *joined, d *decoded) {
	c.skip = make([]bool, len(c.gos))
	for i, g := range c.gos {
		row, known := &d.rows[i], &s.goRows[g]
		if row.created {
			known.created, known.start = true, c.stacks[row.start]
			if row.creator >= 0 {
				known.creator = c.gos[row.creator]
			}
		}
		if known.root == 0 || row.created && row.root != 0 {
			known.root = row.root
		}
		from, to := c.spans.first[i], c.spans.first[i+1]
		if from == to {
			continue
		}
		was := &s.goState[g]
		if first := d.conditions[c.spans.cond[from]]; first.Told && was.seen && was.state != trace.GoUnknown {
			c.skip[i] = first.State == was.state
			if !c.skip[i] {
				s.disagreeing++
			}
		}
		was.state, was.seen = d.conditions[c.spans.cond[to-1]].State, true
	}
}

// procSpans keeps the changes of the Ps' states.
//
// A P that a thread in a system call has lost is idle for the
// generation's own reader, but one reader for all knows that it was running
// when the generation before ended, and says so until it is taken away. See
// ProcSyscallAbandoned in the reader's order.go.
func (s *stitcher) procSpans(c *joined, d *decoded) {
	rows := d.procOf[:0]
	for _, r := range d.procOf {
		r.p = c.procs[r.p]
		if r.m != noLane {
			r.m = c.threads[r.m]
		}
		was := &s.procState[r.p]
		if r.status && *was != trace.ProcUnknown {
			if *was == trace.ProcIdle && r.state == trace.ProcRunning {
				s.disagreeing++
			} else {
				continue
			}
		}
		if !r.status && r.state == *was && r.state == trace.ProcIdle {
			continue // taken away from a thread that had lost it
		}
		*was = r.state
		rows = append(rows, r)
	}
	c.procOf = rows
}

// points takes all that is no span.
func (s *stitcher) points(c *joined, d *decoded) {
	for _, r := range d.samples {
		s.samples = append(s.samples, trace.CPUSample{
			Time: trace.Time(c.base + r.at), Go: c.goOf(r.g), Proc: c.procOf32(r.p), Thread: c.threadOf(r.m), Stack: c.stacks[r.stack],
		})
	}
	for i := range d.notes {
		s.notes.add(c, &d.notes[i])
	}
}

func (c *joined) goOf(g int32) trace.GoIndex {
	if g < 0 {
		return trace.NoGo
	}
	return trace.GoIndex(c.gos[g])
}

func (c *joined) procOf32(p int32) trace.ProcIndex {
	if p < 0 {
		return trace.NoProc
	}
	return trace.ProcIndex(c.procs[p])
}

func (c *joined) threadOf(m int32) trace.ThreadIndex {
	if m < 0 {
		return trace.NoThread
	}
	return trace.ThreadIndex(c.threads[m])
}

// gap says that generations are missing here: nothing that was open is known to
// go on.
func (s *stitcher) gap() {
	if !s.begun {
		return
	}
	s.last++ // as if a Sync ended the part before it
	at := s.last - s.origin
	unknown, _ := s.condition(trace.Condition{}) // the first of too many instead of it
	c := &joined{base: at, conds: []uint16{unknown}, stacks: []trace.StackIndex{trace.NoStack}}
	c.spans.first = []int32{0}
	for g := range s.goState {
		was := &s.goState[g]
		if was.state == trace.GoUnknown || was.state == trace.GoNotExist {
			continue
		}
		was.state = trace.GoUnknown
		c.gos = append(c.gos, int32(g))
		c.spans.cond = append(c.spans.cond, 0)
		c.spans.p = append(c.spans.p, noLane)
		c.spans.m = append(c.spans.m, noLane)
		c.spans.first = append(c.spans.first, int32(len(c.spans.cond)))
	}
	c.spans.at.low = make([]uint32, len(c.gos))
	c.spans.stack = trace.MakeStackColumn(len(c.gos), 0)
	c.skip = make([]bool, len(c.gos))
	for p := range s.procState {
		if s.procState[p] != trace.ProcUnknown {
			s.procState[p] = trace.ProcUnknown
			c.procOf = append(c.procOf, procRow{p: uint16(p), m: noLane})
		}
	}
	s.spans += int64(len(c.gos))
	s.notes.gap(trace.Time(at))
	s.chunks = append(s.chunks, c)
}

// moveBehind moves the events behind the last one of the generation before,
// see stitcher.
func (d *decoded) moveBehind(last int64) error {
	if d.base > last {
		return nil
	}
	ahead := last + 1 - d.base // how far the Sync moves
	// Event i moves as long as its time is before last+1+i. That ends once
	// and for all, for the times of events differ by one at least.
	n := sort.Search(d.times.n, func(i int) bool { return int64(d.times.at(i)) >= ahead+int64(i) })
	if n == d.times.n && int64(n) < d.events {
		return errors.New("it begins more than 4 s before the generation before it ends")
	}
	// Times since the old Sync become times since the new one.
	move := func(at int64) int64 {
		if n == d.times.n || at < int64(d.times.at(n)) {
			return int64(sort.Search(n, func(i int) bool { return int64(d.times.at(i)) >= at }))
		}
		return at - ahead
	}
	at := &d.spans.at
	for i := range at.low {
		at.set(i, move(at.at(i)))
	}
	for i := range d.procOf {
		d.procOf[i].at = move(d.procOf[i].at)
	}
	for i := range d.notes {
		d.notes[i].at = move(d.notes[i].at)
	}
	for i := range d.samples {
		d.samples[i].at = move(d.samples[i].at)
	}
	end := move(d.last - d.base)
	d.base = last + 1
	d.last = d.base + end
	return nil
}
