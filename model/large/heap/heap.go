// Package heap gives Go's heap large pages where it begins.
//
// A short process mostly writes into memory that was never used. With pages of 4 kB this takes longer than all else: on
// virtual machines 5 to 15 µs for each page. Go does not ask for large ones, and its heap grows by 4 MB at a time, so that
// a program would have to ask again and again.
//
// This package imports next to nothing, so that it can be used before packages are initialised that allocate much.
package heap

import "runtime"

// size is for how many bytes large pages are asked. Few commands need more, and what they do not use takes no memory.
const size = 128 << 20

// room is where that part begins; 0: there is none.
var room uintptr

// Begin asks for large pages for the objects that will be made from now on. It makes an object with that many bytes, asks
// for its memory, and lets the collector free it: others then take its place. It does nothing where the system has no
// large pages, or gives them without being asked.
func Begin() {
	if Setting != "madvise" || room != 0 {
		return
	}
	room = address(new([size]byte))
	advise(large)
	go runtime.GC()
}

// End takes that back for pages that have not been used yet. It is for a process that stays: there the collector gives
// memory back in small pages, and the system would turn them into large ones again.
func End() {
	if room != 0 {
		advise(small)
		room = 0
	}
}
