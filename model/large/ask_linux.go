package large

import (
	"os"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"profstation/model/large/heap"
)

// ask asks for large pages. Memory that is in use keeps its pages.
func ask(memory []byte) { unix.Madvise(memory, unix.MADV_HUGEPAGE) }

// setting is to whom the system gives large pages.
var setting = heap.Setting

// make makes page bytes at once, in pages that are quicker now, large or small ones. It uses each page once: on a virtual
// machine that may take ten times as long as making it, as the host comes to know it only then.
func (p *pace) make(memory []byte) {
	k := smallPages
	if setting != "never" {
		k = p.next()
	}
	switch {
	case k == largePages:
		ask(memory)
	case setting == "always":
		unix.Madvise(memory, unix.MADV_NOHUGEPAGE)
	}
	began := time.Now()
	unix.Madvise(memory, unix.MADV_POPULATE_WRITE)
	for at := 0; at < len(memory); at += os.Getpagesize() {
		memory[at] = 0
	}
	p.made(k, time.Since(began))
}

// Populate makes the pages at once for memory that will be written. Making them one by one, as it is written, takes
// longer than writing it does. A kernel before 5.14 makes them one by one. Less than a megabyte is left alone.
func Populate(memory []byte) {
	const worthwhile = 1 << 20
	if len(memory) < worthwhile {
		return
	}
	page := os.Getpagesize()
	first := -uintptr(unsafe.Pointer(&memory[0])) % uintptr(page) // where the first whole page begins
	inner := memory[first:]
	unix.Madvise(inner[:len(inner)/page*page], unix.MADV_POPULATE_WRITE)
}
