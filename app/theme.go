package app

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"profstation/scene"
)

// look is Fyne's theme with our colours, and denser.
type look struct {
	fyne.Theme
	colors *scene.Theme
	fonts  fonts
	size   float32 // of captions; other text is a pixel larger
}

// newLook makes a look with Fyne's own fonts.
func newLook(t *scene.Theme) *look {
	return &look{Theme: theme.DefaultTheme(), colors: t, size: scene.TextSize}
}

// in returns the look in the colours of another theme.
func (l *look) in(t *scene.Theme) *look {
	other := *l
	other.colors = t
	return &other
}

// Font implements fyne.Theme.
func (l *look) Font(style fyne.TextStyle) fyne.Resource {
	if f := l.fonts.font(style); f != nil {
		return f
	}
	return l.Theme.Font(style)
}

// Color implements fyne.Theme.
func (l *look) Color(name fyne.ThemeColorName, _ fyne.ThemeVariant) color.Color {
	t := l.colors
	switch name {
	case theme.ColorNameBackground:
		return t.Background
	case theme.ColorNameForeground:
		return t.Text
	case theme.ColorNamePlaceHolder, theme.ColorNameDisabled:
		return t.Muted
	case theme.ColorNameSeparator:
		return t.Line
	case theme.ColorNameInputBorder: // all that is visible of an unchecked check box
		return scene.Mix(t.Background, t.Muted, 0.7)
	case theme.ColorNameOverlayBackground: // inputs stand out from it
		return t.Background
	case theme.ColorNameInputBackground, theme.ColorNameHeaderBackground, theme.ColorNameMenuBackground:
		return t.Surface
	case theme.ColorNamePrimary, theme.ColorNameHyperlink:
		return t.Selection
	case theme.ColorNameFocus: // drawn over or under text that has the keyboard
		return color.NRGBA{t.Selection.R, t.Selection.G, t.Selection.B, 0x60}
	case theme.ColorNameButton:
		return t.Surface
	case theme.ColorNameHover: // drawn over the object at the pointer, also a chosen button
		return color.NRGBA{t.Text.R, t.Text.G, t.Text.B, 0x18}
	case theme.ColorNameError:
		return t.Error
	case theme.ColorNameWarning:
		return t.Warning
	case theme.ColorNameShadow:
		if !t.Dark { // Fyne's own colour makes the borders between the panes heavy
			return color.NRGBA{A: 0x26}
		}
	case theme.ColorNameForegroundOnPrimary:
		return t.On(t.Selection)
	}
	variant := theme.VariantLight
	if t.Dark {
		variant = theme.VariantDark
	}
	return l.Theme.Color(name, variant)
}

// Size implements fyne.Theme.
func (l *look) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case theme.SizeNameModalBlurRadius:
		return 0 // without a graphics card a shadow takes a quarter of a second, at every blink of the cursor
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
