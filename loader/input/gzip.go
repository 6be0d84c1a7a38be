package input

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"

	"profstation/model/lang"
)

// IsGzip reports whether the first two bytes are the magic number of gzip (RFC 1952).
func IsGzip(head []byte) bool {
	return len(head) >= 2 && head[0] == 0x1f && head[1] == 0x8b
}

// Peek unpacks the first bytes of an input to 512 bytes at most; nil if they do not unpack.
func Peek(head []byte) []byte {
	r, err := gzip.NewReader(bytes.NewReader(head))
	if err != nil {
		return nil
	}
	inner := make([]byte, 512)
	n, _ := io.ReadFull(r, inner)
	return inner[:n]
}

// maxRatio is roughly how much deflate packs at best; a file that claims more is not believed.
const maxRatio = 1032

// packedHint is the unpacked size that the gzip trailer claims, or 0 if the end cannot be read yet.
// It counts modulo 4 GiB, is the size of the last member, and may lie.
func packedHint(from io.ReaderAt, packed int64) int64 {
	var b [4]byte
	if _, err := from.ReadAt(b[:], max(packed-4, 0)); err != nil {
		return 0
	}
	return min(int64(binary.LittleEndian.Uint32(b[:])), packed*maxRatio)
}

// members are gzip members that stand end to end, read as one.
type members struct {
	from     *bufio.Reader
	zr       *gzip.Reader
	p        *Progress
	n        int   // bytes unpacked
	starts   []int // where each begins in them
	ended    bool
	warnings []string
}

func newMembers(from *bufio.Reader, p *Progress) (*members, error) {
	zr, err := gzip.NewReader(from)
	if err != nil {
		return nil, err
	}
	zr.Multistream(false)
	return &members{from: from, zr: zr, p: p, starts: []int{0}}, nil
}

func (m *members) Read(b []byte) (int, error) {
	for !m.ended {
		n, err := m.zr.Read(b)
		m.n += n
		if err == io.EOF {
			err = m.next()
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.EOF
}

// next goes to the next member, or to the end.
func (m *members) next() error {
	head, err := m.from.Peek(2)
	if len(head) == 0 && err == io.EOF {
		m.ended = true
		return nil
	}
	if !IsGzip(head) {
		m.ended = true
		return m.rest()
	}
	if err := m.p.Cancelled(); err != nil {
		return err
	}
	m.starts = append(m.starts, m.n)
	err = m.zr.Reset(m.from)
	m.zr.Multistream(false)
	return err
}

// rest notes what stands behind the last member and is no part of the profile; zeros are padding.
func (m *members) rest() error {
	n, zeros := int64(0), true
	for {
		b, err := m.from.Peek(1)
		if err == nil {
			b, err = m.from.Peek(m.from.Buffered())
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		zeros = zeros && len(bytes.Trim(b, "\x00")) == 0
		n += int64(len(b))
		m.from.Discard(len(b))
	}
	if !zeros {
		m.warnings = append(m.warnings, lang.L("{{.Size}} behind the end of the gzip data are left out; the data is whole", lang.With{"Size": Size(n)}))
	}
	return nil
}

// badGzip is the error for gzip data of which n bytes could be unpacked.
func badGzip(n int64, err error) *Error {
	e := Damaged(lang.L("a damaged gzip file (after {{.Size}} unpacked)", lang.With{"Size": Size(n)}), err)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		e.Found, e.Cut = lang.L("a gzip file that is cut off ({{.Size}} unpacked before its end)", lang.With{"Size": Size(n)}), true
	case errors.Is(err, gzip.ErrChecksum):
		e.Found = lang.L("a damaged gzip file (its checksum does not match)")
	}
	return e
}
