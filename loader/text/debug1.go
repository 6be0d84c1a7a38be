package text

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/google/pprof/profile"

	"profstation/loader/input"
)

// The texts that Go writes for debug=1 have one line with the addresses of each stack, and under
// it, as comments, what the addresses are (printStackRecord in Go's runtime/pprof/pprof.go):
//
//	2 @ 0x103b125 0x106cd1f 0x13ac44a 0x106fd81
//	# labels: {"test_label":"test_value"}
//	#	0x106cd1e	time.Sleep+0xbe			/go/src/runtime/time.go:188
//	#	0x13ac449	main.shortSleepLoop+0x29	/src/main.go:165
//
// The address of a comment is that of the call, one less than the return address above it, just as
// the library corrects it. An address with several comments in a row was inlined, innermost first.
// Without a comment are runtime.goexit at the root, and the functions of the runtime at the leaf
// that say how a goroutine was parked or an object allocated.

// commentFrame is one comment line with an address.
type commentFrame struct {
	address    uint64
	name, file string
	line       int64
}

// nameFrames gives the library's profile the functions and labels of the text's comments. If a
// stack has comments, it leaves out the frames at the ends of the stack that have none, as debug=2
// does: a bare address would hide what the text says.
func nameFrames(p *profile.Profile, text []byte, progress *input.Progress) error {
	n := functionsOf(p)
	sample := -1
	var frames []commentFrame
	var labels map[string]string
	apply := func() {
		if sample >= 0 && sample < len(p.Sample) {
			n.name(p.Sample[sample], frames, labels)
		}
		frames, labels = frames[:0], nil
	}
	header := true
	done, next := 0, 0
lines:
	for l := range bytes.Lines(text) {
		if done >= next {
			if err := progress.Decoded(len(text)/2+done/2, len(text)); err != nil {
				return err
			}
			next = done + look
		}
		done += len(l)
		s := strings.TrimSpace(string(l))
		switch {
		case s == "":
		case s[0] == '#':
			if rest, ok := strings.CutPrefix(s, "# labels: "); ok {
				labels = parseLabels(rest)
			} else if f, ok := parseComment(s); ok {
				frames = append(frames, f)
			}
		case header: // "goroutine profile: total 10", "--- mutex:"
			header = false
		case strings.HasPrefix(s, "---"), strings.HasPrefix(s, "MAPPED_LIBRARIES:"):
			break lines
		case strings.Contains(s, "@"):
			apply()
			sample++
		}
	}
	apply()
	used := map[*profile.Location]bool{}
	for _, s := range p.Sample {
		for _, l := range s.Location {
			used[l] = true
		}
	}
	p.Location = slices.DeleteFunc(p.Location, func(l *profile.Location) bool { return !used[l] })
	return nil
}

// parseComment reads "#	0x106cd1e	time.Sleep+0xbe		/src/time.go:188". An
// address without a name is a frame too.
func parseComment(s string) (commentFrame, bool) {
	parts := append(strings.FieldsFunc(s[1:], func(r rune) bool { return r == '\t' }), "")
	digits, isAddress := strings.CutPrefix(parts[0], "0x")
	address, err := strconv.ParseUint(digits, 16, 64)
	if !isAddress || err != nil {
		return commentFrame{}, false
	}
	f := commentFrame{address: address}
	if len(parts) > 1 {
		f.name = parts[1]
		if i := strings.LastIndex(f.name, "+0x"); i > 0 {
			f.name = f.name[:i]
		}
	}
	if len(parts) > 2 {
		f.file, f.line = splitLine(parts[2])
	}
	return f, true
}

// splitLine splits "file.go:188".
func splitLine(s string) (string, int64) {
	i := strings.LastIndexByte(s, ':')
	n, err := strconv.ParseInt(s[i+1:], 10, 64)
	if i < 0 || err != nil {
		return s, 0
	}
	return s[:i], n
}

// parseLabels reads {"key":"value", "key":"value"} (labelMap.String in runtime/pprof/label.go).
func parseLabels(s string) map[string]string {
	labels := map[string]string{}
	s = strings.TrimPrefix(s, "{")
	for {
		key, rest, ok := cutQuoted(strings.TrimLeft(s, ", "))
		value, rest, hasValue := cutQuoted(strings.TrimLeft(rest, ": "))
		if !ok || !hasValue {
			return labels
		}
		labels[key] = value
		s = rest
	}
}

func cutQuoted(s string) (text, rest string, ok bool) {
	q, _ := strconv.QuotedPrefix(s) // "" if there is none
	text, err := strconv.Unquote(q)
	return text, s[len(q):], err == nil
}

func (n functions) name(s *profile.Sample, frames []commentFrame, labels map[string]string) {
	if s.Label == nil && len(labels) > 0 {
		s.Label = map[string][]string{}
	}
	for k, v := range labels {
		s.Label[k] = []string{v}
	}
	// The address 0 fills up the stacks of threads; the library made −1 of it.
	s.Location = slices.DeleteFunc(s.Location, func(l *profile.Location) bool { return l.Address == math.MaxUint64 })
	first, last := -1, -1
	for i := 0; i < len(s.Location) && len(frames) > 0; {
		address := s.Location[i].Address
		if address != frames[0].address {
			i++
			continue
		}
		// A recursive call stands there several times, with all its comments each time.
		calls, comments := 1, 1
		for i+calls < len(s.Location) && s.Location[i+calls].Address == address {
			calls++
		}
		for comments < len(frames) && frames[comments].address == address {
			comments++
		}
		n.lines(s.Location[i], frames[:max(1, comments/calls)])
		if first < 0 {
			first = i
		}
		i += calls
		last = i
		frames = frames[comments:]
	}
	if first >= 0 {
		s.Location = s.Location[first:last]
	}
}

// lines gives a location its lines, unless another stack has done so.
func (n functions) lines(l *profile.Location, frames []commentFrame) {
	if len(l.Line) > 0 {
		return
	}
	for _, f := range frames {
		if f.name != "" {
			l.Line = append(l.Line, profile.Line{Function: n.of(f.name, f.file), Line: f.line})
		}
	}
}

// functions makes each function of a profile once.
type functions struct {
	p     *profile.Profile
	known map[[2]string]*profile.Function // by name and file
}

func functionsOf(p *profile.Profile) functions {
	return functions{p, map[[2]string]*profile.Function{}}
}

func (f functions) of(name, file string) *profile.Function {
	key := [2]string{name, file}
	fn := f.known[key]
	if fn == nil {
		fn = &profile.Function{ID: uint64(len(f.p.Function) + 1), Name: name, SystemName: name, Filename: file}
		f.known[key] = fn
		f.p.Function = append(f.p.Function, fn)
	}
	return fn
}
