// Package finding says what stands out in a recording. A rule looks at one subject and returns findings: what was
// found, the figures that prove it, where to see it and what to do about it.
//
// Each rule has a file, which adds it in its init; nothing else knows it. Rules stay quiet where they cannot judge.
package finding

import (
	"cmp"
	"context"
	"slices"

	"profstation/model"
	"profstation/model/compare"
	"profstation/model/series"
	"profstation/model/trace"
	"profstation/origin/link"
)

// Severity says how much a finding matters.
type Severity int

// Caveat is what may mislead in a recording, Notice is good to know, and Worth is worth a look.
const (
	Caveat Severity = iota
	Notice
	Worth
)

// Finding is what stands out, in the user's language.
type Finding struct {
	Rule     string // the rule's name, in English
	Severity Severity
	Text     string       // what was found, in one line
	About    string       // what it is about, as the file has it; "": what Place selects, or the rule finds one thing
	Figures  []model.Fact // the figures that prove it
	Share    float64      // how much of all it is, in per cent; 0: it is no share
	Place    link.Place   // where it shows; the zero value: in the whole recording
	Why      string       // why it matters; "": the text says it
	Do       string       // what people do about it; "" for nothing
	Wrong    string       // what would make it wrong; "": nothing that is known

	// Pprof is how `go tool pprof` prints the first figures: its arguments, to which the file is added. nil: it cannot.
	Pprof    []string
	Callers  []model.Fact // whose code asked for it, the largest first
	ByCaller []string     // how `go tool pprof` prints these
}

// Key names what was found, the same in every recording and language: the rule, with what it is about.
func (f *Finding) Key() string {
	if about := cmp.Or(f.About, f.Place.Selected); about != "" {
		return f.Rule + " " + about
	}
	return f.Rule
}

// Titles of tabs, as places have them.
const (
	top   = "Top"
	trend = "Trend"

	timelineTab = "Timeline"
	gcTab       = "GC"
	scheduling  = "Scheduling"
)

// Subject is what rules look at: the parts that are not nil.
type Subject struct {
	Profile    *model.Profile
	Trace      *trace.Trace
	Comparison *compare.Comparison
	Growth     *Growth
	Limits     Limits

	// What rules have found out about the profile so far.
	parts    *parts
	ofColumn map[int]*amounts      // by the sample type's number
	askers   map[[2]string][]int32 // by the patterns of what is below and what is left out
}

// Growth is what grows in a series of profiles.
type Growth struct {
	*series.Ranking
	Question series.Question
	Unit     string // of the figures
}

// In returns what the rules find, sorted by the rules' names. Its only error is the context's.
func In(ctx context.Context, s Subject) ([]Finding, error) { return in(ctx, &s, "") }

// Standing returns what stands out, the worst first, without what may mislead: see [Lines]. Its only error is the
// context's.
func Standing(ctx context.Context, s Subject) ([]Finding, error) {
	found, err := in(ctx, &s, ofCaveats)
	Worst(found)
	return found, err
}

// in asks all rules but one.
func in(ctx context.Context, s *Subject, but string) ([]Finding, error) {
	var all []Finding
	for _, r := range rules {
		if r.name == but || s.Limits.silence(r.name) {
			continue
		}
		found, err := r.find(ctx, s)
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			f.Rule = r.name
			all = append(all, f)
		}
	}
	return all, nil
}

// Worst sorts findings: what is worth a look before what is good to know, and that before what may mislead. A larger share
// comes first.
func Worst(found []Finding) {
	slices.SortStableFunc(found, Compare)
}

// Compare compares findings for [Worst]: it is negative if a comes first.
func Compare(a, b Finding) int {
	return cmp.Or(cmp.Compare(b.Severity, a.Severity), cmp.Compare(b.Share, a.Share))
}

// Lines returns what may mislead, as lines. It asks no other rules. Its only error is the context's.
func Lines(ctx context.Context, s Subject) ([]string, error) {
	found, err := caveats(ctx, &s)
	var lines []string
	for _, f := range found {
		lines = append(lines, f.Text)
	}
	return lines, err
}
