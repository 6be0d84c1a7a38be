package trace

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"profstation/loader/input"
	"profstation/model"
	"profstation/model/trace"
)

// joined is one generation placed after the others, with tables from its indices to the model's.
type joined struct {
	base    int64 // what its rows' times count from, since the trace's first Sync
	sync    int64 // the time of its Sync, when states begin that events only repeat
	spans   spans
	gos     []int32
	counts  []int32 // how many of each goroutine's spans are in the model
	skip    []bool  // for each goroutine: its first span goes on from the previous generation
	conds   []uint16
	told    []bool // Condition.Told, by the generation's condition
	stacks  []trace.StackIndex
	procs   []uint16
	threads []uint16
	procOf  []procRow // already in the model's indices
}

// stitcher puts generations together in their order. The result is the one that a single reader for
// the whole trace would give: a state that a generation repeats goes on from the previous generation.
//
// A single reader gives every event a time later than the event before it: t(i) = max(t(i), t(i−1)+1). A
// generation's decoder does not know the generations before. If one of those ends after this generation
// begins, event i in this one (the Sync is 0) moves to i+1 ns after that end, unless it is later anyway.
type stitcher struct {
	names
	conditions  *interner[trace.Condition, uint16]
	chunks      []*joined
	goRows      []goRow // in the model's indices
	alive       []int32 // goroutines that had a span since the last gap
	procState   []trace.ProcState
	notes       notes
	samples     []trace.CPUSample
	begun       bool
	broke       bool  // the last generation has no Sync at its end
	origin      int64 // the clock at the trace's first Sync
	last        int64 // the clock at the last event
	events      int64
	spans       int64
	wall        time.Time        // at time 0
	gaps        int32            // how often generations were lost after the first that was kept
	placed      func(rows int64) // if not nil, is called while a model is made
	disagreeing int              // goroutines and Ps whose state contradicts the previous generation
	unread      input.Unread
	lives       int64 // events about when single objects were in memory
}

func newStitcher() *stitcher {
	s := &stitcher{names: newNames(), conditions: newInterner[trace.Condition, uint16]()}
	s.notes = newNotes(func(g trace.GoIndex) bool { return s.goRows[g].created && s.goRows[g].gaps == s.gaps })
	return s
}

// add puts the next generation after the others. It may change d and keep parts of it. An error
// concerns only this generation, which is then left out.
func (s *stitcher) add(d *decoded) (start, end trace.Time, err error) {
	sync := d.base
	if s.begun {
		sync = d.moveBehind(s.last)
	} else {
		s.begun, s.origin = true, d.base
	}
	if d.last-s.origin >= int64(trace.NoTime)-1 {
		return 0, 0, errors.New("it ends more than 78 hours after the beginning of the trace")
	}
	if s.spans += int64(d.spans.n); s.spans >= 1<<31-1 {
		return 0, 0, errors.New("the trace has more than 2,147,483,647 spans")
	}
	c := &joined{base: d.base - s.origin, sync: sync - s.origin, spans: d.spans}
	texts, err := s.tables(c, d)
	if err != nil {
		return 0, 0, err
	}
	s.goSpans(c, d, texts)
	s.procSpans(c, d)
	s.points(c, d, texts)
	if s.wall.IsZero() && !d.wall.IsZero() {
		s.wall = d.wall.Add(time.Duration(s.origin - d.wallAt))
	}
	s.chunks = append(s.chunks, c)
	s.events += d.events
	s.unread.Join(&d.unread)
	s.lives += d.lives
	s.last = d.last
	s.broke = d.broke != nil
	return trace.Time(c.sync), trace.Time(d.last - s.origin), nil
}

// tables makes the tables that map a generation's indices to the model's.
func (s *stitcher) tables(c *joined, d *decoded) (texts []model.StringID, err error) {
	if c.procs, err = lanesOf(&s.procs, &d.procs); err != nil {
		return nil, err
	}
	if c.threads, err = lanesOf(&s.threads, &d.threads); err != nil {
		return nil, err
	}
	for len(s.procState) < len(s.procs.ids) {
		s.procState = append(s.procState, trace.ProcUnknown)
	}
	texts = make([]model.StringID, len(d.texts.all))
	for i, t := range d.texts.all {
		texts[i] = s.texts.id(t)
	}
	c.stacks = s.stacks.merge(d.stacks, texts)
	c.conds, c.told = make([]uint16, len(d.conditions)), make([]bool, len(d.conditions))
	for i, cond := range d.conditions {
		c.told[i] = cond.BeganBefore
		cond.Reason = texts[cond.Reason]
		if c.conds[i], err = s.condition(cond); err != nil {
			return nil, err
		}
	}
	c.gos = make([]int32, len(d.gos.ids))
	for i, id := range d.gos.ids {
		c.gos[i] = s.gos.index(id)
	}
	for len(s.goRows) < len(s.gos.ids) {
		s.goRows = append(s.goRows, goRow{creator: none})
	}
	return texts, nil
}

func (s *stitcher) condition(cond trace.Condition) (uint16, error) {
	if _, ok := s.conditions.known[cond]; !ok && len(s.conditions.all) == 1<<16 {
		return 0, errors.New("the trace has more than 65,536 reasons to block")
	}
	return s.conditions.id(cond), nil
}

// lanesOf returns the model's indices for a generation's Ps or threads.
func lanesOf(all, of *numberTable) ([]uint16, error) {
	m := make([]uint16, len(of.ids))
	for i, id := range of.ids {
		var err error
		if m[i], err = lane(all, id); err != nil {
			return nil, fmt.Errorf("the trace has %w", err)
		}
	}
	return m, nil
}

