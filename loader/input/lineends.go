package input

import (
	"bytes"
	"errors"
	"io"

	"profstation/model/lang"
)

// fewestLineEnds is how many line feeds a packed file must have for a judgement: in packed data, the byte before a line
// feed may be anything.
const fewestLineEnds = 3

// mended tries a gzip file that cannot be unpacked without the CRs, if there is one before each line feed, as a copy in
// text mode leaves them. The checksum shows whether that restores the packed data. For any other file it returns err.
func mended(from io.ReaderAt, size int64, l Limits, p *Progress, err error) (*Data, error) {
	var e *Error
	head := make([]byte, 2)
	if n, _ := from.ReadAt(head, 0); !IsGzip(head[:n]) || !errors.As(err, &e) || e.Beyond || p.Cancelled() != nil {
		return nil, err
	}
	n, ended := lineEnds(from, l.For(size).Uncompressed, p)
	if !ended || n < fewestLineEnds {
		return nil, err
	}
	data, failed := io.ReadAll(io.NewSectionReader(from, 0, l.For(size).Uncompressed))
	if failed != nil {
		return nil, err
	}
	data = withoutCRs(data)
	in, failed := unpack(bytes.NewReader(data), int64(len(data)), l, p, nil)
	if failed != nil {
		e := Damaged(lang.N(n, "a gzip file that was copied as text: a CR stands before its 1 line feed",
			"a gzip file that was copied as text: a CR stands before each of its {{.N}} line feeds", nil), err)
		e.Advice = lang.L("copy it again as binary data: kubectl exec and docker exec without -t, ssh without -t, ftp in binary mode")
		return nil, e
	}
	in.Size = int64(len(data) + n)
	in.Warnings = append([]string{lang.L("a copy in text mode had put a CR before each line feed of the gzip data, which was undone: its checksum is right")},
		in.Warnings...)
	p.Total, p.begun = in.Size, in.Size/2
	return in, nil
}

// lineEnds counts a file's line feeds, and reports whether each follows a CR. It stops after most bytes, or at the
// first line feed that does not.
func lineEnds(from io.ReaderAt, max int64, p *Progress) (n int, all bool) {
	buf, last := make([]byte, 64<<10), byte(0)
	for at := int64(0); ; {
		got, err := from.ReadAt(buf, at)
		for _, c := range buf[:got] {
			if c == '\n' {
				if last != '\r' {
					return n, false
				}
				n++
			}
			last = c
		}
		if at += int64(got); at > max || p.Cancelled() != nil {
			return n, false
		}
		if err != nil {
			return n, err == io.EOF
		}
	}
}

// withoutCRs removes the CR before each line feed, reusing data.
func withoutCRs(data []byte) []byte {
	out := data[:0]
	for i, c := range data {
		if c == '\r' && i+1 < len(data) && data[i+1] == '\n' {
			continue
		}
		out = append(out, c)
	}
	return out
}
