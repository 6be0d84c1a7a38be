package app

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"golang.org/x/image/font/sfnt"

	"profstation/desk"
	"profstation/desk/session"
	"profstation/model"
)

// fonts are the fonts that a user has chosen for menus, dialogs and panes; nil
// where Fyne's own are used. Pictures use built-in fonts, so that they are the
// same wherever they are made.
type fonts struct {
	regular, bold, mono fyne.Resource
}

// mostFont bounds the size of a font file, in bytes.
const mostFont = 64 << 20

// fontsOf reads the chosen fonts. lost names the fonts that cannot be used, with
// the reason; Fyne's own take their place.
func fontsOf(p session.Preferences) (f fonts, lost string) {
	read := func(path session.Path) fyne.Resource {
		if path == "" {
			return nil
		}
		r, err := readFont(string(path))
		if err != nil {
			why := lang.L("The font {{.Name}} is not used: {{.Error}}.", map[string]any{
				"Name": model.Sanitise(string(path)), "Error": model.Sanitise(err.Error()),
			})
			lost = strings.TrimSpace(lost + " " + why)
		}
		return r
	}
	f.regular, f.mono = read(p.Font), read(p.Monospace)
	if f.regular != nil {
		f.bold = f.regular
		if r, err := readFont(boldOf(string(p.Font))); err == nil {
			f.bold = r
		}
	}
	return f, lost
}

// chosenLook is the chosen theme with its fonts. lost names the fonts that cannot
// be used.
func chosenLook(p session.Preferences, dark bool) (l *look, lost string) {
	l = newLook(desk.ThemeOf(p, dark))
	l.fonts, lost = fontsOf(p)
	if p.TextSize > 0 {
		l.size = float32(p.TextSize)
	}
	return l, lost
}

// readFont reads a font. It refuses one without the letters that names and
// figures need.
func readFont(path string) (fyne.Resource, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("there is no such file")
	}
	if !info.Mode().IsRegular() || info.Size() > mostFont {
		return nil, fmt.Errorf("expected a file of at most %d MB", mostFont>>20)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	parsed, err := sfnt.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("expected a TrueType or OpenType font, a file in .ttf or .otf: %w", err)
	}
	var buf sfnt.Buffer
	for _, r := range "aZ09.()" {
		if index, err := parsed.GlyphIndex(&buf, r); err != nil || index == 0 {
			return nil, fmt.Errorf("it has no %q", r)
		}
	}
	return fyne.NewStaticResource(filepath.Base(path), data), nil
}

// boldOf guesses the file of a family's bold font, beside the regular one.
func boldOf(path string) string {
	ending := filepath.Ext(path)
	name := strings.TrimSuffix(path, ending)
	if regular, ok := strings.CutSuffix(name, "Regular"); ok {
		return regular + "Bold" + ending
	}
	return name + "-Bold" + ending
}

// font returns the chosen font for a style, nil for Fyne's own.
func (f *fonts) font(style fyne.TextStyle) fyne.Resource {
	switch {
	case style.Symbol:
		return nil
	case style.Monospace:
		return f.mono
	case style.Bold:
		return f.bold
	}
	return f.regular
}
