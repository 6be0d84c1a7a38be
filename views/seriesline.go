package views

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/units"
	"profstation/views/surface"
)

// SeriesLine shows which series in a folder is shown, where in it, and whether the newest is followed.
type SeriesLine struct {
	*surface.Controls
	Object       fyne.CanvasObject
	kinds        *surface.Select
	slider       *surface.Slider
	where        *widget.Label
	follow, rest *surface.Button
	news         *surface.Button
	older, newer *surface.Button
	compare      *fyne.Container
}

// NewSeriesLine makes the line.
func NewSeriesLine(send screen.Send) *SeriesLine {
	v := &SeriesLine{Controls: surface.NewControls(send, nil), slider: surface.NewSlider(0, 1), where: widget.NewLabel("")}
	button := func(text string, icon fyne.Resource, hint string, i screen.Intent) *surface.Button {
		return v.Button(text, icon, hint, func() { send(i) })
	}
	v.follow = button(lang.L("Following"), theme.MediaPauseIcon(),
		lang.L("Shows the newest profile as soon as it is complete; filters, zoom and selection stay."), screen.Follow{})
	v.older = button("", theme.NavigateBackIcon(), lang.L("The profile before. Alt+PgUp, or a comma"), screen.Step{By: -1})
	v.newer = button("", theme.NavigateNextIcon(), lang.L("The profile after. Alt+PgDn, or a full stop"), screen.Step{By: 1})
	v.rest = button("", nil,
		lang.L("Loads older files too. By default, files that were already there are loaded when they are needed."), screen.ReadAll{})
	v.news = button("", theme.InfoIcon(), newsHint(), screen.Jump{Tab: ask.OverviewTab})
	v.kinds = v.Choice(nil, lang.L("Which series: profiles of one kind from one source, in the order of their times."),
		func(i int) { send(screen.ChooseSeries{N: i}) })
	v.slider.Step = 1
	v.slider.OnChanged = v.Unless(func(at float64) { send(screen.StepTo{At: int(at)}) })
	v.Tell(v.slider, lang.L("Which profile of the series is shown."))
	v.compare = container.NewHBox(
		button(lang.L("Compare with previous"), nil, lang.L("Opens a comparison with the profile before."), screen.CompareSeries{}),
		button(lang.L("Compare with first"), nil, lang.L("Opens a comparison with the first profile of the series."),
			screen.CompareSeries{First: true}))
	v.Object = v.Lay(surface.WrapAround(v.slider, v.follow, v.kinds, v.older, v.slider, v.newer, v.where, v.news, v.rest, v.compare))
	v.Object.Hide()
	return v
}

// Show shows a snapshot.
func (v *SeriesLine) Show(s *screen.Snapshot) {
	x := s.Series
	some := x != nil && (x.Count > 0 || x.Kind >= 0 && len(x.Kinds) > 1) // another kind can be chosen
	surface.SetVisible(v.Object, some)
	if !some {
		return
	}
	defer v.Showing(s)()
	follow, icon := lang.L("Follow"), theme.MediaPlayIcon()
	if x.Following {
		follow, icon = lang.L("Pause"), theme.MediaPauseIcon()
	}
	v.follow.Icon = icon
	surface.SetText(v.follow, follow)
	surface.SetVisible(v.follow, !x.Fixed)
	v.setPlace(x)
	v.where.SetText(whereText(x))
	surface.SetEnabled(v.older, x.At > 0)
	surface.SetEnabled(v.newer, x.At >= 0 && x.At < x.Count-1)
	surface.SetVisible(v.compare, x.At > 0 && s.Trace == nil)
	surface.SetVisible(v.rest, x.Unread > 0)
	surface.SetVisible(v.news, x.Fresh > 0)
	surface.SetText(v.news, lang.N(x.Fresh, "1 new finding", "{{.N}} new findings", nil))
	v.Tell(v.news, newsText(x))
	text := lang.N(x.Unread, "load 1 more file", "load {{.N}} more files", nil)
	if x.Reading {
		text = lang.L("reading…")
	}
	surface.SetText(v.rest, text)
}

func (v *SeriesLine) setPlace(x *screen.Series) {
	if !slices.Equal(v.kinds.Options, x.Kinds) {
		v.kinds.SetOptions(x.Kinds)
	}
	if x.Kind != v.kinds.SelectedIndex() && x.Kind >= 0 {
		v.kinds.SetSelectedIndex(x.Kind)
	}
	if last := float64(max(1, x.Count-1)); v.slider.Max != last {
		v.slider.Max = last
		v.slider.Refresh()
	}
	if at := float64(max(0, x.At)); v.slider.Value != at {
		v.slider.SetValue(at)
	}
}

// newsText says what stands out in the newest profiles and did not before.
func newsText(x *screen.Series) string {
	lines := []string{newsHint()}
	for _, n := range x.News[:min(x.Fresh, len(x.News))] {
		lines = append(lines, lang.L("{{.Name}}: {{.Text}}", lang.With{"Name": n.Time.Local().Format("15:04:05"), "Text": n.Finding.Text}))
	}
	return strings.Join(lines, "\n")
}

func newsHint() string {
	return lang.L("Stands out in the newest profiles, and did not before. A click lists it on Overview.")
}

func whereText(x *screen.Series) string {
	if x.At < 0 {
		return lang.L("no longer in the list")
	}
	with := lang.With{"All": units.Count(int64(x.Count)), "N": units.Count(int64(x.At + 1))}
	text := lang.L("{{.N}} of {{.All}}", with) + " · " + x.Time.Local().Format("15:04:05")
	if newer := x.Count - 1 - x.At; newer > 0 && !x.Following && !x.Fixed {
		text += " · " + lang.N(newer, "1 newer", "{{.N}} newer", nil)
	}
	return text
}
