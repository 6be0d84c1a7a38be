package trace

import "context"

// effort is the work that a file asks from the reader in golang.org/x/exp. The reader cannot be
// stopped everywhere and has no limit, so the work is estimated before it starts.
type effort struct {
	events  int64          // this many, or more
	lanes   map[int64]bool // threads; Ps in the format before Go 1.22
	batches int64
}

// The reader tries all threads for each event if a file is made that way. Real files have fewer
// threads, or fewer events that belong to one thread.
const (
	manyLanes = 1 << 10
	maxTrials = 1 << 30
)

// allow takes the reader's memory from the budget. It refuses a generation on which the reader
// would try for too long.
func (l *load) allow(ctx context.Context, data []byte) error {
	e := effortOf(ctx, data, l.version)
	return l.allows(&e, readerWeight*int64(len(data))+batchWeight*e.batches)
}

// allowOld is allow for the format before Go 1.22.
func (l *load) allowOld(data []byte, e *effort) error {
	return l.allows(e, int64(len(data))+oldEventWeight*e.events)
}

func (l *load) allows(e *effort, need int64) error {
	if n := int64(len(e.lanes)); n > manyLanes && n*e.events > maxTrials {
		return errTangled
	}
	return l.budget.take(need)
}

// effortOf adds up the effort from the headers of a generation's batches.
func effortOf(ctx context.Context, data []byte, version int) effort {
	const fewest = 2 // bytes in an event
	e := effort{lanes: map[int64]bool{}, events: int64(len(data) / fewest)}
	for s, off := Memory(data), int64(0); off < s.size; {
		b, ok := parseBatch(s, off, version, false)
		if !ok || b.end || e.batches%look == 0 && ctx.Err() != nil {
			break
		}
		e.lanes[b.thread] = true
		e.batches++
		off = b.to
	}
	return e
}
