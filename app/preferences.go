package app

import (
	"cmp"
	"path/filepath"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/desk"
	"profstation/desk/session"
	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/origin"
	"profstation/views"
	"profstation/views/surface"
)

// preferencesForm holds the preferences dialog's inputs.
type preferencesForm struct {
	theme, palette         choice[string]
	language               choice[string]
	scale, text            choice[float64]
	font, mono             judged             // files
	folders, trim          *views.DialogEntry // a line each
	file, unpacked, memory judged             // limits in GB
	editor                 *editorChoice
	documents, contrast    *surface.Check
	thresholds             []threshold
}

// judged is an input with a line below it that says what is wrong with the text.
type judged struct {
	*views.DialogEntry
	wrong *widget.Label
}

func newJudged(text, hint string) judged {
	j := judged{views.NewDialogEntry(text, hint), surface.Paragraph("", widget.DangerImportance)}
	j.wrong.SizeName = theme.SizeNameCaptionText
	j.wrong.Hide()
	j.OnChanged = func(string) { j.judge("") }
	return j
}

// judge says what is wrong with the text, "" for nothing, and reports whether it is right.
func (j judged) judge(wrong string) bool {
	j.wrong.SetText(wrong)
	surface.SetVisible(j.wrong, wrong != "")
	return wrong == ""
}

// with returns a row that holds the input, with its line.
func (j judged) with(row fyne.CanvasObject) fyne.CanvasObject {
	return container.New(layout.NewCustomPaddedVBoxLayout(0), row, j.wrong)
}

// The preferences dialog's choices.
const (
	likeDesktop    = "Follow system"
	defaultPalette = "Equal lightness"
	safePalette    = "Eight fills, colour-blind safe"
	defaultScale   = "Follow system"
	defaultText    = "As in pictures"
	defaultFont    = "the built-in one"
)

func newPreferencesForm(p session.Preferences) *preferencesForm {
	var lines []string
	for _, folder := range p.SourceFolders {
		lines = append(lines, string(folder))
	}
	f := &preferencesForm{
		theme:    newChoice(p.Theme, []string{"", desk.ThemeLight, desk.ThemeDark}, lang.L(likeDesktop), lang.L(lightTheme), lang.L(darkTheme)),
		language: newLanguageChoice(p.Language),
		palette:  newChoice(p.Palette, []string{"", desk.PaletteSafe}, lang.L(defaultPalette), lang.L(safePalette)),
		scale: newChoice(p.Scale, []float64{0, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3},
			lang.L(defaultScale), "75 %", "100 %", "125 %", "150 %", "175 %", "200 %", "250 %", "300 %"),
		text: newChoice(p.TextSize, []float64{0, 10, 11, 12, 13, 14, 15, 16, 18, 20, 24},
			lang.L(defaultText), "10", "11", "12", "13", "14", "15", "16", "18", "20", "24"),
		font:      newJudged(string(p.Font), lang.L(defaultFont)),
		mono:      newJudged(string(p.Monospace), lang.L(defaultFont)),
		folders:   views.NewDialogText(strings.Join(lines, "\n"), lang.L("one folder per line"), 3),
		trim:      views.NewDialogText(strings.Join(p.TrimPaths, "\n"), lang.L("one prefix per line, such as /home/runner/work/app"), 2),
		editor:    newEditorChoice(p.Editor),
		contrast:  surface.NewCheck(lang.L("High contrast"), nil),
		documents: surface.NewCheck(lang.L("Open the documents of the last session"), nil),
	}
	limit := func(value, defaults int64) judged {
		text := ""
		if value > 0 {
			text = gigabytes(value)
		}
		return newJudged(text, gigabytes(defaults))
	}
	defaults := input.Limits{}.OrDefault()
	f.file = limit(p.FileLimit, defaults.File)
	f.unpacked = limit(p.UncompressedLimit, defaults.Uncompressed)
	f.memory = limit(p.MemoryLimit, defaults.Memory)
	f.thresholds = newThresholds(p.Thresholds)
	f.contrast.SetChecked(p.HighContrast)
	f.documents.SetChecked(!p.FreshStart)
	return f
}

const gigabyte = 1 << 30

// maxGigabytes is a petabyte: what is above is a typing error.
const maxGigabytes = 1 << 20

// limitOf reads a limit in GB; 0: none is typed, and the default holds.
func limitOf(text string) (bytes int64, ok bool) {
	if text = strings.TrimSpace(text); text == "" {
		return 0, true
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v > 0 && v <= maxGigabytes) {
		return 0, false
	}
	bytes = int64(v * gigabyte)
	return bytes, bytes > 0
}

func gigabytes(n int64) string { return strconv.FormatFloat(float64(n)/gigabyte, 'f', -1, 64) }

// read returns the preferences with what was chosen.
func (f *preferencesForm) read(p session.Preferences) session.Preferences {
	p.Theme, p.Palette, p.Language = f.theme.value(), f.palette.value(), f.language.value()
	p.Scale, p.TextSize = f.scale.value(), f.text.value()
	fonts := f.fonts()
	p.Font, p.Monospace = fonts[0], fonts[1]
	p.SourceFolders = nil
	for _, folder := range linesOf(f.folders.Text) {
		p.SourceFolders = append(p.SourceFolders, origin.Ref(folder))
	}
	p.TrimPaths = linesOf(f.trim.Text)
	p.Editor = f.editor.value()
	p.FileLimit, _ = limitOf(f.file.Text)
	p.UncompressedLimit, _ = limitOf(f.unpacked.Text)
	p.MemoryLimit, _ = limitOf(f.memory.Text)
	p.Thresholds = readThresholds(f.thresholds)
	p.HighContrast = f.contrast.Checked
	p.FreshStart = !f.documents.Checked
	return p
}

