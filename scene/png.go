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

// opaque is img.Opaque on all processors.
func opaque(img *image.RGBA) bool {
	var wait sync.WaitGroup
	var not atomic.Bool
	parts, b := runtime.GOMAXPROCS(0), img.Rect
	for i := range parts {
		rows := image.Rect(b.Min.X, b.Min.Y+b.Dy()*i/parts, b.Max.X, b.Min.Y+b.Dy()*(i+1)/parts)
		wait.Go(func() {
			if part := img.SubImage(rows).(*image.RGBA); !part.Opaque() {
				not.Store(true)
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
	for y := from; y < to; y++ {
		filter, above := byte(none), s.black
		if y > 0 {
			filter, above = up, img.Pix[(y-1)*img.Stride:][:4*width]
		}
		out := s.raw[(y-from)*line:]
		out[0] = filter
		distances(out[1:3*width+1+spare], img.Pix[y*img.Stride:][:4*width], above)
	}
	s.out.Reset()
	s.to.Reset(&s.out)
	s.to.Write(s.raw) // to memory, which does not fail
	s.to.Flush()
	return pngStrip{bytes.Clone(s.out.Bytes()), adler32.Checksum(s.raw), len(s.raw)}
}

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

// and returns the checksum of bytes that are followed by n others, whose own is given.
func (c checksum) and(sum uint32, n int) checksum {
	const base = 65521
	a, b := uint64(sum&0xffff), uint64(sum>>16)
	// The other checksum began with 1, where this one goes on with a.
	before := uint64(c.a) + base - 1
	return checksum{uint32((before + a) % base), uint32((uint64(c.b) + b + before%base*(uint64(n)%base)) % base)}
}
