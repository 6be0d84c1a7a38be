package inflate

import "math/bits"

// table decodes a Huffman code: by the next bits, and if they are not enough, by those behind them.
type table struct {
	first [1 << literalBits]entry // only as many as bits has values are used
	rest  []entry
	bits  uint
}

// below returns the entry in the table to which e refers, given the bits behind those that led to e.
func (t *table) below(e entry, bits uint64) entry {
	return t.rest[uint64(e.value())+bits&(1<<e.extra()-1)]
}

// entry says what the next bits mean. It holds, from its lowest bit on: eight bits, how many bits it is about; six, how
// many extra bits follow, or choose an entry in another table; two for what it is; and a value. That is a literal if
// the highest bit is set, else a length or a distance without its extra bits, or where the other table begins.
type entry uint32

const (
	isEnd     entry = 1 << 14 // the block ends, if there is a value; else there is no such code
	isTable   entry = 1 << 15
	isLiteral entry = 1 << 31

	noCode = isEnd
)

func (e entry) length() uint { return uint(e & 0x3f) }
func (e entry) extra() uint  { return uint(e >> 8 & 0x3f) }
func (e entry) value() int   { return int(e >> 16 & 0x7fff) }

const longestCode = 15

// build makes a table, given the length of each symbol's code, and what each symbol means. Like compress/flate, it
// accepts codes that are complete, a single code that has one bit, or none.
func (t *table) build(lengths []uint8, meaning []entry) bool {
	var count, next [longestCode + 2]int
	used := 0
	for _, n := range lengths {
		count[n]++
	}
	count[0] = 0
	longest := 0
	for n := 1; n <= longestCode; n++ {
		next[n+1] = (next[n] + count[n]) << 1
		used += count[n] << (longestCode - n)
		if count[n] > 0 {
			longest = n
		}
	}
	if used != 1<<longestCode && longest > 0 && (longest > 1 || count[1] > 1) {
		return false
	}
	t.rest = t.rest[:0]
	for i := range 1 << t.bits {
		t.first[i] = noCode
	}
	var deepest [1 << literalBits]uint8 // for each of the first entries, the longest code that begins so
	if uint(longest) > t.bits {
		code := next
		for _, n := range lengths {
			if uint(n) > t.bits {
				first := reversed(code[n], uint(n)) & (1<<t.bits - 1)
				deepest[first] = max(deepest[first], n)
			}
			code[n]++
		}
	}
	for symbol, n := range lengths {
		if n == 0 {
			continue
		}
		code := reversed(next[n], uint(n))
		next[n]++
		if uint(n) <= t.bits {
			e := meaning[symbol] | entry(n)
			for ; code < 1<<t.bits; code += 1 << n {
				t.first[code] = e
			}
			continue
		}
		first := &t.first[code&(1<<t.bits-1)]
		more := uint(deepest[code&(1<<t.bits-1)]) - t.bits
		if *first == noCode {
			*first = isTable | entry(len(t.rest))<<16 | entry(more)<<8
			for range 1 << more {
				t.rest = append(t.rest, noCode)
			}
		}
		to := t.rest[first.value():][:1<<more]
		e := meaning[symbol] | entry(uint(n)-t.bits)
		for code >>= t.bits; code < 1<<more; code += 1 << (uint(n) - t.bits) {
			to[code] = e
		}
	}
	return true
}

// reversed returns a code as it is read: its first bit is the lowest.
func reversed(code int, n uint) int {
	return int(bits.Reverse16(uint16(code)) >> (16 - n))
}

// What the symbols mean (RFC 1951, 3.2.5): literals, the end and lengths; distances; what codes reads.
var (
	literalMeaning  = literals()
	distanceMeaning = distances()
	lengthMeaning   = plain(19)
)

func plain(n int) (m []entry) {
	for i := range n {
		m = append(m, entry(i)<<16)
	}
	return m
}

func literals() (m []entry) {
	for i := range 256 {
		m = append(m, isLiteral|entry(i)<<16)
	}
	m = append(m, isEnd|1<<16)
	length := 3
	for i := range 28 {
		extra := max(0, i/4-1)
		m = append(m, entry(length)<<16|entry(extra)<<8)
		length += 1 << extra
	}
	return append(m, 258<<16, noCode, noCode)
}

func distances() (m []entry) {
	distance := 1
	for i := range 30 {
		extra := max(0, i/2-1)
		m = append(m, entry(distance)<<16|entry(extra)<<8)
		distance += 1 << extra
	}
	return append(m, noCode, noCode)
}

const literalBits, distanceBits = 11, 9

// fixedCodes sets the codes that need no description (RFC 1951, 3.2.6).
func (r *Reader) fixedCodes() {
	var lengths [288]uint8
	for i := range lengths {
		switch {
		case i < 144:
			lengths[i] = 8
		case i < 256:
			lengths[i] = 9
		case i < 280:
			lengths[i] = 7
		default:
			lengths[i] = 8
		}
	}
	r.literals.build(lengths[:], literalMeaning)
	var five [32]uint8
	for i := range five {
		five[i] = 5
	}
	r.distances.build(five[:], distanceMeaning)
}

// order is the order in which the first lengths come that codes reads.
var order = [19]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// codes reads which codes a block has (RFC 1951, 3.2.7).
func (r *Reader) codes() error {
	literals, distances, n := 257+r.take(5), 1+r.take(5), 4+r.take(4)
	if literals > 286 || distances > 30 {
		return errGivenUp
	}
	var short [19]uint8
	for _, i := range order[:n] {
		if err := r.fill(); err != nil {
			return err
		}
		short[i] = uint8(r.take(3))
	}
	code := table{bits: 7}
	if !code.build(short[:], lengthMeaning) {
		return errGivenUp
	}
	var lengths [286 + 30]uint8
	for i := 0; i < literals+distances; {
		if err := r.fill(); err != nil {
			return err
		}
		e := code.first[r.bits&(1<<code.bits-1)]
		if e == noCode {
			return errGivenUp
		}
		r.take(e.length())
		length, times := uint8(0), 1
		switch v := e.value(); v {
		case 16:
			if i == 0 {
				return errGivenUp
			}
			length, times = lengths[i-1], 3+r.take(2)
		case 17:
			times = 3 + r.take(3)
		case 18:
			times = 11 + r.take(7)
		default:
			length = uint8(v)
		}
		if i+times > literals+distances {
			return errGivenUp
		}
		for range times {
			lengths[i] = length
			i++
		}
	}
	if !r.literals.build(lengths[:literals], literalMeaning) ||
		!r.distances.build(lengths[literals:literals+distances], distanceMeaning) {
		return errGivenUp
	}
	return nil
}
