package trace

import (
	"cmp"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"time"

	"profstation/model"
	"profstation/model/trace"
)

// errUnusual marks a damaged or unknown generation, which is left to the reader.
var errUnusual = errors.New("not as expected")

// check gives up the generation if a condition does not hold. The whole fast decoder checks its
// input this way. decoder.guarded recovers from the panic.
func check(ok bool) {
	if !ok {
		panic(errUnusual)
	}
}

// passes is check for an error. The error is kept if the reader would return the same one.
func passes(err error) {
	if err != nil && !final(err) {
		err = errUnusual
	}
	refuse(err)
}

// refuse ends the decoding with err, unless it is nil.
func refuse(err error) {
	if err != nil {
		panic(err)
	}
}

// tables holds a generation's tables, whose entries are named by ids in events, and its event
// batches by thread. An entry gets its index in the decoder when an event first names it.
type tables struct {
	d       *decoder
	version int

	number  uint64
	first   uint64  // when its earliest batch begins, in units of its clock
	perUnit float64 // nanoseconds per unit of its clock; 0: not known

	entries
	textBytes [][]byte

	stackFirst []int32          // where in stackRefs the frames of each stack begin
	stackRefs  []int32          // indices into frames
	frameOf    map[uint64]int32 // by program counter
	frames     []tableFrame

	samples []tableSample
	threads []tableThread // in the order of their first batches
	byM     numberTable

	snapshot bool
	wall     time.Time
	wallAt   uint64
}

// entries are the ids of a generation's texts and stacks, and the indices that they have in the decoder; −1: none yet.
type entries struct {
	texts, stacks numberTable // ids
	textIndex     []model.StringID
	stackIndex    []trace.StackIndex
	foundText     found[model.StringID]
	foundStack    found[trace.StackIndex]
}

type tableFrame struct {
	pc, fn, file, line uint64
	index              trace.FrameIndex // index in the decoder; −1: none yet
}

type tableSample struct {
	at      int64
	m, p, g int64
	stack   uint64
}

type tableThread struct {
	id      int64
	batches []threadBatch
}

// knows reports whether events may use an id. The id 0 stands for no entry.
func knows(t *numberTable, id uint64) bool { return id == 0 || t.find(int64(id)) >= 0 }

// enter adds an entry's id, which must be new.
func enter(t *numberTable, id uint64) {
	n := len(t.ids)
	check(id != 0 && int(t.index(int64(id))) == n)
}

func (t *tables) text(id uint64) model.StringID {
	if id == 0 {
		return 0
	}
	i := t.texts.find(int64(id))
	check(i >= 0)
	if t.textIndex[i] < 0 {
		t.textIndex[i] = textID(t.d.texts, t.textBytes[i])
	}
	t.foundText.set(id, t.textIndex[i])
	return t.textIndex[i]
}

func (t *tables) stack(id uint64) trace.StackIndex {
	if id == 0 {
		return trace.NoStack
	}
	i := t.stacks.find(int64(id))
	check(i >= 0)
	if s := t.stackIndex[i]; s >= 0 {
		return s
	}
	all := t.d.stacks
	for _, k := range t.stackRefs[t.stackFirst[i]:t.stackFirst[i+1]] {
		f := &t.frames[k]
		if f.index < 0 {
			f.index = all.frames.id(trace.Frame{
				PC: f.pc, Func: t.text(f.fn), File: t.text(f.file), Line: int32(min(f.line, math.MaxInt32)),
			})
		}
		all.refs = append(all.refs, f.index)
	}
	t.stackIndex[i] = all.pushed()
	t.foundStack.set(id, t.stackIndex[i])
	return t.stackIndex[i]
}

// reading is the unread rest of a batch's content.
type reading struct{ data []byte }

func (r *reading) number() uint64 {
	if len(r.data) > 0 && r.data[0] < 0x80 {
		return uint64(r.begins())
	}
	v, n := binary.Uvarint(r.data)
	check(n > 0)
	r.data = r.data[n:]
	return v
}

// begins returns the byte with which an entry begins.
func (r *reading) begins() byte {
	b := r.data[0]
	r.data = r.data[1:]
	return b
}

