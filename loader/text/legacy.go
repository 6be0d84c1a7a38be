package text

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"regexp"
	"strings"

	"github.com/google/pprof/profile"

	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/work"
)

var (
	countHeader = regexp.MustCompile(`^(\S+) profile: total \d+\s*$`)
	heapHeader  = regexp.MustCompile(`heap profile: *\d+: *\d+ *\[ *\d+: *\d+ *\] *@ *(\w*)`)
	// Go's runtime/pprof once wrote lines without an address for threads.
	noAddresses = regexp.MustCompile(`(?m)^(\d+) @ *$`)
)

// comments ends the names of forms with function names in comments under each stack.
const comments = " debug=1"

// Jemalloc is the name for the form of jemalloc's heap profiles.
var Jemalloc = lang.Later("jemalloc heap profile")

// sampledHeap is the first line of a heap profile whose values have to be scaled up. It takes the sums and the distance
// between two samples.
const sampledHeap = "heap profile: %s @ heap_v2/%s\n"

// headers are the lines with which other forms begin.
var headers = []struct{ prefix, format string }{
	{"--- mutex:", "mutex" + comments},
	{"--- contention:", "block" + comments},
	{"--- contentionz ", lang.Later("contention profile, legacy text")},
	{"--- heapz 1 ---", lang.Later("Java heap profile, legacy text")},
	{"--- threadz ", lang.Later("threads, legacy text")},
	{"--- Thread ", lang.Later("threads, legacy text")},
}

// ofHeader returns a text's form by its first line with content, or "" if it has none.
func ofHeader(line string) string {
	if !strings.Contains(line, "profile:") && !strings.HasPrefix(line, "---") {
		return "" // true for most lines, and quick
	}
	if m := countHeader.FindStringSubmatch(line); m != nil {
		return input.Bounded(input.OneLine(m[1]), 40) + comments
	}
	if m := heapHeader.FindStringSubmatch(line); m != nil {
		if m[1] == "heap" {
			return "heap" + comments
		}
		return lang.Later("heap profile, legacy text")
	}
	for _, h := range headers {
		if strings.HasPrefix(line, h.prefix) {
			return h.format
		}
	}
	return ""
}

// OfGo reports whether Go writes a legacy form or once did: texts with comments, and binary CPU profiles before Go 1.9.
func OfGo(format string) bool {
	return strings.HasSuffix(format, comments) || strings.HasPrefix(format, "CPU profile")
}

// LegacyOf returns the name of the form from before the protobuf that the bytes have, or "". google/pprof/profile reads
// all these forms (legacy_profile.go, legacy_java_profile.go).
func LegacyOf(data []byte, steps *work.Steps) string {
	if format := binaryCPU(data); format != "" {
		return format
	}
	for l := range bytes.Lines(data) {
		if isComment(l) && !steps.Over(len(l)) {
			continue
		}
		return ofHeader(strings.TrimRight(string(l[:min(len(l), longestLine)]), "\r\n"))
	}
	return ""
}

// IsLegacy reports whether bytes have a legacy form.
func IsLegacy(data []byte, steps *work.Steps) bool { return LegacyOf(data, steps) != "" }

// isComment reports whether a line is blank or a comment.
func isComment(line []byte) bool {
	s := bytes.TrimSpace(line)
	return len(s) == 0 || s[0] == '#'
}

// binaryCPU looks for the words 0, 3, 0 (1 for Java), the period and 0, with which a legacy CPU profile begins, in
// either word size and byte order.
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
				return [2]string{lang.Later("CPU profile, legacy binary"), lang.Later("Java CPU profile, legacy binary")}[w[2]]
			}
		}
	}
	return ""
}

