package input

import (
	"bufio"
	"encoding/binary"
	"io"

	"github.com/klauspost/compress/gzip"
)

// IsGzip reports whether the first two bytes are the magic number of gzip (RFC 1952).
func IsGzip(head []byte) bool {
	return len(head) >= 2 && head[0] == 0x1f && head[1] == 0x8b
}

// gunzip unpacks one gzip member.
type gunzip struct{ *gzip.Reader }

func newGunzip(from *bufio.Reader) (decoder, error) {
	zr, err := gzip.NewReader(from)
	if err != nil {
		return nil, err
	}
	zr.Multistream(false)
	return gunzip{zr}, nil
}

func (z gunzip) next(from *bufio.Reader) error {
	err := z.Reset(from)
	z.Multistream(false)
	if err == io.EOF { // in a name or a comment: there is more than nothing of the member
		err = io.ErrUnexpectedEOF
	}
	return err
}

// gzipHint is the unpacked size that the end claims. It counts modulo 4 GiB, and is the size of the
// last member.
func gzipHint(from io.ReaderAt, packed int64) int64 {
	var b [4]byte
	if _, err := from.ReadAt(b[:], max(packed-4, 0)); err != nil {
		return 0
	}
	return int64(binary.LittleEndian.Uint32(b[:]))
}
