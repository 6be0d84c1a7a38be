package views

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model"
	"profstation/views/surface"
)

// SeriesLine stands above the tabs of a folder's document: which series is
// shown, where in it, and whether the newest is followed.
type SeriesLine struct {
	Object  fyne.CanvasObject
	follow  *widget.Button
	kinds   *widget.Select
	slider  *widget.Slider
	where   *widget.Label
	rest    *widget.Button
	older   *widget.Button
	newer   *widget.Button
	compare *fyne.Container
	showing bool
}

// NewSeriesLine makes the line.
func NewSeriesLine(send screen.Send) *SeriesLine {
	v := &SeriesLine{slider: widget.NewSlider(0, 1), where: widget.NewLabel("")}
	button := func(text string, icon fyne.Resource, i screen.Intent) *widget.Button {
		b := widget.NewButtonWithIcon(text, icon, func() { send(i) })
		b.Importance = widget.LowImportance
		return b
	}
	v.follow = button(lang.L("Following"), theme.MediaPauseIcon(), screen.Follow{})
	v.older = button("", theme.NavigateBackIcon(), screen.Step{By: -1})
	v.newer = button("", theme.NavigateNextIcon(), screen.Step{By: 1})
	v.rest = button("", nil, screen.ReadAll{})
	v.kinds = widget.NewSelect(nil, func(string) {
		if !v.showing {
			send(screen.ChooseSeries{N: v.kinds.SelectedIndex()})
		}
	})
	v.slider.Step = 1
	v.slider.OnChanged = func(at float64) {
		if !v.showing {
			send(screen.StepTo{At: int(at)})
		}
	}
	previous, first := button(lang.L("previous"), nil, screen.CompareSeries{}), button(lang.L("first"), nil, screen.CompareSeries{First: true})
	v.compare = container.NewHBox(widget.NewLabel(lang.L("compare with")), previous, first)
	tight := func(o ...fyne.CanvasObject) *fyne.Container {
		return container.New(layout.NewCustomPaddedHBoxLayout(2), o...)
	}
	line := surface.NewHinted(container.NewBorder(nil, nil, tight(v.follow, v.kinds, v.older), tight(v.newer, v.where, v.rest, v.compare), v.slider))
	line.Tell(v.follow, lang.L("Shows the newest profile as soon as it is complete; filters, zoom and selection stay."))
	line.Tell(v.kinds, lang.L("Which series: profiles of one kind from one source, in the order of their times."))
	line.Tell(v.older, lang.L("The profile before. Alt+PgUp, or a comma"))
	line.Tell(v.newer, lang.L("The profile after. Alt+PgDn, or a full stop"))
	line.Tell(v.slider, lang.L("Which profile of the series is shown."))
	line.Tell(v.rest, lang.L("Reads older files too: those that were there at first are read as they are needed."))
	line.Tell(previous, lang.L("Opens a comparison with the profile before."))
	line.Tell(first, lang.L("Opens a comparison with the first profile of the series."))
	v.Object = line
	v.Object.Hide()
	return v
}

// Show shows a snapshot.
func (v *SeriesLine) Show(s *screen.Snapshot) {
	v.showing = true
	defer func() { v.showing = false }()
	x := s.Series
	surface.SetVisible(v.Object, x != nil && x.Count > 0)
	if x == nil || x.Count == 0 {
		return
	}
	v.setFollow(x.Following)
	if !slices.Equal(v.kinds.Options, x.Kinds) {
		v.kinds.SetOptions(x.Kinds)
	}
	if x.Kind != v.kinds.SelectedIndex() && x.Kind >= 0 {
		v.kinds.SetSelectedIndex(x.Kind)
	}
	if most := float64(max(1, x.Count-1)); v.slider.Max != most {
		v.slider.Max = most
		v.slider.Refresh()
	}
	if at := float64(max(0, x.At)); v.slider.Value != at {
		v.slider.SetValue(at)
	}
	v.where.SetText(whereText(x))
	setEnabled(v.older, x.At > 0)
	setEnabled(v.newer, x.At >= 0 && x.At < x.Count-1)
	surface.SetVisible(v.compare, x.At > 0 && s.Trace == nil)
	surface.SetVisible(v.rest, x.Unread > 0)
	text := lang.L("read ") + model.Count(int64(x.Unread)) + lang.L(" more")
	if x.Reading {
		text = lang.L("reading …")
	}
	if v.rest.Text != text {
		v.rest.SetText(text)
	}
}

func (v *SeriesLine) setFollow(on bool) {
	text, icon := lang.L("Follow"), theme.MediaPlayIcon()
	if on {
		text, icon = lang.L("Pause"), theme.MediaPauseIcon()
	}
	if v.follow.Text != text {
		v.follow.Icon = icon
		v.follow.SetText(text)
	}
}

// whereText tells where in a series the shown profile stands.
func whereText(x *screen.Series) string {
	if x.At < 0 {
		return lang.L("not among ") + model.Count(int64(x.Count)) + lang.L(" any more")
	}
	text := strconv.Itoa(x.At+1) + lang.L(" of ") + model.Count(int64(x.Count)) + " · " + x.Time.Local().Format("15:04:05")
	if newer := x.Count - 1 - x.At; newer > 0 && !x.Following {
		text += " · " + model.Count(int64(newer)) + lang.L(" newer")
	}
	return text
}

func setEnabled(b *widget.Button, on bool) {
	switch {
	case on && b.Disabled():
		b.Enable()
	case !on && !b.Disabled():
		b.Disable()
	}
}
