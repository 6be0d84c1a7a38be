package app

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
	"golang.org/x/image/font/gofont/goregular"

	"profstation/origin"
	"profstation/views"
)

// What is wrong in the preferences is said below its input. Saving leads there and keeps everything that is typed.
func TestWrongPreferences(t *testing.T) {
	r := newWindowRig(t)
	fonts := t.TempDir()
	font := filepath.Join(fonts, "regular.ttf")
	if err := os.WriteFile(font, goregular.TTF, 0o600); err != nil {
		t.Fatal(err)
	}
	r.showPreferences()
	var entries []*views.DialogEntry // in the order of the form
	for _, o := range test.LaidOutObjects(r.window.Canvas().Overlays().Top()) {
		if e, ok := o.(*views.DialogEntry); ok {
			entries = append(entries, e)
		}
	}
	if len(entries) < 8 {
		t.Fatalf("%d inputs", len(entries))
	}
	regular, folders, size := entries[0], entries[2], entries[5] // the editor's command is between
	said := func() (all []string) {
		for _, o := range test.LaidOutObjects(r.window.Canvas().Overlays().Top()) {
			if l, ok := o.(*widget.Label); ok && l.Importance == widget.DangerImportance && l.Visible() {
				all = append(all, l.Text)
			}
		}
		return all
	}
	save := func() {
		r.press(t, "Save")
		r.settle()
	}
	folders.SetText("/src")
	for _, c := range []struct{ font, size, says string }{
		{filepath.Join(fonts, "none.ttf"), "8", "there is no such file"},
		{os.Args[0], "8", "TrueType"},
		{font, "lots", "a number above 0, up to 1048576. Leave it empty for 4."},
		{font, "0", "a number above 0"},
		{font, "-1", "a number above 0"},
		{font, "NaN", "a number above 0"},
		{font, "1e-30", "a number above 0"},
		{font, "1e30", "a number above 0"},
		{font, "8GB", "a number above 0"},
	} {
		regular.SetText(c.font)
		size.SetText(c.size)
		if now := said(); len(now) != 0 {
			t.Errorf("%q, %q: before saving it says %q", c.font, c.size, now)
		}
		save()
		if now := said(); len(now) != 1 || !strings.Contains(now[0], c.says) {
			t.Errorf("%q, %q: it says %q, want %q", c.font, c.size, now, c.says)
		}
		wrong := size
		if c.size == "8" {
			wrong = regular
		}
		if r.dialogCount() != 1 || r.window.Canvas().Focused() != fyne.Focusable(wrong) || folders.Text != "/src" || size.Text != c.size {
			t.Fatalf("%q, %q: %d dialogs, the keyboard is at %v", c.font, c.size, r.dialogCount(), r.window.Canvas().Focused())
		}
	}
	size.SetText(" 0.5 ")
	save()
	p := r.desk.State().Preferences
	if r.dialogCount() != 0 || p.FileLimit != 1<<29 || p.Font != origin.Ref(font) || len(p.SourceFolders) != 1 {
		t.Errorf("%d dialogs, %+v", r.dialogCount(), p)
	}
}

// Thresholds of what stands out are kept with the preferences, and hold in Overview.
func TestThresholds(t *testing.T) {
	r := newWindowRig(t)
	p := r.desk.State().Preferences
	p.Thresholds = map[string]float64{"regexp": 7, "gc": 0}
	f := newPreferencesForm(p)
	at := func(rule string) *threshold {
		t.Helper()
		i := slices.IndexFunc(f.thresholds, func(x threshold) bool { return x.rule == rule })
		if i < 0 {
			t.Fatalf("there is no row for %s", rule)
		}
		return &f.thresholds[i]
	}
	if got := f.read(p).Thresholds; !maps.Equal(got, p.Thresholds) {
		t.Errorf("unchanged they are %v, want %v", got, p.Thresholds)
	}
	if x := at("gc"); x.on.Checked || !x.percent.Disabled() || x.percent.PlaceHolder != "10" {
		t.Errorf("what is off is %+v", x)
	}
	at("regexp").percent.SetText("")
	at("gc").on.SetChecked(true)
	at("gc").percent.SetText("12.5 %")
	at("pauses").on.SetChecked(false)
	at("panics").percent.SetText("101")
	if first := f.judge([2]string{}); first != fyne.Focusable(at("panics").percent.DialogEntry) {
		t.Errorf("what is wrong is %v", first)
	}
	at("panics").percent.SetText("2")
	want := map[string]float64{"gc": 12.5, "pauses": 0, "panics": 2}
	if got := f.read(p).Thresholds; f.judge([2]string{}) != nil || !maps.Equal(got, want) {
		t.Errorf("they are %v, want %v", got, want)
	}
}