// chosenFonts returns the files for the font and the monospace font; "": the built-in one.
type chosenFonts [2]origin.Ref

func (f *preferencesForm) fonts() chosenFonts {
	return chosenFonts{origin.Ref(strings.TrimSpace(f.font.Text)), origin.Ref(strings.TrimSpace(f.mono.Text))}
}

// wrong says what is wrong with each font; "": nothing. It reads them.
func (c chosenFonts) wrong() (all [2]string) {
	for i, path := range c {
		if path == "" {
			continue
		}
		if _, err := readFont(string(path)); err != nil {
			all[i] = lang.L("This font cannot be used: {{.Error}}. Leave it empty for the built-in one.",
				map[string]any{"Error": safe.Text(err.Error())})
		}
	}
	return all
}

// judge has each input say what is wrong with it, and returns the first wrong one; nil: none. fonts says it about
// each font.
func (f *preferencesForm) judge(fonts [2]string) (first fyne.Focusable) {
	judge := func(j judged, wrong string) {
		if !j.judge(wrong) && first == nil {
			first = j.DialogEntry
		}
	}
	judge(f.font, fonts[0])
	judge(f.mono, fonts[1])
	judge(f.editor.command, f.editor.wrong())
	for _, j := range []judged{f.file, f.unpacked, f.memory} {
		wrong := ""
		if _, ok := limitOf(j.Text); !ok {
			wrong = noNumber(maxGigabytes, j)
		}
		judge(j, wrong)
	}
	for _, t := range f.thresholds {
		wrong := ""
		if _, ok := t.value(); !ok {
			wrong = noNumber(maxPercent, t.percent)
		}
		judge(t.percent, wrong)
	}
	return first
}

func noNumber(most int, j judged) string {
	return lang.L("Expected a number above 0, up to {{.Most}}. Leave it empty for {{.Usual}}.", lang.With{"Most": most, "Usual": j.PlaceHolder})
}

// linesOf returns the lines in a text that are not blank.
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
	gb := func(j judged, what string) fyne.CanvasObject {
		return j.with(container.NewHBox(surface.Wide(64, j.DialogEntry), widget.NewLabel(what)))
	}
	form := widget.NewForm(
		widget.NewFormItem(lang.L("Colours"), surface.Border(nil, nil, nil, f.contrast, f.theme.Select)),
		widget.NewFormItem(lang.L("Frame colours"), f.palette.Select),
		widget.NewFormItem(lang.L("Language"), f.language.Select),
		widget.NewFormItem(lang.L("Scale"), explained(f.scale.Select, lang.L("Scale, language and fonts take effect after a restart."))),
		widget.NewFormItem(lang.L("Font"), w.fontRow(f.font)),
		widget.NewFormItem(lang.L("Monospace"), w.fontRow(f.mono)),
		widget.NewFormItem(lang.L("Text size"),
			explained(f.text.Select, lang.L("The font of menus, dialogs and panes. Pictures keep their own."))),
		widget.NewFormItem(lang.L("At start"), f.documents),
		widget.NewFormItem(lang.L("Source folders"),
			explained(f.folders, lang.L("Where source files are looked for, besides the paths in the profile."))),
		widget.NewFormItem(lang.L("Trimmed paths"),
			explained(f.trim, lang.L("Prefixes to strip from paths before they are looked up in these folders."))),
		widget.NewFormItem(lang.L("Editor"), container.New(layout.NewCustomPaddedVBoxLayout(3), f.editor.Select, f.editor.hint)),
		widget.NewFormItem(lang.L("File limits"), container.NewVBox(
			gb(f.file, lang.L("GB on disk")), gb(f.unpacked, lang.L("GB unpacked")), gb(f.memory, lang.L("GB of memory for its tables")))),
		widget.NewFormItem(lang.L("What stands out"), thresholdTable(f.thresholds)),
	)
	var closed func()
	save := answering(lang.L("Save"), nil)
	save.OnTapped = func() {
		fonts := f.fonts()
		done := func(wrong [2]string) {
			if f.fonts() != fonts {
				return // others were typed meanwhile
			}
			if first := f.judge(wrong); first != nil {
				w.window.Canvas().Focus(first)
				return
			}
			closed()
			w.prefer(f.read(p))
		}
		if path := cmp.Or(fonts[0], fonts[1]); path != "" {
			inquire(&w.dialogs, save, string(path), fonts.wrong, done)
		} else {
			done([2]string{})
		}
	}
	closed = w.dialogs.ask(lang.L("Preferences"), surface.NewFormScroll(form), 680, 640, cancelling(), save)
	w.window.Canvas().Focus(f.theme.Select)
	go func() { // the disk may be slow
		found, all := desk.Editors(w.desk)
		w.desk.Post(func() { f.editor.offer(found, all) })
	}()
}

// explained is an input with a quiet text below it, over as many lines as that needs.
func explained(input fyne.CanvasObject, text string) fyne.CanvasObject {
	hint := surface.Paragraph(text, widget.LowImportance)
	hint.SizeName = theme.SizeNameCaptionText
	return container.New(layout.NewCustomPaddedVBoxLayout(0), input, hint)
}

func (w *Window) fontRow(e judged) fyne.CanvasObject {
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
	return e.with(surface.Border(nil, nil, nil, browse, e.DialogEntry))
}

const fontFolder = "/usr/share/fonts" // on most desktops

func (w *Window) prefer(p session.Preferences) {
	dark := w.app.Settings().ThemeVariant() == theme.VariantDark
	w.desk.Prefer(p, dark)
}
