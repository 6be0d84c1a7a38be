package trace

import (
	"sync/atomic"

	"profstation/loader/input"
)

// What a trace takes in memory, in bytes: in columns, in a generation's tables and the model's, and
// in what the timeline and the tables make from it. The weights were measured with traces that have
// hardly anything but one of these things; tests make such traces again.
const (
	spanWeight       = 40 // for large numbers; most spans weigh half of it
	mappedSpanWeight = 1  // if the tables are in a file
	procSpanWeight   = 40
	goWeight         = 320
	noteWeight       = 240
	sampleWeight     = 180
	textWeight       = 200 // plus twice its bytes
	stackWeight      = 90
	frameWeight      = 240
	refWeight        = 24 // from a stack to a frame
	echoWeight       = 60
	batchWeight      = 400 // for a batch whose thread has no other
	generationWeight = 2 << 10
	oldEventWeight   = 200 // in the format before Go 1.22, where all events are in memory at once
	readerWeight     = 8   // for each byte that the reader in x/exp takes
)

// budget is the memory that all decoders of one trace may take together.
type budget struct {
	limits input.Limits
	span   int64 // the weight of a span
	used   atomic.Int64
}

// take adds n bytes and returns an error if that is too much.
func (b *budget) take(n int64) error { return b.limits.Allow(b.used.Add(n)) }

// weigh takes what the decoder's generation weighs more than when it was last weighed.
func (d *decoder) weigh(t *tables) error {
	n := d.loose + goWeight*int64(len(d.rows)) + noteWeight*int64(len(d.notes)) + sampleWeight*int64(len(d.samples)) +
		procSpanWeight*int64(len(d.procOf)) + d.budget.span*int64(d.spans.n)
	if t != nil {
		n += textWeight*int64(len(t.textBytes)) + stackWeight*int64(len(t.stackFirst)) +
			frameWeight*int64(len(t.frames)) + refWeight*int64(len(t.stackRefs)) + sampleWeight*int64(len(t.samples))
	} else {
		n += (textWeight+256)*int64(len(d.texts.all)) + refWeight*int64(len(d.stacks.refs)) + stackWeight*int64(len(d.stacks.start))
	}
	if n <= d.weight {
		return nil
	}
	more := n - d.weight
	d.weight = n
	return d.budget.take(more)
}
