package memory

import (
	"math"
	"strconv"

	"profstation/loader/input"
	"profstation/model/lang"
)

// number reads a number of bytes as programs write it: 1048576, or 1.048576e+06. What does not fit
// into 64 bits becomes the largest number.
func number(text string) (int64, error) {
	if n, err := strconv.ParseUint(text, 10, 64); err == nil {
		return int64(min(n, math.MaxInt64)), nil
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || x < 0 || x != math.Trunc(x) && x < mostBytes {
		return 0, nonsense(lang.L("{{.Text}} where a number of bytes was expected", lang.With{"Text": strconv.Quote(input.Bounded(text, 40))}))
	}
	if x >= math.MaxInt64 {
		return math.MaxInt64, nil
	}
	return int64(x), nil
}

// amount reads a number that is the memory of a process.
func amount(name, text string) (int64, error) {
	n, err := number(text)
	if err != nil {
		return 0, err
	}
	return n, plausible(name, n)
}

// plausible refuses more memory than there is.
func plausible(name string, n int64) error {
	if n < mostBytes {
		return nil
	}
	return nonsense(lang.L("{{.Name}} is {{.Size}}, more memory than any machine has", lang.With{"Name": input.Bounded(input.OneLine(name), 80), "Size": input.Size(n)}))
}

func nonsense(found string) error { return input.Damaged(found, nil) }
