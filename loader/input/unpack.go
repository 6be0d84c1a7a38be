package input

import (
	"bufio"
	"io"
	"slices"

	"profstation/loader/inflate"
	"profstation/model/lang"
)

// maxLayers is how often an input may be packed.
const maxLayers = 2

// unpacking reads an input once from its first byte on, unpacking it as often as it was packed. No
// layer is in memory as a whole: each is read through the next.
type unpacking struct {
	*bufio.Reader          // the innermost layer
	file          *meter   // counts the input's bytes
	layers        []*layer // from the outermost
}

// layer is packed data, and a meter for what it unpacks to.
type layer struct {
	members *members
	meter   *meter
}

// open begins to read an input with about size bytes.
func open(from io.ReaderAt, size int64, l Limits, p *Progress) (*unpacking, error) {
	u := &unpacking{file: wholeFile(from, l, p)}
	u.Reader = bufio.NewReaderSize(u.file, 64<<10)
	for {
		head, _ := u.Peek(4)
		of := packingOf(head)
		if of == nil {
			return u, nil
		}
		if len(u.layers) == maxLayers {
			with := lang.With{"Inner": of.name, "Middle": u.layers[1].members.name, "Outer": u.layers[0].members.name}
			return nil, &Error{Found: lang.L("{{.Inner}} within {{.Middle}} within {{.Outer}}", with),
				Advice: lang.L("unpack it until it is a profile")}
		}
		m, err := newMembers(of, u.Reader, p)
		if err != nil {
			return nil, u.fault(of.damaged(0, err))
		}
		allowed := func() Limits { return l.For(max(size, u.file.n)) }
		out := &meter{
			r: m, limit: func() int64 { return allowed().Uncompressed },
			over: func() *Error { return allowed().UnpacksTooFar() },
			look: func(int64) error { return p.Cancelled() },
			fail: of.damaged,
		}
		u.layers = append(u.layers, &layer{m, out})
		u.Reader = bufio.NewReaderSize(out, 64<<10)
	}
}

// wholeFile reads an input from its first byte on, as it is.
func wholeFile(from io.ReaderAt, l Limits, p *Progress) *meter {
	all := l.OrDefault()
	return &meter{
		r: io.NewSectionReader(from, 0, 1<<62), limit: func() int64 { return all.File },
		over: all.TooLarge, look: p.read, fail: badRead,
	}
}

// Stream is an input that is unpacked while it is read, and is never in memory as a whole.
type Stream struct{ in *unpacking }

// NewStream begins to read an input with size bytes. It unpacks at most [Limits.Streamed] bytes.
func NewStream(from io.ReaderAt, size int64, l Limits, p *Progress) (*Stream, error) {
	p.Total = size
	u, err := open(from, size, Limits{File: l.File, Uncompressed: l.Streamed(size), Memory: l.Memory}, p)
	if err != nil {
		return nil, err
	}
	return &Stream{u}, nil
}

// Packings names how the input is packed, from the innermost on.
func (s *Stream) Packings() (all []string) {
	for _, l := range slices.Backward(s.in.layers) {
		all = append(all, l.members.name)
	}
	return all
}

// Peek returns the next bytes without reading them, or fewer at the end.
func (s *Stream) Peek(n int) []byte {
	head, _ := s.in.Peek(n)
	return head
}

// Read unpacks. Except for [io.EOF], its errors are [Error]s or come from the context.
func (s *Stream) Read(b []byte) (int, error) {
	n, err := s.in.Read(b)
	if err != nil && err != io.EOF {
		err = s.in.fault(err)
	}
	return n, err
}

// fault returns why reading failed. That is the error in the outermost layer that failed.
func (u *unpacking) fault(err error) error {
	if u.file.err != nil {
		return u.file.err
	}
	for i, l := range u.layers {
		if l.meter.err == nil {
			continue
		}
		err = l.meter.err
		if e, ok := err.(*Error); ok && i > 0 {
			e.Found = lang.L("{{.Inner}} within {{.Outer}}: inside, {{.Found}}",
				lang.With{"Inner": l.members.name, "Outer": u.layers[0].members.name, "Found": e.Found})
		}
		break
	}
	return err
}

// worthTaking is the size from which another goroutine pays. That goroutine may fall behind by this
// many pieces of this size.
const (
	worthTaking = 1 << 20
	pieces      = 16
	pieceSize   = 128 << 10
)