// inModel returns the model's index for a generation's index. None stays none.
func inModel[I ~int32, M ~int32 | ~uint16](ids []M, i I) I {
	if i < 0 {
		return i
	}
	return I(ids[i])
}

// goSpans decides whether each goroutine's first span goes on from before, and keeps the
// goroutine's last state.
func (s *stitcher) goSpans(c *joined, d *decoded, texts []model.StringID) {
	c.counts, c.skip = make([]int32, len(c.gos)), make([]bool, len(c.gos))
	for i, g := range c.gos {
		row, known := &d.rows[i], &s.goRows[g]
		if row.created {
			known.created, known.start, known.gaps = true, c.stacks[row.start], s.gaps
			if row.creator >= 0 {
				known.creator = c.gos[row.creator]
			}
		}
		if known.root == 0 || row.created && row.root != 0 {
			known.root = texts[row.root]
		}
		if c.counts[i] = row.spans; row.spans == 0 {
			continue
		}
		if first := d.conditions[row.first.cond]; first.BeganBefore && known.state != trace.GoUnknown {
			if c.skip[i] = first.State == known.state; c.skip[i] {
				c.counts[i]--
				c.spans.leave(row.first, running(first.State))
			} else {
				s.disagreeing++
			}
		}
		known.state = row.state
		if !known.alive {
			known.alive = true
			s.alive = append(s.alive, g)
		}
	}
}

// procSpans keeps changes in the states of Ps.
//
// A thread in a system call can lose its P. In the generation's own decoder that P is idle. A single
// reader for the whole trace knows that the P was running when the previous generation ended, and
// reports it as running until it is taken away. See ProcSyscallAbandoned in the reader's order.go.
func (s *stitcher) procSpans(c *joined, d *decoded) {
	rows := d.procOf[:0]
	for _, r := range d.procOf {
		r.p = c.procs[r.p]
		if r.m != noLane {
			r.m = c.threads[r.m]
		}
		was := &s.procState[r.p]
		switch {
		case !r.status && r.state == trace.ProcIdle && *was == trace.ProcIdle:
			continue // taken away from a thread that had lost it
		case !r.status || *was == trace.ProcUnknown:
		case *was == trace.ProcIdle && r.state == trace.ProcRunning:
			s.disagreeing++
		default:
			continue
		}
		*was = r.state
		rows = append(rows, r)
	}
	c.procOf = rows
}

func (s *stitcher) points(c *joined, d *decoded, texts []model.StringID) {
	for i := range d.samples {
		r := d.samples[i].CPUSample
		r.Time += trace.Time(c.base)
		r.Go, r.Proc, r.Thread = inModel(c.gos, r.Go), inModel(c.procs, r.Proc), inModel(c.threads, r.Thread)
		r.Stack = c.stacks[r.Stack]
		s.samples = append(s.samples, r)
	}
	for i := range d.notes {
		r := &d.notes[i]
		r.at += c.base
		if r.kind == sweepNote {
			r.scope = inModel(c.procs, r.scope)
		} else {
			r.scope = inModel(c.gos, r.scope)
		}
		r.text, r.message, r.stack = texts[r.text], texts[r.message], c.stacks[r.stack]
		s.notes.add(r)
	}
}

// gap notes that generations are missing here. Nothing that was open is known to go on.
func (s *stitcher) gap() {
	if !s.begun {
		return
	}
	s.gaps++
	s.last++ // as if a Sync ended the part before it
	at := s.last - s.origin
	var lost []int32
	slices.Sort(s.alive)
	for _, g := range s.alive {
		r := &s.goRows[g]
		r.alive = false
		if r.state != trace.GoUnknown && r.state != trace.GoNotExist {
			r.state = trace.GoUnknown
			lost = append(lost, g)
		}
	}
	s.alive = s.alive[:0]
	c := s.unknown(at, lost)
	for p := range s.procState {
		if s.procState[p] != trace.ProcUnknown {
			s.procState[p] = trace.ProcUnknown
			c.procOf = append(c.procOf, procRow{p: uint16(p), m: noLane})
		}
	}
	s.spans += int64(len(lost))
	s.notes.gap(trace.Time(at))
	s.chunks = append(s.chunks, c)
}

// unknown returns a piece in which nothing is known about some goroutines from a time on.
func (s *stitcher) unknown(at int64, gos []int32) *joined {
	n := len(gos)
	unknown, _ := s.condition(trace.Condition{}) // if there are too many conditions, the first one is used
	c := &joined{
		base: at, sync: at, gos: gos, counts: slices.Repeat([]int32{1}, n), skip: make([]bool, n),
		conds: []uint16{unknown}, told: []bool{false}, stacks: []trace.StackIndex{trace.NoStack},
	}
	for i := range gos {
		c.spans.add(0, 0, spanRow{g: int32(i), p: noLane, m: noLane}, false)
	}
	return c
}

// moveBehind moves events that overlap the previous generation to times after its last event, as
// explained at stitcher. It returns the new time of the Sync. Times still count from where the Sync
// was, so only the overlapping first events move.
func (d *decoded) moveBehind(last int64) (sync int64) {
	if d.base > last {
		return d.base
	}
	ahead := last + 1 - d.base // how far the Sync moves
	move := func(at *int64, event int64) { *at = max(*at, ahead+event) }
	for i := range d.spans.rows {
		r := &d.spans.rows[i]
		move(&r.at, r.event)
	}
	for i := range d.procOf {
		r := &d.procOf[i]
		move(&r.at, r.event)
	}
	for i := range d.notes {
		r := &d.notes[i]
		move(&r.at, r.event)
	}
	for i := range d.samples {
		r := &d.samples[i]
		move((*int64)(&r.Time), r.event)
	}
	d.last = max(d.last, d.base+ahead+d.event())
	return d.base + ahead
}
