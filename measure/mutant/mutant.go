// Package mutant damages recordings as disks, networks and attackers do, for tests.
//
// [Of] unpacks gzip, so that the decoder sees the damage, and not only a wrong checksum.
package mutant

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"math"
	"math/rand/v2"
	"slices"
)

// limit bounds a mutant's unpacked size, in bytes, so that repeating does not fill the disk.
const limit = 8 << 20

// Of returns a recording damaged in one to four places. Some damage takes a piece from the other. A
// packed recording is usually packed again. The same random numbers make the same mutant.
func Of(r *rand.Rand, recording, other []byte) []byte {
	data, packed := unpack(recording)
	other, _ = unpack(other)
	damages := blind
	if len(fields(data)) > 0 {
		damages = slices.Concat(blind, formed, formed)
	}
	for range 1 + r.IntN(4) {
		if len(data) == 0 {
			break
		}
		data = damages[r.IntN(len(damages))](r, data, other)
		data = data[:min(len(data), limit)]
	}
	switch {
	case !packed:
		return data
	case r.IntN(10) == 0:
		return flip(r, pack(data), nil)
	case r.IntN(10) == 0:
		return cut(r, pack(data), nil)
	}
	return pack(data)
}

func unpack(data []byte) (plain []byte, packed bool) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return slices.Clone(data), false
	}
	// The part that can be read from a cut recording is good for a mutant.
	plain, _ = io.ReadAll(io.LimitReader(z, limit))
	return plain, true
}

func pack(data []byte) []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	z.Write(data)
	z.Close()
	return b.Bytes()
}

// damage changes data, which is not empty, and may take from another recording.
type damage func(r *rand.Rand, data, other []byte) []byte

// blind damages data without looking at what is there.
var blind = []damage{flip, cut, drop, splice, repeat, overwrite, digits}

// flip flips up to eight bits.
func flip(r *rand.Rand, data, _ []byte) []byte {
	for range 1 + r.IntN(8) {
		data[r.IntN(len(data))] ^= 1 << r.IntN(8)
	}
	return data
}

func cut(r *rand.Rand, data, _ []byte) []byte { return data[:r.IntN(len(data))] }

// piece returns a piece of data, more often a short one.
func piece(r *rand.Rand, data []byte) (from, to int) {
	from = r.IntN(len(data))
	return from, from + 1 + r.IntN(min(len(data)-from, 1<<r.IntN(20)))
}

func drop(r *rand.Rand, data, _ []byte) []byte {
	from, to := piece(r, data)
	return slices.Delete(data, from, to)
}

// splice continues with the other recording at some point.
func splice(r *rand.Rand, data, other []byte) []byte {
	if len(other) == 0 {
		return data
	}
	return slices.Concat(data[:r.IntN(len(data))], other[r.IntN(len(other)):])
}

// repeat writes a piece up to 4,096 times.
func repeat(r *rand.Rand, data, _ []byte) []byte {
	from, to := piece(r, data)
	n := min(1<<r.IntN(13), limit/(to-from))
	return slices.Concat(data[:from], bytes.Repeat(data[from:to], n), data[to:])
}

// overwrite writes a number as protobufs and traces encode it.
func overwrite(r *rand.Rand, data, _ []byte) []byte {
	at := r.IntN(len(data))
	return slices.Concat(data[:at], number(r), data[min(len(data), at+1+r.IntN(9)):])
}

// digits replaces the first digits from a random position on.
func digits(r *rand.Rand, data, _ []byte) []byte {
	digit := func(b byte) bool { return '0' <= b && b <= '9' }
	from := r.IntN(len(data))
	i := slices.IndexFunc(data[from:], digit)
	if i < 0 {
		return data
	}
	from += i
	to := from
	for to < len(data) && digit(data[to]) {
		to++
	}
	texts := []string{"0", "-1", "9223372036854775807", "9223372036854775808", "18446744073709551616", "1e308",
		"0xffffffffffffffff", "00000000000000000000001"}
	return slices.Concat(data[:from], []byte(texts[r.IntN(len(texts))]), data[to:])
}

func number(r *rand.Rand) []byte {
	numbers := []uint64{0, 1, 127, 128, 1 << 14, 1 << 20, 1<<31 - 1, 1 << 31, 1<<32 - 1, math.MaxInt64, 1 << 63, math.MaxUint64}
	return binary.AppendUvarint(nil, numbers[r.IntN(len(numbers))])
}
