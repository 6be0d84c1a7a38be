package model

import (
	"time"
)

// Fact is one line of a profile's description of itself.
type Fact struct {
	Name string // as a heading; "" for a comment
	Text string
	Line string // both; "": the text
}

// String is the fact as a line, of a profile in pprof's words.
func (f Fact) String() string {
	if f.Line != "" {
		return f.Line
	}
	return f.Text
}

// Header is a profile's description of itself.
type Header struct {
	Format     string        // the form of the file: "pprof", "goroutine debug=2", …
	Time       time.Time     // when it was taken; zero: not known
	Duration   time.Duration // how long it was recorded; 0: not known
	Period     int64         // units of PeriodType between two samples; 0: not known
	PeriodType ValueType     // empty where the file names none

	DefaultSampleType string // the name of the sample type that the file prefers, or ""
	Comments          []string
	DocURL            string
	Warnings          []string // losses and repairs while loading, a line each

	// Foreign says that another tool than Go's wrote it: what its figures mean is not known from Go.
	Foreign bool

	// Lasting names the sample type, a time, that says how long a sample went on from its time; "": none does.
	Lasting string

	// Timeless says why no sample has a time, of a file in a form whose samples may have times.
	Timeless string

	// Pooled says that a store added it up, over all processes that its labels select and all times that were
	// asked for: Duration is that of the question, and says of no process how long it ran or how busy it was.
	// Covered is about how much of it has profiles; 0: not known. Moments says that each profile
	// held what there was at its moment, such as the heap in use, or since its process started: the sum of many
	// has more than there ever was.
	Pooled  bool
	Covered time.Duration
	Moments bool

	// Unmapped says that all mappings are of the profile that this one is compared with: what they
	// say of a program is not said of this one's.
	Unmapped bool
}

// nearlyAll is the part of a time that has to have profiles to be taken for covered whole: agents do not send them to
// the second, and one may fall into the step beside its own.
const nearlyAll = 0.9

// Recorded is how long it took to record what a profile holds, which rates are of; 0: not known. Of one that a store
// added up it is known only if the time asked for is covered whole: how long the profiles of a part are, nobody says.
func (h *Header) Recorded() time.Duration {
	if h.Pooled && !h.CoveredWhole() {
		return 0
	}
	return h.Duration
}

// CoveredWhole reports whether all of the time asked for has profiles, as far as that can be told.
func (h *Header) CoveredWhole() bool { return float64(h.Covered) >= nearlyAll*float64(h.Duration) }
