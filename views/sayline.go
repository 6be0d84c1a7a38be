package views

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/scene"
	"profstation/views/surface"
)

// SayLine says beside the chips why all tabs show nothing, or something else than by default, with a chip that
// ends that.
type SayLine struct {
	Object fyne.CanvasObject
	text   *canvas.Text
	hint   string // the text whole, where it is cut, or all that is behind it
	act    *chip
	does   screen.Intent // for the chip; nil: there is none
}

// maxSaid is the width beyond which the text is cut, in logical pixels.
const maxSaid = 420

// NewSayLine makes the line.
func NewSayLine(send screen.Send) *SayLine {
	v := &SayLine{text: surface.Text("", nil, 0, false)}
	v.act = newChip("", "", "", &scene.Light, func() { send(v.does) })
	line := surface.NewHinted(container.NewHBox(container.NewCenter(v.text), container.NewCenter(v.act)))
	line.Tells(v.text, func() string { return v.hint })
	v.Object = line
	v.Object.Hide()
	return v
}

// Show shows a snapshot.
func (v *SayLine) Show(s *screen.Snapshot) {
	text, button := "", ""
	v.hint, v.does = "", nil
	switch a, f := s.Answer, shownFolder(s.Folders, s.Active); {
	case diskOf(s) == screen.Changed:
		text, button, v.does = lang.L("The file has changed on disk."), lang.L("Reload"), screen.Reload{}
	case diskOf(s) == screen.Deleted:
		text = lang.L("The file was deleted; the loaded data is kept.")
	case f != nil && f.Below > 0:
		text = lang.N(f.Below, "No profiles in {{.Name}} itself, but it has 1 subfolder.",
			"No profiles in {{.Name}} itself, but it has {{.N}} subfolders.",
			lang.With{"Name": f.Name})
		button = lang.L("Include subfolders")
		v.does = screen.WatchOptions{Document: f.Document, Recursive: true, Polling: f.Polling}
	case f != nil && f.Damage != "":
		text = lang.L("The bundle is damaged: {{.Problem}}.", lang.With{"Problem": f.Damage})
	case f != nil && f.Lost != "" && s.Tab != ask.OverviewTab:
		text = lang.L("Not all of the bundle is shown: {{.What}}.", lang.With{"What": f.Lost})
		button, v.does = lang.L("Overview"), screen.ShowTab{Tab: ask.OverviewTab}
	case a == nil || s.Trace != nil || s.Traces != nil:
	case a.Blank != "":
		text, _, _ = strings.Cut(a.Blank, "\n")
		v.hint = a.Blank
	case a.FilteredOut:
		text, button, v.does = lang.L("Nothing matches the filters."), lang.L("Remove all filters"), screen.ClearFilters{}
	case a.Compared != nil && a.Compared.OnlyNoise:
		text, button = lang.L("All changes may be noise, and noise is hidden."), lang.L("Show noise too")
		v.does = screen.Show{Change: func(d *ask.Display) { d.Compare.HideNoise = false }}
	case a.Instead != "" && a.Result != nil:
		text = lang.L("The default sample type {{.Usual}} is 0 in all samples: {{.Shown}} is shown.",
			lang.With{"Usual": safe.Text(a.Instead), "Shown": safe.Text(a.Result.Type.Type)})
	case a.Result != nil && len(a.Result.Profile.Warnings) > 0 && s.Tab != ask.OverviewTab:
		all := a.Result.Profile.Warnings
		text, v.hint = all[0], strings.Join(all, "\n")
		if n := len(all) - 1; n > 0 {
			text = surface.FitText(text, maxSaid*3/4) + " · " + lang.N(n, "1 more", "{{.N}} more", nil)
		}
		if slices.Contains(s.Tabs, ask.OverviewTab) {
			button, v.does = lang.L("Overview"), screen.ShowTab{Tab: ask.OverviewTab}
		}
	case a.Leaked > 0:
		text = lang.N(int(a.Leaked), "1 goroutine is leaked.", "{{.N}} goroutines are leaked.", nil)
		button, v.does = lang.L("Only these"), screen.Refine{Name: "tagfocus", Text: explain.LeakedFilter}
	}
	theme := s.Display.Theme
	v.text.Text, v.text.Color = surface.FitText(text, maxSaid), theme.Warning
	if v.text.Text != text && v.hint == "" {
		v.hint = text
	}
	v.text.Refresh()
	v.act.text, v.act.Theme = button, theme
	v.act.Refresh()
	surface.SetVisible(v.act, v.does != nil)
	surface.SetVisible(v.Object, text != "")
}

// diskOf returns what became of the file that is shown.
func diskOf(s *screen.Snapshot) screen.OnDisk {
	i := slices.IndexFunc(s.Documents, func(d screen.Document) bool { return d.ID == s.Active })
	if i < 0 {
		return screen.Unchanged
	}
	return s.Documents[i].Disk
}
