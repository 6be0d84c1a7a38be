package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	inputs "profstation/measure/hostile"
)

// TestWarningsInOneLine holds that a file has one line on standard error, with all that is to say of it.
func TestWarningsInOneLine(t *testing.T) {
	for name, c := range map[string]struct {
		exit int
		says []string
	}{
		"heap-numbers-at-the-limits": {0, []string{"warning: ", "the values of objects, space add up to more than 64 bits"}},
		"dump-elided":                {1, []string{"the picture would be ", "; warning: ", "long stacks of which Go left out a part"}},
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, inputs.Named(name).Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		r := run(t, "export", "--view", "flame", "-o", filepath.Join(dir, "x.svg"), file)
		if r.exit != c.exit || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%s: exit status %d\n%s", name, r.exit, r.err)
		}
		for _, s := range c.says {
			if !strings.Contains(r.err, s) {
				t.Errorf("%s: %q is not in %s", name, s, r.err)
			}
		}
	}
}

// Letters that no font has are boxes in a picture of points, and that is said. A viewer of other formats has its own.
func TestLettersWithoutAFont(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "thai.collapsed")
	if err := os.WriteFile(file, []byte("main.main;main.ราคา 3\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for format, want := range map[string]string{"png": "drawn as boxes: Thai", "svg": "", "csv": ""} {
		r := run(t, "export", "--view", "top", "-o", filepath.Join(dir, "x."+format), file)
		if r.exit != 0 || !strings.Contains(r.err, want) || (want == "") != (r.err == "") {
			t.Errorf("%s: exit status %d, %q", format, r.exit, r.err)
		}
	}
}
