package hostile

// Script makes an execution trace out of any bytes, for fuzzing: a byte begins an event, a batch or a
// generation, and the bytes after it are the arguments. Numbers are small, so that events meet each
// other; numbers that must count up usually do. Most scripts make a readable trace.
func Script(version int, script []byte) []byte {
	w := &scripted{TraceWriter: NewTrace(version), script: script}
	w.begin()
	for len(w.script) > 0 {
		w.next()
	}
	w.tables()
	return w.Bytes()
}

// few is how many goroutines, Ps, threads, texts and stacks scripts name.
const few = 6

type scripted struct {
	*TraceWriter
	script []byte
	count  [2 * few]uint64 // events for each goroutine and for each P
	marks  uint64
	now    uint64
}

func (w *scripted) byte() uint64 {
	if len(w.script) == 0 {
		return 0
	}
	b := w.script[0]
	w.script = w.script[1:]
	return uint64(b)
}

// number returns a small number, or rarely a huge one.
func (w *scripted) number() uint64 {
	if b := w.byte(); b < 250 {
		return b % few
	} else {
		return 1 << (b - 250) << 58
	}
}

// counted returns the next number for something that counts up, or rarely any number.
func (w *scripted) counted(i uint64) uint64 {
	c := &w.count[i%uint64(len(w.count))]
	if *c++; len(w.script)%32 == 31 {
		return w.number()
	}
	return *c
}

func (w *scripted) begin() {
	w.count = [2 * few]uint64{}
	for i := range uint64(2) {
		w.On(i+1, w.now+2)
		w.Event(procStatus, 1, i, 1)
		w.Event(goStatus, 1, i+1, i+1, 2)
	}
}

func (w *scripted) tables() {
	w.Samples(int(w.byte()%3), w.number())
	w.Stacks(few, func(i int) []uint64 { return []uint64{uint64(i + 1), uint64(i/2 + 1)} })
	w.Texts(1, few, entry)
}

// next writes an event. A byte gives its kind, and sometimes another its time.
func (w *scripted) next() {
	kind := byte(w.byte())
	passed := uint64(1)
	if kind >= 240 {
		passed = 1 << (w.byte() % 48)
	}
	w.now += passed
	e := func(kind byte, numbers ...uint64) { w.Event(kind, append([]uint64{passed}, numbers...)...) }
	g := func() uint64 { return w.number() + 1 }
	switch kind % 32 {
	case 0:
		w.On(w.number()+1, w.now+2)
	case 1:
		w.tables()
		w.TraceWriter.Next(w.now + 2)
		w.begin()
	case 2:
		id := g()
		w.count[id%few] = 0
		e(goCreate, id, w.number(), w.number())
	case 3, 4:
		id := g()
		e(goStart, id, w.counted(id%few))
	case 5:
		e(goStop, w.number(), w.number())
	case 6:
		e(goBlock, w.number(), w.number())
	case 7, 8:
		id := g()
		e(goUnblock, id, w.counted(id%few), w.number())
	case 9:
		e(goDestroy)
	case 10:
		e(syscallBegin, w.counted(few+w.thread%few), w.number())
	case 11:
		e(syscallEnd)
	case 12:
		e(syscallEndBlocked)
	case 13:
		p := w.number()
		e(procStart, p, w.counted(few+p%few))
	case 14:
		e(procStop)
	case 15:
		p := w.number()
		e(procSteal, p, w.counted(few+p%few), g())
	case 16:
		e(goStatus, g(), w.number(), w.number())
	case 17:
		e(procStatus, w.number(), w.number())
	case 18:
		e(stopBegin, w.number(), w.number())
	case 19:
		e(stopEnd)
	case 20, 21:
		w.marks++
		if w.marks%2 == 1 {
			e(markBegin, w.marks, w.number())
		} else {
			e(markEnd, w.marks)
		}
	case 22:
		e(assistBegin, w.number())
	case 23:
		e(assistEnd)
	case 24:
		e(sweepBegin, w.number())
	case 25:
		e(sweepEnd, w.number(), w.number())
	case 26:
		e(label, w.number())
	case 27:
		e(taskBegin, w.number(), w.number(), w.number(), w.number())
	case 28:
		e(taskEnd, w.number(), w.number())
	case 29:
		e(regionBegin, w.number(), w.number(), w.number())
	case 30:
		e(regionEnd, w.number(), w.number(), w.number())
	case 31:
		switch w.number() {
		case 0:
			e(logged, w.number(), w.number(), w.number(), w.number())
		case 1:
			e(heapAlloc, w.number())
		case 2:
			e(procsChange, w.number()+1, 0)
		case 3:
			e(goSwitch, g(), w.number())
		case 4:
			w.Raw(byte(w.byte()))
		default:
			e(byte(w.byte()), w.number(), w.number())
		}
	}
}

// Scripts are seeds for fuzzing: scripts of a few bytes each.
var Scripts = [][]byte{
	nil,
	{2, 3, 1, 1, 0, 1, 5, 1, 1, 3, 3, 6, 1, 1, 1, 2},
	{20, 1, 22, 1, 23, 24, 1, 25, 3, 2, 21, 18, 1, 1, 19, 31, 1, 5, 26, 1},
	{27, 1, 0, 1, 1, 29, 1, 1, 1, 31, 0, 1, 1, 2, 1, 30, 1, 1, 1, 28, 1, 1},
	{10, 1, 11, 10, 1, 15, 0, 1, 12, 14, 1, 0, 1, 13, 1},
	{1, 1, 1, 29, 1, 1, 1, 1, 30, 1, 1, 1, 240, 47, 26, 1},
}
