package text

import (
	"bytes"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/pprof/profile"

	"profstation/loader/input"
	"profstation/model/work"
)

// The texts that Go writes for debug=1 have one line with each stack's addresses and, below it in comments, what the
// addresses are (printStackRecord in Go's runtime/pprof/pprof.go):
//
//	2 @ 0x103b125 0x106cd1f 0x13ac44a 0x106fd81
//	# labels: {"test_label":"test_value"}
//	#	0x106cd1e	time.Sleep+0xbe			/go/src/runtime/time.go:188
//	#	0x13ac449	main.shortSleepLoop+0x29	/src/main.go:165
//
// The address in a comment is the call's, one less than the return address above it; the library corrects addresses in
// the same way. If several comments in a row have the same address, calls were inlined, innermost first. No comments
// exist for runtime.goexit at the root, nor for the runtime's functions at the leaf that say how a goroutine was
// parked or an object allocated.

// debug1 reads a text in one of these forms, with sample lines as above. The library refuses a text because of one
// line that it does not know, and skips all comments. So it gets only what it knows, and the rest is counted.
type debug1 struct {
	format string
	sample *regexp.Regexp
	at     int  // the line's number
	header bool // the header was read
	under  bool // the lines are below a sample
	unread input.Unread
}

// Samples as the library reads them (profile/legacy_profile.go). Go once wrote no address for threads.
var (
	countSample      = regexp.MustCompile(`^\d+ @(( 0x[0-9a-f]+)+| *)$`)
	heapSample       = regexp.MustCompile(`-?\d+: *-?\d+ *\[ *\d+: *\d+ *\] @[ x0-9a-f]*`)
	contentionSample = regexp.MustCompile(`\d+ *\d+ @[ x0-9a-f]*`)
)

func debug1Of(format string, firstLine int) *debug1 {
	sample := countSample
	switch strings.TrimSuffix(format, comments) {
	case "heap":
		sample = heapSample
	case "block", "mutex":
		sample = contentionSample
	}
	return &debug1{format: format, sample: sample, at: firstLine - 1}
}

// debug1Line is a kind of line.
type debug1Line int

const (
	debug1Blank   debug1Line = iota
	debug1Header             // "goroutine profile: total 10", "--- mutex:"
	debug1Setting            // "cycles/second=2000000000"
	debug1Sample             // "2 @ 0x103b125 0x106cd1f"
	debug1Labels             // "# labels: {"
	debug1Frame              // "#	0x106cd1e"
	debug1Remark             // "# NumGC = 7"
	debug1End                // a memory map follows
	debug1Unread
)

// beginsLabels begins the comment with a sample's labels.
const beginsLabels = "# labels: "

// settings are the lines in block and mutex profiles that the library knows.
var settings = []string{"cycles/second", "sampling period", "ms since reset", "discarded samples"}

// line returns what kind of line s is. White space at its ends is removed already.
func (d *debug1) line(s string) debug1Line {
	d.at++
	under := d.under
	switch {
	case s == "":
		d.under = false
		return debug1Blank
	case strings.HasPrefix(s, beginsLabels):
		return debug1Labels
	case strings.HasPrefix(s, "#\t"), under && spacedFrame.MatchString(s):
		return debug1Frame
	case s[0] == '#' && under:
		return debug1Unread
	case s[0] == '#':
		return debug1Remark
	case !d.header:
		d.header = true
		return debug1Header
	case strings.HasPrefix(s, "---"), strings.HasPrefix(s, "MAPPED_LIBRARIES:"):
		return debug1End
	case d.sample.MatchString(s):
		d.under = true
		return debug1Sample
	}
	if name, _, ok := strings.Cut(s, "="); ok && d.sample == contentionSample && slices.Contains(settings, strings.TrimSpace(name)) {
		return debug1Setting
	}
	return debug1Unread
}

func (d *debug1) miss(at int, line string) {
	d.unread.Add(input.UnreadLines, func() string { return unreadLine(at, []byte(line)) })
}

