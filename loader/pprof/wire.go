package pprof

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
)

// The wire types of protocol buffers (https://protobuf.dev/programming-guides/encoding). Groups are
// not used by profile.proto and refused, as google/pprof refuses them.
const (
	wireVarint = 0
	wire64     = 1
	wireBytes  = 2
	wire32     = 5
)

// wireError is a fault in the encoding itself.
type wireError struct {
	at  int    // bytes from the start of the message
	why string // the fault found there
	cut bool   // the message ends before the length that it announces
}

func (e *wireError) Error() string { return fmt.Sprintf("%s at byte %d", e.why, e.at) }

// field is one field of a message: its number, its wire type, and its value, in num or in data.
type field struct {
	number int
	typ    int
	num    uint64
	data   []byte // of wireBytes
}

// varint decodes the number at d[i:] and returns the index behind it, or −1.
// Like google/pprof, it reads at most ten bytes and drops bits beyond the 64th.
func varint(d []byte, i int) (uint64, int) {
	if i < len(d) && d[i] < 0x80 {
		return uint64(d[i]), i + 1
	}
	var u uint64
	for n := 0; n < 10 && i < len(d); n++ {
		c := d[i]
		i++
		u |= uint64(c&0x7f) << (7 * n)
		if c < 0x80 {
			return u, i
		}
	}
	return 0, -1
}

// message walks over the fields of one message:
//
//	m := message{all: data}
//	for m.next() {
//		switch m.number { … }
//	}
//	return m.err
//
// A body ends the walk when it sets err.
type message struct {
	all  []byte
	from int // where the field begins
	at   int // where the next one does
	field
	err error
}

// next decodes the next field. It returns false at the end and after an error.
func (m *message) next() bool {
	if m.err != nil || m.at >= len(m.all) {
		return false
	}
	m.from = m.at
	m.at, m.err = m.field.read(m.all, m.at)
	return m.err == nil
}

// isCut reports whether an error says that a message ends within a field.
func isCut(err error) bool {
	var w *wireError
	return errors.As(err, &w) && w.cut
}

// read decodes the field at d[i:] and returns the index behind it.
func (f *field) read(d []byte, i int) (int, error) {
	start := i
	tag, i := varint(d, i)
	if i < 0 {
		return 0, badVarint(d, start)
	}
	f.number, f.typ, f.num, f.data = int(tag>>3), int(tag&7), 0, nil
	switch f.typ {
	case wireVarint:
		if f.num, i = varint(d, i); i < 0 {
			return 0, badVarint(d, start)
		}
	case wire64, wire32:
		size := 8
		if f.typ == wire32 {
			size = 4
		}
		if len(d)-i < size {
			return 0, &wireError{start, fmt.Sprintf("a number of %d bytes is cut off", size), true}
		}
		// No field that is read has a fixed size.
		i += size
	case wireBytes:
		var n uint64
		if n, i = varint(d, i); i < 0 {
			return 0, badVarint(d, start)
		}
		if n > uint64(len(d)-i) { // no protobuf is longer than 2 GB
			return 0, &wireError{start, fmt.Sprintf("a field of %d bytes, of which %d are there,", n, len(d)-i), n <= 1<<31}
		}
		f.data = d[i : i+int(n)]
		i += int(n)
	default:
		return 0, &wireError{start, fmt.Sprintf("unknown wire type %d", f.typ), false}
	}
	return i, nil
}

func badVarint(d []byte, at int) error {
	return &wireError{at, "a number without an end", len(d)-at < 10}
}

// want refuses a field whose wire type is not the one of its number.
func (f *field) want(typ int) error {
	if f.typ != typ {
		return fmt.Errorf("field %d has wire type %d, not %d", f.number, f.typ, typ)
	}
	return nil
}

// int64s appends the values of a repeated number, packed or not.
func (f *field) int64s(to *[]int64) error {
	if f.typ != wireBytes {
		*to = append(*to, int64(f.num))
		return f.want(wireVarint)
	}
	for i := 0; i < len(f.data); {
		u, n := varint(f.data, i)
		if n < 0 {
			return badVarint(f.data, i)
		}
		*to = append(*to, int64(u))
		i = n
	}
	return nil
}

// numbers reads a message of which all that counts are numbers: field i goes to to[i-1].
func numbers(data []byte, to []uint64) error {
	m := message{all: data}
	for m.next() {
		if i := m.number - 1; i >= 0 && i < len(to) {
			to[i], m.err = m.num, m.want(wireVarint)
		}
	}
	return m.err
}

// countVarints is how many numbers a packed field holds: its bytes without the continuation bit.
func countVarints(d []byte) int {
	n := 0
	for ; len(d) >= 8; d = d[8:] {
		n += bits.OnesCount64(^binary.LittleEndian.Uint64(d) & 0x8080808080808080)
	}
	for _, c := range d {
		if c < 0x80 {
			n++
		}
	}
	return n
}
