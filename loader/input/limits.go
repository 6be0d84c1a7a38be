package input

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
)

// The limits that apply if none are given. They are far above real files, the largest of which have
// some hundred MB unpacked, and still leave a laptop of 8 GB alive.
const (
	DefaultFile         = 4 << 30
	DefaultUncompressed = 2 << 30
	DefaultMemory       = 4 << 30
)

// Limits are the bounds of one input in bytes. Zero fields mean the default. An input beyond one of
// them is refused with an [Error] that names it; nothing is ever loaded in part because of a limit.
type Limits struct {
	File         int64 // read from disk or standard input
	Uncompressed int64 // after gunzip
	Memory       int64 // estimated for decoding and for the decoded profile
}

// OrDefault returns the limits with the default for each one that is not set.
func (l Limits) OrDefault() Limits {
	return Limits{
		File:         cmp.Or(max(l.File, 0), DefaultFile),
		Uncompressed: cmp.Or(max(l.Uncompressed, 0), DefaultUncompressed),
		Memory:       cmp.Or(max(l.Memory, 0), DefaultMemory),
	}
}

// Allow refuses to take more memory than is allowed.
func (l Limits) Allow(need int64) error {
	if need <= l.Memory {
		return nil
	}
	return tooMuch(fmt.Sprintf("loading it needs about %s of memory, %s are allowed", Size(need), Size(l.Memory)))
}

// TooLarge is the error for a file beyond the limit.
func (l Limits) TooLarge() *Error {
	return tooMuch("the file is larger than the " + Size(l.File) + " that are allowed")
}

func tooMuch(found string) *Error {
	return &Error{Found: found, Advice: "raise the limit if you trust the file"}
}

// Size writes a number of bytes as people say it: 1.5 GB. Powers of 1024, as pprof does.
func Size(n int64) string {
	switch {
	case n == 1:
		return "1 byte"
	case n < 1024:
		return strconv.FormatInt(n, 10) + " bytes"
	}
	v := float64(n) / 1024
	units := []string{"kB", "MB", "GB", "TB", "PB"}
	for ; v >= 1024 && len(units) > 1; units = units[1:] {
		v /= 1024
	}
	decimals := 1
	if v >= 100 || v == math.Trunc(v) {
		decimals = 0
	}
	return fmt.Sprintf("%.*f %s", decimals, v, units[0])
}
