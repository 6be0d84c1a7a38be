package input

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"profstation/model/lang"
)

// packing is a way in which an input may be packed.
type packing struct {
	name string
	is   func(head []byte) bool // judges by the first bytes
	open func(*bufio.Reader) (decoder, error)
	// hint returns the unpacked size that an input with this packed size claims, or 0 if it claims
	// none. It may lie.
	hint func(from io.ReaderAt, packed int64) int64
}

// decoder unpacks one member, which is what was packed at once. Several may follow each other.
type decoder interface {
	io.Reader
	next(from *bufio.Reader) error // goes to the next member
}

var gzipped = &packing{"gzip", IsGzip, newGunzip, gzipHint}

var packings = []*packing{gzipped, {"zstd", isZstd, newUnzstd, zstdHint}}

// packingOf returns how an input is packed, judging by its first bytes; nil if it is not.
func packingOf(head []byte) *packing {
	for _, p := range packings {
		if p.is(head) {
			return p
		}
	}
	return nil
}

// Packing names how an input is packed, judging by its first bytes: "gzip", "zstd", or "".
func Packing(head []byte) string {
	if p := packingOf(head); p != nil {
		return p.name
	}
	return ""
}

// Peek unpacks the first bytes of an input to at most 512 bytes. It returns nil if they do not unpack.
func Peek(head []byte) []byte {
	p := packingOf(head)
	if p == nil {
		return nil
	}
	r, err := p.open(bufio.NewReader(bytes.NewReader(head)))
	if err != nil {
		return nil
	}
	inner := make([]byte, 512)
	n, _ := io.ReadFull(r, inner)
	return inner[:n]
}

// maxRatio is roughly how much deflate packs at best. A file that claims more is not believed.
const maxRatio = 1032

// sizeHint returns the unpacked size that a file claims, as far as it can be true.
func (p *packing) sizeHint(from io.ReaderAt, packed int64) int64 {
	return min(p.hint(from, packed), packed*maxRatio)
}

// members reads consecutive members in one packing as one.
type members struct {
	*packing
	from     *bufio.Reader
	one      decoder
	p        *Progress
	n        int   // bytes unpacked
	starts   []int // where each member begins in them
	ended    bool
	warnings []string
}

func newMembers(of *packing, from *bufio.Reader, p *Progress) (*members, error) {
	one, err := of.open(from)
	if err != nil {
		return nil, err
	}
	return &members{packing: of, from: from, one: one, p: p, starts: []int{0}}, nil
}

func (m *members) Read(b []byte) (int, error) {
	for !m.ended {
		n, err := m.one.Read(b)
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
	head, err := m.from.Peek(4)
	if len(head) == 0 && err == io.EOF {
		m.ended = true
		return nil
	}
	if !m.is(head) {
		m.ended = true
		return m.rest()
	}
	if err := m.p.Cancelled(); err != nil {
		return err
	}
	m.starts = append(m.starts, m.n)
	return m.one.next(m.from)
}

// rest notes what follows the last member and does not belong to the profile. Zeros are padding.
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
		m.warnings = append(m.warnings,
			lang.L("{{.Size}} behind the end of the {{.Packing}} data are left out; the data is whole",
				lang.With{"Size": Size(n), "Packing": m.name}))
	}
	return nil
}

// damaged returns the error for packed data that could be unpacked up to n bytes.
func (p *packing) damaged(n int64, err error) *Error {
	with := lang.With{"Size": Size(n), "Packing": p.name, "Limit": Size(maxWindow)}
	e := Damaged(lang.L("a damaged {{.Packing}} file (after {{.Size}} unpacked)", with), err)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		e.Found, e.Cut = lang.L("a {{.Packing}} file that is cut off ({{.Size}} unpacked before its end)", with), true
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, zstd.ErrCRCMismatch):
		e.Found = lang.L("a damaged {{.Packing}} file (its checksum does not match)", with)
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		e.Found, e.Advice = lang.L("a zstd file that needs more than {{.Limit}} of memory to unpack", with),
			lang.L("unpack it with zstd -d --long=31")
	case errors.Is(err, zstd.ErrUnknownDictionary):
		e.Found, e.Advice = lang.L("a zstd file that was packed with a dictionary"), lang.L("unpack it with zstd -d -D and the dictionary")
	}
	return e
}
