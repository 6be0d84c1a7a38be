package text

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"profstation/model"
)

// identity knows which goroutine of a dump is which. With GOTRACEBACK=crash, each thread of a program adds the stack
// that it is at, so a goroutine may stand there twice: first "running on other thread; stack unavailable", and later
// with its stack. Its address (gp=) says that it is the same one. Goroutine 0 of a thread is the stack on which the
// scheduler runs, and no goroutine of the program.
type identity struct {
	byID      map[int64]struct{}  // those without an address
	byAddress map[uint64]struct{} // those with one and with a stack
	stackless map[uint64]aside    // those with one and without a stack so far
	threads   map[uint64]struct{} // by the address of their goroutine 0
	nameless  int                 // threads without one
	ofThreads []aside             // their stacks
	kept      int                 // bytes of what is aside
}

// aside is a goroutine that may not count.
type aside struct {
	at      int // its line
	address uint64
	stack   []model.LocID
	labels  []model.Label
	lacking bool // its stack was said to be unavailable
}

// clone makes it independent of the reader.
func (a aside) clone() aside {
	a.stack, a.labels = slices.Clone(a.stack), slices.Clone(a.labels)
	return a
}

func newIdentity() identity {
	return identity{byID: map[int64]struct{}{}, byAddress: map[uint64]struct{}{}, stackless: map[uint64]aside{},
		threads: map[uint64]struct{}{}}
}

// again forgets all but the threads, as another dump begins.
func (w *identity) again() {
	w.byID, w.byAddress, w.stackless = map[int64]struct{}{}, map[uint64]struct{}{}, map[uint64]aside{}
}

// first reports whether no goroutine with this id was there before.
func (w *identity) first(id int64) bool {
	known := len(w.byID)
	w.byID[id] = struct{}{}
	return len(w.byID) > known
}

// makeRoom makes room for so many more.
func (w *identity) makeRoom(more int) {
	byID := make(map[int64]struct{}, len(w.byID)+more)
	for id := range w.byID {
		byID[id] = struct{}{}
	}
	w.byID = byID
}

// thread takes goroutine 0 of a thread.
func (w *identity) thread(a aside, known bool) {
	if known {
		if _, twice := w.threads[a.address]; twice {
			return
		}
		w.threads[a.address] = struct{}{}
	} else {
		w.nameless++
	}
	w.keep(a)
	w.ofThreads = append(w.ofThreads, a.clone())
}

// counts reports whether a goroutine with an address is to be counted now: with its first stack.
func (w *identity) counts(a aside) bool {
	if _, twice := w.byAddress[a.address]; twice {
		return false
	}
	if len(a.stack) > 0 {
		w.byAddress[a.address] = struct{}{}
		delete(w.stackless, a.address)
	} else if _, twice := w.stackless[a.address]; !twice {
		w.keep(a)
		w.stackless[a.address] = a.clone()
	}
	return len(a.stack) > 0
}

func (w *identity) keep(a aside) { w.kept += 200 + 4*len(a.stack) + 24*len(a.labels) }

// memory estimates what all that is aside takes.
func (w *identity) memory() int64 { return int64(w.kept) + 40*int64(len(w.byAddress)) }

// left are the goroutines that have no stack, in their order.
func (w *identity) left() []aside {
	return slices.SortedFunc(maps.Values(w.stackless), func(a, b aside) int { return cmp.Compare(a.at, b.at) })
}

// address reads one, as in "gp=0xc000002380".
func address(text []byte) (n uint64, ok bool) {
	if len(text) < 3 || string(text[:2]) != "0x" {
		return 0, false
	}
	n, err := strconv.ParseUint(string(text[2:]), 16, 64)
	return n, err == nil
}
