package inflate

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
)

// Window is how far back unpacked data may refer.
const Window = 32 << 10

// errGivenUp is the error if data is damaged, cut off or unusual.
var errGivenUp = errors.New("a library has to read it")

// Reader unpacks a gzip file.
type Reader struct {
	from io.Reader
	in   []byte // what was read ahead; behind the end of the file come zeros
	at   int    // where in it the bytes begin that are not yet in bits
	end  int    // where in it the file ends; beyond it, before that is known
	bits uint64 // the next n bits, from the lowest on; those above are 0 or as they follow in the file
	n    uint

	stage stage
	last  bool // the block is the last one of its member
	left  int  // how many bytes are left of a block that is stored as it is

	literals, distances table

	piece   []byte // the last piece, and its window before it
	begin   int    // where in it the member begins; 0 if it began before
	sum     uint32 // the member's checksum so far
	size    uint32 // its size so far
	total   int    // how many bytes were unpacked before the piece
	members []int  // where each begins
}

// stage is what comes next.
type stage int

const (
	member stage = iota
	block
	stored
	packed
	trailer
)

const (
	ahead   = 64 << 10
	padding = 16 // zeros behind the end of the file: unpack fills bits twice before it looks how much there is
	// longest is more than [Reader.unpack] writes in one turn: two literals and a match, whose copy may write seven bytes
	// behind it.
	longest = 258 + atOnce
)

// NewReader makes a Reader.
func NewReader(from io.Reader) *Reader {
	return &Reader{from: from, in: make([]byte, 0, ahead+padding), end: ahead + padding + 1,
		literals: table{bits: literalBits}, distances: table{bits: distanceBits}}
}

// Members returns where each member begins in the unpacked data.
func (r *Reader) Members() []int { return r.members }

// Next unpacks into a piece, from piece[Window:] on, and returns how many bytes. The piece must have room for some
// hundred bytes behind that, and the piece before must be as it was; it may be the same memory. The error is [io.EOF]
// behind the last byte, and any other if the Reader gives up; then nothing that it returned is certain.
func (r *Reader) Next(piece []byte) (n int, err error) {
	copy(piece[max(0, Window-len(r.piece)):], r.piece[max(0, len(r.piece)-Window):])
	r.begin = max(0, r.begin-max(0, len(r.piece)-Window))
	to := Window
	for err == nil && to < len(piece)-longest {
		switch r.stage {
		case member:
			r.begin = to
			err = r.member()
		case block:
			err = r.block()
		case stored:
			to, err = r.copyStored(piece, to)
		case packed:
			to, err = r.unpack(piece, to)
		case trailer:
			r.add(piece[Window+n : to])
			n = to - Window
			err = r.trailer()
		}
	}
	r.add(piece[Window+n : to])
	r.piece = piece[:to]
	return to - Window, err
}

// add counts unpacked bytes.
func (r *Reader) add(data []byte) {
	r.sum = crc32.Update(r.sum, crc32.IEEETable, data)
	r.size += uint32(len(data))
	r.total += len(data)
}

// more reads ahead so far that at least n bytes follow. Those behind the end are zeros.
func (r *Reader) more(n int) error {
	if len(r.in)-r.at >= n {
		return nil
	}
	if r.end <= len(r.in) {
		return errGivenUp
	}
	const kept = 8 // bytes that may be in bits, which rest gives back
	from := max(0, r.at-kept)
	r.in = r.in[:copy(r.in, r.in[from:])]
	r.at -= from
	for len(r.in) < ahead {
		got, err := r.from.Read(r.in[len(r.in):ahead])
		r.in = r.in[:len(r.in)+got]
		if err == io.EOF {
			r.end = len(r.in)
			r.in = append(r.in, make([]byte, padding)...)
			break
		}
		if err != nil {
			return err
		}
	}
	if len(r.in)-r.at < n {
		return errGivenUp
	}
	return nil
}

