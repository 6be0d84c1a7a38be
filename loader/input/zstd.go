package input

import (
	"bufio"
	"bytes"
	"io"
	"math"

	"github.com/klauspost/compress/zstd"
)

// maxWindow is how far back a zstd frame may reach, all of which has to be in memory. It is the zstd
// program's default.
const maxWindow = 128 << 20

// isZstd reports whether the first four bytes are the magic number of a zstd frame, or of a skippable
// frame (RFC 8878).
func isZstd(head []byte) bool {
	return bytes.HasPrefix(head, []byte("\x28\xb5\x2f\xfd")) || len(head) >= 4 && head[0]&0xf0 == 0x50 && string(head[1:4]) == "\x2a\x4d\x18"
}

// unzstd unpacks one zstd frame.
type unzstd struct {
	*zstd.Decoder
	frame frame
}

func newUnzstd(from *bufio.Reader) (decoder, error) {
	d, err := NewZstd(nil)
	if err != nil {
		return nil, err
	}
	z := &unzstd{Decoder: d}
	return z, z.next(from)
}

// NewZstd makes a decoder within the memory limit for inputs. It has no goroutines.
func NewZstd(from io.Reader) (*zstd.Decoder, error) {
	return zstd.NewReader(from, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
}

// next goes to the next frame, past skippable ones.
func (z *unzstd) next(from *bufio.Reader) error {
	z.frame = frame{from: from}
	for {
		head, err := from.Peek(zstd.HeaderMaxSize)
		if err != nil && err != io.EOF {
			return err
		}
		if len(head) == 0 {
			z.frame.ended = true
			return z.Reset(&z.frame)
		}
		var h zstd.Header
		if err := h.Decode(head); err != nil {
			return err
		}
		if !h.Skippable {
			z.frame.left = h.HeaderSize
			if h.HasCheckSum {
				z.frame.sum = 4
			}
			return z.Reset(&z.frame)
		}
		for left := h.HeaderSize + int(h.SkippableSize); left > 0; {
			n, err := from.Discard(min(left, chunk))
			if left -= n; err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			if err != nil {
				return err
			}
		}
	}
}

// zstdHint returns the unpacked size that the first frame claims.
func zstdHint(from io.ReaderAt, _ int64) int64 {
	b := make([]byte, zstd.HeaderMaxSize)
	n, _ := from.ReadAt(b, 0)
	var h zstd.Header
	if h.Decode(b[:n]) != nil {
		return 0
	}
	return int64(min(h.FrameContentSize, math.MaxInt64))
}

// frame is the bytes of one zstd frame, which itself does not say how many it has (RFC 8878, 3.1.1).
type frame struct {
	from  *bufio.Reader
	left  int  // bytes until a block's header, or the end
	last  bool // those bytes belong to the last block
	sum   int  // bytes in the checksum after it
	ended bool
}

func (f *frame) Read(b []byte) (int, error) {
	for f.left == 0 {
		switch {
		case f.ended:
			return 0, io.EOF
		case f.last:
			f.left, f.ended = f.sum, true
		default:
			if err := f.block(); err != nil {
				return 0, err
			}
		}
	}
	n, err := f.from.Read(b[:min(len(b), f.left)])
	f.left -= n
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// block reads the header of the next block.
func (f *frame) block() error {
	const size, ofOneByte = 3, 1
	h, err := f.from.Peek(size)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return err
	}
	v := int(h[0]) | int(h[1])<<8 | int(h[2])<<16
	f.last, f.left = v&1 != 0, size+v>>3
	if v>>1&3 == ofOneByte { // one byte stands for that many
		f.left = size + 1
	}
	return nil
}
