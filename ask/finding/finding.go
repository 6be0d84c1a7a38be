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
	Figures  []model.Fact // the figures that prove it
	Place    link.Place   // where it shows; the zero value: in the whole recording
	Do       string       // what to do about it; "" for nothing
}

// Titles of tabs, as places have them.
const (
	top   = "Top"
	trend = "Trend"
)

// Subject is what rules look at: the parts that are not nil.
type Subject struct {
	Profile    *model.Profile
	Trace      *trace.Trace
	Comparison *compare.Comparison
	Growth     *Growth
}

// Growth is what grows in a series of profiles.
type Growth struct {
	*series.Ranking
	Question series.Question
	Unit     string // of the figures
}

// rule looks for one thing, or for things of one kind. Its only error is the context's.
type rule struct {
	name string
	find func(context.Context, *Subject) ([]Finding, error)
}

var rules []rule

// add makes a rule known. Files with rules call it in their init.
func add(r rule) {
	at, _ := slices.BinarySearchFunc(rules, r, func(a, b rule) int { return cmp.Compare(a.name, b.name) })
	rules = slices.Insert(rules, at, r)
}

// In returns what the rules find, sorted by the rules' names. Its only error is the context's.
func In(ctx context.Context, s Subject) ([]Finding, error) {
	var all []Finding
	for _, r := range rules {
		found, err := r.find(ctx, &s)
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

// Lines returns what the rules find as lines, those about what may mislead first. Its only error is the context's.
func Lines(ctx context.Context, s Subject) ([]string, error) {
	found, err := In(ctx, s)
	slices.SortStableFunc(found, func(a, b Finding) int { return cmp.Compare(a.Severity, b.Severity) })
	var lines []string
	for _, f := range found {
		lines = append(lines, f.Text)
	}
	return lines, err
}