// readable returns what the library can read in a text, and where the text ends, because binary data may follow. If
// there is no readable sample at all, it returns the whole text, so that the library says why.
func (d *debug1) readable(text []byte, steps *work.Steps) (stacks []byte, end int, err error) {
	samples, unread := 0, 0
	for end < len(text) {
		line, after := cutLine(text[end:])
		if steps.Over(len(text) - len(after) - end) {
			break
		}
		s := string(bytes.TrimSpace(line))
		kind := d.line(s)
		switch kind {
		case debug1Header, debug1Setting, debug1Sample:
			if len(s) > longestLine {
				return nil, 0, tooLong(d.format, d.at, len(s))
			}
			stacks = append(append(stacks, s...), '\n')
		case debug1End:
			return append(stacks, text[end:]...), len(text), nil
		case debug1Unread:
			unread++
		}
		if kind == debug1Sample {
			samples++
		}
		if kind == debug1Unread && !input.IsText(line) {
			break
		}
		end = len(text) - len(after)
	}
	if samples == 0 && unread > 0 {
		return text, end, nil
	}
	return stacks, end, nil
}

// commentFrame is one comment line with an address.
type commentFrame struct {
	address    uint64
	name, file string
	line       int64
	at         int // where the comment is
	text       string
}

// nameFrames adds functions and labels from the text's comments to the library's profile. If a stack has comments,
// frames without any at its ends are left out, as in debug=2: a bare address would hide what the text says.
func (d *debug1) nameFrames(p *profile.Profile, text []byte, progress *input.Progress) error {
	n := functionsOf(p)
	sample := -1
	var frames []commentFrame
	var labels []textLabel
	apply := func() {
		if sample >= 0 && sample < len(p.Sample) {
			for _, f := range n.name(p.Sample[sample], frames, labels) {
				d.miss(f.at, f.text)
			}
		}
		frames, labels = frames[:0], nil
	}
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
		switch d.line(s) {
		case debug1Labels:
			all, rest, ok := labelList(s[len(beginsLabels):])
			if !ok || rest != "" {
				d.miss(d.at, s)
			}
			labels = all
		case debug1Frame:
			if f, ok := parseComment(s); ok {
				f.at, f.text = d.at, s
				frames = append(frames, f)
			} else {
				d.miss(d.at, s)
			}
		case debug1End:
			break lines
		case debug1Sample:
			apply()
			sample++
		case debug1Unread:
			d.miss(d.at, s)
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

// spacedFrame matches a comment whose tabs somebody turned into spaces.
var spacedFrame = regexp.MustCompile(`^# +(0x[0-9a-f]+)(?: +(.+?\+0x[0-9a-f]+)(?: +(\S.*))?)?$`)

// parseComment reads "#   0x106cd1e       time.Sleep+0xbe         /src/time.go:188". An address without a
// name is a frame too.
func parseComment(s string) (commentFrame, bool) {
	parts := append(strings.FieldsFunc(s[1:], func(r rune) bool { return r == '\t' }), "")
	if m := spacedFrame.FindStringSubmatch(s); m != nil {
		parts = m[1:]
	}
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

// name gives a sample its labels and its locations their lines. It returns the comments that match no location.
func (n functions) name(s *profile.Sample, frames []commentFrame, labels []textLabel) []commentFrame {
	if s.Label == nil && len(labels) > 0 {
		s.Label = map[string][]string{}
	}
	for _, l := range labels {
		s.Label[l.key] = []string{l.value}
	}
	// The address 0 fills up the stacks for threads; the library turned it into −1.
	s.Location = slices.DeleteFunc(s.Location, func(l *profile.Location) bool { return l.Address == math.MaxUint64 })
	frames = slices.DeleteFunc(frames, func(f commentFrame) bool { return f.address == 0 })
	first, last := -1, -1
	for i := 0; i < len(s.Location) && len(frames) > 0; {
		address := s.Location[i].Address
		if address != frames[0].address {
			i++
			continue
		}
		// A recursive call is there several times, with all its comments each time.
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
	return frames
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

// functions makes each function in a profile once.
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
