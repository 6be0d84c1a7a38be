package app

import (
	"image/color"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"golang.org/x/image/font/sfnt"

	"profstation/desk"
	"profstation/desk/session"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/origin"
	"profstation/scene"
	"profstation/views/surface"
)

// look is Fyne's theme with our colours, and denser.
type look struct {
	fyne.Theme
	colors *scene.Theme
	named  map[fyne.ThemeColorName]color.Color // for colors
	fonts  fonts
	size   float32 // for captions; other text is a pixel larger
}

// newLook makes a look with Fyne's own fonts.
func newLook(t *scene.Theme) *look {
	return &look{Theme: theme.DefaultTheme(), colors: t, named: named(t), size: scene.TextSize}
}

// in returns the look in another theme's colours.
func (l *look) in(t *scene.Theme) *look {
	other := *l
	other.colors, other.named = t, named(t)
	return &other
}

func (l *look) Font(style fyne.TextStyle) fyne.Resource {
	if f := l.fonts.font(style); f != nil {
		return f
	}
	return l.Theme.Font(style)
}

func (l *look) Color(name fyne.ThemeColorName, _ fyne.ThemeVariant) color.Color {
	if c, ok := l.named[name]; ok {
		return c
	}
	variant := theme.VariantLight
	if l.colors.Dark {
		variant = theme.VariantDark
	}
	return l.Theme.Color(name, variant)
}

// named are our colours by Fyne's names.
func named(t *scene.Theme) map[fyne.ThemeColorName]color.Color {
	all := map[fyne.ThemeColorName]color.Color{
		theme.ColorNameBackground:        t.Background,
		theme.ColorNameForeground:        t.Text,
		theme.ColorNamePlaceHolder:       t.Muted,
		theme.ColorNameDisabled:          t.Muted,
		theme.ColorNameSeparator:         t.Line,
		theme.ColorNameInputBorder:       scene.Mix(t.Background, t.Muted, 0.7), // unchecked boxes: all that shows
		theme.ColorNameOverlayBackground: t.Background,                          // inputs stand out from it
		theme.ColorNameInputBackground:   t.Surface,
		theme.ColorNameHeaderBackground:  t.Surface,
		theme.ColorNameMenuBackground:    t.Surface,
		theme.ColorNameButton:            t.Surface,
		theme.ColorNamePrimary:           t.Selection,
		theme.ColorNameHyperlink:         t.Selection,
		theme.ColorNameFocus:             color.NRGBA{t.Selection.R, t.Selection.G, t.Selection.B, 0x60},
		// drawn over or under text that has the keyboard
		theme.ColorNameHover: color.NRGBA{t.Text.R, t.Text.G, t.Text.B, 0x18},
		// drawn over the object at the pointer, also a chosen button
		theme.ColorNameError:               t.Error,
		theme.ColorNameWarning:             t.Warning,
		theme.ColorNameForegroundOnPrimary: t.On(t.Selection),
		surface.ColorNameBorder:            color.Transparent,
	}
	if t.High {
		all[theme.ColorNameInputBorder] = t.Muted
		all[surface.ColorNameBorder] = t.Muted
	}
	if t.High && t.Dark { // a shadow parts what lies above the window from it only where that is light
		above := scene.Mix(t.Background, t.Text, 0.15)
		all[theme.ColorNameOverlayBackground], all[theme.ColorNameMenuBackground] = above, above
	}
	if !t.Dark { // Fyne's own colour makes the borders between the panes heavy
		all[theme.ColorNameShadow] = color.NRGBA{A: 0x26}
	}
	return all
}

func (l *look) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case theme.SizeNameModalBlurRadius:
		return 0 // without a graphics card a shadow takes 250 ms, at every blink of the cursor
	case theme.SizeNameText:
		return l.size + 1
	case theme.SizeNameCaptionText:
		return l.size
	case theme.SizeNamePadding:
		return 3
	case theme.SizeNameInnerPadding:
		return 5
	case theme.SizeNameInlineIcon:
		return l.size + 5
	case theme.SizeNameScrollBar:
		return 10
	case theme.SizeNameInputRadius, theme.SizeNameSelectionRadius:
		return 4
	}
	return l.Theme.Size(name)
}

// fonts are the fonts that a user has chosen for menus, dialogs and panes; nil where Fyne's own are
// used. Pictures use built-in fonts, so that they are the same wherever they are made.
type fonts struct {
	regular, bold, mono fyne.Resource
}

// maxFont bounds a font file's size, in bytes.
const maxFont = 64 << 20

// fontsOf reads the chosen fonts. lost names those that cannot be used; Fyne's own take their place.
func fontsOf(p session.Preferences) (f fonts, lost string) {
	read := func(path origin.Ref) fyne.Resource {
		if path == "" {
			return nil
		}
		r, err := readFont(string(path))
		if err != nil {
			why := lang.L("The font {{.Name}} is not used: {{.Error}}.", map[string]any{
				"Name": safe.Text(string(path)), "Error": safe.Text(err.Error()),
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

// chosenLook is the chosen theme with its fonts. lost names the fonts that cannot be used.
func chosenLook(p session.Preferences, dark bool) (l *look, lost string) {
	l = newLook(desk.ThemeOf(p, dark))
	l.fonts, lost = fontsOf(p)
	if p.TextSize > 0 {
		l.size = float32(p.TextSize)
	}
	return l, lost
}

// readFont reads a font. It refuses one without the letters that names and figures need.
func readFont(path string) (fyne.Resource, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, lang.Error("there is no such file")
	}
	if !info.Mode().IsRegular() || info.Size() > maxFont {
		return nil, lang.Error("expected a file of at most {{.Most}}MB", lang.With{"Most": maxFont >> 20})
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	parsed, err := sfnt.Parse(data)
	if err != nil {
		return nil, lang.Error("expected a TrueType or OpenType font, a file in .ttf or .otf: {{.Cause}}", lang.With{"Cause": err})
	}
	var buf sfnt.Buffer
	for _, r := range "aZ09.()" {
		if index, err := parsed.GlyphIndex(&buf, r); err != nil || index == 0 {
			return nil, lang.Error("it has no {{.Character}}", lang.With{"Character": strconv.QuoteRune(r)})
		}
	}
	return fyne.NewStaticResource(filepath.Base(path), data), nil
}

// boldOf guesses a family's bold font file, beside the regular one.
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
