package assets

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"regexp"
	"testing"
)

// TestVersion: the files that repeat the version have it as their newest.
func TestVersion(t *testing.T) {
	for file, form := range map[string]string{
		"../FyneApp.toml": `(?m)^Version = "(.*)"$`,
		"../CHANGELOG.md": `(?m)^## ([0-9.]+) - `,
		"desktop/io.github.profstation.profstation.metainfo.xml": `<release version="([^"]*)"`,
	} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if m := regexp.MustCompile(form).FindSubmatch(data); m == nil || string(m[1]) != Version {
			t.Errorf("%s has %q, version.txt has %q", file, m, Version)
		}
	}
}

// TestIcon makes sure that window managers can take the icon: a square with
// transparent corners.
func TestIcon(t *testing.T) {
	icon, err := png.Decode(bytes.NewReader(Icon))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := icon.Bounds(), image.Rect(0, 0, 512, 512); got != want {
		t.Errorf("the icon is %v, want %v", got, want)
	}
	for _, at := range []image.Point{{0, 0}, {511, 0}, {0, 511}, {511, 511}} {
		if _, _, _, alpha := icon.At(at.X, at.Y).RGBA(); alpha != 0 {
			t.Errorf("the corner at %v is not transparent", at)
		}
	}
	if _, _, _, alpha := icon.At(256, 256).RGBA(); alpha != 0xffff {
		t.Error("the middle is not opaque")
	}
}
