package large

import (
	"slices"
	"testing"
	"unsafe"
)

// TestMake holds that a table is as long as asked for, zero, and that no other shares its memory, however long it is.
func TestMake(t *testing.T) {
	type odd [10]byte
	for _, n := range []int{0, 1, 1000, 2 * page / 10, 2*page/10 + 1, page} {
		a, b := Make[odd](n), Make[odd](n)
		if len(a) != n || cap(a) != n {
			t.Fatalf("%d asked for: length %d, capacity %d", n, len(a), cap(a))
		}
		for i := range a {
			a[i][0], a[i][9] = 1, 1
		}
		if slices.ContainsFunc(b, func(o odd) bool { return o != odd{} }) {
			t.Errorf("%d: another table was changed", n)
		}
	}
	if r := Reserve[int32](20 * page); len(r) != 0 || cap(r) != 20*page {
		t.Errorf("length %d, capacity %d", len(r), cap(r))
	}
}

// TestAligned holds that a large table begins at a large page: otherwise its ends would be in small ones.
func TestAligned(t *testing.T) {
	for range 5 {
		at := uintptr(unsafe.Pointer(unsafe.SliceData(Make[uint64](page))))
		if at%page != 0 {
			t.Errorf("a table begins %d bytes after a large page", at%page)
		}
	}
}
