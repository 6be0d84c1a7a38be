package inflate

import "encoding/binary"

// unpack unpacks a block until it ends or the piece is nearly full, and returns where it stopped.
func (r *Reader) unpack(piece []byte, to int) (int, error) {
	literals, distances := &r.literals, &r.distances
	end := len(piece) - longest
	in, at, bits, n := r.in, r.at, r.bits, r.n
	stop := func(at int, bits uint64, n uint) { r.at, r.bits, r.n = at, bits, n }
	for to < end {
		if len(in)-at < padding {
			stop(at, bits, n)
			if err := r.more(padding); err != nil {
				return to, err
			}
			in, at = r.in, r.at
		}
		bits |= binary.LittleEndian.Uint64(in[at:at+8]) << (n & 63)
		at += int((63 - n) >> 3)
		n |= 56

		// Literals take at most literalBits each here. Behind two of them, there may be too few bits for a match, which
		// takes up to 48.
		e := literals.first[bits&(1<<literalBits-1)]
		if e&isLiteral != 0 {
			bits, n = bits>>(e&63), n-e.length()
			piece[to] = byte(e >> 16)
			to++
			e = literals.first[bits&(1<<literalBits-1)]
			if e&isLiteral != 0 {
				bits, n = bits>>(e&63), n-e.length()
				piece[to] = byte(e >> 16)
				to++
				e = literals.first[bits&(1<<literalBits-1)]
				if e&isLiteral != 0 {
					bits, n = bits>>(e&63), n-e.length()
					piece[to] = byte(e >> 16)
					to++
					continue
				}
			}
			bits |= binary.LittleEndian.Uint64(in[at:at+8]) << (n & 63)
			at += int((63 - n) >> 3)
			n |= 56
		}
		if e&isTable != 0 {
			bits, n = bits>>literalBits, n-literalBits
			e = literals.below(e, bits)
		}
		bits, n = bits>>(e&63), n-e.length()
		if e&isLiteral != 0 {
			piece[to] = byte(e >> 16)
			to++
			continue
		}
		if e&isEnd != 0 {
			if e.value() == 0 {
				return to, errGivenUp
			}
			stop(at, bits, n)
			r.stage = block
			return to, nil
		}
		length := e.value() + int(bits&(1<<e.extra()-1))
		bits, n = bits>>e.extra(), n-e.extra()

		e = distances.first[bits&(1<<distanceBits-1)]
		if e&isTable != 0 {
			bits, n = bits>>distanceBits, n-distanceBits
			e = distances.below(e, bits)
		}
		if e&isEnd != 0 {
			return to, errGivenUp
		}
		bits, n = bits>>(e&63), n-e.length()
		from := to - e.value() - int(bits&(1<<e.extra()-1))
		bits, n = bits>>e.extra(), n-e.extra()
		if from < r.begin {
			return to, errGivenUp
		}
		if to-from < 8 {
			for range length {
				piece[to] = piece[from]
				from, to = from+1, to+1
			}
			continue
		}
		src, dst := piece[from:from+atOnce], piece[to:to+atOnce]
		binary.LittleEndian.PutUint64(dst, binary.LittleEndian.Uint64(src))
		binary.LittleEndian.PutUint64(dst[8:], binary.LittleEndian.Uint64(src[8:]))
		binary.LittleEndian.PutUint64(dst[16:], binary.LittleEndian.Uint64(src[16:]))
		for done := atOnce; done < length; done += 8 {
			binary.LittleEndian.PutUint64(piece[to+done:], binary.LittleEndian.Uint64(piece[from+done:]))
		}
		to += length
	}
	stop(at, bits, n)
	return to, nil
}

// atOnce is how many bytes of a match are copied without asking: most matches have no more.
const atOnce = 24
