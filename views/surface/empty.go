package surface

import (
	"strings"

	"fyne.io/fyne/v2/lang"

	"profstation/desk/screen"
	"profstation/scene"
)

// EmptyText says what could be where there is nothing, and how to get it.
func EmptyText(s *screen.Snapshot) string {
	if s.Active == 0 {
		return lang.L("Nothing is open.\nOpen a profile or an execution trace with Ctrl+O, or drop files or a folder onto the window.")
	}
	for _, d := range s.Documents {
		if d.ID != s.Active {
			continue
		}
		switch d.State {
		case screen.Waiting:
			return lang.L("No profile in {{.Name}} yet.\nWhat is written there appears here as soon as it is complete.", With{"Name": d.Name})
		case screen.Loading:
			return lang.L("Reading {{.Name}} …", With{"Name": d.Name})
		case screen.Failed:
			return lang.L("{{.Name}} cannot be shown.\n{{.Why}}", With{"Name": d.Name, "Why": d.Detail})
		}
	}
	if s.Answer == nil || s.Trace != nil || s.Stale {
		return lang.L("Preparing …")
	}
	if len(s.Place.Query.Filters()) > 0 {
		return lang.L("The filters leave no samples.\nRemove one above, or press Ctrl+Backspace to remove all.")
	}
	return lang.L("This profile has no samples of this type.\nChoose another sample type above.")
}

// PaintEmpty writes lines into the middle of a canvas.
func PaintEmpty(cv scene.Canvas, t *scene.Theme, text string) {
	w, h := cv.Size()
	cv.Fill(scene.Rect{X1: w, Y1: h}, t.Background)
	font := scene.Font{Size: scene.TextSize + 1}
	lines := wrapLines(text, font, w-48)
	y := h/2 - float64(len(lines))*scene.LineHeight(font)/2
	for i, line := range lines {
		c := t.Muted
		if i == 0 {
			c = t.Text
		}
		x := max(24, (w-scene.Measure(line, font))/2)
		cv.Text(scene.Point{X: x, Y: y + scene.Ascent(font)}, line, font, c)
		y += scene.LineHeight(font) * 1.25
	}
}

// wrapLines breaks text at blanks so that each line fits.
func wrapLines(text string, f scene.Font, width float64) []string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		cur := ""
		for _, word := range strings.Fields(line) {
			next := strings.TrimSpace(cur + " " + word)
			if cur != "" && scene.Measure(next, f) > width {
				out = append(out, cur)
				next = word
			}
			cur = next
		}
		out = append(out, scene.Fit(cur, f, width))
	}
	return out
}
