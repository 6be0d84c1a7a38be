package compare

import (
	"slices"

	"profstation/model"
	"profstation/model/lang"
)

// noteTwice adds a note if a recording equals another one. Nothing new was recorded then, and what they have
// in common shows nothing.
func (p *Pair) noteTwice(all []*model.Profile) {
	again := 0
	for i, r := range all {
		if slices.ContainsFunc(all[:i], func(other *model.Profile) bool { return alike(r, other) }) {
			again++
		}
	}
	switch {
	case again == 0:
	case len(all) == 2:
		p.Left = append(p.Left, lang.L("base and new are identical, sample by sample"))
	default:
		p.Left = append(p.Left, lang.N(again, "one recording is identical to another, sample by sample: it adds no information",
			"{{.N}} recordings are identical to others, sample by sample: they add no information", nil))
	}
}

// alike reports whether two recordings on a pair's tables have the same samples.
func alike(a, b *model.Profile) bool {
	if !a.Time.Equal(b.Time) || a.Duration != b.Duration || slices.IndexFunc(a.Samples.Values, func(c []int64) bool { return !zero(c) }) < 0 {
		return false
	}
	return slices.EqualFunc(a.Samples.Values, b.Samples.Values, slices.Equal)
}
