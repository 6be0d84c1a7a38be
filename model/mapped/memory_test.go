package mapped_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"unsafe"

	"profstation/internal/must"
	"profstation/model/mapped"
)

func file(t *testing.T) *os.File {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	f := must.Have(mapped.Scratch())
	t.Cleanup(func() { f.Close() })
	return f
}

func TestMemory(t *testing.T) {
	f := file(t)
	m := must.Have(mapped.New(f, 1<<20))
	a, b := mapped.Make[uint32](m, 1000), mapped.Make[uint16](m, 3)
	for i := range a {
		a[i] = uint32(i)
	}
	b[2] = 7
	at, ok := m.Offset(unsafe.Pointer(&a[0]), 4000)
	if !ok || at != 0 {
		t.Errorf("the first piece is at %d, %v", at, ok)
	}
	at, ok = m.Offset(unsafe.Pointer(&b[0]), 6)
	if !ok || at < 4000 {
		t.Errorf("the second piece is at %d, %v", at, ok)
	}
	var elsewhere [8]byte
	if _, ok := m.Offset(unsafe.Pointer(&elsewhere), 8); ok {
		t.Error("what is elsewhere is in it")
	}
	// Another process sees the same.
	o := must.Have(mapped.Open(f))
	same := unsafe.Slice((*uint32)(o.At(0, 4000)), 1000)
	if !slices.Equal(same, a) || *(*uint16)(unsafe.Add(o.At(at, 6), 4)) != 7 {
		t.Error("the file has something else")
	}
	for _, bad := range []struct {
		at int64
		n  uintptr
	}{{-64, 8}, {1, 8}, {0, 1<<20 + 1}, {1 << 30, 1}, {64, ^uintptr(0)}} {
		if o.At(bad.at, bad.n) != nil {
			t.Errorf("%d bytes at %d", bad.n, bad.at)
		}
	}
	must.Do(m.Err())
	if mapped.Make[uint64](m, 1<<17) != nil || m.Err() == nil {
		t.Error("more than there is")
	}
	// What is released reads as zeros, for somebody may still look at it.
	m.Release()
	o.Release()
	if a[999] != 0 || same[999] != 0 {
		t.Error("something is left")
	}
}

func TestHeap(t *testing.T) {
	if a := mapped.Make[int32](nil, 5); len(a) != 5 {
		t.Errorf("%d numbers", len(a))
	}
	var none *mapped.Memory
	if none.Err() != nil {
		t.Error(none.Err())
	}
}

// A file that cannot be written is no memory.
func TestNotWritable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	must.Do(os.WriteFile(path, make([]byte, 100), 0o600))
	f := must.Have(os.Open(path))
	defer f.Close()
	if m, err := mapped.New(f, 100); err == nil {
		t.Error("memory in a file that is only read", m)
	}
}

func TestScratch(t *testing.T) {
	f := file(t)
	dir := filepath.Dir(f.Name())
	if left := must.Have(os.ReadDir(dir)); len(left) != 0 {
		t.Errorf("%s has %v", dir, left)
	}
	// Without a folder in the cache, it lies with the temporary files.
	t.Setenv("XDG_CACHE_HOME", "/dev/null")
	other := must.Have(mapped.Scratch())
	other.Close()
	if filepath.Dir(other.Name()) != os.TempDir() {
		t.Errorf("it is at %s", other.Name())
	}
}
