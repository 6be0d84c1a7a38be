package loader

import (
	"bufio"
	"fmt"
	"io"
	"runtime/debug"

	"profstation/model"
)

// input is what was read: unpacked, and where it came from.
type input struct {
	data     []byte
	size     int64 // bytes read, before unpacking
	packed   bool
	members  []int // where each gzip member begins in data; the first is 0
	warnings []string
}

// chunk is how much is read between two looks at the context.
const chunk = 1 << 20

// readInput reads to the end, through gunzip where the bytes are gzip. A
// profile that was packed twice by mistake is unpacked twice.
func readInput(r io.Reader, expected int64, l Limits, p *progress) (*input, error) {
	if expected > l.File {
		return nil, tooLarge(l)
	}
	c := &counter{r: r, limit: l.File, p: p}
	br := bufio.NewReaderSize(c, 64<<10)
	in := &input{}
	head, _ := br.Peek(2)
	var err error
	if isGzip(head) {
		in.packed = true
		err = in.gunzip(br, packedHint(r, expected), l, p)
	} else {
		in.data, err = readAll(br, expected, l.File)
	}
	in.size = c.n
	if c.err != nil {
		return nil, c.err // the reason, not what gunzip made of it
	}
	if err != nil {
		return nil, err
	}
	if in.packed && isGzip(in.data) {
		if err := in.again(l, p); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// counter counts and limits what is read, and stops when it shall.
type counter struct {
	r     io.Reader
	n     int64
	limit int64
	p     *progress
	err   error // why it stopped, other than the input's end
}

func (c *counter) Read(b []byte) (int, error) {
	if c.err == nil {
		c.err = c.p.read(c.n)
	}
	if c.err != nil {
		return 0, c.err
	}
	n, err := c.r.Read(b[:min(len(b), chunk)])
	c.n += int64(n)
	if c.n > c.limit {
		c.err = tooLarge(Limits{File: c.limit})
		return n, c.err
	}
	if err != nil && err != io.EOF {
		c.err = &Error{Found: "reading it failed after " + size(c.n) + ": " + cause(err), Err: err}
	}
	return n, err
}

func tooLarge(l Limits) error {
	return &Error{
		Found:  "the file is larger than the " + size(l.File) + " that are allowed",
		Advice: "raise the limit if you trust the file",
	}
}

// readAll reads to the end, into one piece of memory where the size is known.
func readAll(r io.Reader, expected, limit int64) ([]byte, error) {
	b := make([]byte, 0, min(expected, limit)+512)
	for {
		n, err := r.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		if err == io.EOF {
			return b, nil
		}
		if err != nil {
			return b, err
		}
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
	}
}

// decode tells what the bytes are and decodes them. Inputs are not trusted, so
// a panic in a decoder, ours or the library's, is an error of that input.
func (in *input) decode(l Limits, p *progress) (m *model.Profile, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &Error{
				Found:   "the decoder failed on it",
				Advice:  "please report it with the file",
				Details: fmt.Sprintf("%v\n%s", r, debug.Stack()),
			}
		}
	}()
	d := &decoding{limits: l, progress: p}
	m, err = d.file(in)
	if err != nil {
		return nil, err
	}
	if w := append(in.warnings, d.warnings...); len(w) > 0 {
		m.Warnings = append(w, m.Warnings...)
	}
	return m, nil
}