// rest returns the bytes read ahead that are not used, up to where the file ends. It drops what is left in a byte.
func (r *Reader) rest() []byte {
	r.at -= int(r.n / 8)
	r.bits, r.n = 0, 0
	return r.in[min(r.at, r.end):min(r.end, len(r.in))]
}

// whole is rest, but at least n bytes.
func (r *Reader) whole(n int) ([]byte, error) {
	rest := r.rest()
	if len(rest) < n {
		if err := r.more(n); err != nil {
			return nil, err
		}
		if rest = r.rest(); len(rest) < n {
			return nil, errGivenUp
		}
	}
	return rest, nil
}

// member begins a member, or ends the file.
func (r *Reader) member() error {
	const (
		most   = 1 << 10 // bytes of a usual header
		fixed  = 10
		extra  = 1 << 2
		name   = 1 << 3
		remark = 1 << 4
		text   = 1 << 0
	)
	if err := r.more(most); err != nil && r.end > len(r.in) {
		return err
	}
	head := r.rest()
	if len(head) == 0 && len(r.members) > 0 {
		return io.EOF
	}
	if len(head) < fixed || head[0] != 0x1f || head[1] != 0x8b || head[2] != 8 || head[3]&^(extra|name|remark|text) != 0 {
		return errGivenUp
	}
	flags, n := head[3], fixed
	if flags&extra != 0 {
		if len(head) < n+2 {
			return errGivenUp
		}
		n += 2 + int(binary.LittleEndian.Uint16(head[n:]))
	}
	for _, one := range []byte{name, remark} {
		if flags&one == 0 || n > len(head) {
			continue
		}
		length := bytes.IndexByte(head[n:], 0)
		if length < 0 || length > 255 {
			return errGivenUp
		}
		n += length + 1
	}
	if n > len(head) {
		return errGivenUp
	}
	r.at += n
	r.members = append(r.members, r.total)
	r.sum, r.size, r.stage = 0, 0, block
	return nil
}

// trailer checks what was unpacked.
func (r *Reader) trailer() error {
	end, err := r.whole(8)
	if err != nil {
		return err
	}
	if binary.LittleEndian.Uint32(end) != r.sum || binary.LittleEndian.Uint32(end[4:]) != r.size {
		return errGivenUp
	}
	r.at += 8
	r.stage = member
	return nil
}

// fill takes care that there are at least 56 bits. Some may be zeros behind the end.
func (r *Reader) fill() error {
	if err := r.more(8); err != nil {
		return err
	}
	r.bits |= binary.LittleEndian.Uint64(r.in[r.at:]) << (r.n & 63)
	r.at += int((63 - r.n) >> 3)
	r.n |= 56
	return nil
}

// take returns the next bits.
func (r *Reader) take(n uint) int {
	v := r.bits & (1<<n - 1)
	r.bits >>= n
	r.n -= n
	return int(v)
}

// block begins a block.
func (r *Reader) block() error {
	if r.last {
		r.last, r.stage = false, trailer
		return nil
	}
	if err := r.fill(); err != nil {
		return err
	}
	r.last = r.take(1) == 1
	switch r.take(2) {
	case 0:
		return r.storedBlock()
	case 1:
		r.stage = packed
		r.fixedCodes()
		return nil
	case 2:
		r.stage = packed
		return r.codes()
	}
	return errGivenUp
}

// storedBlock begins a block that is not packed.
func (r *Reader) storedBlock() error {
	head, err := r.whole(4)
	if err != nil {
		return err
	}
	length := binary.LittleEndian.Uint16(head)
	if length != ^binary.LittleEndian.Uint16(head[2:]) {
		return errGivenUp
	}
	r.at += 4
	r.left, r.stage = int(length), stored
	return nil
}

// copyStored copies a block that is not packed, as far as it was read ahead.
func (r *Reader) copyStored(piece []byte, to int) (int, error) {
	if r.left == 0 {
		r.stage = block
		return to, nil
	}
	rest, err := r.whole(1)
	if err != nil {
		return to, err
	}
	n := copy(piece[to:], rest[:min(len(rest), r.left)])
	r.at += n
	r.left -= n
	return to + n, nil
}
