package apart

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// populate has the pages of a new column made at once. One by one, as its bytes come, they take
// longer than the bytes. A kernel before 5.14 makes them one by one.
func populate(column []byte) {
	const large = 1 << 20
	if len(column) >= large {
		page := os.Getpagesize()
		first := -uintptr(unsafe.Pointer(&column[0])) % uintptr(page) // of the first whole page
		inner := column[first:]
		unix.Madvise(inner[:len(inner)/page*page], unix.MADV_POPULATE_WRITE)
	}
}