// Split finds where legacy texts begin that were joined end to end; the first begins at 0. It cuts only at headers that
// look like nothing else in such a text.
func Split(data []byte, steps *work.Steps) []int {
	var cuts []int
	at := 0
	for l := range bytes.Lines(data) {
		if steps.Over(len(l)) {
			break
		}
		if s := bytes.TrimSpace(l); len(s) < 200 && !isComment(s) && ofHeader(string(s)) != "" && !bytes.HasPrefix(l, []byte("--- Thread ")) {
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

// ParseLegacy reads a legacy form with the library and adds the functions named in comments. It returns warnings about
// what it left out; firstLine is the number of data's first line in these warnings.
func ParseLegacy(data []byte, format string, firstLine int, limits input.Limits,
	progress *input.Progress) (*profile.Profile, []string, error) {
	if err := limits.Allow(int64(len(data)) * legacyMemory); err != nil {
		return nil, nil, err
	}
	steps := work.StepsUntil(progress.Context())
	isBinary := binaryCPU(data) != ""
	if err := memoryMapOf(data, isBinary, steps).allow(data, isBinary, steps); err != nil {
		return nil, nil, err
	}
	if strings.HasSuffix(format, comments) {
		return parseDebug1(data, format, firstLine, steps, progress)
	}
	if !isBinary {
		var err error
		if data, err = short(data, format, steps); err != nil {
			return nil, nil, err
		}
	}
	p, err := parse(data, format, progress)
	return p, nil, err
}

// parseDebug1 reads what Go wrote for debug=1.
func parseDebug1(data []byte, format string, firstLine int, steps *work.Steps,
	progress *input.Progress) (*profile.Profile, []string, error) {
	stacks, end, err := debug1Of(format, firstLine).readable(data, steps)
	if err != nil {
		return nil, nil, err
	}
	p, err := parse(noAddresses.ReplaceAll(stacks, []byte("$1 @ 0x0")), format, progress)
	if err != nil {
		return nil, nil, err
	}
	d := debug1Of(format, firstLine)
	if err := d.nameFrames(p, data[:end], progress); err != nil {
		return nil, nil, err
	}
	warnings := d.unread.Warnings()
	if rest := len(data) - end; rest > 0 {
		warnings = append(warnings,
			lang.L("the text ends before line {{.Line}}; {{.Size}} of binary data follow, perhaps another profile, and are left out: save each profile as a file of its own",
				lang.With{"Line": d.at + 1, "Size": input.Size(int64(rest))}))
	}
	return p, warnings, nil
}

// parse reads a legacy form with the library.
func parse(data []byte, format string, progress *input.Progress) (p *profile.Profile, err error) {
	if err := progress.Cancelled(); err != nil {
		return nil, err
	}
	if stopped := progress.Within(func() { p, err = profile.ParseData(data) }); stopped != nil {
		return nil, stopped
	}
	if err != nil {
		return nil, input.Damaged(lang.L("a {{.Format}} that cannot be read", lang.With{"Format": format}), err)
	}
	return p, nil
}

// longestLine is the longest line that the library reads.
const longestLine = bufio.MaxScanTokenSize - 1

// tooLong is the error for a line that the library does not read.
func tooLong(format string, line, size int) error {
	return &input.Error{
		Found: lang.L("a {{.Format}} of which line {{.Line}} has {{.Size}}; lines of up to {{.Most}} can be read",
			lang.With{"Format": format, "Line": line, "Size": input.Size(int64(size)), "Most": input.Size(longestLine + 1)}),
		Advice: lang.L("a stack as deep as that can be read as a protobuf: record it without debug=1"),
	}
}

// short leaves out comments that are too long for the library, which skips all comments anyway. It refuses any other
// line that is too long.
func short(data []byte, format string, steps *work.Steps) ([]byte, error) {
	out, at, n := data, 0, 0 // out is data up to the first line left out
	for l := range bytes.Lines(data) {
		if steps.Over(len(l)) {
			break
		}
		n++
		switch {
		case len(l) > longestLine && !isComment(l):
			return nil, tooLong(format, n, len(l))
		case len(l) > longestLine:
			if len(out) == len(data) {
				out = bytes.Clone(data[:at])
			}
		case len(out) < len(data):
			out = append(out, l...)
		}
		at += len(l)
	}
	return out, nil
}
