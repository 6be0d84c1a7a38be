package scene

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/adler32"
	"hash/crc32"
	"image"
	"io"
	"runtime"

	"github.com/klauspost/compress/flate"
)

// WritePNG writes the picture losslessly. Speed comes before size: pictures of boxes compress well anyhow. If the tape's
// context ends, it returns the context's error.
//
// It is painted and encoded in strips, on all processors, and no more than a few strips are in memory. Package image/png
// takes longer for a large picture than everything else that makes it. The file is the same on any number of processors.
// The rules are those of the PNG specification (https://www.w3.org/TR/png-3/) and of RFC 1950.
func (t *Tape) WritePNG(w io.Writer) error {
	p, size := &pngWriter{w: w}, t.img.Rect.Size()
	p.write([]byte("\x89PNG\r\n\x1a\n"))
	const depth, trueColor = 8, 2
	head := binary.BigEndian.AppendUint32(nil, uint32(size.X))
	head = binary.BigEndian.AppendUint32(head, uint32(size.Y))
	p.chunk("IHDR", append(head, depth, trueColor, 0, 0, 0))
	p.strips(t)
	p.chunk("IEND", nil)
	return cmp.Or(p.err, t.Err())
}

// pngWriter writes chunks until the first error.
type pngWriter struct {
	w   io.Writer
	err error
}

func (p *pngWriter) write(b []byte) {
	if p.err == nil {
		_, p.err = p.w.Write(b)
	}
}

// chunk writes a chunk. Its parts are joined.
func (p *pngWriter) chunk(kind string, parts ...[]byte) {
	n, sum := 0, crc32.ChecksumIEEE([]byte(kind))
	for _, part := range parts {
		n += len(part)
		sum = crc32.Update(sum, crc32.IEEETable, part)
	}
	p.write(append(binary.BigEndian.AppendUint32(nil, uint32(n)), kind...))
	for _, part := range parts {
		p.write(part)
	}
	p.write(binary.BigEndian.AppendUint32(nil, sum))
}

// stripBytes is about how many bytes of pixels are painted and compressed by themselves.
const stripBytes = 1 << 20

// strips writes a picture's pixels, each strip as a chunk. All strips together are one stream of zlib.
func (p *pngWriter) strips(t *Tape) {
	width, height := t.img.Rect.Dx(), t.img.Rect.Dy()
	rows := max(1, stripBytes/(4*width))
	shapes := t.strips(rows)
	n := len(shapes)
	made := make([]chan pngStrip, n)
	for i := range made {
		made[i] = make(chan pngStrip, 1)
	}
	// Few strips wait until they are written: each one written is a turn for another.
	turn := make(chan int, min(n, 4*runtime.GOMAXPROCS(0)))
	defer close(turn)
	for i := range cap(turn) {
		turn <- i
	}
	for range min(n, runtime.GOMAXPROCS(0)) {
		go func() {
			s := newStripper(width, rows)
			for i := range turn {
				made[i] <- s.strip(t, image.Rect(0, i*rows, width, min(height, (i+1)*rows)), shapes[i])
			}
		}()
	}
	const emptyLastBlock = "\x01\x00\x00\xff\xff"
	sum := checksum{a: 1}
	for i := 0; i < n && p.err == nil; i++ {
		s := <-made[i]
		if next := i + cap(turn); next < n {
			turn <- next
		}
		sum = sum.and(s.sum, s.bytes)
		parts := [][]byte{s.data}
		if i == 0 {
			parts = [][]byte{{0x78, 0x01}, s.data}
		}
		if i == n-1 {
			parts = append(parts, []byte(emptyLastBlock), binary.BigEndian.AppendUint32(nil, sum.b<<16|sum.a))
		}
		p.chunk("IDAT", parts...)
	}
}

// pngStrip is a compressed strip, whose last block ends with a byte.
type pngStrip struct {
	data  []byte
	sum   uint32 // Adler-32 of its uncompressed bytes
	bytes int    // how many they are
}

