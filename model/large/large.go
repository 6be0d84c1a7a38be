// Package large provides memory for large tables, in large pages of the processor where the system has them.
//
// The system gives memory a page at a time, when a program first writes into it. With pages of 4 kB this takes longer
// than filling a table does, above all on virtual machines. Linux gives pages of 2 MB to memory for which a program
// asks for them (transparent_hugepage is madvise, as most distributions set it). Where it gives small ones only, they
// are made many at once, which takes half as long. The memory is on Go's heap, so it is freed like all other.
package large

import (
	"runtime"
	"unsafe"

	"profstation/model/work"
)

// page is the size of a large page.
const page = 2 << 20

// Make returns n zeros that will all be used, in large pages as far as they fill some. T must not contain pointers.
func Make[T any](n int) []T {
	s, pages := from[T](n, 2*page)
	if len(pages) > 0 && small {
		n := len(pages) / page
		work.InParts(n, min(n, runtime.GOMAXPROCS(0)), func(_, lo, hi int) { Populate(pages[lo*page : hi*page]) })
	}
	return s
}

// Reserve is Make for a table of which perhaps only the beginning will be used: that may take up to one large page
// more than it needs. It asks for large pages only if the whole is so large that this does not matter.
func Reserve[T any](n int) []T {
	s, _ := from[T](n, 16*page)
	return s[:0]
}

// from asks for large pages if n zeros take at least that many bytes. It returns what it asked them for.
func from[T any](n int, least uintptr) (s []T, pages []byte) {
	one := unsafe.Sizeof(*new(T))
	size := uintptr(n) * one
	if size < least {
		return make([]T, n), nil
	}
	// The table begins where a large page does. What lies before it is never used, so it takes no memory.
	before := int((page + one - 1) / one)
	s = make([]T, n+before)
	at := uintptr(unsafe.Pointer(unsafe.SliceData(s)))
	first := (at + page - 1) &^ (page - 1)
	k := int((first - at + one - 1) / one)
	pages = unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(s)), first-at)), size&^(page-1))
	ask(pages)
	return s[k : k+n : k+n], pages
}