func (t *tables) read(c *content) {
	t.frameOf = map[uint64]int32{}
	t.stackFirst = []int32{0}
	batches := 0
	for s, off := c.asSource(), int64(0); off < s.size; {
		b, ok := parseBatch(s, off, t.version, false)
		check(ok && !b.end && !b.cut)
		t.batch(&b, s, c)
		t.d.loose += batchWeight
		if batches++; batches%16 == 0 || b.to-b.from > 1<<10 {
			refuse(cmp.Or(t.d.ctx.Err(), t.d.weigh(t)))
		}
		off = b.to
	}
	check(t.perUnit != 0 && (t.version < 25 || t.snapshot))
	for i := range t.frames {
		f := &t.frames[i]
		check(knows(&t.texts, f.fn) && knows(&t.texts, f.file))
	}
	t.textIndex = slices.Repeat([]model.StringID{-1}, len(t.textBytes))
	t.stackIndex = slices.Repeat([]trace.StackIndex{-1}, len(t.stackFirst)-1)
	t.foundText, t.foundStack = newFound[model.StringID](&t.texts), newFound[trace.StackIndex](&t.stacks)
	for i := range t.samples {
		t.samples[i].at = nanoseconds(uint64(t.samples[i].at), t.perUnit)
	}
	slices.SortFunc(t.samples, func(a, b tableSample) int { return cmp.Compare(a.at, b.at) })
}

// batch reads a batch with tables, or keeps a batch with events for later.
func (t *tables) batch(b *batch, s *Source, c *content) {
	experiment := byte(0)
	if head := s.look(b.from, 2); head[0] == batchExperimental {
		experiment = head[1]
	}
	t.number = cmp.Or(t.number, b.generation)
	check(b.generation == t.number && experiment <= experimentAllocFree)
	if t.first == 0 || b.time < t.first {
		t.first = b.time
	}
	if experiment > 0 {
		return
	}
	r := new(reading)
	if b.table() || b.kind == batchFrequency || b.kind == batchSync {
		var own []byte // texts stay in it
		r.data = c.part(b.content, b.to, &own)
	}
	switch {
	case b.kind == batchStrings:
		t.readTexts(r)
	case b.kind == batchStacks:
		t.readStacks(r)
	case b.kind == batchCPUSamples:
		t.readSamples(r)
	case b.kind == batchFrequency && t.version < 25:
		t.readClock(r, b.time)
	case b.kind == batchSync && t.version >= 25:
		r.begins()
		t.readClock(r, b.time)
	default:
		check(b.kind != batchEndGeneration)
		i := t.byM.index(b.thread)
		if int(i) == len(t.threads) {
			t.threads = append(t.threads, tableThread{id: b.thread})
		}
		t.threads[i].batches = append(t.threads[i].batches, threadBatch{b.time, b.content, b.to})
	}
}

// entries calls read for each entry in a table. All entries in a table begin with the same byte.
func (r *reading) entries(first byte, read func()) {
	r.begins() // the batch's kind
	for len(r.data) > 0 {
		check(r.begins() == first)
		read()
	}
}

func (t *tables) readTexts(r *reading) {
	const longest = 1 << 10 // tracev2.MaxEventTrailerDataSize
	r.entries(evString, func() {
		enter(&t.texts, r.number())
		n := r.number()
		check(n <= longest && n <= uint64(len(r.data)))
		t.textBytes = append(t.textBytes, r.data[:n])
		t.d.loose += 2 * int64(n)
		r.data = r.data[n:]
	})
}

// deepest is how many frames a stack has at most (tracev2.MaxFramesPerStack). The runtime cuts deeper ones.
const deepest = 128

func (t *tables) readStacks(r *reading) {
	r.entries(evStack, func() {
		enter(&t.stacks, r.number())
		n := r.number()
		check(n <= deepest)
		for range n {
			f := tableFrame{pc: r.number(), fn: r.number(), file: r.number(), line: r.number(), index: -1}
			k, ok := t.frameOf[f.pc]
			if !ok { // the first frame seen for a program counter is kept
				k = int32(len(t.frames))
				t.frames = append(t.frames, f)
				t.frameOf[f.pc] = k
			}
			t.stackRefs = append(t.stackRefs, k)
		}
		t.stackFirst = append(t.stackFirst, int32(len(t.stackRefs)))
	})
}

func (t *tables) readSamples(r *reading) {
	r.entries(evCPUSample, func() {
		s := tableSample{at: int64(r.number()), m: int64(r.number()), p: int64(r.number()), g: int64(r.number()), stack: r.number()}
		if s.g == 0 {
			s.g = none
		}
		t.samples = append(t.samples, s)
	})
}

// readClock reads the frequency of the file's clock and a snapshot of the wall time.
func (t *tables) readClock(r *reading, at uint64) {
	for len(r.data) > 0 {
		switch kind := r.begins(); {
		case kind == batchFrequency && t.perUnit == 0:
			t.perUnit = 1 / (float64(r.number()) / 1e9)
		case kind == evClockSnapshot && t.version >= 25 && !t.snapshot:
			at += r.number()
			r.number() // the monotonic clock
			sec, nsec := r.number(), r.number()
			t.snapshot, t.wallAt, t.wall = true, at, time.Unix(int64(sec), int64(nsec))
		default:
			panic(errUnusual)
		}
	}
}
