package explain

import (
	"cmp"
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
	n := int64(0)
	for _, c := range leakedIn.Quick(p) {
		n += c.Goroutines
	}
	return n
}

// Created is how many goroutines a function started.
type Created struct {
	By         string // "": it is not known
	Goroutines int64
}

// LeakedBy returns which functions started the goroutines that are blocked for ever, those that started most first.
func LeakedBy(p *model.Profile) []Created {
	if Leaked(p) == 0 {
		return nil
	}
	return leakedIn.Quick(p)
}

var leakedIn = model.DeriveQuick(findLeaked)

func findLeaked(p *model.Profile) (all []Created) {
	state, creator := p.Strings.Find(model.StateLabel), p.Strings.Find(model.CreatorLabel)
	by := map[string]int64{}
	for i := range p.Samples.Len() {
		leaked, from := false, ""
		for _, l := range p.Labels.Set(p.Samples.LabelSet(i)) {
			switch {
			case l.IsNum:
			case l.Key == state && strings.Contains(p.Strings.Raw(l.Str), "(leaked)"):
				leaked = true
			case l.Key == creator:
				from = p.Strings.Raw(l.Str)
			}
		}
		if leaked {
			by[from] += p.Samples.Values[p.Default][i]
		}
	}
	for from, n := range by {
		all = append(all, Created{from, n})
	}
	slices.SortFunc(all, func(a, b Created) int {
		return cmp.Or(cmp.Compare(b.Goroutines, a.Goroutines), cmp.Compare(a.By, b.By))
	})
	return all
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
