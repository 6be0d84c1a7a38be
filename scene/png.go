package scene

import (
	"bytes"
	"encoding/binary"
	"hash/adler32"
	"hash/crc32"
	"image"
	"image/png"
	"io"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/klauspost/compress/flate"
)

// EncodePNG writes img losslessly. Speed comes before size: pictures of boxes compress well anyhow.
//
// An opaque image is encoded in strips, on all processors: package image/png takes longer for a large picture than
// everything else that makes it. The file is the same on any number of processors. The rules are those of the PNG
// specification (https://www.w3.org/TR/png-3/) and of RFC 1950.
func EncodePNG(w io.Writer, img *image.RGBA) error {
	if img.Rect.Empty() || !opaque(img) {
		e := png.Encoder{CompressionLevel: png.BestSpeed}
		return e.Encode(w, img)
	}
	p := &pngWriter{w: w}
	p.write([]byte("\x89PNG\r\n\x1a\n"))
	width, height := img.Rect.Dx(), img.Rect.Dy()
	const depth, trueColor = 8, 2
	head := binary.BigEndian.AppendUint32(nil, uint32(width))
	head = binary.BigEndian.AppendUint32(head, uint32(height))
	p.chunk("IHDR", append(head, depth, trueColor, 0, 0, 0))
	p.strips(img)
	p.chunk("IEND", nil)
	return p.err
}

// opaque is img.Opaque on all processors. It does not look at rows that are equal to the one above, as most are.
func opaque(img *image.RGBA) bool {
	var wait sync.WaitGroup
	var not atomic.Bool
	parts, b := runtime.GOMAXPROCS(0), img.Rect
	for i := range parts {
		wait.Go(func() {
			var above []byte
			for y := b.Dy() * i / parts; y < b.Dy()*(i+1)/parts && !not.Load(); y++ {
				row := img.Pix[y*img.Stride:][:4*b.Dx()]
				if one := (image.RGBA{Pix: row, Stride: len(row), Rect: image.Rect(0, 0, b.Dx(), 1)}); !bytes.Equal(row, above) && !one.Opaque() {
					not.Store(true)
				}
				above = row
			}
		})
	}
	wait.Wait()
	return !not.Load()
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

// stripBytes is about how many bytes of an image are compressed by themselves.
const stripBytes = 1 << 20

// strips writes an image's pixels, each strip as a chunk. All strips together are one stream of zlib.
func (p *pngWriter) strips(img *image.RGBA) {
	rows := max(1, stripBytes/(4*img.Rect.Dx()))
	height := img.Rect.Dy()
	n := (height + rows - 1) / rows
	made := make([]chan pngStrip, n)
	for i := range made {
		made[i] = make(chan pngStrip, 1)
	}
	// Few strips wait until they are written.
	turn := make(chan int, 2*runtime.GOMAXPROCS(0))
	go func() {
		defer close(turn)
		for i := range n {
			turn <- i
		}
	}()
	for range min(n, runtime.GOMAXPROCS(0)) {
		go func() {
			s := newStripper()
			for i := range turn {
				made[i] <- s.strip(img, i*rows, min(height, (i+1)*rows))
			}
		}()
	}
	const emptyLastBlock = "\x01\x00\x00\xff\xff"
	sum := checksum{a: 1}
	for i := range n {
		s := <-made[i]
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

// stripper compresses strips. Its memory is used again.
type stripper struct {
	raw   []byte
	black []byte // a row without alpha
	out   bytes.Buffer
	to    *flate.Writer
}

func newStripper() *stripper {
	s := &stripper{}
	s.to, _ = flate.NewWriter(nil, flate.BestSpeed) // which fails for a level that does not exist
	return s
}

// strip compresses rows of an image. Each row has its distances to the one above, because the rows of a box are equal.
func (s *stripper) strip(img *image.RGBA, from, to int) pngStrip {
	const none, up = 0, 2 // filter types
	width := img.Rect.Dx()
	line := 1 + 3*width
	if n := (to-from)*line + spare; cap(s.raw) < n {
		s.raw, s.black = make([]byte, n), make([]byte, 4*width)
	}
	s.raw = s.raw[:(to-from)*line]
	sum, zeros := checksum{a: 1}, 0 // zeros are bytes that the sum lacks
	and := func(data []byte) {
		sum = sum.zeros(zeros).and(adler32.Checksum(data), len(data))
		zeros = 0
	}
	for y := from; y < to; y++ {
		row, above, filter := img.Pix[y*img.Stride:][:4*width], s.black, byte(none)
		if y > 0 {
			above, filter = img.Pix[(y-1)*img.Stride:][:4*width], up
		}
		out := s.raw[(y-from)*line:]
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
	}
	s.out.Reset()
	s.to.Reset(&s.out)
	s.to.Write(s.raw) // to memory, which does not fail
	s.to.Flush()
	sum = sum.zeros(zeros)
	return pngStrip{bytes.Clone(s.out.Bytes()), sum.b<<16 | sum.a, len(s.raw)}
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
