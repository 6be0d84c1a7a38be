package text

import (
	"bytes"
	"encoding/binary"
	"regexp"
	"strings"

	"github.com/google/pprof/profile"

	"profstation/loader/input"
)

var (
	countHeader = regexp.MustCompile(`^(\S+) profile: total \d+\s*$`)
	heapHeader  = regexp.MustCompile(`heap profile: *\d+: *\d+ *\[ *\d+: *\d+ *\] *@ *(\w*)`)
	// Go's runtime/pprof wrote lines without an address for threads once.
	noAddresses = regexp.MustCompile(`(?m)^(\d+) @ *$`)
)

// comments ends the names of the forms with function names in comments under each stack.
const comments = " debug=1"

// headers are the lines that other forms begin with.
var headers = []struct{ prefix, format string }{
	{"--- mutex:", "mutex" + comments},
	{"--- contention:", "block" + comments},
	{"--- contentionz ", "contention profile, legacy text"},
	{"--- heapz 1 ---", "Java heap profile, legacy text"},
	{"--- threadz ", "threads, legacy text"},
	{"--- Thread ", "threads, legacy text"},
}

// ofHeader returns the form of a text by its first line that says something, "" if it has none.
func ofHeader(line string) string {
	if m := countHeader.FindStringSubmatch(line); m != nil {
		return input.Bounded(input.OneLine(m[1]), 40) + comments
	}
	if m := heapHeader.FindStringSubmatch(line); m != nil {
		if m[1] == "heap" {
			return "heap" + comments
		}
		return "heap profile, legacy text"
	}
	for _, h := range headers {
		if strings.HasPrefix(line, h.prefix) {
			return h.format
		}
	}
	return ""
}

// LegacyOf returns the name of the form from before the protobuf that the bytes have, "" if they
// have none. google/pprof/profile reads them all (legacy_profile.go, legacy_java_profile.go).
func LegacyOf(data []byte) string {
	if format := binaryCPU(data); format != "" {
		return format
	}
	for l := range bytes.Lines(data) {
		if len(l) > 1<<16 {
			break // the library reads no longer lines
		}
		if s := strings.TrimRight(string(l), "\r\n"); !blankOrComment(s) {
			return ofHeader(s)
		}
	}
	return ""
}

// IsLegacy reports whether bytes have a legacy form.
func IsLegacy(data []byte) bool { return LegacyOf(data) != "" }

func blankOrComment(line string) bool {
	s := strings.TrimSpace(line)
	return s == "" || s[0] == '#'
}

// binaryCPU looks for the words 0, 3, 0 (1 for Java), the period and 0 with
// which a legacy CPU profile begins, in either word size and byte order.
func binaryCPU(data []byte) string {
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		for _, word := range []int{4, 8} {
			if len(data) < 5*word {
				continue
			}
			var w [5]uint64
			for i := range w {
				if word == 4 {
					w[i] = uint64(order.Uint32(data[4*i:]))
				} else {
					w[i] = order.Uint64(data[8*i:])
				}
			}
			if w[0] == 0 && w[1] == 3 && w[2] <= 1 && w[3] > 0 && w[4] == 0 {
				return [2]string{"CPU profile, legacy binary", "Java CPU profile, legacy binary"}[w[2]]
			}
		}
	}
	return ""
}

// Split finds where legacy texts that stand end to end begin; the first is 0.
// It cuts only at headers that nothing else in such a text looks like.
func Split(data []byte) []int {
	var cuts []int
	at := 0
	for l := range bytes.Lines(data) {
		s := string(bytes.TrimSpace(l))
		if len(s) < 200 && !blankOrComment(s) && ofHeader(s) != "" && !bytes.HasPrefix(l, []byte("--- Thread ")) {
			cuts = append(cuts, at)
		}
		at += len(l)
	}
	if len(cuts) < 2 {
		return []int{0}
	}
	cuts[0] = 0
	return cuts
}

// legacyMemory estimates the library's memory for each byte: every word may be a new address.
const legacyMemory = 40

// ParseLegacy reads a legacy form with the library, and adds the functions that comments name.
func ParseLegacy(data []byte, format string, limits input.Limits, progress *input.Progress) (*profile.Profile, error) {
	if err := limits.Allow(int64(len(data)) * legacyMemory); err != nil {
		return nil, err
	}
	commented := strings.HasSuffix(format, comments)
	if commented {
		data = noAddresses.ReplaceAll(data, []byte("$1 @ 0x0"))
	}
	p, err := profile.ParseData(data)
	if err != nil {
		return nil, input.Damaged("a "+format+" that cannot be read", err)
	}
	if err := progress.Decoded(len(data)/2, len(data)); err != nil {
		return nil, err
	}
	if commented {
		nameFrames(p, data)
	}
	return p, nil
}
