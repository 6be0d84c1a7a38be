package figures

import (
	"profstation/timeline/analysis"
)

// NameProfile names a profile out of the trace: "network wait of main.worker,
// 1.2s to 1.4s". Of is what it is limited to, in words.
func (s *Source) NameProfile(k analysis.ProfileKind, w analysis.What, of string) string {
	name := k.String()
	if of != "" {
		name += " of " + of
	}
	if iv := s.Analysis.Within(w.Interval); iv != s.Trace.Whole() {
		name += ", " + times(iv)
	}
	return name
}
