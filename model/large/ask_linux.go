package large

import (
	"os"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// ask asks for large pages. Memory that is in use keeps its pages.
func ask(memory []byte) { unix.Madvise(memory, unix.MADV_HUGEPAGE) }

// small is whether the system gives small pages even if a program asks for large ones. It is read when the program
// starts, because a process that decodes files cannot open any later.
var small = smallPages()

func smallPages() bool {
	setting, err := os.ReadFile("/sys/kernel/mm/transparent_hugepage/enabled")
	return err != nil || strings.Contains(string(setting), "[never]")
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
