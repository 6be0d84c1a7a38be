package input

import (
	"bufio"
	"bytes"
	"io"
	"unicode/utf8"
)

// Data is an input that was read to its end and unpacked.
type Data struct {
	Bytes    []byte
	Size     int64 // bytes read, before unpacking
	Members  []int // where each gzip member begins in Bytes; the first is 0
	Warnings []string
}

// chunk is how much is read between two looks at the context.
const chunk = 1 << 20

// Read reads to the end and unpacks gzip, at most twice. An expected size of 0 is not known.
func Read(r io.Reader, expected int64, l Limits, p *Progress) (*Data, error) {
	if expected > l.File {
		return nil, l.TooLarge()
	}
	p.Total = expected
	file := &meter{r: r, limit: l.File, over: l.TooLarge(), look: p.read, fail: badRead}
	br := bufio.NewReaderSize(file, 64<<10)
	in := &Data{}
	head, _ := br.Peek(2)
	var err error
	if IsGzip(head) {
		err = in.gunzip(br, packedHint(r, expected), l, p)
	} else {
		b := bytes.NewBuffer(make([]byte, 0, expected+bytes.MinRead))
		_, err = b.ReadFrom(br)
		in.Bytes = b.Bytes()
	}
	in.Size = file.n
	if file.err != nil {
		return nil, file.err // the reason, not what gunzip made of it
	}
	if err == nil && IsGzip(in.Bytes) {
		err = in.again(l, p)
	}
	if err != nil {
		return nil, err
	}
	p.Total, p.begun = in.Size, in.Size/2
	return in, nil
}

// meter counts the bytes that are read through it, and ends at a limit.
type meter struct {
	r        io.Reader
	n, limit int64
	over     error                          // the error at the limit
	look     func(n int64) error            // returns an error if it is to stop
	fail     func(n int64, err error) error // makes the error if r fails after n bytes
	err      error                          // why it stopped, other than the end of r
}

func (m *meter) Read(b []byte) (int, error) {
	if m.err == nil {
		m.err = m.look(m.n)
	}
	if m.err != nil {
		return 0, m.err
	}
	n, err := m.r.Read(b[:min(len(b), chunk)])
	m.n += int64(n)
	switch {
	case m.n > m.limit:
		m.err = m.over
		return n, m.err
	case err != nil && err != io.EOF:
		m.err = m.fail(m.n, err)
	}
	return n, err
}

func badRead(n int64, err error) error {
	return &Error{Found: "reading it failed after " + Size(n) + ": " + Cause(err), Err: err}
}

// IsText reports whether an input begins as a text does: valid UTF-8 without control characters.
func IsText(data []byte) bool {
	head := data[:min(len(data), 4096)]
	for i := 0; i < len(head); {
		r, n := utf8.DecodeRune(head[i:])
		if r == utf8.RuneError && n == 1 && len(head)-i >= utf8.UTFMax {
			return false // not merely cut by the end
		}
		if r < 0x20 && r != '\t' && r != '\n' && r != '\r' && r != '\f' && r != 0x1b {
			return false
		}
		i += n
	}
	return true
}
