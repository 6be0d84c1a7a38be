package flame

import (
	"profstation/model/labels"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/scene"
)

// maxLabels is how many label values have a colour of their own. More colours could not be told apart.
const maxLabels = 7

// labelColor returns a branch's fill by the value that weighs most in it.
func labelColor(t *scene.Theme, l *labels.TreeLabels, b int32) scene.Color {
	at := l.Dominant[b]
	if at < 0 || l.Heads[at].Without {
		return t.Quiet
	}
	// A box has the full colour if one value is alone in it, and little colour if that value only just leads.
	share := float64(l.Share[b])
	return scene.Mix(t.Quiet, valueColor(t, l.Places[at]), 0.25+0.75*share*share)
}

// valueColor returns a value's colour by its place in the whole profile, so that a filter does not change it.
func valueColor(t *scene.Theme, place int32) scene.Color {
	return t.Category(min(int(place), maxLabels))
}

// labelLegend names the values that have a colour of their own.
func (c *Chart) labelLegend(t *scene.Theme) []legendEntry {
	l := c.down.labels
	p := c.Result.Profile
	out := []legendEntry{{text: cut(safe.Text(l.Axis.Key)) + ":"}}
	others, without := false, false
	for i := range l.Heads {
		h := &l.Heads[i]
		switch {
		case h.Without:
			without = true
		case l.Places[i] < maxLabels:
			text := safe.Text(p.LabelText(l.Axis, h.Value, "auto"))
			out = append(out, legendEntry{cut(text), valueColor(t, l.Places[i])})
		default:
			others = true
		}
	}
	if others {
		out = append(out, legendEntry{lang.L("others"), valueColor(t, maxLabels)})
	}
	if without {
		out = append(out, legendEntry{lang.L("no {{.Key}}", lang.With{"Key": cut(safe.Text(l.Axis.Key))}), t.Quiet})
	}
	return out
}

// cut keeps the names in a legend short.
func cut(s string) string {
	const limit = 24
	return safe.CutEnd(s, limit)
}
