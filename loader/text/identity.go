package text

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"profstation/model"
)

// identity knows which goroutine in a dump is which. With GOTRACEBACK=crash, each thread in a program adds its
// current stack, so a goroutine may appear twice: first as "running on other thread; stack unavailable", later with
// its stack. Its address (gp=) shows that it is the same one. A thread's goroutine 0 is the stack on which the
// scheduler runs; it is not one of the program's goroutines.
type identity struct {
	byID      map[int64]struct{}  // those without an address
	byAddress map[uint64]struct{} // those with an address and a stack
	stackless map[uint64]aside    // those with an address but no stack so far
	threads   map[uint64]struct{} // by the address of their goroutine 0
	nameless  int                 // threads without such an address
	ofThreads []aside             // the threads' stacks
	kept      int                 // bytes in everything set aside
	births    []dumpBirth         // of those that count, in their order
}

// aside is a goroutine that may not count.
type aside struct {
	at      int // its line number
	address uint64
	stack   []model.LocID
	labels  []model.Label
	lacking bool // its stack was said to be unavailable
	birth   dumpBirth
}

// clone returns a copy that is independent of the reader.
func (a aside) clone() aside {
	a.stack, a.labels = slices.Clone(a.stack), slices.Clone(a.labels)
	return a
}

func newIdentity() identity {
	return identity{byID: map[int64]struct{}{}, byAddress: map[uint64]struct{}{}, stackless: map[uint64]aside{},
		threads: map[uint64]struct{}{}}
}

// again forgets everything but the threads, because another dump begins.
func (w *identity) again() {
	w.byID, w.byAddress, w.stackless = map[int64]struct{}{}, map[uint64]struct{}{}, map[uint64]aside{}
}

// first reports whether no goroutine with this id was there before.
func (w *identity) first(id int64) bool {
	known := len(w.byID)
	w.byID[id] = struct{}{}
	return len(w.byID) > known
}

// makeRoom makes room for this many more.
func (w *identity) makeRoom(more int) {
	byID := make(map[int64]struct{}, len(w.byID)+more)
	for id := range w.byID {
		byID[id] = struct{}{}
	}
	w.byID = byID
}

// thread takes a thread's goroutine 0.
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

// counts reports whether a goroutine with an address is to be counted now. It counts when its first stack comes.
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

// memory estimates what everything set aside takes.
func (w *identity) memory() int64 { return int64(w.kept) + 40*int64(len(w.byAddress)) }

// left returns the goroutines without a stack, in their order.
func (w *identity) left() []aside {
	return slices.SortedFunc(maps.Values(w.stackless), func(a, b aside) int { return cmp.Compare(a.at, b.at) })
}

// address reads an address, as in "gp=0xc000002380".
func address(text []byte) (n uint64, ok bool) {
	if len(text) < 3 || string(text[:2]) != "0x" {
		return 0, false
	}
	n, err := strconv.ParseUint(string(text[2:]), 16, 64)
	return n, err == nil
}
