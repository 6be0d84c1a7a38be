package large

import "golang.org/x/sys/unix"

// ask asks for large pages. Memory that is in use keeps its pages.
func ask(memory []byte) { unix.Madvise(memory, unix.MADV_HUGEPAGE) }
