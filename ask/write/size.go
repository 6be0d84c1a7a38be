package write

import (
	"io"

	"profstation/ask"
	"profstation/model/lang"
	"profstation/model/units"
)

// How large a file may be at most. Pictures are for people, and no viewer shows more.
const (
	maxLength = 2e6       // a picture's width and height, in logical pixels
	maxPixels = 100e6     // in a picture, 4 bytes each
	maxSVG    = 128 << 20 // bytes in a drawing
	maxBytes  = 2 << 30   // bytes in any other file
)

// SizeError says that a file, or a picture, would be too large: how large, and what helps.
type SizeError struct{ text string }

// Error returns one line.
func (e *SizeError) Error() string { return e.text }

func maxSize(ending string) int64 {
	if ending == ask.SVG {
		return maxSVG
	}
	return maxBytes
}

// less says what one can do to see less in an answer.
func less(a *ask.Answer) string {
	if a.Trace != nil || a.Sides[ask.NewSide] != nil {
		return lang.L("show fewer goroutines with lanes, or less time with from and to, or cut the picture with height")
	}
	return lang.L("show less with focus, ignore or nodecount, or cut the picture with height")
}

// bounded returns a writer that fails with a [SizeError] before a file gets too large. less says
// what one can do about that.
func bounded(w io.Writer, ending, less string) io.Writer {
	return &boundedWriter{w, ending, maxSize(ending), less}
}

type boundedWriter struct {
	w      io.Writer
	ending string
	left   int64
	less   string
}

func (b *boundedWriter) Write(p []byte) (int, error) {
	if b.left -= int64(len(p)); b.left < 0 {
		return 0, &SizeError{lang.L("the file would be larger than {{.Most}}, the most for {{.Ending}}",
			lang.With{"Most": units.FormatShort(maxSize(b.ending), "bytes", "auto"), "Ending": b.ending}) + ": " + b.less}
	}
	return b.w.Write(p)
}
