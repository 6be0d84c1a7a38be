package trace

import (
	"context"
	"encoding/binary"

	"profstation/loader/input"
	"profstation/model/lang"
)

// sieve takes out of a generation what no known Go version writes: batches for unknown experiments, and events with
// unknown types. An event does not say how long it is. So an unknown type gets the number of arguments with which all
// batches can be read to their ends. If several numbers fit, the order of events decides.
type sieve struct {
	ctx       context.Context
	data      []byte
	batches   []batch
	arguments [256]int8
}

// understood is a generation without what is unknown in it.
type understood struct {
	data   []byte
	unread input.Unread // what is unknown
}

// understand returns what a generation may be without its unknown parts. It returns nothing if everything is known,
// or if it is unclear where an unknown event ends.
func understand(ctx context.Context, data []byte, version int) []understood {
	s := &sieve{ctx: ctx, data: data, arguments: argumentsOf}
	for from, off := Memory(data), int64(0); off < from.size; {
		b, ok := parseBatch(from, off, version, false)
		if !ok || b.end || b.cut {
			return nil
		}
		s.batches = append(s.batches, b)
		off = b.to
	}
	var all []understood
	for _, arguments := range s.learn() {
		s.arguments = arguments
		if u := s.known(); u.unread.Len(input.UnreadEvents)+u.unread.Len(input.UnreadBatches) > 0 {
			all = append(all, u)
		}
	}
	return all
}

// experiment returns the number of the experiment to which a batch belongs; 0: none.
func (s *sieve) experiment(b *batch) byte {
	if s.data[b.from] == batchExperimental {
		return s.data[b.from+1]
	}
	return 0
}

// timed reports whether a batch holds events.
func (s *sieve) timed(b *batch) bool {
	return s.experiment(b) == 0 && (b.kind > evCPUSample && b.kind != batchFrequency && b.kind != batchSync)
}

// learn finds out how many arguments the events with unknown types may have, for at most two types.
func (s *sieve) learn() (found [][256]int8) {
	for unknown := range 3 {
		if s.guess(unknown, &found); len(found) > 0 {
			break
		}
	}
	return found
}

// guess finds numbers of arguments when there are this many unknown types.
func (s *sieve) guess(unknown int, found *[][256]int8) {
	typ, ok := s.read()
	switch {
	case ok:
		*found = append(*found, s.arguments)
	case unknown > 0 && mayBeEvent(typ):
		const maxArguments, maxFound = 6, 4
		for n := int8(0); n <= maxArguments && len(*found) < maxFound && s.ctx.Err() == nil; n++ {
			s.arguments[typ] = n
			s.guess(unknown-1, found)
		}
		s.arguments[typ] = -1
	}
}

// mayBeEvent reports whether a future Go version may write timed events with a type.
func mayBeEvent(typ byte) bool { return typ > batchEndGeneration }

// read reads all events. It returns the first type whose number of arguments is unknown, or 0 if the events are broken.
func (s *sieve) read() (unknown byte, ok bool) {
	for i := range s.batches {
		b := &s.batches[i]
		if !s.timed(b) {
			continue
		}
		for content := s.data[b.content:b.to]; len(content) > 0; {
			switch n := s.length(content); {
			case n > 0:
				content = content[n:]
			case n == unknownLength:
				return content[0], false
			default:
				return 0, false
			}
		}
	}
	return 0, true
}

// Results of length when the next event has none.
const (
	unknownLength = 0
	brokenLength  = -1
)

// length returns how many bytes the next event has.
func (s *sieve) length(content []byte) int {
	arguments := s.arguments[content[0]]
	if arguments < 0 {
		return unknownLength
	}
	at := 1
	for range arguments + 1 { // and its time
		_, n := binary.Uvarint(content[at:])
		if n <= 0 {
			return brokenLength
		}
		at += n
	}
	return at
}

// known returns what is known. The time before an unknown event is added to the next event.
func (s *sieve) known() (u understood) {
	for i := range s.batches {
		b := &s.batches[i]
		if e := s.experiment(b); e > experimentAllocFree {
			u.unread.Add(input.UnreadBatches, func() string {
				return lang.L("experiment {{.Number}} in generation {{.Generation}}",
					lang.With{"Number": e, "Generation": b.generation})
			})
			continue
		}
		if !s.timed(b) {
			u.data = append(u.data, s.data[b.from:b.to]...)
			continue
		}
		content := s.knownEvents(b, &u.unread)
		u.data = append(u.data, batchEvents)
		for _, v := range []uint64{b.generation, uint64(b.thread), b.time, uint64(len(content))} {
			u.data = binary.AppendUvarint(u.data, v)
		}
		u.data = append(u.data, content...)
	}
	return u
}

func (s *sieve) knownEvents(b *batch, unread *input.Unread) (known []byte) {
	passed := uint64(0)
	for content := s.data[b.content:b.to]; len(content) > 0; {
		event := content[:s.length(content)]
		content = content[len(event):]
		time, n := binary.Uvarint(event[1:])
		passed += time
		if argumentsOf[event[0]] < 0 {
			unread.Add(input.UnreadEvents, func() string {
				return lang.L("type {{.Type}} in generation {{.Generation}}, thread {{.Thread}}",
					lang.With{"Type": event[0], "Generation": b.generation, "Thread": b.thread})
			})
			continue
		}
		known = append(binary.AppendUvarint(append(known, event[0]), passed), event[1+n:]...)
		passed = 0
	}
	return known
}
