package pprof

import (
	"errors"
	"fmt"
	"math"

	"profstation/loader/input"
)

// The field numbers of profile.proto (github.com/google/pprof/proto/profile.proto).
const (
	profileSampleType    = 1
	profileSample        = 2
	profileMapping       = 3
	profileLocation      = 4
	profileFunction      = 5
	profileString        = 6
	profileDropFrames    = 7
	profileKeepFrames    = 8
	profileTime          = 9
	profileDuration      = 10
	profilePeriodType    = 11
	profilePeriod        = 12
	profileComment       = 13
	profileDefaultSample = 14
	profileDocURL        = 15

	sampleLocation = 1
	sampleValue    = 2
	sampleLabel    = 3

	locationLine = 4
)

// What is counted beside the messages of a profile itself, which are counted by their field number.
const (
	inStacks     = profileString + 1 + iota // locations in stacks
	inSamples                               // labels in samples
	inLocations                             // lines in locations
	comments                                // texts
	stringBytes                             // of the string table
	values                                  // of all samples
	deepestStack                            // locations in one stack
	mostLabels                              // of one sample
	allCounts
)

// costs are the bytes that decoding takes at its peak for each thing that is counted: into the
// model's tables, and into the objects of google/pprof. Entries of maps were measured. Locations of
// stacks stand in memory twice while the stacks are sorted, and each stack takes 40 bytes for that.
var costs = [allCounts]struct {
	name            string // of those that the tables number with 32 bits
	tables, objects int64
}{
	profileSample:   {"samples", 36 + 40, 220},
	profileMapping:  {"mappings", 40 + 4, 200},
	profileLocation: {"locations", 24 + 4, 200},
	profileFunction: {"functions", 24 + 4, 160},
	profileString:   {"strings", 8 + 4 + 32 + 48, 16},
	inStacks:        {"locations in stacks", 2 * 4, 16},
	inSamples:       {"labels", 40 + 16 + 48, 320},
	inLocations:     {"lines", 24, 48},
	comments:        {"", 16, 32},
	stringBytes:     {"", 1, 1},
	values:          {"", 8, 8},
	deepestStack:    {"", 4, 0},
	mostLabels:      {"", 2 * 40, 0},
}

// counts is how much a profile holds, found without decoding it.
type counts struct {
	n      [allCounts]int
	tables [profileString + 1]extent // where the messages are, by their field number
}

// extent is the bytes of a profile that hold all messages of a table.
type extent struct{ from, to int }

// sizes estimates the bytes that decoding takes: into the model's tables, and into objects.
func (c *counts) sizes() (tables, objects int64) {
	for i, n := range c.n {
		tables += int64(n) * costs[i].tables
		objects += int64(n) * costs[i].objects
	}
	return tables, objects
}

// indexable refuses a profile that the tables' 32-bit indices cannot number.
func (c *counts) indexable() error {
	const most = math.MaxInt32
	for i, n := range c.n {
		if n >= most && costs[i].name != "" {
			return &input.Error{
				Found:  fmt.Sprintf("a profile with %d %s, more than the %d that can be held", n, costs[i].name, most),
				Advice: "split it, for example by time or by label",
			}
		}
	}
	return nil
}

var errSecondProfile = errors.New("a second profile begins")

// scan walks over the fields of a profile, two levels deep, and counts them. The memory budget is
// checked with these counts before anything is decoded: 15 kB of gzip can hold 8 million messages.
func scan(data []byte, p *input.Progress) (*counts, error) {
	c := &counts{}
	m := message{all: data}
	for n := 0; m.next(); n++ {
		if n%4096 == 0 {
			if err := p.Cancelled(); err != nil {
				return nil, err
			}
		}
		if m.number < profileSampleType || m.number > profileString {
			if m.number == profileComment {
				c.n[comments] += max(1, countVarints(m.data))
			}
			continue
		}
		if err := m.want(wireBytes); err != nil {
			return nil, err
		}
		if c.n[m.number] == 0 {
			c.tables[m.number].from = m.from
		}
		c.n[m.number]++
		c.tables[m.number].to = m.at
		switch m.number {
		case profileSample:
			m.err = c.scanSample(m.data)
		case profileLocation:
			m.err = c.scanLocation(m.data)
		case profileString:
			c.n[stringBytes] += len(m.data)
		}
	}
	c.n[values] = c.n[profileSample] * c.n[profileSampleType]
	return c, m.err
}

func (c *counts) scanSample(d []byte) error {
	refs, labels := 0, 0
	m := message{all: d}
	for m.next() {
		switch {
		case m.number == sampleLocation && m.typ == wireBytes:
			refs += countVarints(m.data)
		case m.number == sampleLocation:
			refs++
		case m.number == sampleLabel:
			labels++
		}
	}
	c.n[inStacks] += refs
	c.n[inSamples] += labels
	c.n[deepestStack] = max(c.n[deepestStack], refs)
	c.n[mostLabels] = max(c.n[mostLabels], labels)
	return within("sample", c.n[profileSample]-1, m.err)
}

func (c *counts) scanLocation(d []byte) error {
	m := message{all: d}
	for m.next() {
		if m.number == locationLine {
			c.n[inLocations]++
		}
	}
	return within("location", c.n[profileLocation]-1, m.err)
}

// within says which message an error is about.
func within(what string, i int, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s %d: %w", what, i, err)
}
