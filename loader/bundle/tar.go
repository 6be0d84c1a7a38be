package bundle

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
)

// tarBlock is a header's size.
const tarBlock = 512

// isTar reports whether a file begins like a POSIX or GNU tar. Older ones have no mark.
func isTar(head []byte) bool { return len(head) > 262 && string(head[257:262]) == "ustar" }

// walkTar goes through the file from its beginning, and on through tars that follow the first.
func (a *archive) walkTar(do func(*Entry, io.Reader) error) (err error) {
	n := 0
	for in := seekable(a); in != nil; in = next(in) {
		if n, err = a.walkOne(tar.NewReader(in), n, do); err != nil {
			return err
		}
	}
	return nil
}

// walkOne goes through a tar behind n other entries, and returns how many there are by then.
func (a *archive) walkOne(t *tar.Reader, n int, do func(*Entry, io.Reader) error) (int, error) {
	for ; ; n++ {
		if err := a.p.Cancelled(); err != nil {
			return n, err
		}
		h, err := t.Next()
		switch {
		case err == io.EOF:
			return n, nil
		case err != nil && !errors.Is(err, tar.ErrInsecurePath):
			return n, err
		case n == MaxEntries:
			return n, tooMany(0)
		}
		switch h.Typeflag {
		case tar.TypeDir, tar.TypeXGlobalHeader:
			continue
		}
		e := a.names.entry(h.Name)
		e.Size, e.Time = h.Size, h.ModTime
		switch h.Typeflag {
		case tar.TypeReg, '\x00', tar.TypeCont, tar.TypeGNUSparse:
		default:
			e.Skipped = Special
		}
		if err := a.lend(e, t, a.limits.For(a.size), do); err != nil {
			return n, err
		}
	}
}

// maxPadding is how many empty bytes may stand between a tar and one that follows it: programs fill their last
// record.
const maxPadding = 1 << 20

// next is a tar that follows the one whose end was read, as where several were put into one file; nil: there is
// none. What else may follow is nobody's business.
func next(in io.Reader) io.Reader {
	block, empty := make([]byte, tarBlock), make([]byte, tarBlock)
	for range maxPadding / tarBlock {
		if _, err := io.ReadFull(in, block); err != nil {
			return nil
		}
		switch file, ok := in.(*io.SectionReader); {
		case bytes.Equal(block, empty):
		case !isTar(block):
			return nil
		case !ok:
			return io.MultiReader(bytes.NewReader(block), in)
		default:
			if _, err := file.Seek(-tarBlock, io.SeekCurrent); err != nil {
				return nil
			}
			return file
		}
	}
	return nil
}

// seekable returns a tar's stream. If it is not packed, what nobody reads is skipped.
func seekable(a *archive) io.Reader {
	if a.form != "tar" {
		return a.stream
	}
	return io.NewSectionReader(a, 0, a.size)
}