// giveTo passes an input with about size bytes to take, piece by piece. It reports whether take used it all. next puts
// the next piece into a buffer, and reports whether it is the last one; the buffer before is still as it was.
func giveTo(take Take, size int64, next func(buf []byte) (piece []byte, last bool, err error)) (taken bool, err error) {
	type filled struct{ buf, piece []byte }
	full, empty, done := make(chan filled, pieces), make(chan []byte, pieces), make(chan bool, 1)
	var taking filled
	go func() {
		done <- take(size, func() []byte {
			if taking.buf != nil {
				empty <- taking.buf
			}
			taking = <-full
			return taking.piece
		})
	}()
	for made := 0; ; {
		var buf []byte
		if made < pieces && len(empty) == 0 {
			made++
			buf = make([]byte, inflate.Window+pieceSize)
		} else {
			select {
			case buf = <-empty:
			case <-done:
				return false, nil // take has returned before the end
			}
		}
		piece, last, err := next(buf)
		if len(piece) > 0 && err == nil {
			full <- filled{buf, piece}
		}
		if last || err != nil {
			close(full)
			taken = <-done
			return taken && err == nil, err
		}
	}
}

// piece is fill for giveTo.
func (u *unpacking) piece(buf []byte) ([]byte, bool, error) {
	n, ended, err := u.fill(buf[:pieceSize])
	return buf[:n], ended, err
}

// quickly passes a gzip file with these many bytes to take, which unpack to about room. It returns nil if something is
// unusual, or if take cannot use it.
func quickly(from io.ReaderAt, size, room int64, l Limits, p *Progress, take Take) *Data {
	file := wholeFile(from, l, p)
	quick := inflate.NewReader(file)
	n := int64(0)
	taken, err := giveTo(take, room, func(buf []byte) ([]byte, bool, error) {
		got, err := quick.Next(buf)
		if n += int64(got); n > l.For(max(size, file.n)).Uncompressed {
			return nil, true, l.UnpacksTooFar()
		}
		if err == io.EOF {
			return buf[inflate.Window:][:got], true, nil
		}
		return buf[inflate.Window:][:got], false, err
	})
	if !taken || err != nil {
		return nil
	}
	return &Data{Size: file.n, Members: quick.Members(), Taken: true}
}

// fill reads into buf until it is full, and reports whether the input ended before.
func (u *unpacking) fill(buf []byte) (n int, ended bool, err error) {
	n, err = io.ReadFull(u, buf)
	switch err {
	case nil:
		return n, false, nil
	case io.EOF, io.ErrUnexpectedEOF:
		if err := u.fault(nil); err != nil {
			return n, true, err
		}
		return n, true, nil
	}
	return n, true, u.fault(err)
}

// unpack reads an input with about size bytes to its end.
func unpack(from io.ReaderAt, size int64, l Limits, p *Progress, take Take) (*Data, error) {
	u, err := open(from, size, l, p)
	if err != nil {
		return nil, err
	}
	room := size
	if len(u.layers) > 0 {
		room = min(u.layers[0].members.sizeHint(from, size), l.For(size).Uncompressed)
	}
	if len(u.layers) == maxLayers {
		room = 0 // the file's hint is about the outer layer
	}
	if take != nil && len(u.layers) > 0 && room > worthTaking {
		if len(u.layers) == 1 && u.layers[0].members.packing == gzipped {
			if data := quickly(from, size, room, l, p, take); data != nil {
				return data, nil
			}
			return unpack(from, size, l, p, nil)
		}
		taken, err := giveTo(take, room, u.piece)
		switch {
		case err != nil:
			return nil, err
		case !taken:
			return unpack(from, size, l, p, nil)
		}
		return u.data(nil, true), nil
	}
	buf := make([]byte, max(room, 4<<10)+1) // 1 more, to see the end
	n, ended, err := u.fill(buf)
	if err == nil && !ended {
		more, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{u}, make([]byte, 64<<10))
		if err = u.fault(err); err != nil {
			return nil, err
		}
		if u, err = open(from, size, l, p); err != nil {
			return nil, err
		}
		buf = make([]byte, int64(n)+more+1)
		if n, ended, err = u.fill(buf); err == nil && !ended {
			err = &Error{Found: lang.L("it changed while it was read"), Advice: lang.L("open it again"), Cut: true}
		}
		if err != nil {
			return nil, err
		}
	}
	if err != nil {
		return nil, err
	}
	return u.data(buf[:n:n], false), nil
}

// data returns what was read, once the end was reached.
func (u *unpacking) data(bytes []byte, taken bool) *Data {
	in := &Data{Bytes: bytes, Size: u.file.n, Taken: taken}
	for _, l := range u.layers {
		in.Members = l.members.starts
		in.Warnings = append(in.Warnings, l.members.warnings...)
	}
	if len(u.layers) == maxLayers && u.layers[0].members.packing == u.layers[1].members.packing {
		in.Warnings = append(in.Warnings, lang.L("the file was packed with {{.Packing}} twice", lang.With{"Packing": u.layers[0].members.name}))
	}
	return in
}
