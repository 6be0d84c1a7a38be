// Package wire reads protocol buffers field by field, without making objects for messages.
package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
)

// Wire types (https://protobuf.dev/programming-guides/encoding). Groups are not used by profile.proto and are
// refused, as google/pprof refuses them.
const (
	TypeVarint = 0
	Type64     = 1
	TypeBytes  = 2
	Type32     = 5
)

// fault is a fault in the encoding itself.
type fault struct {
	at  int    // bytes from the message's start
	why string // the fault found there
	cut bool   // the message ends before the length that it announces
}

func (e *fault) Error() string { return fmt.Sprintf("%s at byte %d", e.why, e.at) }

// Field is a field in a message: its number, its wire type, and its value in Num or Data.
type Field struct {
	Number int
	Type   int
	Num    uint64
	Data   []byte // for TypeBytes
}

// Varint decodes the number at d[i:] and returns the index behind it, or −1.
// Like google/pprof, it reads at most ten bytes and drops bits beyond the 64th.
func Varint(d []byte, i int) (uint64, int) {
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

// Message walks over the fields of one message:
//
//	m := Message{All: data}
//	for m.Next() {
//		switch m.Number { … }
//	}
//	return m.Err
//
// A body ends the walk when it sets Err.
type Message struct {
	All  []byte
	From int // where the field begins
	At   int // where the next one does
	Field
	Err error
}

// Next decodes the next field. It returns false at the end and after an error.
func (m *Message) Next() bool {
	if m.Err != nil || m.At >= len(m.All) {
		return false
	}
	all, at := m.All, m.At
	m.From = at
	// Nearly all tags and lengths take a byte.
	if tag := all[at]; tag < 0x80 && at+1 < len(all) {
		switch tag & 7 {
		case TypeBytes:
			if n := int(all[at+1]); n < 0x80 && n <= len(all)-at-2 {
				m.Number, m.Type, m.Num = int(tag>>3), TypeBytes, 0
				m.At = at + 2 + n
				m.Data = all[at+2 : m.At]
				return true
			}
		case TypeVarint:
			if u, end := Varint(all, at+1); end > 0 {
				m.Number, m.Type, m.Num, m.Data, m.At = int(tag>>3), TypeVarint, u, nil, end
				return true
			}
		}
	}
	m.At, m.Err = m.Field.read(m.All, m.At)
	return m.Err == nil
}

// IsCut reports whether an error says that a message ends within a field.
func IsCut(err error) bool {
	var w *fault
	return errors.As(err, &w) && w.cut
}

// read decodes the field at d[i:] and returns the index behind it.
func (f *Field) read(d []byte, i int) (int, error) {
	start := i
	tag, i := Varint(d, i)
	if i < 0 {
		return 0, BadVarint(d, start)
	}
	f.Number, f.Type, f.Num, f.Data = int(tag>>3), int(tag&7), 0, nil
	switch f.Type {
	case TypeVarint:
		if f.Num, i = Varint(d, i); i < 0 {
			return 0, BadVarint(d, start)
		}
	case Type64, Type32:
		size := 8
		if f.Type == Type32 {
			size = 4
		}
		if len(d)-i < size {
			return 0, &fault{start, fmt.Sprintf("a number of %d bytes is cut off", size), true}
		}
		if size == 8 {
			f.Num = binary.LittleEndian.Uint64(d[i:])
		} else {
			f.Num = uint64(binary.LittleEndian.Uint32(d[i:]))
		}
		i += size
	case TypeBytes:
		var n uint64
		if n, i = Varint(d, i); i < 0 {
			return 0, BadVarint(d, start)
		}
		if n > uint64(len(d)-i) { // no protobuf is longer than 2 GB
			return 0, &fault{start, fmt.Sprintf("a field of %d bytes, of which %d are there,", n, len(d)-i), n <= 1<<31}
		}
		f.Data = d[i : i+int(n)]
		i += int(n)
	default:
		return 0, &fault{start, fmt.Sprintf("unknown wire type %d", f.Type), false}
	}
	return i, nil
}

// BadVarint is the error for what [Varint] cannot decode.
func BadVarint(d []byte, at int) error {
	return &fault{at, "a number without an end", len(d)-at < 10}
}

// Want returns an error if a field's wire type is not typ.
func (f *Field) Want(typ int) error {
	if f.Type != typ {
		return fmt.Errorf("field %d has wire type %d, not %d", f.Number, f.Type, typ)
	}
	return nil
}

// Int64s appends a repeated number's values, packed or not.
func (f *Field) Int64s(to *[]int64) error {
	if f.Type != TypeBytes {
		*to = append(*to, int64(f.Num))
		return f.Want(TypeVarint)
	}
	for i := 0; i < len(f.Data); {
		u, n := Varint(f.Data, i)
		if n < 0 {
			return BadVarint(f.Data, i)
		}
		*to = append(*to, int64(u))
		i = n
	}
	return nil
}

// Numbers reads a message that only has numbers to keep: field i goes to to[i-1]. It reports whether there are fields
// with other numbers.
func Numbers(data []byte, to []uint64) (more bool, err error) {
	m := Message{All: data}
	for m.Next() {
		if i := m.Number - 1; i >= 0 && i < len(to) {
			to[i], m.Err = m.Num, m.Want(TypeVarint)
		} else {
			more = true
		}
	}
	return more, m.Err
}

// CountVarints is how many numbers a packed field holds: its bytes without the continuation bit.
func CountVarints(d []byte) int {
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
