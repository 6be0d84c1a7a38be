package loader

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// The wire types of protocol buffers
// (https://protobuf.dev/programming-guides/encoding). Groups are not used by
// profile.proto and refused, as google/pprof refuses them.
const (
	wireVarint = 0
	wire64     = 1
	wireBytes  = 2
	wire32     = 5
)

// wireError is a fault in the encoding itself.
type wireError struct {
	at  int    // bytes from the start of the message
	why string // what was found there
	cut bool   // the message ends too early: what it announces is not there
}

func (e *wireError) Error() string { return fmt.Sprintf("%s at byte %d", e.why, e.at) }

// field is one field of a message: its number, its wire type, and its value,
// in num or in data.
type field struct {
	number int
	typ    int
	num    uint64
	data   []byte // of wireBytes
}

// varint decodes the number at d[i:] and returns the index behind it, or −1.
// Like google/pprof it takes at most ten bytes and drops what exceeds 64 bits.
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

// next decodes the field at d[i:] into f and returns the index behind it.
func next(d []byte, i int, f *field) (int, error) {
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
	case wire64:
		if len(d)-i < 8 {
			return 0, &wireError{start, "a number of 8 bytes is cut off", true}
		}
		f.num = binary.LittleEndian.Uint64(d[i:])
		i += 8
	case wireBytes:
		var n uint64
		if n, i = varint(d, i); i < 0 {
			return 0, badVarint(d, start)
		}
		if n > uint64(len(d)-i) {
			return 0, &wireError{start, fmt.Sprintf("a field of %d bytes, of which %d are there,", n, len(d)-i), true}
		}
		f.data = d[i : i+int(n)]
		i += int(n)
	case wire32:
		if len(d)-i < 4 {
			return 0, &wireError{start, "a number of 4 bytes is cut off", true}
		}
		f.num = uint64(binary.LittleEndian.Uint32(d[i:]))
		i += 4
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

// uint64s hands the values of a repeated number to yield, packed or not.
func (f *field) uint64s(yield func(uint64)) error {
	if f.typ != wireBytes {
		if err := f.want(wireVarint); err != nil {
			return err
		}
		yield(f.num)
		return nil
	}
	for i := 0; i < len(f.data); {
		u, n := varint(f.data, i)
		if n < 0 {
			return badVarint(f.data, i)
		}
		yield(u)
		i = n
	}
	return nil
}

// countVarints is how many numbers a packed field holds: as many as it has
// bytes without the continuation bit. Eight bytes at a time.
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
