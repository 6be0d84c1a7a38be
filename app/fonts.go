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

// fonts are those of menus, dialogs and panes that a user has chosen; nil where
// Fyne's own are used. Pictures have theirs built in: they are the same wherever
// they are made.
type fonts struct {
	regular, bold, mono fyne.Resource
}

// mostFont bounds what is read as a font, in bytes.
const mostFont = 64 << 20

// fontsOf reads the fonts that were chosen. lost says which cannot be used, and
// why; Fyne's own take their place.
func fontsOf(p session.Preferences) (f fonts, lost string) {
	read := func(path session.Path) fyne.Resource {
		if path == "" {
			return nil
		}
		r, err := readFont(string(path))
		if err != nil {
			lost = strings.TrimSpace(lost + lang.L(" The font ") + model.Sanitise(string(path)) + lang.L(" is not used: ") + model.Sanitise(err.Error()) + ".")
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

// chosenLook is the theme that was chosen, with its fonts. lost says which of those
// cannot be used.
func chosenLook(p session.Preferences, dark bool) (l *look, lost string) {
	l = newLook(desk.ThemeOf(p, dark))
	l.fonts, lost = fontsOf(p)
	if p.TextSize > 0 {
		l.size = float32(p.TextSize)
	}
	return l, lost
}

// readFont reads a font that has the letters of names and figures.
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

// boldOf is what the bold font of a family is usually called, beside the regular
// one.
func boldOf(path string) string {
	ending := filepath.Ext(path)
	name := strings.TrimSuffix(path, ending)
	if regular, ok := strings.CutSuffix(name, "Regular"); ok {
		return regular + "Bold" + ending
	}
	return name + "-Bold" + ending
}

// font is the chosen one for a style; nil: Fyne's.
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
