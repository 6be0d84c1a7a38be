package views

import (
	"maps"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/views/surface"
)

// StatusBar is the line at the foot: what is shown, and what goes on, with a cross to end it.
type StatusBar struct {
	Object   fyne.CanvasObject
	text     *widget.Label
	job      *widget.Label
	progress *widget.ProgressBar
	cancel   *surface.Button
	right    *fyne.Container
	row      *fyne.Container // the text, and its right
	ends     screen.Intent   // what the cross sends
	failed   *fyne.Container // what can be done about what failed
	folder   *surface.Button
	written  string // the folder that it opens
	working  string // what goes on, in full
	ending   string // what the cross does
}

// NewStatusBar makes the line.
func NewStatusBar(send screen.Send) *StatusBar {
	v := &StatusBar{job: widget.NewLabel(""), progress: widget.NewProgressBar()}
	v.text = surface.Cut("", widget.MediumImportance)
	v.cancel = surface.Quiet("", theme.CancelIcon(), func() { send(v.ends) })
	v.right = container.NewHBox(v.job, container.NewCenter(container.NewGridWrap(fyne.NewSize(120, 20), v.progress)), v.cancel)
	v.right.Hide()
	again := surface.Quiet(lang.L("Try again"), nil, func() { send(screen.Again{}) })
	full := surface.Quiet(lang.L("In full"), nil, func() { send(screen.ShowOutcome{}) })
	dismiss := surface.Quiet("", theme.ContentClearIcon(), func() { send(screen.Dismiss{}) })
	v.folder = surface.Quiet(lang.L("Show the folder"), nil, func() { send(screen.OpenFolder{Path: v.written}) })
	v.failed = container.NewHBox(again, full, dismiss)
	v.row = surface.Border(nil, nil, nil, container.NewHBox(v.failed, v.folder, v.right), v.text)
	bar := surface.NewHinted(v.row)
	bar.Tells(v.text, func() string { return inFull(v.text, v.text.Text) })
	bar.Tells(v.job, func() string { return inFull(v.job, v.working) })
	bar.Tells(v.cancel, func() string { return v.ending })
	bar.Tell(again, lang.L("Repeats it with the same settings."))
	bar.Tell(full, lang.L("Shows the whole text."))
	bar.Tell(dismiss, lang.L("Dismiss this message."))
	bar.Tell(v.folder, lang.L("Shows the file's folder in the file manager."))
	v.Object = bar
	return v
}

// Show shows a snapshot.
func (v *StatusBar) Show(s *screen.Snapshot) {
	v.text.Importance = widget.MediumImportance
	text := s.Notice
	switch {
	case len(s.Errors) > 0:
		v.text.Importance = widget.DangerImportance
		text = errorText(s.Errors)
	case s.Outcome != nil && s.Outcome.Failed:
		v.text.Importance = widget.DangerImportance
		text = s.Outcome.Text
	case text != "":
	case s.Answer != nil && s.Answer.Compared != nil: // the heading above the tabs says it
	case s.Answer != nil:
		if text = explain.Headline(s.Answer.Result); s.Answer.Sums {
			text += " · " + ask.OnlySums()
		}
	case s.Durations != nil:
		text = s.Durations.Heading
	case s.Trace != nil:
		text = s.Trace.Timeline.Trace.Headline()
	}
	v.text.SetText(surface.Arrows(text))
	surface.SetVisible(v.failed, s.Outcome != nil && s.Outcome.Failed)
	surface.SetVisible(v.folder, s.Outcome != nil && s.Outcome.Folder != "")
	if s.Outcome != nil {
		v.written = s.Outcome.Folder
	}
	defer surface.Place(v.row) // the text takes what width the work leaves
	if len(s.Jobs) == 0 {
		v.right.Hide()
		return
	}
	j, stop := s.Jobs[0], ""
	if i := slices.IndexFunc(s.Jobs, func(j screen.Job) bool { return j.Holds }); i >= 0 {
		j, stop = s.Jobs[i], lang.L("Stop")
	}
	v.working, v.ending = j.Text, lang.L("Stop this job.")
	if _, ok := j.Cancel.(screen.StopRecording); ok && len(s.Recordings) > 1 && !j.Holds {
		j = recordings(s.Recordings)
		v.working, v.ending = j.Text, lang.L("Stop all recordings.")
	}
	if j.Holds {
		v.ending = lang.L("Ends grf: the process goes on.")
	}
	surface.SetText(v.cancel, stop)
	v.working = surface.Arrows(v.working)
	v.job.SetText(surface.FitText(v.working, max(160, v.Object.Size().Width*0.6)))
	if v.ends = j.Cancel; v.ends == nil {
		v.ends = screen.Cancel{}
	}
	surface.SetVisible(v.progress, j.Done >= 0)
	v.progress.SetValue(max(0, j.Done))
	v.right.Show()
}

// recordings is the line for several recordings at once.
func recordings(all []screen.Recording) screen.Job {
	names := lists.Map(all, func(r screen.Recording) string { return r.Name })
	return screen.Job{Done: -1, Cancel: screen.StopRecording{},
		Text: lang.N(len(all), "1 recording: {{.Names}}", "{{.N}} recordings: {{.Names}}", lang.With{"Names": strings.Join(names, " · ")})}
}

// inFull returns a label's text where that shows only a part; otherwise "".
func inFull(l *widget.Label, text string) string {
	if l.Text == text && fyne.MeasureText(text, theme.TextSize(), l.TextStyle).Width <= l.Size().Width-2*theme.InnerPadding() {
		return ""
	}
	return text
}

// errorText says what is wrong, with the bar's inputs first.
func errorText(errors map[string]string) string {
	bar := []string{"focus", "ignore", "search"}
	others := slices.DeleteFunc(slices.Sorted(maps.Keys(errors)), func(name string) bool { return slices.Contains(bar, name) })
	var parts []string
	for _, name := range append(bar, others...) {
		if e, ok := errors[name]; ok {
			parts = append(parts, e)
		}
	}
	return strings.Join(parts, " · ")
}
