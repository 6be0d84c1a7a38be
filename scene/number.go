package scene

import (
	"math"
	"strconv"
)

// numbers returns v with at most two decimals, no more zeros than needed, and blanks between the numbers.
func numbers(v ...float64) string {
	var b []byte
	for i, n := range v {
		if i > 0 {
			b = append(b, ' ')
		}
		b = appendHundredths(b, hundredths(n))
	}
	return string(b)
}

// hundredths returns v in hundredths of a pixel, rounded and kept within farAway; 0 for NaN.
func hundredths(v float64) int64 {
	if math.IsNaN(v) {
		return 0
	}
	return int64(math.Round(100 * nearer(v)))
}

func appendHundredths(b []byte, h int64) []byte {
	if h < 0 {
		b, h = append(b, '-'), -h
	}
	b = strconv.AppendInt(b, h/100, 10)
	if rest := h % 100; rest != 0 {
		b = append(b, '.', byte('0'+rest/10))
		if rest%10 != 0 {
			b = append(b, byte('0'+rest%10))
		}
	}
	return b
}
