package mapped

import (
	"context"
	"fmt"
	"os"
	"sync"
	"unsafe"

	"profstation/model/large"
)

// Memory is memory in a file. Its pieces are valid as long as the program runs: after [Memory.Release], they
// read as zeros.
type Memory struct {
	file *os.File // nil: the memory is read-only
	data []byte

	mu   sync.Mutex
	used int64
	err  error
}

// New makes memory for at most that many bytes in an empty file. It closes the file when the memory is
// released. The file takes no space on the disk yet. New fails with [errors.ErrUnsupported] if files cannot
// be mapped.
func New(f *os.File, limit int64) (*Memory, error) {
	if err := f.Truncate(limit); err != nil {
		return nil, err
	}
	data, err := mapFile(f, limit, true)
	if err != nil {
		return nil, err
	}
	return &Memory{file: f, data: data}, nil
}

// Open reads the memory that another process has made in a file. It must not change any more. The file may be
// closed afterwards.
func Open(f *os.File) (*Memory, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	data, err := mapFile(f, info.Size(), false)
	return &Memory{data: data}, err
}

// aligned is the alignment of each piece, in bytes.
const aligned = 64

// take returns a piece with n bytes, which are 0. The disk has space for them, because writing to a full disk
// through a mapping would end the program. After a failure it returns nil, and Err returns the error.
func (m *Memory) take(n int64) []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	from := m.used
	switch {
	case m.err != nil:
		return nil
	case n > int64(len(m.data))-from:
		m.err = fmt.Errorf("more than %d bytes are needed", len(m.data))
		return nil
	}
	if m.err = allocate(m.file, from, n); m.err != nil {
		return nil
	}
	m.used = min((from+n+aligned-1)/aligned*aligned, int64(len(m.data)))
	return m.data[from : from+n : from+n]
}

// Err returns why a piece could not be made, such as a full disk.
func (m *Memory) Err() error {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.err
}

// Release gives the memory and the disk space back.
func (m *Memory) Release() {
	if m.file != nil {
		m.file.Close()
	}
	blank(m.data)
}

// Make returns n zeros in the memory, or on the heap if m is nil. T must not contain pointers. After a
// failure it returns nil.
func Make[T any](m *Memory, n int) []T { return MakeUntil[T](context.Background(), m, n) }

// MakeUntil is Make for tables that may be so large that this takes long, see [large.MakeUntil].
func MakeUntil[T any](ctx context.Context, m *Memory, n int) []T {
	if m == nil || n == 0 {
		return large.MakeUntil[T](ctx, n)
	}
	b := m.take(int64(n) * int64(unsafe.Sizeof(*new(T))))
	if b == nil {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n)
}

// Offset returns where n bytes are in the memory's file. ok is false if they are elsewhere.
func (m *Memory) Offset(at unsafe.Pointer, n uintptr) (offset int64, ok bool) {
	if m == nil || len(m.data) == 0 {
		return 0, false
	}
	offset = int64(uintptr(at) - uintptr(unsafe.Pointer(unsafe.SliceData(m.data))))
	return offset, offset >= 0 && offset <= int64(len(m.data))-int64(n)
}

// At returns the address of n bytes at an offset. It returns nil if there are not that many, or if the offset
// is not aligned as pieces are.
func (m *Memory) At(offset int64, n uintptr) unsafe.Pointer {
	if offset < 0 || offset%aligned != 0 || int64(n) < 0 || offset > int64(len(m.data))-int64(n) {
		return nil
	}
	return unsafe.Pointer(unsafe.SliceData(m.data[offset:]))
}
