// Package large provides memory for large tables, in large pages where they are quicker.
//
// The system gives memory a page at a time, when a program first writes into it. With pages of 4 kB this takes longer
// than filling a table does, above all on virtual machines. Linux gives pages of 2 MB where a program asks for them
// (transparent_hugepage is madvise, as most distributions set it). Most often these take much less time; where they take
// more, small ones are made instead, many at once. The memory is on Go's heap, so it is freed like all other.
package large

import (
	"context"
	"runtime"
	"sync/atomic"
	"unsafe"

	"profstation/model/work"
)

// page is how many bytes a large page has.
const page = 2 << 20

// now is the pace of this process.
var now = new(pace)

// Make returns n zeros that will all be used. Their pages are made at once as far as they fill large ones. T must not
// contain pointers.
func Make[T any](n int) []T { return MakeUntil[T](context.Background(), n) }

// MakeUntil is Make for tables that may be so large that this takes long. If the context ends, the pages that are left
// are made when they are first used.
func MakeUntil[T any](ctx context.Context, n int) []T {
	s, pages := from[T](n, 2*page)
	parts := min(len(pages)/page, runtime.GOMAXPROCS(0))
	var next atomic.Int64
	work.InParts(parts, max(parts, 1), func(_, _, _ int) {
		for {
			end := int(next.Add(page))
			if end > len(pages) || ctx.Err() != nil {
				return
			}
			now.make(pages[end-page : end])
		}
	})
	return s
}

// Reserve is Make for a table of which perhaps only the beginning will be used: that may take up to one large page
// more than it needs. It asks for large pages only if the whole is so large that this does not matter.
func Reserve[T any](n int) []T {
	s, pages := from[T](n, 16*page)
	if len(pages) > 0 {
		now.make(pages[:page])
		now.make(pages[page : 2*page])
		if now.better() == largePages {
			ask(pages[2*page:])
		}
	}
	return s[:0]
}

// from returns n zeros, and the part of them that can be large pages if they take at least that many bytes.
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
	return s[k : k+n : k+n], pages
}
