package views

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"profstation/desk/screen"
	"profstation/internal/viewtest"
)

// The line above the tabs says why there is nothing to see, and its button ends that.
// What became of the shown file on the disk is said, with a button that reads it again if there is one to read.
func TestSayLineOfChangedFiles(t *testing.T) {
	test.NewTempApp(t)
	var out viewtest.Sent
	v := NewSayLine(out.Send)
	viewtest.Window(t, v.Object, 600, 40)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	for _, c := range []struct {
		disk   screen.OnDisk
		says   string
		button bool
	}{{screen.Unchanged, "", false}, {screen.Changed, "changed", true}, {screen.Deleted, "deleted", false}} {
		s = viewtest.Again(s)
		s.Documents = []screen.Document{{ID: 1, Disk: c.disk}}
		v.Show(s)
		if v.Object.Visible() != (c.says != "") || !strings.Contains(v.text.Text, c.says) || v.act.Visible() != c.button {
			t.Errorf("%v: it says %q, with a button %v", c.disk, v.text.Text, v.act.Visible())
		}
		if c.button {
			test.Tap(v.act)
			out.Want(t, screen.Reload{})
		}
	}
}

func TestSayLine(t *testing.T) {
	test.NewTempApp(t)
	var sent viewtest.Sent
	v := NewSayLine(sent.Send)
	plain := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	if v.Show(plain); v.Object.Visible() {
		t.Errorf("of a plain profile is said %q", v.text.Text)
	}
	for _, c := range []struct {
		name, text string
		change     func(*screen.Answer)
		button     bool
	}{
		{"filters", "Nothing matches the filters.", func(a *screen.Answer) { a.Nothing = true }, true},
		{"noise", "All changes may be noise", func(a *screen.Answer) { a.Compared = &screen.Compared{OnlyNoise: true} }, true},
		{"another type", "The default sample type alloc_space is 0 in all samples", func(a *screen.Answer) { a.Instead = "alloc_space" }, false},
	} {
		s := viewtest.Again(plain)
		c.change(s.Answer)
		v.Show(s)
		if !v.Object.Visible() || !strings.HasPrefix(v.text.Text, c.text) || v.act.Visible() != c.button {
			t.Errorf("%s: %q, with a button: %v", c.name, v.text.Text, v.act.Visible())
		}
		if c.button {
			test.Tap(v.act)
		}
	}
	got := sent.Take()
	if len(got) != 2 || got[0] != (screen.ClearFilters{}) {
		t.Fatalf("the buttons send %v", got)
	}
	d := screen.Display{Compare: screen.CompareDisplay{HideNoise: true}}
	if got[1].(screen.Show).Change(&d); d.Compare.HideNoise {
		t.Error("noise stays hidden")
	}
	if v.Show(plain); v.Object.Visible() {
		t.Error("the line stays")
	}
	empty := viewtest.Again(plain)
	empty.Folders = []*screen.Folder{{Document: empty.Active, Name: "watch", Below: 2}}
	v.Show(empty)
	test.Tap(v.act)
	if v.text.Text != "No profiles in watch itself, but it has 2 subfolders." {
		t.Errorf("of a folder with subfolders: %q", v.text.Text)
	}
	sent.Want(t, screen.WatchOptions{Document: empty.Active, Recursive: true})
}
