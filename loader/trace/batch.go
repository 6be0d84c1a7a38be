package trace

import "encoding/binary"

// The first bytes of batches and of their contents, from Go's internal/trace/tracev2/events.go.
const (
	batchEvents         = 1
	batchStacks         = 2
	batchStrings        = 4
	batchCPUSamples     = 6
	batchFrequency      = 8
	batchExperimental   = 49
	batchSync           = 50
	batchEndGeneration  = 52
	maxBatch            = 64 << 10 // tracev2.MaxBatchSize
	maxBatchHeader      = 2 + 4*binary.MaxVarintLen64
	maxGenerationNumber = 1 << 40 // one a second for 30,000 years
)

// batch is the header of one batch in a trace. The file is split at these headers.
type batch struct {
	from, to   int64 // the whole batch, header included
	content    int64 // where the header ends
	generation uint64
	thread     int64
	time       uint64
	kind       byte // the first byte of its content; 0 if it is empty
	end        bool // not a batch but the byte that ends a generation, since Go 1.26
	cut        bool // the file ends within it
}

// table reports whether a batch holds stacks, samples or strings, which come at the end of a generation.
func (b *batch) table() bool {
	return b.kind == batchStacks || b.kind == batchStrings || b.kind == batchCPUSamples
}

// parseBatch reads a batch header. It returns false if there is no batch, and also sets cut if the
// file ends within the header. With any set it accepts every first byte, so that damaged headers
// can be examined.
func parseBatch(s *Source, off int64, version int, any bool) (b batch, ok bool) {
	head := s.look(off, maxBatchHeader+1)
	b.from = off
	if len(head) == 0 {
		b.cut = true
		return b, false
	}
	n := 1
	switch {
	case any, head[0] == batchEvents:
	case head[0] == batchEndGeneration && version >= 26:
		b.end, b.to = true, off+1
		return b, true
	case head[0] == batchExperimental && version >= 23:
		n = 2
	default:
		return b, false
	}
	var v [4]uint64 // generation, thread, time, size
	for i := range v {
		x, m := binary.Uvarint(head[min(n, len(head)):])
		if m <= 0 {
			b.cut = m == 0 && len(head) <= maxBatchHeader
			return b, false
		}
		v[i] = x
		n += m
	}
	b.generation, b.thread, b.time = v[0], int64(v[1]), v[2]
	if b.generation == 0 || b.generation > maxGenerationNumber || v[3] > maxBatch {
		return b, false
	}
	b.content = off + int64(n)
	b.to = b.content + int64(v[3])
	if v[3] > 0 && n < len(head) {
		b.kind = head[n]
	}
	if b.to > s.size {
		b.to, b.cut = s.size, true
	}
	return b, true
}
