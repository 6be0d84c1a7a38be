// Package heap gives the beginning of Go's heap large pages of the processor.
//
// A short process mostly writes into memory that was never used. With pages of 4 kB this takes longer than all else: on
// virtual machines 5 to 15 µs for each page. Go does not ask for large ones, and the memory of its heap comes in pieces
// of 4 MB, each of which would have to be asked for.
//
// This package imports next to nothing, so that it can be used before packages are initialised that allocate much.
package heap

import "runtime"

// size is how much of the heap has large pages, in bytes. Few commands need more. What they do not use takes no memory.
const size = 128 << 20

// room is where that part begins; 0: there is none.
var room uintptr

// Begin asks for large pages for the objects that will be made from now on. It makes one object as large as that part of
// the heap, asks for its memory, and lets the collector free it: others then take its place. It does nothing where the
// system has no large pages, or gives them without being asked.
func Begin() {
	if Setting != "madvise" || room != 0 {
		return
	}
	room = address(new([size]byte))
	advise(large)
	go runtime.GC()
}

// End takes that back for pages that have not been used yet. It is for a process that stays. There the collector gives
// memory back in small pages, and the system would make large ones of them again.
func End() {
	if room != 0 {
		advise(small)
		room = 0
	}
}
