package large

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"profstation/internal/must"
)

// TestAsked holds that Linux knows that a table wants large pages.
func TestAsked(t *testing.T) {
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err != nil {
		t.Skip("this kernel has no large pages")
	}
	defer func(p *pace, s string) { now, setting = p, s }(now, setting)
	setting = "madvise"
	now = &pace{took: [kinds]time.Duration{largePages: 1, smallPages: 1 << 40}, wait: 1 << 40}
	table := Make[uint64](4 * page)
	at := uintptr(unsafe.Pointer(&table[page]))
	maps := string(must.Have(os.ReadFile("/proc/self/smaps")))
	found := false
	for _, line := range strings.Split(maps, "\n") {
		var from, to uintptr
		if n, _ := fmt.Sscanf(line, "%x-%x ", &from, &to); n == 2 {
			found = from <= at && at < to
		}
		if flags, ok := strings.CutPrefix(line, "VmFlags:"); ok && found {
			if !slices.Contains(strings.Fields(flags), "hg") {
				t.Errorf("the flags of the table's memory are %s", flags)
			}
			return
		}
	}
	t.Error("the table's memory is not listed")
}

// TestStopped holds that no page is made after the end of the context, and that the table is there all the same.
func TestStopped(t *testing.T) {
	defer func(p *pace, s string) { now, setting = p, s }(now, setting)
	now, setting = new(pace), "madvise"
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	debug.FreeOSMemory() // so that no table gets pages that an earlier one had
	table := MakeUntil[uint64](ctx, 4*page)
	if now.took != (pace{}).took {
		t.Errorf("making pages took %v", now.took)
	}
	if table[len(table)-1] = 1; len(table) != 4*page {
		t.Errorf("length %d", len(table))
	}
	if Make[uint64](4 * page); now.took == (pace{}).took {
		t.Error("no page is made before the end of the context either")
	}
}

// TestPopulated holds that a table has its pages before its first use where the system gives only small ones.
func TestPopulated(t *testing.T) {
	defer func(before string) { setting = before }(setting)
	setting = "never"
	table := Make[byte](8*page + 1)
	if n := resident(t, table[:8*page]); n != 8*page/os.Getpagesize() {
		t.Errorf("%d pages of %d bytes are in memory, not all of %d", n, os.Getpagesize(), 8*page)
	}
}

// resident returns how many of the pages are in memory.
func resident(t *testing.T, pages []byte) (n int) {
	in := make([]byte, len(pages)/os.Getpagesize())
	if _, _, errno := unix.Syscall(unix.SYS_MINCORE, uintptr(unsafe.Pointer(&pages[0])), uintptr(len(pages)),
		uintptr(unsafe.Pointer(&in[0]))); errno != 0 {
		t.Fatal(errno)
	}
	for _, b := range in {
		n += int(b & 1)
	}
	return n
}
