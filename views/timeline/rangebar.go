package timeline

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/timeline/figures"
	"profstation/timeline/wording"
	"profstation/views/surface"
)

// rangeBar says which time in a trace the figures cover, and keeps intervals to come back to.
type rangeBar struct {
	*surface.Controls
	object fyne.CanvasObject
	send   screen.Send
	about  *widget.Label
	hint   *widget.Label // in a separate line where the window is narrow
	whole  *surface.Button
	keep   *surface.Button
	kept   *fyne.Container
	shown  []figures.Kept
}

func newRangeBar(send screen.Send) *rangeBar {
	b := &rangeBar{Controls: surface.NewControls(send, nil), send: send, about: widget.NewLabel(""), kept: container.NewHBox(),
		hint: widget.NewLabel(lang.L("Drag along the timeline's axis to select a part."))}
	b.whole = b.Button(lang.L("Whole trace"), nil, lang.L("Back to the whole trace."), func() { send(screen.Measure{}) })
	b.keep = b.Button(lang.L("Keep"), nil, lang.L("Keeps this time range for later and for comparison."), func() { send(screen.Keep{}) })
	b.Tell(b.kept, lang.L("Click a name to show that range, its cross to remove it."))
	b.object = b.Lay(surface.Wrap(b.about, b.hint, b.whole, b.keep, b.kept))
	return b
}

func (b *rangeBar) show(s *screen.Snapshot) {
	sheet, p := s.Trace.Sheets[s.Tab].Sheet, s.Trace.Place
	if sheet == nil {
		return
	}
	whole := s.Trace.Timeline.Trace.Whole()
	from, to := wording.FromTo(sheet.Interval)
	about := lang.L("{{.Time}} of {{.Whole}}, from {{.From}} to {{.To}}.", lang.With{
		"Time": wording.Duration(sheet.Interval.Len()), "Whole": wording.Duration(whole.Len()),
		"From": from, "To": to})
	if p.Interval == nil {
		about = lang.L("Whole trace, {{.Time}}.", lang.With{"Time": wording.Duration(whole.Len())})
	}
	if b.about.Text != about {
		b.about.SetText(about)
	}
	surface.SetVisible(b.hint, p.Interval == nil)
	surface.SetVisible(b.whole, p.Interval != nil)
	surface.SetVisible(b.keep, p.Interval != nil && !keeps(p.Kept, sheet.Interval))
	if slices.Equal(b.shown, p.Kept) {
		return
	}
	b.shown = p.Kept
	b.kept.RemoveAll()
	if len(p.Kept) > 0 {
		b.kept.Add(widget.NewLabel(lang.L("kept:")))
	}
	for _, k := range p.Kept {
		b.kept.Add(b.Button(k.Name, nil, "", func() { b.send(screen.Measure{Interval: &trace.Interval{From: k.From, To: k.To}}) }))
		b.kept.Add(b.Button("×", nil, "", func() { b.send(screen.Forget{Name: k.Name}) }))
	}
	b.kept.Refresh()
}

// keeps reports whether a time is among those that are kept.
func keeps(all []figures.Kept, iv trace.Interval) bool {
	return slices.ContainsFunc(all, func(k figures.Kept) bool { return k.Interval == iv })
}
