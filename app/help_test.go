package app

import (
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/language"

	"profstation/ask"
	"profstation/desk"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/internal/fixture"
	"profstation/internal/must"
	"profstation/internal/thorough"
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/origin"
	"profstation/scene"
)

// The manual has chapters that can all be shown, with pictures that exist, and it
// explains the words of the reports. It is in the language of the window if there is one.
func TestManual(t *testing.T) {
	t.Cleanup(func() { lang.Use(nil) })
	for tag, title := range map[language.Tag]string{language.English: "The manual", language.German: "The manual", language.SimplifiedChinese: "手册"} {
		if testing.Short() && tag == language.German {
			continue // it has the manual in English
		}
		t.Run(tag.String(), func(t *testing.T) {
			lang.Use(&lang.Catalogue{Tag: tag})
			manualIn(t, title)
		})
	}
}

func manualIn(t *testing.T, title string) {
	w := newWindowRig(t)
	w.help.docs = os.DirFS("..")
	text := w.help.text(w.help.manual())
	all := chapters(text)
	if len(all) < 8 || all[0].title != title {
		t.Fatalf("%d chapters, the first is %q", len(all), all[0].title)
	}
	whole := ""
	for i, c := range all {
		whole += c.text
		if thorough.One(i, 4) {
			w.help.manualPage(c)
		}
	}
	if whole != text {
		t.Error("the chapters are not all of the manual")
	}
	embedded := must.Have(os.ReadFile("../window.go"))
	if !strings.Contains(string(embedded), w.help.manual()) {
		t.Errorf("%s is not built into the program", w.help.manual())
	}
	pictures := image.FindAllStringSubmatch(text, -1)
	if len(pictures) == 0 {
		t.Error("the manual has no pictures")
	}
	for _, m := range pictures {
		file := path.Join("docs", m[2])
		if _, err := os.Stat("../" + file); err != nil {
			t.Error(err)
		}
		if !strings.Contains(string(embedded), " "+file) {
			t.Errorf("%s is not built into the program", file)
		}
	}
	for _, word := range []string{"flat", "cum", "sample", "period", "inuse_space", "alloc_space", "contentions", "delay"} {
		if explain.Glossary(word) == "" || !strings.Contains(text, word) {
			t.Errorf("%s is not explained", word)
		}
	}
	for _, show := range []func(){w.help.showManual, w.help.showAbout, func() { w.help.showLines("Licence", w.help.text(licenceFile)) }} {
		show()
		if w.window.Canvas().Overlays().Top() == nil {
			t.Error("nothing was opened")
		}
	}
}

func TestTextsThatAreMissing(t *testing.T) {
	w := newWindowRig(t)
	if got := w.help.text(licenceFile); !strings.Contains(got, "lacks LICENSE") {
		t.Errorf("%q", got)
	}
	w.help.docs = os.DirFS(t.TempDir())
	if got := w.help.text(licenceFile); !strings.Contains(got, "no such file") {
		t.Errorf("%q", got)
	}
}

// Every command of the menus is in the palette of commands and does the same
// there.
func TestCommands(t *testing.T) {
	w := newWindowRig(t)
	w.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}})
	var names []string
	for _, f := range w.commands() {
		names = append(names, f.Label)
		if strings.HasPrefix(f.Label, "Call graph") {
			f.Do()
		}
		if f.Label == "Light or dark theme" && !strings.HasSuffix(f.Detail, "Ctrl+T") {
			t.Errorf("its key is not told: %q", f.Detail)
		}
	}
	if w.settle().Tab != ask.GraphTab {
		t.Error("a command does nothing")
	}
	for label, i := range w.items() {
		if i.Action != nil && !i.Disabled && !i.IsSeparator && !slices.Contains(names, label) && !slices.Contains(names, "✓ "+label) {
			t.Errorf("%q is not among the commands", label)
		}
	}
	w.showCommands()
	if w.window.Canvas().Overlays().Top() == nil {
		t.Error("no palette was opened")
	}
}

// Preferences that are chosen are kept and applied.
func TestPreferences(t *testing.T) {
	w := newWindowRig(t)
	w.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}})
	f := newPreferencesForm(session.Preferences{})
	if p := f.read(session.Preferences{}); p.Theme != "" || p.Palette != "" || p.Scale != 0 || len(p.SourceFolders) > 0 || p.FileLimit != 0 || p.FreshStart {
		t.Errorf("untouched preferences are %+v", p)
	}
	f.theme.SetSelected(darkTheme)
	f.palette.SetSelected(safePalette)
	f.contrast.SetChecked(true)
	f.scale.SetSelected("150 %")
	f.folders.SetText("/src\n\n /more \n")
	f.trim.SetText("/build\n\n go/src ")
	f.memory.SetText("0.5")
	f.documents.SetChecked(false)
	f.font.SetText(" /f.ttf ")
	f.text.SetSelected("14")
	p := f.read(session.Preferences{})
	if p.Scale != 1.5 || !slices.Equal(p.SourceFolders, []origin.Ref{"/src", "/more"}) || !slices.Equal(p.TrimPaths, []string{"/build", "go/src"}) || p.FileLimit != 0 || !p.FreshStart {
		t.Errorf("%+v", p)
	}
	if p.Font != "/f.ttf" || p.Monospace != "" || p.TextSize != 14 {
		t.Errorf("fonts: %+v", p)
	}
	w.prefer(p)
	w.settle()
	kept := w.desk.State().Preferences
	if w.desk.Display.Theme != scene.Variant(true, true, true) || !slices.Equal(kept.SourceFolders, []origin.Ref{"/src", "/more"}) || kept.MemoryLimit != 1<<29 {
		t.Errorf("%s, %+v", w.desk.Display.Theme.Name, kept)
	}
	again := newPreferencesForm(w.desk.State().Preferences)
	if q := again.read(session.Preferences{}); q.Scale != p.Scale || q.Font != p.Font || q.TextSize != p.TextSize || q.MemoryLimit != p.MemoryLimit || q.Theme != desk.ThemeDark || q.Palette != desk.PaletteSafe || !q.HighContrast || !slices.Equal(q.SourceFolders, p.SourceFolders) || !slices.Equal(q.TrimPaths, p.TrimPaths) {
		t.Errorf("shown again they are %+v", q)
	}
	w.do(screen.ToggleTheme{})
	if w.desk.Display.Theme != scene.Variant(false, true, true) {
		t.Errorf("light is %v", w.desk.Display.Theme.Name)
	}
	w.showPreferences()
	if w.window.Canvas().Overlays().Top() == nil {
		t.Error("nothing was opened")
	}
}

// Links to files beside the manual would lead nowhere in the window.
func TestUnlinked(t *testing.T) {
	for text, want := range map[string]string{
		"# The manual\n\n[中文](manual.zh.md)\n\nText":         "# The manual\n\n\nText",
		"see [how](statistics.md#a), [there](https://x.org)": "see how, [there](https://x.org)",
	} {
		if got := unlinked(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
