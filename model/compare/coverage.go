package compare

import (
	"time"

	"profstation/model"
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/units"
)

// A store merges what it has of a time, and a part of the time may have no profiles. Sums of two such times differ
// for that reason alone, and nothing in them says so. So sums and rates are judged of times that are covered whole;
// shares may be compared in any case.

// pooled reports whether a store added up either side.
func (p *Pair) pooled() bool { return p.Base.Pooled || p.New.Pooled }

// uneven reports whether sums of what a store added up differ for what the sides cover, or may.
func (p *Pair) uneven() bool {
	_, _, differ := p.lengths()
	return p.pooled() && (differ || !p.timed())
}

// timed reports whether it is known how long each side was recorded.
func (p *Pair) timed() bool {
	base, now, _ := p.lengths()
	return base > 0 && now > 0
}

// coverageOf says in a line that stands before all figures what the sides cover; "" where there is nothing to say.
func coverageOf(c *Comparison) string {
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

// coveredBy is about how much time a side has profiles of; 0: not known.
func coveredBy(h *model.Header) time.Duration {
	if h.Pooled {
		return h.Covered
	}
	return h.Duration
}

// covers says what of its time a side covers.
func covers(side *model.Profile) string {
	switch {
	case side.Pooled && side.Recorded() == 0:
		return explain.Covers(&side.Header)
	case side.Duration <= 0:
		return lang.L("without a duration")
	}
	return units.FormatShort(int64(side.Duration), "ns", "auto")
}

// poolNotes are what is to be known of the sums of stores, a line each.
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
