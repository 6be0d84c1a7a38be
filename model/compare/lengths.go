package compare

import (
	"time"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/units"
)

// sameLength is the ratio up to which recordings count as equally long.
const sameLength = 1.1

// lengths returns how long a recording on each side lasts, on average. They differ if that alone makes
// figures differ that are not divided by the length.
func (p *Pair) lengths() (base, now time.Duration, differ bool) {
	mean := func(of []*model.Profile) time.Duration {
		var sum float64
		for _, r := range of {
			if r.Recorded() <= 0 {
				return 0
			}
			sum += float64(r.Recorded())
		}
		return time.Duration(sum / float64(len(of)))
	}
	base, now = mean([]*model.Profile{p.Base}), mean([]*model.Profile{p.New})
	if p.runs != nil {
		base, now = mean(p.runs.of[:p.runs.before]), mean(p.runs.of[p.runs.before:])
	}
	smallest, largest := min(base, now), max(base, now)
	return base, now, smallest > 0 && float64(largest) > float64(smallest)*sameLength
}

// perRecording reports whether values are totals for whole recordings, however long these are.
func (c *Comparison) perRecording() bool { return c.judge.asRecorded() || c.Normalisation.recordings() }

// Normalised says in words what is compared, and how long the recordings last if that matters.
func (c *Comparison) Normalised() string {
	text := c.Normalisation.Words(lang.L)
	if base, now, differ := c.Pair.lengths(); differ && c.perRecording() {
		text = lang.L("{{.Way}}, lasting {{.Base}} and {{.New}}", lang.With{"Way": text,
			"Base": units.Format(int64(base), "nanoseconds", "auto"), "New": units.Format(int64(now), "nanoseconds", "auto")})
	}
	return text
}
