package bundle

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"io"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zstd"

	"profstation/loader/input"
	"profstation/model/lang"
)

// isZip reports whether a file begins like a zip: with an entry, or with an empty one's end.
func isZip(head []byte) bool {
	return bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("PK\x05\x06"))
}

// maxDirectory is how many bytes the list at the end may have: 160 for each entry.
const maxDirectory = 160 * MaxEntries

// walkZip goes by the list at the file's end. If there is none, its last error says so.
func (a *archive) walkZip(do func(*Entry, io.Reader) error) error {
	if n := a.records(); n > MaxEntries {
		return tooMany(n)
	}
	z, err := a.entries(a, a.size)
	lacking := errors.Is(err, zip.ErrFormat) || errors.Is(err, io.ErrUnexpectedEOF)
	if lacking {
		m, failed := a.repair()
		if failed != nil {
			return failed
		}
		if m.n == 0 {
			return &input.Error{Found: lang.L("a zip file without the list of its entries, which stands at its end: it is cut off, or damaged"),
				Advice: lang.L("copy it again, or repair it with zip -FF"), Cut: true, Err: err}
		}
		z, err = a.entries(m, m.size())
	}
	switch {
	case err != nil && !errors.Is(err, zip.ErrInsecurePath):
		return err
	case len(z.File) > MaxEntries:
		return tooMany(uint64(len(z.File)))
	}
	packed := uint64(0)
	for _, f := range z.File {
		packed += min(f.CompressedSize64, 1<<40)
	}
	if packed > uint64(a.size) {
		return &input.Error{Found: lang.L("a zip file whose entries overlap, as no program writes it"), Advice: lang.L("do not trust it")}
	}
	z.RegisterDecompressor(zip.Deflate, flate.NewReader)
	z.RegisterDecompressor(zstd.ZipMethodWinZip, zstd.ZipDecompressor())
	a.p.Total = a.size
	for i, f := range z.File {
		if err := a.p.Decoded(i, len(z.File)); err != nil {
			return err
		}
		if f.Mode().IsDir() {
			continue
		}
		e := a.names.entry(f.Name)
		e.Size, e.Time = int64(min(f.UncompressedSize64, 1<<62)), f.Modified
		switch {
		case e.Skipped != "":
		case f.Flags&1 != 0:
			e.Skipped = Encrypted
		case !f.Mode().IsRegular():
			e.Skipped = Special
		}
		if err := a.visitZip(f, e, do); err != nil {
			return err
		}
	}
	if lacking {
		return &input.Error{Found: lang.N(len(z.File), "its end is missing, 1 entry could be read",
			"its end is missing, {{.N}} entries could be read", nil), Cut: true}
	}
	return nil
}

// entries reads the list at the end. The count there need not be true: it is read until it is no list any more.
func (a *archive) entries(r io.ReaderAt, size int64) (*zip.Reader, error) {
	list := &listing{r: r, left: maxDirectory, p: a.p}
	z, err := zip.NewReader(list, size)
	list.left = -1
	return z, cmp.Or(list.err, err)
}

func (a *archive) visitZip(f *zip.File, e *Entry, do func(*Entry, io.Reader) error) error {
	if e.Skipped != "" {
		return do(e, nil)
	}
	r, err := f.Open()
	if err != nil {
		e.Skipped = Unreadable
		return do(e, nil)
	}
	defer r.Close()
	return a.lend(e, r, a.limits.For(int64(min(f.CompressedSize64, 1<<40))), do)
}

// records returns how many entries a zip's end claims, as far as it is found (APPNOTE, 4.3.14 to 16).
func (a *archive) records() uint64 {
	const end, longestComment, locator = 22, 1<<16 - 1, 20
	from := max(a.size-end-longestComment, 0)
	tail := make([]byte, a.size-from)
	if n, _ := a.ReadAt(tail, from); n < len(tail) {
		return 0
	}
	at := bytes.LastIndex(tail, []byte("PK\x05\x06"))
	if at < 0 || len(tail)-at < end {
		return 0
	}
	n := uint64(binary.LittleEndian.Uint16(tail[at+10:]))
	if n == 1<<16-1 && at >= locator && bytes.HasPrefix(tail[at-locator:], []byte("PK\x06\x07")) {
		var record [56]byte // for zip64
		where := binary.LittleEndian.Uint64(tail[at-locator+8:])
		if _, err := a.ReadAt(record[:], int64(min(where, uint64(a.size)))); err == nil && bytes.HasPrefix(record[:], []byte("PK\x06\x06")) {
			n = binary.LittleEndian.Uint64(record[32:])
		}
	}
	return n
}

// listing reads a file, but at most left bytes while left is not negative.
type listing struct {
	r    io.ReaderAt
	left int64
	p    *input.Progress
	err  error
}

func (l *listing) ReadAt(b []byte, at int64) (int, error) {
	if l.left >= 0 {
		if l.err == nil {
			l.err = l.p.Cancelled()
		}
		if l.err == nil && l.left < int64(len(b)) {
			l.err = tooMany(0)
		}
		if l.err != nil {
			return 0, l.err
		}
		l.left -= int64(len(b))
	}
	return l.r.ReadAt(b, at)
}
