package app

import (
	"cmp"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/model/lang"
	"profstation/views/surface"
)

// threshold is a row for a rule about what stands out: whether it is looked for, and from what share on.
type threshold struct {
	rule    string
	on      *surface.Check
	percent judged // not shown if the rule has no share
	row     fyne.CanvasObject
}

const maxPercent = 100

// newThresholds makes a row for each rule.
func newThresholds(set map[string]float64) (all []threshold) {
	for _, r := range ask.Rules() {
		percent, changed := set[r.Name]
		text := ""
		if changed && percent > 0 {
			text = percentText(percent)
		}
		t := threshold{rule: r.Name, percent: newJudged(text, percentText(r.Percent))}
		entry := fyne.CanvasObject(container.NewHBox(surface.Wide(52, t.percent.DialogEntry), widget.NewLabel("%")))
		t.on = surface.NewCheck(r.Name, func(on bool) {
			if on {
				t.percent.Enable()
			} else {
				t.percent.Disable()
			}
		})
		if t.on.Checked = !changed || percent > 0; !t.on.Checked {
			t.percent.Disable()
		}
		if r.Percent == 0 {
			entry = layout.NewSpacer()
		}
		t.row = t.percent.with(explained(surface.Border(nil, nil, nil, entry, t.on), cmp.Or(r.Found, r.Looks)))
		all = append(all, t)
	}
	return all
}

func percentText(percent float64) string { return strconv.FormatFloat(percent, 'f', -1, 64) }

// value returns the share that is typed, in per cent; 0: none is, and the rule's own holds.
func (t *threshold) value() (percent float64, ok bool) {
	text := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(t.percent.Text), "%"))
	if text == "" {
		return 0, true
	}
	percent, err := strconv.ParseFloat(text, 64)
	return percent, err == nil && percent > 0 && percent <= maxPercent
}

// readThresholds returns what differs from the rules' own thresholds, in per cent; 0: the rule is off.
func readThresholds(all []threshold) map[string]float64 {
	set := map[string]float64{}
	for _, t := range all {
		if percent, _ := t.value(); !t.on.Checked || percent > 0 {
			set[t.rule] = percent
		}
		if !t.on.Checked {
			set[t.rule] = 0
		}
	}
	return set
}

// thresholdTable shows the rows below what they are about.
func thresholdTable(all []threshold) fyne.CanvasObject {
	hint := surface.Paragraph(lang.L("Overview lists the checked ones, from this share on. Leave a field empty for the usual one."), widget.LowImportance)
	hint.SizeName = theme.SizeNameCaptionText
	rows := container.New(layout.NewCustomPaddedVBoxLayout(0), hint)
	for _, t := range all {
		rows.Add(t.row)
	}
	return rows
}
