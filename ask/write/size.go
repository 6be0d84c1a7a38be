package write

import (
	"io"

	"profstation/ask"
	"profstation/model/lang"
	"profstation/model/units"
)

// What a file may be at most. A picture is read by people: no viewer shows more.
const (
	maxLength = 2e6       // of a picture in either direction, in logical pixels
	maxPixels = 100e6     // of a picture in pixels, 4 bytes each
	maxSVG    = 128 << 20 // bytes of a drawing
	maxBytes  = 2 << 30   // bytes of any other file
)

// SizeError is a file, or a picture, that would be too large. It says how large, and what helps.
type SizeError struct{ text string }

// Error is one line.
func (e *SizeError) Error() string { return e.text }

func most(ending string) int64 {
	if ending == ask.SVG {
		return maxSVG
	}
	return maxBytes
}

// less is what one can do to see less of an answer.
func less(a *ask.Answer) string {
	if a.Trace != nil || a.Sides[ask.NewSide] != nil {
		return lang.L("show fewer goroutines with lanes, or less time with from and to, or cut the picture with height")
	}
	return lang.L("show less with focus, ignore or nodecount, or cut the picture with height")
}

// bounded is a writer that fails with a [SizeError] before a file gets too large. less is what one
// can do about that.
func bounded(w io.Writer, ending, less string) io.Writer {
	return &boundedWriter{w, ending, most(ending), less}
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
			lang.With{"Most": units.FormatShort(most(b.ending), "bytes", "auto"), "Ending": b.ending}) + ": " + b.less}
	}
	return b.w.Write(p)
}
