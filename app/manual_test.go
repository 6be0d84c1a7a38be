package app

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"profstation/internal/must"
)

// TestManualPaths holds that each item of a menu that the manual and README name is in the menu.
func TestManualPaths(t *testing.T) {
	w := newWindowRig(t)
	paths := map[string]bool{}
	var add func(path string, items []*fyne.MenuItem)
	add = func(path string, items []*fyne.MenuItem) {
		for _, i := range items {
			paths[path+" › "+labelOf(i)] = true
			if i.ChildMenu != nil {
				add(path+" › "+labelOf(i), i.ChildMenu.Items)
			}
		}
	}
	for _, m := range w.window.MainMenu().Items {
		add(m.Label, m.Items)
	}
	for file, least := range map[string]int{"../docs/manual.md": 15, "../README.md": 1} {
		text := must.Have(os.ReadFile(file))
		found := regexp.MustCompile(`\*([^*]* › [^*]*)\*`).FindAllStringSubmatch(string(text), -1)
		if len(found) < least {
			t.Errorf("%s names only %d items", file, len(found))
		}
		for _, m := range found {
			if path := strings.Join(strings.Fields(m[1]), " "); !paths[path] {
				t.Errorf("%s names %q, which is in no menu", file, path)
			}
		}
	}
}
