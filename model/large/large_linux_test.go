package large

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"profstation/internal/must"
)

// TestAsked holds that Linux knows that a table wants large pages.
func TestAsked(t *testing.T) {
	setting, _ := os.ReadFile("/sys/kernel/mm/transparent_hugepage/enabled")
	if !strings.Contains(string(setting), "[") {
		t.Skip("this kernel has no large pages")
	}
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
