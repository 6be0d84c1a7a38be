package pprof

import (
	"errors"
	"fmt"
	"math"

	"profstation/loader/input"
	"profstation/loader/wire"
	"profstation/model/lang"
	"profstation/model/units"
)

// Field numbers in profile.proto (github.com/google/pprof/proto/profile.proto).
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

// Things counted in addition to the profile's own messages, which are counted by field number.
const (
	inStacks     = profileString + 1 + iota // locations in stacks
	inSamples                               // labels in samples
	inLocations                             // lines in locations
	comments                                // texts
	stringBytes                             // in the string table
	values                                  // in all samples
	deepestStack                            // locations in one stack
	maxLabels                               // in one sample
	maxLines                                // in one location
	allBytes                                // the whole profile's bytes, which stay until it is decoded
	allCounts
)

// Limits for things that are not tables but that a person has to read. Real profiles have a dozen.
const (
	maxTypes    = 1_000
	maxComments = 100_000
)

// costs are the bytes that decoding takes at its peak for each thing counted, both for the model's
// tables and for google/pprof's objects. Map entries were measured; ids take one if they are far
// apart. Locations in stacks that share none are in memory twice while their sorted runs are merged,
// and each stack takes 40 bytes for that.
var costs = [allCounts]struct {
	name            string // for those with a limit
	max             int    // the limit; 0: what 32 bits can number
	tables, objects int64
}{
	profileSampleType: {"sample types", maxTypes, 100, 120},
	profileSample:     {"samples", 0, 36 + 40, 220},
	profileMapping:    {"mappings", 0, 32 + 8 + 48, 200},
	profileLocation:   {"locations", 0, 24 + 8 + 48, 200},
	profileFunction:   {"functions", 0, 24 + 8 + 48, 160},
	profileString:     {"strings", 0, 8 + 4 + 32 + 48, 16},
	inStacks:          {"locations in stacks", 0, 2*4 + 2, 16},
	inSamples:         {"labels", 0, 40 + 16 + 48, 320},
	inLocations:       {"lines", 0, 24, 48},
	comments:          {"comments", maxComments, 24, 32},
	stringBytes:       {"", 0, 1, 1},
	values:            {"", 0, 8, 8},
	deepestStack:      {"", 0, 4, 0},
	maxLabels:         {"", 0, 2 * 40, 0},
	maxLines:          {"", 0, 2 * 24, 0},
	allBytes:          {"", 0, 1, 0},
}

// counts says how much a profile holds. It is found without decoding.
type counts struct {
	n      [allCounts]int
	tables [profileString + 1]extent // where the messages are, by field number
	apart  bool                      // something else is between the samples

	p     *input.Progress
	steps int
}

// step checks the context once every few thousand fields.
func (c *counts) step() error {
	if c.steps++; c.steps%4096 != 0 {
		return nil
	}
	return c.p.Cancelled()
}

// extent is the range of a profile's bytes that holds all messages in a table.
type extent struct{ from, to int }

// sizes estimates the bytes that decoding takes: in the model's tables, and in objects in addition.
func (c *counts) sizes() (tables, objects int64) {
	for i, n := range c.n {
		tables += int64(n) * costs[i].tables
		objects += int64(n) * costs[i].objects
	}
	return tables, objects
}

// countable refuses a profile that 32-bit indices cannot number, or that nobody can read.
func (c *counts) countable() error {
	for i, n := range c.n {
		if max := costs[i].max; max > 0 && n > max {
			return &crowd{costs[i].name, n, max} // perhaps it is several profiles end to end
		}
		if n >= math.MaxInt32 && costs[i].name != "" {
			return &input.Error{
				Found: lang.L("a profile with {{.Number}} {{.Things}}, more than the {{.Most}} that can be held",
					lang.With{"Number": n, "Things": lang.L(costs[i].name), "Most": math.MaxInt32}),
				Advice: lang.L("split it, for example by time or by label"),
			}
		}
	}
	return nil
}

// crowd is the error for a profile that nobody can read.
type crowd struct {
	name   string // what there are too many of
	n, max int
}

func (c *crowd) Error() string {
	return lang.L("it has {{.Number}} {{.Things}}, more than the {{.Most}} that can be shown",
		lang.With{"Number": units.Count(int64(c.n)), "Things": lang.L(c.name), "Most": units.Count(int64(c.max))})
}

var errSecondProfile = errors.New("a second profile begins")

// scan walks over a profile's fields, two levels deep, and counts them. The counts are checked against
// the memory budget before anything is decoded: 15 kB of gzip can hold 8 million messages.
func scan(data []byte, p *input.Progress) (*counts, error) {
	c := &counts{p: p}
	m := wire.Message{All: data}
	for m.Next() {
		m.Err = c.field(&m, c.scanSample)
	}
	if m.Err != nil {
		return nil, m.Err
	}
	c.total(len(data))
	return c, nil
}

// field counts a profile's field. sample counts what is inside a sample.
func (c *counts) field(m *wire.Message, sample func(data []byte) error) error {
	if err := c.step(); err != nil {
		return err
	}
	if m.Number < profileSampleType || m.Number > profileString {
		if m.Number == profileComment {
			c.n[comments] += max(1, wire.CountVarints(m.Data))
		}
		return nil
	}
	if err := m.Want(wire.TypeBytes); err != nil {
		return err
	}
	if c.n[m.Number] == 0 {
		c.tables[m.Number].from = m.From
	} else if m.Number == profileSample && c.tables[profileSample].to != m.From {
		c.apart = true
	}
	c.n[m.Number]++
	c.tables[m.Number].to = m.At
	switch m.Number {
	case profileSample:
		return sample(m.Data)
	case profileLocation:
		return c.scanLocation(m.Data)
	case profileString:
		c.n[stringBytes] += len(m.Data)
	}
	return nil
}

// total counts what follows from the other counts.
func (c *counts) total(bytes int) {
	c.n[allBytes] = bytes
	c.n[values] = c.n[profileSample] * c.n[profileSampleType]
}

func (c *counts) scanSample(d []byte) error {
	refs, labels := 0, 0
	m := wire.Message{All: d}
	for m.Next() {
		switch {
		case m.Number == sampleLocation && m.Type == wire.TypeBytes:
			refs += wire.CountVarints(m.Data)
		case m.Number == sampleLocation:
			refs++
		case m.Number == sampleLabel:
			labels++
			m.Err = c.step()
		}
	}
	c.sample(refs, labels)
	return within("sample", c.n[profileSample]-1, m.Err)
}

func (c *counts) sample(refs, labels int) {
	c.n[inStacks] += refs
	c.n[inSamples] += labels
	c.n[deepestStack] = max(c.n[deepestStack], refs)
	c.n[maxLabels] = max(c.n[maxLabels], labels)
}

func (c *counts) scanLocation(d []byte) error {
	lines := 0
	m := wire.Message{All: d}
	for m.Next() {
		if m.Number == locationLine {
			lines++
			m.Err = c.step()
		}
	}
	c.n[inLocations] += lines
	c.n[maxLines] = max(c.n[maxLines], lines)
	return within("location", c.n[profileLocation]-1, m.Err)
}

// within adds to an error which message it is about.
func within(what string, i int, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s %d: %w", what, i, err)
}
