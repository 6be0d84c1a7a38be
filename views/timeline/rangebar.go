package timeline

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model/trace"
	"profstation/timeline/figures"
	"profstation/views/surface"
)

// rangeBar says which time of a trace the figures are of, and keeps intervals
// to come back to.
type rangeBar struct {
	object fyne.CanvasObject
	send   screen.Send
	about  *widget.Label
	whole  *widget.Button
	keep   *widget.Button
	kept   *fyne.Container
	shown  []figures.Kept
}

func newRangeBar(send screen.Send) *rangeBar {
	b := &rangeBar{send: send, about: widget.NewLabel(""), kept: container.NewHBox()}
	b.whole = quiet(lang.L("Whole trace"), func() { send(screen.Measure{}) })
	b.keep = quiet(lang.L("Keep"), func() { send(screen.Keep{}) })
	bar := surface.NewHinted(container.NewHBox(b.about, b.whole, b.keep, b.kept))
	bar.Tell(b.whole, lang.L("Figures of the whole trace again."))
	bar.Tell(b.keep, lang.L("Keeps this time, to come back to it and to compare it with others."))
	bar.Tell(b.kept, lang.L("A click on a name shows that time, on its cross forgets it."))
	b.object = bar
	return b
}

func quiet(text string, f func()) *widget.Button {
	b := widget.NewButton(text, f)
	b.Importance = widget.LowImportance
	return b
}

func (b *rangeBar) show(s *screen.Snapshot) {
	tab := s.Trace.Sheets[s.Tab]
	if tab.Sheet == nil {
		return
	}
	about := lang.L("Of the ") + tab.Sheet.About + "."
	p := s.Trace.Place
	if p.Interval != nil {
		about = lang.L("Of ") + tab.Sheet.About + "."
	} else {
		about += lang.L(" Drag along the axis of the timeline for a part of it.")
	}
	if b.about.Text != about {
		b.about.SetText(about)
	}
	surface.SetVisible(b.whole, p.Interval != nil)
	surface.SetVisible(b.keep, p.Interval != nil && !slices.ContainsFunc(p.Kept, func(k figures.Kept) bool { return k.Interval == tab.Sheet.Interval }))
	if slices.Equal(b.shown, p.Kept) {
		return
	}
	b.shown = p.Kept
	b.kept.RemoveAll()
	if len(p.Kept) > 0 {
		b.kept.Add(widget.NewLabel(lang.L("kept:")))
	}
	for _, k := range p.Kept {
		b.kept.Add(quiet(k.Name, func() { b.send(screen.Measure{Interval: &trace.Interval{From: k.From, To: k.To}}) }))
		b.kept.Add(quiet("×", func() { b.send(screen.Forget{Name: k.Name}) }))
	}
	b.kept.Refresh()
}
