package text

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"

	"github.com/google/pprof/profile"

	"profstation/loader/input"
	"profstation/model/work"
)

// newestJemalloc is the newest known version of jemalloc's heap profiles (read by jemalloc's jeprof).
const newestJemalloc = 2

var (
	jemallocHeader = regexp.MustCompile(`^heap_v(\d+)/(\d+)\s*$`)
	// The values of all threads, or of one: "  t*: 13: 6688 [0: 0]", meaning objects and bytes in use, then those
	// allocated so far. A thread's values may be followed by its name.
	jemallocValues = regexp.MustCompile(`^t(\*|\d+): *(\d+: *\d+ *\[ *\d+: *\d+ *\])`)
)

// jemallocOf returns a jemalloc heap profile's version, and how many bytes lie between two samples.
func jemallocOf(data []byte) (version, period string, ok bool) {
	line, _, _ := bytes.Cut(data[:min(len(data), 100)], []byte("\n"))
	m := jemallocHeader.FindSubmatch(line)
	if m == nil {
		return "", "", false
	}
	return string(m[1]), string(m[2]), true
}

// IsJemalloc reports whether a text begins like a jemalloc heap profile.
func IsJemalloc(data []byte, _ *work.Steps) bool {
	_, _, ok := jemallocOf(data)
	return ok
}

// ParseJemalloc reads a jemalloc heap profile. It is like tcmalloc's legacy form, except that the values are below
// each stack, with those of all threads first.
//
//	heap_v2/524288
//	  t*: 28106: 56637512 [0: 0]
//	@ 0x5f1a2b 0x5f1a3c
//	  t*: 13: 6688 [0: 0]
//
//	MAPPED_LIBRARIES:
//
// Values for single threads are left out.
func ParseJemalloc(data []byte, limits input.Limits, progress *input.Progress) (*profile.Profile, []string, error) {
	version, period, _ := jemallocOf(data)
	if err := limits.Allow(int64(len(data)) * 3); err != nil {
		return nil, nil, err
	}
	var unread input.Unread
	lost := func(n int, text []byte) {
		unread.Add(input.UnreadLines, func() string { return unreadLine(n, text) })
	}
	// The legacy form begins with the sums over all stacks. Only the sums of what was allocated so far matter: if they
	// equal those in use, as 0 does, there are no sample types for allocations.
	sums, stacks := []byte("0: 0 [0: 0]"), bytes.Buffer{}
	var stack []byte
	stackAt, begun, at := 0, false, 0
	steps := work.StepsUntil(progress.Context())
	n := 0
	for line := range bytes.Lines(data) {
		if n++; steps.Over(1 + len(line)/8) {
			return nil, nil, progress.Cancelled()
		}
		text := bytes.TrimSpace(line)
		if bytes.HasPrefix(text, mapSentinels[1]) {
			break
		}
		at += len(line)
		m := jemallocValues.FindSubmatch(text)
		switch {
		case n == 1, len(text) == 0:
		case text[0] == '@':
			if stack != nil {
				lost(stackAt, stack)
			}
			stack, stackAt, begun = text, n, true
		case m == nil:
			lost(n, text)
		case string(m[1]) != "*": // for one thread
		case !begun:
			sums = m[2]
		case stack != nil:
			fmt.Fprintf(&stacks, "%s %s\n", m[2], stack)
			stack = nil
		default:
			lost(n, text)
		}
	}
	if stack != nil {
		lost(stackAt, stack)
	}
	out := fmt.Appendf(nil, sampledHeap, sums, period)
	out = append(append(out, stacks.Bytes()...), data[at:]...)
	p, _, err := ParseLegacy(out, Jemalloc, 1, limits, progress)
	warnings := unread.Warnings()
	if v, err := strconv.Atoi(version); err != nil || v > newestJemalloc {
		warnings = append(warnings, input.Newer(Jemalloc, version, strconv.Itoa(newestJemalloc)))
	}
	return p, warnings, err
}
