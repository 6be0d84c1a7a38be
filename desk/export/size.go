package export

import (
	"io"

	"profstation/desk/lang"
	"profstation/model"
)

// What a file may be at most. A picture is read by people: no viewer shows more.
const (
	mostLength = 2e6       // of a picture in either direction, in logical pixels
	mostPixels = 100e6     // of a picture in pixels, 4 bytes each
	mostSVG    = 128 << 20 // bytes of a drawing
	mostBytes  = 2 << 30   // bytes of any other file
)

// SizeError is a file, or a picture, that would be too large. It says how large, and what helps.
type SizeError struct{ text string }

// Error is one line.
func (e *SizeError) Error() string { return e.text }

func (f Format) most() int64 {
	if f.Ending == svg.Ending {
		return mostSVG
	}
	return mostBytes
}

// bounded is a writer that fails with a [SizeError] before a file gets too large.
func bounded(w io.Writer, f Format) io.Writer { return &boundedWriter{w, f, f.most()} }

type boundedWriter struct {
	w    io.Writer
	f    Format
	left int64
}

func (b *boundedWriter) Write(p []byte) (int, error) {
	if b.left -= int64(len(p)); b.left < 0 {
		return 0, &SizeError{lang.L("the file would be larger than {{.Most}}, the most for {{.Ending}}: show less with focus, ignore or nodecount, or cut a picture with height",
			lang.With{"Most": model.FormatSpaced(b.f.most(), "bytes", "auto"), "Ending": b.f.Ending})}
	}
	return b.w.Write(p)
}
