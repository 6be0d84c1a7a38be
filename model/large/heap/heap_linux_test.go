package heap

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"
)

// TestBegin holds that an object made after Begin lies where large pages were asked for, and that End takes that back.
func TestBegin(t *testing.T) {
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err != nil {
		t.Skip("this kernel has no large pages")
	}
	defer func(before string) { Setting = before }(Setting)
	Setting = "madvise"
	Begin()
	defer End()
	runtime.GC() // the collection that Begin has begun may be the one before
	var objects [2 * size / len(object{})]*object
	var at uintptr
	for i := range objects { // the first may fill what is free below
		objects[i] = new(object)
		if at = uintptr(unsafe.Pointer(objects[i])); at >= room && at < room+size {
			break
		}
	}
	if at < room {
		t.Fatalf("the last object lies at %x, the room for it at %x", at, room)
	}
	if f := flags(t, at); !slices.Contains(f, "hg") {
		t.Errorf("the flags of the object's memory are %q", f)
	}
	End()
	if f := flags(t, at); slices.Contains(f, "hg") {
		t.Errorf("after the end, the flags of the object's memory are %q", f)
	}
	runtime.KeepAlive(objects)
}

// TestNotAsked holds that nothing is asked for where the system gives large pages to all or to nobody.
func TestNotAsked(t *testing.T) {
	defer func(before string) { Setting = before }(Setting)
	for _, s := range []string{"always", "never"} {
		Setting = s
		if Begin(); room != 0 {
			t.Errorf("%s: there is room at %x", s, room)
		}
	}
}

// object is so large that it gets pages of its own.
type object [4 << 20]byte

// flags returns the flags of the memory at an address, see proc(5).
func flags(t *testing.T, at uintptr) []string {
	t.Helper()
	file, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	found := false
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var from, to uintptr
		if n, _ := fmt.Sscanf(lines.Text(), "%x-%x ", &from, &to); n == 2 {
			found = from <= at && at < to
		}
		if f, ok := strings.CutPrefix(lines.Text(), "VmFlags:"); ok && found {
			return strings.Fields(f)
		}
	}
	t.Fatalf("no memory at %x is listed", at)
	return nil
}

func TestChosen(t *testing.T) {
	for text, want := range map[string]string{
		"always [madvise] never\n":         "madvise",
		"[always] madvise never\n":         "always",
		"always inherit madvise [never]\n": "never",
		"":                                 "none", "always": "none", "]always[": "none", "[always": "none",
	} {
		if got := chosen(text, "none"); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}
