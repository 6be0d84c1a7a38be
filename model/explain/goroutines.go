package explain

import (
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/lang"
)

// aboutDump returns the text for a goroutine dump, which shows more than the other forms do.
func aboutDump() KindText {
	t := OfKind(model.Goroutine)
	t.Limits = slices.Clone(t.Limits)
	t.Limits[0] = lang.Later("How long goroutines have been there is known in whole minutes, from one on: see the label waiting.")
	return t
}

// LeakedFilter is the tagfocus text that finds the goroutines in a dump that are blocked for ever.
const LeakedFilter = model.StateLabel + "=leaked"

// Leaked returns how many goroutines in a dump are blocked for ever, as the garbage collector found
// (goroutineheader in Go's runtime/traceback.go).
func Leaked(p *model.Profile) int64 {
	if p.Kind != model.Goroutine || p.Foreign {
		return 0
	}
	return leakedIn.Quick(p)
}

var leakedIn = model.DeriveQuick(countLeaked)

func countLeaked(p *model.Profile) (n int64) {
	key := p.Strings.Find(model.StateLabel)
	isLeaked := func(l model.Label) bool {
		return l.Key == key && !l.IsNum && strings.Contains(p.Strings.Raw(l.Str), "(leaked)")
	}
	for i := range p.Samples.Len() {
		if slices.ContainsFunc(p.Labels.Set(p.Samples.LabelSet(i)), isLeaked) {
			n += p.Samples.Values[p.Default][i]
		}
	}
	return n
}

// leakHints returns a hint if there are goroutines that are blocked for ever.
func leakHints(p *model.Profile) []string {
	n := Leaked(p)
	if n <= 0 {
		return nil
	}
	return []string{lang.N(int(n), "1 goroutine is leaked: nothing that still runs can wake it. The filter tagfocus={{.Filter}} shows it",
		"{{.N}} goroutines are leaked: nothing that still runs can wake them. The filter tagfocus={{.Filter}} shows them",
		lang.With{"Filter": LeakedFilter})}
}
