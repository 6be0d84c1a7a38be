package trace

import (
	"context"
	"encoding/binary"
)

// effort is what the reader of golang.org/x/exp is asked for. It cannot be stopped everywhere, nor
// held to a limit, so it is asked beforehand.
type effort struct {
	events  int64          // about so many, or more
	lanes   map[int64]bool // threads, or Ps of the format before Go 1.22
	batches int64
}

// The reader tries all threads for each event, if the file is made so. Real files have fewer
// threads, or fewer events of a thread's own.
const (
	manyLanes  = 1 << 10
	mostTrials = 1 << 30
)

// allow takes the reader's memory from the budget, and refuses what it would try for too long.
func (l *load) allow(ctx context.Context, data []byte) error {
	need := int64(len(data))
	var e effort
	if l.old() {
		e = effortOfOld(ctx, data)
		need += oldEventWeight * e.events
	} else {
		e = effortOf(ctx, data, l.version)
		need = readerWeight*need + batchWeight*e.batches
	}
	if n := int64(len(e.lanes)); n > manyLanes && n*e.events > mostTrials {
		return errTangled
	}
	return l.budget.take(need)
}

// effortOf looks at the headers of a generation's batches.
func effortOf(ctx context.Context, data []byte, version int) effort {
	const fewest = 2 // bytes of an event
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

// The events of the format before Go 1.22 that are not only numbers (Go 1.21's
// internal/trace/parser.go).
const (
	oldBatch  = 1
	oldString = 37
	oldLog    = 48
)

// effortOfOld counts the events of the format before Go 1.22, up to the first that is damaged.
func effortOfOld(ctx context.Context, data []byte) effort {
	e := effort{lanes: map[int64]bool{}}
	if len(data) < HeaderSize {
		return e
	}
	data = data[HeaderSize:]
	number := func() uint64 {
		v, n := binary.Uvarint(data)
		if n <= 0 {
			data = nil
			return 0
		}
		data = data[n:]
		return v
	}
	skip := func(n uint64) { data = data[min(n, uint64(len(data))):] }
	for ; len(data) > 0; e.events++ {
		if e.events%look == 0 && ctx.Err() != nil {
			break
		}
		kind, arguments := data[0]&0x3f, data[0]>>6
		data = data[1:]
		switch {
		case kind == oldBatch:
			e.lanes[int64(number())] = true
			number()
			e.batches++
		case kind == oldString:
			number()
			skip(number())
		case arguments < 3:
			for range arguments + 1 {
				number()
			}
		default: // their length in bytes stands before them
			skip(number())
			if kind == oldLog {
				skip(number())
			}
		}
	}
	return e
}
