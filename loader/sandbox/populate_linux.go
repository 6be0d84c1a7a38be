package sandbox

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// populate makes all pages of a new column at once. Making them one by one, as the bytes come,
// takes longer than the bytes do. A kernel before 5.14 makes them one by one.
func populate(column []byte) {
	const large = 1 << 20
	if len(column) >= large {
		page := os.Getpagesize()
		first := -uintptr(unsafe.Pointer(&column[0])) % uintptr(page) // where the first whole page begins
		inner := column[first:]
		unix.Madvise(inner[:len(inner)/page*page], unix.MADV_POPULATE_WRITE)
	}
}
