package bundle

import (
	"archive/tar"
	"errors"
	"io"
)

// tarBlock is the size of a header.
const tarBlock = 512

// isTar reports whether a file begins as a tar of POSIX or GNU does. Older ones have no mark.
func isTar(head []byte) bool { return len(head) > 262 && string(head[257:262]) == "ustar" }

// walkTar goes through the file from its beginning.
func (a *archive) walkTar(do func(*Entry, io.Reader) error) error {
	t := tar.NewReader(seekable(a))
	for n := 0; ; n++ {
		if err := a.p.Cancelled(); err != nil {
			return err
		}
		h, err := t.Next()
		switch {
		case err == io.EOF:
			return nil
		case err != nil && !errors.Is(err, tar.ErrInsecurePath):
			return err
		case n == MostEntries:
			return tooMany(0)
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
			e.Left = Special
		}
		if err := a.lend(e, t, a.limits.For(a.size), do); err != nil {
			return err
		}
	}
}

// seekable is the stream of a tar, in which what nobody reads is skipped if it is not packed.
func seekable(a *archive) io.Reader {
	if a.form != "tar" {
		return a.stream
	}
	return io.NewSectionReader(a, 0, a.size)
}
