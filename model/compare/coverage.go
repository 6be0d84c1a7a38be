package compare

import (
	"profstation/model"
	"profstation/model/lang"
)

// A store merges what it has of a time, and a part of the time may have no profiles. Sums of two such times differ
// for that reason alone, and nothing in them says so: only what they cover does.

// pooled reports whether a store added up either side.
func (p *Pair) pooled() bool { return p.Base.Pooled || p.New.Pooled }

// uneven reports whether values that are not divided by time differ for what the sides cover, or may: of a store's
// profile that is not always known.
func (p *Pair) uneven() bool {
	base, now, differ := p.lengths()
	return p.pooled() && (differ || base == 0 || now == 0)
}

// coverageOf says in a line that stands before all figures what the sides cover; "" where there is nothing to say.
func coverageOf(c *Comparison) string {
	if !c.Pair.uneven() {
		return ""
	}
	with := lang.With{"Base": covers(c.Pair.Base), "New": covers(c.Pair.New)}
	if base, now, _ := c.Pair.lengths(); base == 0 || now == 0 {
		return lang.L("Perhaps not covered alike: base {{.Base}}, new {{.New}}", with)
	}
	text := lang.L("Not covered alike: base {{.Base}}, new {{.New}}", with)
	if c.perRecording() {
		text = lang.L("{{.Statement}}; values per second compare rates", lang.With{"Statement": text})
	}
	return text
}

// covers says what of its time a side covers.
func covers(side *model.Profile) string {
	switch {
	case side.Pooled:
		return side.Covers()
	case side.Duration <= 0:
		return lang.L("without a duration")
	}
	return model.FormatShort(int64(side.Duration), "ns", "auto")
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
