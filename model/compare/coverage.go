package compare

import (
	"time"

	"profstation/model"
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/units"
)

// A store merges what it has for a time range, and there may be no profiles for a part of that range. Sums
// over two such ranges then differ for that reason alone, and nothing in them shows it. So sums and rates are
// only judged if the ranges are covered completely. Shares can always be compared.

// pooled reports whether a store added up either side.
func (p *Pair) pooled() bool { return p.Base.Pooled || p.New.Pooled }

// uneven reports whether sums that a store added up differ, or may differ, only because the sides cover
// different times.
func (p *Pair) uneven() bool {
	_, _, differ := p.lengths()
	return p.pooled() && (differ || !p.timed())
}

// timed reports whether the recording time is known on both sides.
func (p *Pair) timed() bool {
	base, now, _ := p.lengths()
	return base > 0 && now > 0
}

// Coverage returns a line for the top of the figures that says what the sides cover, or "" if there is
// nothing to say.
func Coverage(c *Comparison) string {
	if !c.Pair.uneven() {
		return ""
	}
	with := lang.With{"Base": covers(c.Pair.Base), "New": covers(c.Pair.New)}
	text := lang.L("Not covered alike: base {{.Base}}, new {{.New}}", with)
	if with["Base"] == with["New"] || coveredBy(&c.Pair.Base.Header) == 0 || coveredBy(&c.Pair.New.Header) == 0 {
		text = lang.L("Perhaps not covered alike: base {{.Base}}, new {{.New}}", with)
	}
	if c.Normalisation.By != PerTotal {
		text = lang.L("{{.Statement}}; shares (per total) can be compared", lang.With{"Statement": text})
	}
	return text
}

// coveredBy returns roughly how much time a side's profiles cover; 0: not known.
func coveredBy(h *model.Header) time.Duration {
	if h.Pooled {
		return h.Covered
	}
	return h.Duration
}

// covers says how much of its time range a side covers.
func covers(side *model.Profile) string {
	switch {
	case side.Pooled && side.Recorded() == 0:
		return explain.Covers(&side.Header)
	case side.Duration <= 0:
		return lang.L("without a duration")
	}
	return units.FormatShort(int64(side.Duration), "ns", "auto")
}

// poolNotes returns notes about sums made by stores, one per line.
func poolNotes(c *Comparison) (notes []string) {
	if !c.Pair.pooled() {
		return nil
	}
	if c.perRecording() || c.Normalisation.By == PerSecond {
		notes = append(notes, lang.L("a store does not say how many profiles it added up: where there were more processes, figures are larger"))
	}
	if c.Pair.Base.Moments || c.Pair.New.Moments {
		notes = append(notes, lang.L("figures are sums over all profiles in the time asked for, not what there was at one moment"))
	}
	return notes
}
