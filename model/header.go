package model

import (
	"time"

	"profstation/model/memory"
)

// Fact is one line in a profile's description of itself.
type Fact struct {
	ID   string // by which others find it, the same in every language; "": nobody looks for it
	Name string // a heading; "" for a comment
	Text string
	Line string // both; "": the text
}

// String returns the fact as a line. For pprof profiles it is in pprof's words.
func (f Fact) String() string {
	if f.Line != "" {
		return f.Line
	}
	return f.Text
}

// Header is a profile's description of itself.
type Header struct {
	Format     string        // the file's format: "pprof", "goroutine debug=2", …
	Time       time.Time     // when it was taken; zero: not known
	Duration   time.Duration // how long it was recorded; 0: not known
	Period     int64         // distance between two samples, in units of PeriodType; 0: not known
	PeriodType ValueType     // empty if the file names none

	DefaultSampleType string // the sample type that the file prefers, or ""
	Comments          []string
	DocURL            string
	Warnings          []string // losses and repairs while loading, one per line

	// Foreign says that the profile was written by a tool that is not Go's. What is known about Go's figures
	// then does not apply.
	Foreign bool

	// Lasting names the sample type, a time, that says how long a sample lasted from its time on; "": none
	// does.
	Lasting string

	// Timeless says why no sample has a time, if samples in the file's format can have times.
	Timeless string

	// Pooled says that a store added the profile up, over all processes that its labels select and all times
	// that were asked for. Duration is then the time asked for, and does not tell for any process how long it
	// ran or how busy it was. Covered is roughly how much of that time has profiles; 0: not known. Moments
	// says that each profile held what there was at its moment, such as the heap in use, or since its process
	// started. The sum over many then exceeds what there ever was.
	Pooled  bool
	Covered time.Duration
	Moments bool

	// Unmapped says that all mappings belong to the profile with which this one is compared. What they say
	// about a program does not apply to this one's.
	Unmapped bool

	// Memory is what else is known of the process's memory at the moment of a heap profile, such as what the Go runtime
	// said when it was written with debug=1; nil: nothing is.
	Memory *memory.Sources

	// Compared says that the profile is made of two that are compared, such as their difference: its values belong
	// to neither.
	Compared bool
}

// nearlyAll is the part of a time range that must have profiles for the range to count as covered completely.
// Agents do not send profiles exactly on time, and one may fall into the neighbouring step.
const nearlyAll = 0.9

// Recorded returns how long the profile's contents were recorded, for computing rates; 0: not known. If a
// store added the profile up, it is only known if the time asked for is covered completely, because it is not
// known how long the profiles for a part are.
func (h *Header) Recorded() time.Duration {
	if h.Pooled && !h.CoveredWhole() {
		return 0
	}
	return h.Duration
}

// CoveredWhole reports whether all of the time asked for has profiles, as far as that can be told.
func (h *Header) CoveredWhole() bool { return float64(h.Covered) >= nearlyAll*float64(h.Duration) }
