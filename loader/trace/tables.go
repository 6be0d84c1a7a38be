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

// errUnusual is why the fast decoder leaves a generation to the reader: it is
// damaged, or of a kind that nobody has seen. The reader says what is wrong.
var errUnusual = errors.New("not as expected")

// tables are what a generation says once and its events refer to by numbers,
// and its events by thread, not yet read. Texts and stacks are taken into the
// decoder's tables when an event first names them.
type tables struct {
	d       *decoder
	version int

	number  uint64
	first   uint64  // the time of its earliest batch, in units of its clock
	perUnit float64 // nanoseconds; 0: not known

	texts     numberTable // ids
	textBytes [][]byte
	textIndex []model.StringID // −1: not taken in

	stacks     numberTable // ids
	stackFirst []int32     // where its frames begin in stackRefs
	stackRefs  []int32     // frames of the generation
	stackIndex []trace.StackIndex
	frameOf    map[uint64]int32 // by program counter
	frames     []tableFrame

	samples []tableSample
	threads []tableThread // in the order of their first batches
	byM     numberTable

	snapshot bool
	wall     time.Time
	wallAt   uint64
}

type tableFrame struct {
	pc, fn, file, line uint64
	index              trace.FrameIndex // −1: not taken in
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

// knows reports whether an entry may be named: id 0 is none.
func knows(t *numberTable, id uint64) bool { return id == 0 || t.find(int64(id)) >= 0 }

// enters takes in the id of an entry. It returns false if the id is taken.
func enters(t *numberTable, id uint64) bool {
	n := len(t.ids)
	return id != 0 && int(t.index(int64(id))) == n
}

// text takes in a text. ok is false if no text has that id.
func (t *tables) text(id uint64) (model.StringID, bool) {
	if id == 0 {
		return 0, true
	}
	i := t.texts.find(int64(id))
	if i < 0 {
		return 0, false
	}
	if t.textIndex[i] < 0 {
		t.textIndex[i] = textID(t.d.texts, t.textBytes[i])
	}
	return t.textIndex[i], true
}

// stack takes in a stack. ok is false if no stack has that id.
func (t *tables) stack(id uint64) (trace.StackIndex, bool) {
	if id == 0 {
		return trace.NoStack, true
	}
	i := t.stacks.find(int64(id))
	if i < 0 {
		return trace.NoStack, false
	}
	if s := t.stackIndex[i]; s >= 0 {
		return s, true
	}
	all := t.d.stacks
	for _, k := range t.stackRefs[t.stackFirst[i]:t.stackFirst[i+1]] {
		f := &t.frames[k]
		if f.index < 0 {
			fn, _ := t.text(f.fn)
			file, _ := t.text(f.file)
			f.index = all.frames.id(trace.Frame{PC: f.pc, Func: fn, File: file, Line: int32(min(f.line, math.MaxInt32))})
		}
		all.refs = append(all.refs, f.index)
	}
	t.stackIndex[i] = all.pushed()
	return t.stackIndex[i], true
}

// reading reads numbers from a batch.
type reading struct {
	data []byte
	bad  bool
}

func (r *reading) number() uint64 {
	if len(r.data) > 0 && r.data[0] < 0x80 {
		v := uint64(r.data[0])
		r.data = r.data[1:]
		return v
	}
	v, n := binary.Uvarint(r.data)
	if n <= 0 {
		r.bad, r.data = true, nil
		return 0
	}
	r.data = r.data[n:]
	return v
}

// begins reads the byte that an entry begins with.
func (r *reading) begins() byte {
	b := r.data[0]
	r.data = r.data[1:]
	return b
}

// read reads all batches of a generation.
func (t *tables) read(data []byte) error {
	t.frameOf = map[uint64]int32{}
	t.stackFirst = []int32{0}
	for r := (reading{data: data}); len(r.data) > 0; {
		if !t.batch(&r) {
			return errUnusual
		}
	}
	if t.perUnit == 0 || t.version >= 25 && !t.snapshot {
		return errUnusual
	}
	for i := range t.frames {
		if f := &t.frames[i]; !knows(&t.texts, f.fn) || !knows(&t.texts, f.file) {
			return errUnusual
		}
	}
	t.textIndex = slices.Repeat([]model.StringID{-1}, len(t.textBytes))
	t.stackIndex = slices.Repeat([]trace.StackIndex{-1}, len(t.stackFirst)-1)
	for i := range t.samples {
		t.samples[i].at = nanoseconds(uint64(t.samples[i].at), t.perUnit)
	}
	slices.SortFunc(t.samples, func(a, b tableSample) int { return cmp.Compare(a.at, b.at) })
	return nil
}

// batch reads one batch.
func (t *tables) batch(r *reading) bool {
	kind, experiment := r.begins(), byte(0)
	switch {
	case kind == batchEvents:
	case kind == batchExperimental && len(r.data) > 0:
		experiment = r.begins()
	default:
		return false
	}
	number, m, at, size := r.number(), int64(r.number()), r.number(), r.number()
	if r.bad || number == 0 || size > maxBatch || size > uint64(len(r.data)) || experiment > 1 {
		return false
	}
	if t.number == 0 {
		t.number = number
	}
	if number != t.number {
		return false
	}
	if t.first == 0 || at < t.first {
		t.first = at
	}
	b := reading{data: r.data[:size:size]}
	r.data = r.data[size:]
	if experiment > 0 {
		return true
	}
	if size > 0 {
		switch b.data[0] {
		case batchStrings:
			return t.readTexts(&b)
		case batchStacks:
			return t.readStacks(&b)
		case batchCPUSamples:
			return t.readSamples(&b)
		case batchFrequency:
			if t.version < 25 {
				return t.readClock(&b, at)
			}
		case batchSync:
			if t.version >= 25 {
				b.begins()
				return t.readClock(&b, at)
			}
		case batchEndGeneration:
			return false
		}
	}
	i := t.byM.index(m)
	if int(i) == len(t.threads) {
		t.threads = append(t.threads, tableThread{id: m})
	}
	t.threads[i].batches = append(t.threads[i].batches, threadBatch{at, b.data})
	return true
}

func (t *tables) readTexts(r *reading) bool {
	const longest = 1 << 10 // tracev2.MaxEventTrailerDataSize
	r.begins()
	for len(r.data) > 0 {
		if r.begins() != evString {
			return false
		}
		id, n := r.number(), r.number()
		if r.bad || n > longest || n > uint64(len(r.data)) || !enters(&t.texts, id) {
			return false
		}
		t.textBytes = append(t.textBytes, r.data[:n])
		r.data = r.data[n:]
	}
	return true
}

func (t *tables) readStacks(r *reading) bool {
	const deepest = 128 // tracev2.MaxFramesPerStack
	r.begins()
	for len(r.data) > 0 {
		if r.begins() != evStack {
			return false
		}
		id, n := r.number(), r.number()
		if r.bad || n > deepest || !enters(&t.stacks, id) {
			return false
		}
		for range n {
			f := tableFrame{pc: r.number(), fn: r.number(), file: r.number(), line: r.number(), index: -1}
			if r.bad {
				return false
			}
			k, ok := t.frameOf[f.pc]
			if !ok { // the first frame of a program counter holds
				k = int32(len(t.frames))
				t.frames = append(t.frames, f)
				t.frameOf[f.pc] = k
			}
			t.stackRefs = append(t.stackRefs, k)
		}
		t.stackFirst = append(t.stackFirst, int32(len(t.stackRefs)))
	}
	return true
}

func (t *tables) readSamples(r *reading) bool {
	r.begins()
	for len(r.data) > 0 {
		if r.begins() != evCPUSample {
			return false
		}
		s := tableSample{at: int64(r.number()), m: int64(r.number()), p: int64(r.number()), g: int64(r.number()), stack: r.number()}
		if r.bad {
			return false
		}
		if s.g == 0 {
			s.g = none
		}
		t.samples = append(t.samples, s)
	}
	return true
}

// readClock reads how the file's clock runs, and what time it was.
func (t *tables) readClock(r *reading, at uint64) bool {
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
			return false
		}
		if r.bad {
			return false
		}
	}
	return true
}
