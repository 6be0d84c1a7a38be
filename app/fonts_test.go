package app

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"

	"profstation/desk/session"
	"profstation/origin"
)

// The window uses the chosen fonts. A font that cannot be read is reported, and
// Fyne's own stands in.
func TestFonts(t *testing.T) {
	folder := t.TempDir()
	file := func(name string, data []byte) origin.Ref {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return origin.Ref(path)
	}
	regular := file("Go-Regular.ttf", goregular.TTF)
	file("Go-Bold.ttf", gobold.TTF)
	l, lost := chosenLook(session.Preferences{Font: regular, Monospace: file("mono.ttf", gomono.TTF), TextSize: 16}, false)
	if lost != "" {
		t.Error(lost)
	}
	for style, want := range map[fyne.TextStyle][]byte{{}: goregular.TTF, {Bold: true}: gobold.TTF, {Monospace: true}: gomono.TTF, {Italic: true}: goregular.TTF} {
		if got := l.Font(style); !bytes.Equal(got.Content(), want) {
			t.Errorf("%+v is set in %s", style, got.Name())
		}
	}
	if l.Font(fyne.TextStyle{Symbol: true}) == nil || l.Size(theme.SizeNameCaptionText) != 16 || l.Size(theme.SizeNameText) != 17 {
		t.Errorf("symbols %v, sizes %v and %v", l.Font(fyne.TextStyle{Symbol: true}), l.Size(theme.SizeNameCaptionText), l.Size(theme.SizeNameText))
	}
	if dark := l.in(l.colors); dark.fonts != l.fonts || dark.size != l.size {
		t.Error("another theme has other fonts")
	}

	for _, path := range []origin.Ref{file("text.ttf", []byte("no font")), origin.Ref(folder), origin.Ref(filepath.Join(folder, "gone.ttf"))} {
		l, lost := chosenLook(session.Preferences{Font: path, Monospace: path}, true)
		if strings.Count(lost, string(path)) != 2 || l.Font(fyne.TextStyle{}) != theme.DefaultTheme().Font(fyne.TextStyle{}) {
			t.Errorf("%s is shown as %q", path, lost)
		}
	}
}
