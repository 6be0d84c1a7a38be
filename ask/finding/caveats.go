package finding

import (
	"context"

	"profstation/model/explain"
	"profstation/model/lang"
)

const ofCaveats = "caveats"

func init() {
	add(rule{name: ofCaveats, find: caveats, looks: looks{text: lang.Later("every profile and every trace")}, words: words{
		Why: lang.Later("Few samples, stacks that were cut, addresses without names: shares of such a recording may mislead."),
	}})
}

// caveats returns what may mislead in a profile, and what a trace does not show.
func caveats(ctx context.Context, s *Subject) ([]Finding, error) {
	var lines []string
	if s.Profile != nil {
		hints, err := explain.Hints(ctx, s.Profile)
		if err != nil {
			return nil, err
		}
		lines = append(lines, hints...)
	}
	if s.Trace != nil {
		lines = append(lines, s.Trace.Hints...)
	}
	var all []Finding
	for _, line := range lines {
		all = append(all, Finding{Severity: Caveat, Text: line})
	}
	return all, nil
}
