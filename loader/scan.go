package loader

import (
	"errors"
	"fmt"
	"math"
)

// The field numbers of profile.proto
// (github.com/google/pprof/proto/profile.proto).
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

// counts is how much a profile holds, found without decoding it.
type counts struct {
	types, samples, mappings, locations, functions, strings int

	refs        int // locations in stacks
	labels      int // label messages in samples
	lines       int // line messages in locations
	comments    int
	stringBytes int
	mostRefs    int // of one sample
	mostLabels  int // of one sample
}

var errSecondProfile = errors.New("a second profile begins")

// scan walks over the fields of a profile, two levels deep, and counts them.
// This is what the memory budget is held against before anything is decoded:
// 15 kB of gzip can hold 8 million messages.
func scan(data []byte, p *progress) (counts, error) {
	var c counts
	var f field
	for i, n := 0, 0; i < len(data); n++ {
		var err error
		if i, err = next(data, i, &f); err != nil {
			return c, err
		}
		if f.number < profileSampleType || f.number > profileString {
			if f.number == profileComment {
				c.comments += max(1, countVarints(f.data))
			}
			continue
		}
		if err := f.want(wireBytes); err != nil {
			return c, err
		}
		switch f.number {
		case profileSampleType:
			c.types++
		case profileSample:
			c.samples++
			err = c.scanSample(f.data)
		case profileMapping:
			c.mappings++
		case profileLocation:
			c.locations++
			err = c.scanLocation(f.data)
		case profileFunction:
			c.functions++
		case profileString:
			c.strings++
			c.stringBytes += len(f.data)
		}
		if err != nil {
			return c, err
		}
		if n%4096 == 0 {
			if err := p.cancelled(); err != nil {
				return c, err
			}
		}
	}
	return c, nil
}

func (c *counts) scanSample(d []byte) error {
	var f field
	refs, labels := 0, 0
	for i := 0; i < len(d); {
		var err error
		if i, err = next(d, i, &f); err != nil {
			return fmt.Errorf("sample %d: %w", c.samples-1, err)
		}
		switch f.number {
		case sampleLocation:
			if f.typ == wireBytes {
				refs += countVarints(f.data)
			} else {
				refs++
			}
		case sampleLabel:
			labels++
		}
	}
	c.refs += refs
	c.labels += labels
	c.mostRefs = max(c.mostRefs, refs)
	c.mostLabels = max(c.mostLabels, labels)
	return nil
}

func (c *counts) scanLocation(d []byte) error {
	var f field
	for i := 0; i < len(d); {
		var err error
		if i, err = next(d, i, &f); err != nil {
			return fmt.Errorf("location %d: %w", c.locations-1, err)
		}
		if f.number == locationLine {
			c.lines++
		}
	}
	return nil
}

// tables estimates the bytes that decoding into the model's tables needs at
// its peak, the tables included: columns and slices by the size of their
// elements, map entries by what Go's maps were measured to take. Locations of
// stacks stand in memory twice while the stacks are sorted, and each stack
// takes 40 bytes for that.
func (c *counts) tables() int64 {
	return int64(c.refs)*2*4 +
		int64(c.mostRefs)*4 + int64(c.mostLabels)*2*40 +
		int64(c.samples)*(36+40+8*int64(c.types)) +
		int64(c.labels)*(40+16+48) +
		int64(c.strings)*(8+4+32+48) + int64(c.stringBytes) +
		int64(c.functions)*(24+4) +
		int64(c.locations)*(24+4) + int64(c.lines)*24 +
		int64(c.mappings)*(40+4) + int64(c.comments)*16
}

// objects estimates the bytes that google/pprof/profile needs for the same:
// 150 to 300 for each message once decoded, labels most.
func (c *counts) objects() int64 {
	return int64(c.refs)*16 +
		int64(c.samples)*(220+8*int64(c.types)) + int64(c.labels)*320 +
		int64(c.strings)*16 + int64(c.stringBytes) +
		int64(c.functions)*160 + int64(c.locations)*200 + int64(c.lines)*48 +
		int64(c.mappings)*200 + int64(c.comments)*32
}

// indexable refuses what the tables' 32-bit indices cannot number.
func (c *counts) indexable() error {
	const most = math.MaxInt32
	for _, n := range []struct {
		what  string
		count int
	}{
		{"locations in stacks", c.refs}, {"samples", c.samples}, {"labels", c.labels}, {"strings", c.strings},
		{"functions", c.functions}, {"lines", c.lines}, {"locations", c.locations}, {"mappings", c.mappings},
	} {
		if n.count >= most {
			return &Error{
				Found:  fmt.Sprintf("a profile with %d %s, more than the %d that can be held", n.count, n.what, most),
				Advice: "split it, for example by time or by label",
			}
		}
	}
	return nil
}
