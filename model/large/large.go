// Package large provides memory for large tables, in large pages of the processor where the system has them.
//
// The system gives memory a page at a time, when a program first writes into it. With pages of 4 kB this takes longer
// than filling a table does, above all on virtual machines. Linux gives pages of 2 MB to memory for which a program
// asks for them (transparent_hugepage is madvise, as most distributions set it). The memory is on Go's heap, so it is
// freed like all other.
package large

import "unsafe"

// page is the size of a large page.
const page = 2 << 20

// least is the size from which a table gets large pages. What lies beside it in the pages at its ends may take up to
// one page more memory than otherwise.
const least = 2 * page

// Make returns n zeros.
func Make[T any](n int) []T {
	s := make([]T, n)
	if size := uintptr(n) * unsafe.Sizeof(*new(T)); size >= least {
		from := uintptr(unsafe.Pointer(unsafe.SliceData(s)))
		ask(from&^(page-1), (from+size+page-1)&^(page-1))
	}
	return s
}
