package loader

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
)

// isGzip tells gzip by its first two bytes (RFC 1952).
func isGzip(head []byte) bool {
	return len(head) >= 2 && head[0] == 0x1f && head[1] == 0x8b
}

// maxRatio is how much deflate can pack at best, roughly: a file's own word
// for its unpacked size is not believed beyond it.
const maxRatio = 1032

// packedHint is the unpacked size that the gzip trailer at the end of the
// input tells, or 0 where the input cannot be looked at. It is a hint only: it
// counts modulo 4 GiB, is of the last member, and may lie.
func packedHint(r io.Reader, packed int64) int64 {
	at, ok := r.(io.ReaderAt)
	if !ok || packed < 18 {
		return 0
	}
	var b [4]byte
	if _, err := at.ReadAt(b[:], packed-4); err != nil {
		return 0
	}
	return min(int64(binary.LittleEndian.Uint32(b[:])), packed*maxRatio, 256<<20)
}

// gunzip unpacks all members through the limit and notes where each begins.
func (in *input) gunzip(br *bufio.Reader, hint int64, l Limits, p *progress) error {
	zr, err := gzip.NewReader(br)
	if err != nil {
		return in.badGzip(err)
	}
	in.data = make([]byte, 0, min(hint, l.Uncompressed)+512)
	for {
		zr.Multistream(false)
		in.members = append(in.members, len(in.data))
		if err := in.fill(zr, l, p); err != nil {
			return err
		}
		head, err := br.Peek(2)
		if len(head) == 0 && err == io.EOF {
			return nil
		}
		if !isGzip(head) {
			in.rest(br)
			return nil
		}
		if err := zr.Reset(br); err != nil {
			return in.badGzip(err)
		}
	}
}

// fill appends one member.
func (in *input) fill(r io.Reader, l Limits, p *progress) error {
	for n := 0; ; n++ {
		if len(in.data) == cap(in.data) {
			in.data = append(in.data, 0)[:len(in.data)]
		}
		got, err := r.Read(in.data[len(in.data):cap(in.data)])
		in.data = in.data[:len(in.data)+got]
		if int64(len(in.data)) > l.Uncompressed {
			return &Error{
				Found:  "it unpacks to more than the " + size(l.Uncompressed) + " that are allowed",
				Advice: "raise the limit if you trust the file",
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return in.badGzip(err)
		}
		if n%16 == 0 {
			if err := p.cancelled(); err != nil {
				return err
			}
		}
	}
}

// rest notes what stands behind the last member: nothing of a profile, for
// that was complete. Zeros are padding and not worth a word.
func (in *input) rest(br *bufio.Reader) {
	n, zeros := 0, true
	for {
		c, err := br.ReadByte()
		if err != nil {
			break
		}
		n++
		zeros = zeros && c == 0
	}
	if !zeros {
		in.warnings = append(in.warnings, fmt.Sprintf("behind the end of the gzip data: %s, which were left out", size(int64(n))))
	}
}

func (in *input) badGzip(err error) error {
	e := &Error{Advice: "record or copy it again", Details: err.Error(), Err: err}
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		e.Found = "a gzip file that is cut off (" + size(int64(len(in.data))) + " unpacked before its end)"
	case errors.Is(err, gzip.ErrChecksum):
		e.Found = "a damaged gzip file (its checksum does not match)"
	default:
		e.Found = "a damaged gzip file (after " + size(int64(len(in.data))) + " unpacked)"
	}
	return e
}

// again unpacks what turned out to be gzip within gzip, once.
func (in *input) again(l Limits, p *progress) error {
	outer := in.data
	in.data, in.members = nil, nil
	if err := in.gunzip(bufio.NewReader(bytes.NewReader(outer)), packedHint(bytes.NewReader(outer), int64(len(outer))), l, p); err != nil {
		var e *Error
		if errors.As(err, &e) {
			e.Found = "gzip within gzip: inside, " + e.Found
		}
		return err
	}
	if isGzip(in.data) {
		return &Error{Found: "gzip within gzip within gzip", Advice: "unpack it with gunzip until it is a profile"}
	}
	in.warnings = append(in.warnings, "the file was packed with gzip twice")
	return nil
}
