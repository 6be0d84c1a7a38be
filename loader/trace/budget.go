package trace

import (
	"sync/atomic"

	"profstation/loader/input"
)

// What a trace takes in memory in bytes: in columns, in the tables of its generation and in those of
// the model, and in what the timeline and the tables make of it. They are measured with traces that
// have next to nothing but one of these, which tests make again.
const (
	spanWeight       = 40 // of large numbers, and half of that of most
	mappedSpanWeight = 1  // whose tables lie in a file
	procSpanWeight   = 40
	goWeight         = 320
	noteWeight       = 240
	sampleWeight     = 180
	textWeight       = 200 // and twice its bytes
	stackWeight      = 90
	frameWeight      = 240
	refWeight        = 24  // of a stack to a frame
	batchWeight      = 400 // of a thread's own
	generationWeight = 2 << 10
	oldEventWeight   = 200 // of the format before Go 1.22, whose events are all in memory at once
	readerWeight     = 8   // for each byte that the reader of x/exp takes
)

// budget is the memory that the decoders of one trace may take together.
type budget struct {
	limits input.Limits
	span   int64 // the weight of a span
	used   atomic.Int64
}

// take refuses what is too much.
func (b *budget) take(n int64) error { return b.limits.Allow(b.used.Add(n)) }

// weigh takes what the decoder's generation has come to weigh since it was last weighed.
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
