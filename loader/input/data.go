package input

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"profstation/model/lang"
)

// Data is an input that was read to its end and unpacked.
type Data struct {
	Bytes    []byte
	Size     int64 // bytes read, before unpacking
	Members  []int // where in Bytes each packed member begins; the first is 0
	Warnings []string
	Taken    bool // the Take function took everything; Bytes is nil

	again func() (*Data, error)
}

// Again reads the input once more and keeps what was taken the first time.
func (d *Data) Again() (*Data, error) { return d.again() }

// Take receives what an input unpacks to, piece by piece while the rest is being unpacked; size is about how many
// bytes. A piece must not be changed, and is valid until the next one is asked for; the last one is empty. Take reports
// whether it used them all. If it cannot, it may return as soon as it knows.
type Take func(size int64, next func() []byte) bool

// chunk is how many bytes are read between two checks of the context.
const chunk = 1 << 20

// Read reads an input to its end and unpacks gzip and zstd, at most twice. An expected size of 0 means not known; the
// input is then read completely before it is unpacked. A UTF-16 text with a byte order mark becomes UTF-8, and a gzip
// file that a copy in text mode has broken is mended. The unpacked bytes are in memory once: if the end of the file
// does not say how many there are, the file is unpacked once for counting, and again for keeping.
//
// A large packed input is passed to take, on another goroutine, and is kept only if take cannot use it.
// take may be nil.
func Read(r io.Reader, expected int64, l Limits, p *Progress, take Take) (*Data, error) {
	if all := l.OrDefault(); expected > all.File {
		return nil, all.TooLarge()
	}
	p.Total = expected
	from, ok := r.(io.ReaderAt)
	if !ok || expected == 0 {
		data, err := gather(r, l, p)
		if err != nil {
			return nil, err
		}
		if packingOf(data) == nil {
			p.Total, p.begun = int64(len(data)), int64(len(data))/2
			return (&Data{Bytes: data, Size: int64(len(data))}).text(l)
		}
		from, expected = bytes.NewReader(data), int64(len(data))
	}
	in, err := unpack(from, expected, l, p, take)
	if err != nil {
		if in, err = mended(from, expected, l, p, err); err != nil {
			return nil, err
		}
		return in.text(l)
	}
	in.again = func() (*Data, error) { return unpack(from, expected, l, p, nil) }
	p.Total, p.begun = in.Size, in.Size/2
	return in.text(l)
}

// Within unpacks bytes found inside an input, as [Read] does. If they are not packed, it keeps them as they are.
func Within(data []byte, l Limits, p *Progress) (*Data, error) {
	if packingOf(data) == nil {
		return (&Data{Bytes: data, Size: int64(len(data))}).text(l)
	}
	return Read(bytes.NewReader(data), int64(len(data)), l, p, nil)
}

// text converts a UTF-16 text to UTF-8.
func (d *Data) text(l Limits) (*Data, error) {
	if orderOf(d.Bytes) == nil {
		return d, nil
	}
	d.Bytes = Text(d.Bytes)
	if l = l.For(d.Size); int64(len(d.Bytes)) > l.Uncompressed {
		return nil, l.UnpacksTooFar()
	}
	return d, nil
}

// gather reads a whole input whose size is not known.
func gather(r io.Reader, l Limits, p *Progress) ([]byte, error) {
	all := l.OrDefault()
	file := &meter{
		r: r, limit: func() int64 { return min(all.File, all.Uncompressed) }, look: p.read, fail: badRead,
		over: func() *Error {
			if all.Uncompressed < all.File {
				return all.UnpacksTooFar()
			}
			return all.TooLarge()
		},
	}
	var pieces [][]byte
	for size := bytes.MinRead; ; size = min(2*size, 16<<20) {
		piece := make([]byte, size)
		n, err := io.ReadFull(file, piece)
		pieces = append(pieces, piece[:n])
		if err == io.EOF || err == io.ErrUnexpectedEOF && file.err == nil {
			return bytes.Join(pieces, nil), nil
		}
		if err != nil {
			return nil, file.err
		}
	}
}

// meter counts the bytes read through it, and stops at a limit.
type meter struct {
	r     io.Reader
	n     int64
	limit func() int64
	over  func() *Error                   // the error at the limit
	look  func(n int64) error             // returns an error if it is to stop
	fail  func(n int64, err error) *Error // makes the error if r fails after n bytes
	err   error                           // why it stopped, unless r ended
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
	case m.n > m.limit():
		m.err = m.over()
		return n, m.err
	case err != nil && err != io.EOF:
		m.err = m.fail(m.n, err)
		return n, m.err
	}
	return n, err
}

func badRead(n int64, err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok { // the reader itself says what is wrong
		return e
	}
	return &Error{Found: lang.L("reading it failed after {{.Size}}: {{.Cause}}", lang.With{"Size": Size(n), "Cause": Cause(err)}), Err: err}
}

// IsText reports whether an input begins like a text: valid UTF-8 without control characters.
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
