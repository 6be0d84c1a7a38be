package input

import (
	"bufio"
	"encoding/binary"
	"io"

	"github.com/klauspost/compress/gzip"
)

// IsGzip reports whether the first two bytes are gzip's magic number (RFC 1952).
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
	if err == io.EOF { // in a name or a comment: some bytes of the member were there
		err = io.ErrUnexpectedEOF
	}
	return err
}

// gzipHint returns the unpacked size claimed at the end of the file. It is modulo 4 GiB and covers
// only the last member.
func gzipHint(from io.ReaderAt, packed int64) int64 {
	var b [4]byte
	if _, err := from.ReadAt(b[:], max(packed-4, 0)); err != nil {
		return 0
	}
	return int64(binary.LittleEndian.Uint32(b[:]))
}
