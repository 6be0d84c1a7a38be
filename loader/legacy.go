package loader

import (
	"bytes"
	"encoding/binary"
	"regexp"
	"strings"

	"github.com/google/pprof/profile"
)

// legacyForm is one of the forms of a profile before the protobuf, all of
// which google/pprof/profile reads (legacy_profile.go, legacy_java_profile.go).
type legacyForm struct {
	name string // what Header.Format will say
	// comments says that Go wrote function names as comments under each stack.
	comments bool
}

var (
	countHeader = regexp.MustCompile(`^(\S+) profile: total \d+\s*$`)
	heapHeader  = regexp.MustCompile(`heap profile: *\d+: *\d+ *\[ *\d+: *\d+ *\] *@ *(\w*)`)
	// Go's runtime/pprof wrote lines without an address for threads once.
	noAddresses = regexp.MustCompile(`(?m)^(\d+) @ *$`)
)

// legacyHeader tells the form of a text by its first line that is neither
// blank nor a comment, or says no.
func legacyHeader(line string) (legacyForm, bool) {
	if m := countHeader.FindStringSubmatch(line); m != nil {
		return legacyForm{bounded(oneLine(m[1]), 40) + " debug=1", true}, true
	}
	if m := heapHeader.FindStringSubmatch(line); m != nil {
		if m[1] == "heap" {
			return legacyForm{"heap debug=1", true}, true
		}
		return legacyForm{"heap profile, legacy text", false}, true
	}
	for _, f := range []struct {
		prefix string
		form   legacyForm
	}{
		{"--- mutex:", legacyForm{"mutex debug=1", true}},
		{"--- contention:", legacyForm{"block debug=1", true}},
		{"--- contentionz ", legacyForm{"contention profile, legacy text", false}},
		{"--- heapz 1 ---", legacyForm{"Java heap profile, legacy text", false}},
		{"--- threadz ", legacyForm{"threads, legacy text", false}},
		{"--- Thread ", legacyForm{"threads, legacy text", false}},
	} {
		if strings.HasPrefix(line, f.prefix) {
			return f.form, true
		}
	}
	return legacyForm{}, false
}

// legacyOf tells which legacy form the bytes have.
func legacyOf(data []byte) (legacyForm, bool) {
	if kind := binaryCPU(data); kind != "" {
		return legacyForm{kind, false}, true
	}
	for l := range lines(data) {
		if len(l) > 1<<16 {
			break // the library reads no longer lines
		}
		if s := strings.TrimRight(string(l), "\r"); !blankOrComment(s) {
			return legacyHeader(s)
		}
	}
	return legacyForm{}, false
}

// binaryCPU tells the words 0, 3, 0 (1 for Java), the period and 0 with which
// a legacy CPU profile begins, in either word size and byte order.
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

// legacyMemory is an estimate of what the library needs for each byte of a
// legacy profile, where every word may be an address of its own.
const legacyMemory = 40

// parseLegacy reads a legacy form with the library, and gives functions to
// the stacks where Go wrote them into comments, which the library skips.
func parseLegacy(data []byte, form legacyForm, limits Limits, progress *progress) (*profile.Profile, error) {
	if err := limits.memory(int64(len(data)) * legacyMemory); err != nil {
		return nil, err
	}
	if form.comments {
		data = noAddresses.ReplaceAll(data, []byte("$1 @ 0x0"))
	}
	p, err := profile.ParseData(data)
	if err != nil {
		return nil, &Error{
			Found:   "a " + form.name + " that cannot be read",
			Advice:  "record or copy it again",
			Details: err.Error(),
			Err:     err,
		}
	}
	if err := progress.decoded(len(data)/2, len(data)); err != nil {
		return nil, err
	}
	if form.comments {
		nameFrames(p, data)
	}
	return p, p.CheckValid()
}

// lines yields the lines of a text without their newline.
func lines(data []byte) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for len(data) > 0 {
			line := data
			if i := bytes.IndexByte(data, '\n'); i >= 0 {
				line, data = data[:i], data[i+1:]
			} else {
				data = nil
			}
			if !yield(line) {
				return
			}
		}
	}
}

func blankOrComment(line string) bool {
	s := strings.TrimSpace(line)
	return s == "" || s[0] == '#'
}
