package input

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
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

// gunzip unpacks all members up to the limit and notes where each begins.
func (in *Data) gunzip(br *bufio.Reader, hint int64, l Limits, p *Progress) error {
	zr, err := gzip.NewReader(br)
	if err != nil {
		return badGzip(0, err)
	}
	unpacked := &meter{
		r: zr, limit: l.Uncompressed,
		over: tooMuch("it unpacks to more than the " + Size(l.Uncompressed) + " that are allowed"),
		look: func(int64) error { return p.Cancelled() },
		fail: badGzip,
	}
	b := bytes.NewBuffer(make([]byte, 0, min(hint, l.Uncompressed)+bytes.MinRead))
	for {
		zr.Multistream(false)
		in.Members = append(in.Members, b.Len())
		b.ReadFrom(unpacked)
		in.Bytes = b.Bytes()
		if unpacked.err != nil {
			return unpacked.err
		}
		head, err := br.Peek(2)
		if len(head) == 0 && err == io.EOF {
			return nil
		}
		if !IsGzip(head) {
			in.rest(br)
			return nil
		}
		if err := zr.Reset(br); err != nil {
			return badGzip(unpacked.n, err)
		}
	}
}

// rest notes what stands behind the last member and is no part of the profile; zeros are padding.
func (in *Data) rest(br *bufio.Reader) {
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
		in.Warnings = append(in.Warnings, fmt.Sprintf("behind the end of the gzip data: %s, which were left out", Size(int64(n))))
	}
}

// badGzip is the error for gzip data of which n bytes could be unpacked.
func badGzip(n int64, err error) error {
	e := Damaged("a damaged gzip file (after "+Size(n)+" unpacked)", err)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		e.Found, e.Cut = "a gzip file that is cut off ("+Size(n)+" unpacked before its end)", true
	case errors.Is(err, gzip.ErrChecksum):
		e.Found = "a damaged gzip file (its checksum does not match)"
	}
	return e
}

// again unpacks gzip within gzip, once.
func (in *Data) again(l Limits, p *Progress) error {
	outer := bytes.NewReader(in.Bytes)
	in.Bytes, in.Members = nil, nil
	if err := in.gunzip(bufio.NewReader(outer), packedHint(outer, outer.Size()), l, p); err != nil {
		var e *Error
		if errors.As(err, &e) {
			e.Found = "gzip within gzip: inside, " + e.Found
		}
		return err
	}
	if IsGzip(in.Bytes) {
		return &Error{Found: "gzip within gzip within gzip", Advice: "unpack it with gunzip until it is a profile"}
	}
	in.Warnings = append(in.Warnings, "the file was packed with gzip twice")
	return nil
}
