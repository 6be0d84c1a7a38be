package compare

import (
	"time"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/units"
)

// sameLength is by how much recordings may differ in length and still count as equally long.
const sameLength = 1.1

// lengths are how long a recording of each side lasts, on average; they differ if figures that are not divided
// by them do so for that reason alone.
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
	least, most := min(base, now), max(base, now)
	return base, now, least > 0 && float64(most) > float64(least)*sameLength
}

// perRecording reports whether values are those of whole recordings, however long these are.
func (c *Comparison) perRecording() bool { return c.judge.asRecorded() || c.Normalisation.recordings() }

// normalised says in words what is compared, and how long the recordings last where that matters.
func (c *Comparison) normalised() string {
	text := c.Normalisation.Words(lang.L)
	if base, now, differ := c.Pair.lengths(); differ && c.perRecording() {
		text = lang.L("{{.Way}}, lasting {{.Base}} and {{.New}}", lang.With{"Way": text,
			"Base": units.Format(int64(base), "nanoseconds", "auto"), "New": units.Format(int64(now), "nanoseconds", "auto")})
	}
	return text
}
