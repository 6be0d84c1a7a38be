package app

import (
	"path/filepath"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/desk"
	"profstation/desk/session"
	"profstation/loader"
	"profstation/views"
	"profstation/views/surface"
)

// preferencesForm holds the inputs of the preferences dialog.
type preferencesForm struct {
	theme, palette       choice[string]
	scale, text          choice[float64]
	font, mono           *views.DialogEntry // files
	folders, trim        *views.DialogEntry // a line each
	file, unpacked, most *views.DialogEntry // limits in GB
	documents            *surface.Check
}

// The choices of the preferences dialog.
const (
	likeDesktop  = "Follow system"
	usualPalette = "Equal lightness"
	safePalette  = "Eight fills, colour-blind safe"
	usualScale   = "Follow system"
	usualText    = "As in pictures"
	usualFont    = "built-in"
)

func newPreferencesForm(p session.Preferences) *preferencesForm {
	var lines []string
	for _, folder := range p.SourceFolders {
		lines = append(lines, string(folder))
	}
	f := &preferencesForm{
		theme:   newChoice(p.Theme, []string{"", desk.ThemeLight, desk.ThemeDark}, lang.L(likeDesktop), lang.L(lightTheme), lang.L(darkTheme)),
		palette: newChoice(p.Palette, []string{"", desk.PaletteSafe}, lang.L(usualPalette), lang.L(safePalette)),
		scale: newChoice(p.Scale, []float64{0, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3},
			lang.L(usualScale), "75 %", "100 %", "125 %", "150 %", "175 %", "200 %", "250 %", "300 %"),
		text: newChoice(p.TextSize, []float64{0, 10, 11, 12, 13, 14, 15, 16, 18, 20, 24},
			lang.L(usualText), "10", "11", "12", "13", "14", "15", "16", "18", "20", "24"),
		font:      views.NewDialogEntry(string(p.Font), lang.L(usualFont)),
		mono:      views.NewDialogEntry(string(p.Monospace), lang.L(usualFont)),
		folders:   views.NewDialogText(strings.Join(lines, "\n"), lang.L("one folder per line"), 3),
		trim:      views.NewDialogText(strings.Join(p.TrimPaths, "\n"), lang.L("one prefix per line, such as /home/runner/work/app"), 2),
		documents: surface.NewCheck(lang.L("Open the documents of the last session"), nil),
	}
	limit := func(value, usual int64) *views.DialogEntry {
		text := ""
		if value > 0 {
			text = gigabytes(value)
		}
		return views.NewDialogEntry(text, gigabytes(usual))
	}
	usual := loader.Limits{}.OrDefault()
	f.file = limit(p.FileLimit, usual.File)
	f.unpacked = limit(p.UncompressedLimit, usual.Uncompressed)
	f.most = limit(p.MemoryLimit, usual.Memory)
	f.documents.SetChecked(!p.FreshStart)
	return f
}

const gigabyte = 1 << 30

func gigabytes(n int64) string { return strconv.FormatFloat(float64(n)/gigabyte, 'f', -1, 64) }

// read returns the preferences with what was chosen.
func (f *preferencesForm) read(p session.Preferences) session.Preferences {
	p.Theme, p.Palette = f.theme.value(), f.palette.value()
	p.Scale, p.TextSize = f.scale.value(), f.text.value()
	p.Font, p.Monospace = session.Path(strings.TrimSpace(f.font.Text)), session.Path(strings.TrimSpace(f.mono.Text))
	p.SourceFolders = nil
	for _, folder := range linesOf(f.folders.Text) {
		p.SourceFolders = append(p.SourceFolders, session.Path(folder))
	}
	p.TrimPaths = linesOf(f.trim.Text)
	limits := map[*int64]*views.DialogEntry{&p.FileLimit: f.file, &p.UncompressedLimit: f.unpacked, &p.MemoryLimit: f.most}
	for to, from := range limits {
		*to = 0
		if v, err := strconv.ParseFloat(strings.TrimSpace(from.Text), 64); err == nil && v > 0 && v < 1<<20 {
			*to = int64(v * gigabyte)
		}
	}
	p.FreshStart = !f.documents.Checked
	return p
}

// linesOf returns the lines of a text that are not blank.
func linesOf(text string) (all []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

func (w *Window) showPreferences() {
	p := w.desk.State().Preferences
	f := newPreferencesForm(p)
	gb := func(e *views.DialogEntry, what string) fyne.CanvasObject {
		return container.NewHBox(surface.Wide(64, e), widget.NewLabel(what))
	}
	form := widget.NewForm(
		widget.NewFormItem(lang.L("Colours"), f.theme.Select),
		widget.NewFormItem(lang.L("Frame colours"), f.palette.Select),
		widget.NewFormItem(lang.L("Scale"), f.scale.Select),
		widget.NewFormItem(lang.L("Font"), w.fontRow(f.font)),
		widget.NewFormItem(lang.L("Monospace"), w.fontRow(f.mono)),
		widget.NewFormItem(lang.L("Text size"), f.text.Select),
		widget.NewFormItem(lang.L("At start"), f.documents),
		widget.NewFormItem(lang.L("Source folders"), f.folders),
		widget.NewFormItem(lang.L("Trimmed paths"), f.trim),
		widget.NewFormItem(lang.L("File limits"), container.NewVBox(
			gb(f.file, lang.L("GB on disk")), gb(f.unpacked, lang.L("GB unpacked")), gb(f.most, lang.L("GB of memory for its tables")))),
	)
	form.Items[2].HintText = lang.L("Takes effect after a restart, as fonts do.")
	form.Items[5].HintText = lang.L("The font of menus, dialogs and panes. Pictures keep their own.")
	form.Items[7].HintText = lang.L("Where source files are looked for, besides the paths in the profile.")
	form.Items[8].HintText = lang.L("Prefixes to strip from paths before they are looked up in these folders.")
	var closed func()
	closed = w.dialogs.ask(lang.L("Preferences"), container.NewVScroll(form), 680, 640, cancelling(), answering(lang.L("Save"), func() {
		closed()
		w.prefer(f.read(p))
	}))
	w.window.Canvas().Focus(f.theme.Select)
}

func (w *Window) fontRow(e *views.DialogEntry) fyne.CanvasObject {
	browse := surface.NewButton(lang.L("File…"), nil, func() {
		begin := filepath.Dir(e.Text)
		if e.Text == "" {
			begin = fontFolder
		}
		w.chooseFiles(lang.L("Choose a font"), begin, func(paths []string) {
			if len(paths) > 0 {
				e.SetText(paths[0])
			}
		})
	})
	return surface.Border(nil, nil, nil, browse, e)
}

const fontFolder = "/usr/share/fonts" // on most desktops

func (w *Window) prefer(p session.Preferences) {
	dark := w.app.Settings().ThemeVariant() == theme.VariantDark
	w.desk.Prefer(p, dark)
}