// stripper paints and compresses strips. Its memory is used again.
type stripper struct {
	raster Raster
	pixels []byte
	raw    []byte
	out    bytes.Buffer
	to     *flate.Writer
}

func newStripper(width, rows int) *stripper {
	s := &stripper{pixels: make([]byte, 4*width*rows), raw: make([]byte, (1+3*width)*rows+spare)}
	s.to, _ = flate.NewWriter(nil, flate.BestSpeed) // which fails for a level that does not exist
	return s
}

// strip paints a part of a picture and compresses it. Each row but the first has its distances to the one above,
// because the rows of a box are equal.
func (s *stripper) strip(t *Tape, part image.Rectangle, shapes []*taped) pngStrip {
	const none, up = 0, 2 // filter types
	width, height := part.Dx(), part.Dy()
	img := &image.RGBA{Pix: s.pixels[:4*width*height], Stride: 4 * width, Rect: part}
	t.paint(&s.raster, img, shapes)
	if t.Over() {
		return pngStrip{}
	}
	line := 1 + 3*width
	raw := s.raw[:height*line]
	sum, zeros := checksum{a: 1}, 0 // zeros are bytes that the sum lacks
	and := func(data []byte) {
		sum = sum.zeros(zeros).and(adler32.Checksum(data), len(data))
		zeros = 0
	}
	above, filter := make([]byte, 4*width), byte(none) // black without alpha
	for y := range height {
		row := img.Pix[y*img.Stride:][:4*width]
		out := s.raw[y*line:]
		out[0] = filter
		and(out[:1])
		out = out[1 : line+spare]
		for x := 0; x < width; x += block {
			end := min(x+block, width)
			out, row, above := out[3*x:3*end+spare], row[4*x:4*end], above[4*x:4*end]
			n := 3 * (end - x)
			if bytes.Equal(row, above) {
				clear(out[:n])
				zeros += n
				continue
			}
			distances(out, row, above)
			and(out[:n])
		}
		above, filter = row, up
	}
	s.out.Reset()
	s.to.Reset(&s.out)
	s.to.Write(raw) // to memory, which does not fail
	s.to.Flush()
	sum = sum.zeros(zeros)
	return pngStrip{bytes.Clone(s.out.Bytes()), sum.b<<16 | sum.a, len(raw)}
}

// block is how many pixels are held against those above at once. In most blocks they are equal.
const block = 64

// spare is how many bytes [distances] writes behind a row.
const spare = 2

// distances subtracts from each byte of a row the one above, without alpha. It takes two pixels at a time, so it writes
// eight bytes where six are meant.
func distances(out, row, above []byte) {
	const high = 0x8080808080808080 // in each byte: no borrow comes from the one below
	for len(row) >= 8 && len(above) >= 8 && len(out) >= 8 {
		a, b := binary.LittleEndian.Uint64(row), binary.LittleEndian.Uint64(above)
		d := (a | high) - (b &^ high) ^ (a^^b)&high
		binary.LittleEndian.PutUint64(out, d&0xffffff|d>>8&0xffffff000000)
		row, above, out = row[8:], above[8:], out[6:]
	}
	if len(row) >= 4 {
		out[0], out[1], out[2] = row[0]-above[0], row[1]-above[1], row[2]-above[2]
	}
}

// checksum is an Adler-32 in its two halves.
type checksum struct{ a, b uint32 }

const base = 65521 // the sums of Adler-32 are modulo it

// zeros returns the checksum of bytes that are followed by n zeros.
func (c checksum) zeros(n int) checksum {
	return checksum{c.a, uint32((uint64(c.b) + uint64(c.a)*(uint64(n)%base)) % base)}
}

// and returns the checksum of bytes that are followed by n others, whose own is given.
func (c checksum) and(sum uint32, n int) checksum {
	a, b := uint64(sum&0xffff), uint64(sum>>16)
	// The other checksum began with 1, where this one goes on with a.
	before := uint64(c.a) + base - 1
	return checksum{uint32((before + a) % base), uint32((uint64(c.b) + b + before%base*(uint64(n)%base)) % base)}
}
