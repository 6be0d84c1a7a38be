package views

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/viewtest"
)

// The line above the tabs says why there is nothing to see, and its button ends that.
// What became of the shown file on the disk is said, with a button that reads it again if there is one to read.
func TestSayLineOfChangedFiles(t *testing.T) {
	out := viewtest.App(t)
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
	sent := viewtest.App(t)
	v := NewSayLine(sent.Send)
	plain := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	if v.Show(plain); v.Object.Visible() {
		t.Errorf("of a plain profile is said %q", v.text.Text)
	}
	for _, c := range []struct {
		name, text string
		change     func(*ask.Answer)
		button     bool
	}{
		{"filters", "Nothing matches the filters.", func(a *ask.Answer) { a.FilteredOut = true }, true},
		{"noise", "All changes may be noise", func(a *ask.Answer) { a.Compared = &ask.Compared{OnlyNoise: true} }, true},
		{"leaks", "40 goroutines are leaked.", func(a *ask.Answer) { a.Leaked = 40 }, true},
		{"another type", "The default sample type alloc_space is 0 in all samples", func(a *ask.Answer) { a.Instead = "alloc_space" }, false},
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
	if len(got) != 3 || got[0] != (screen.ClearFilters{}) || got[2] != (screen.Refine{Name: "tagfocus", Text: "state=leaked"}) {
		t.Fatalf("the buttons send %v", got)
	}
	d := ask.Display{Compare: ask.CompareDisplay{HideNoise: true}}
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

// What a recording or a bundle lacks is said in every tab but the Overview, which says all of it: in one line, whole in
// its tip, with a button that leads there.
func TestSayLineOfWhatIsLeftOut(t *testing.T) {
	sent := viewtest.App(t)
	v := NewSayLine(sent.Send)
	for _, c := range []struct {
		name, text, hint string
		change           func(*screen.Snapshot)
	}{
		{"a warning", "2 lines are left out", "2 lines are left out", func(s *screen.Snapshot) {
			s.Answer.Result.Profile.Warnings = []string{"2 lines are left out"}
		}},
		{"warnings", "2 lines are left out · 1 more", "2 lines are left out\nanother", func(s *screen.Snapshot) {
			s.Answer.Result.Profile.Warnings = []string{"2 lines are left out", "another"}
		}},
		{"a bundle", "Not all of the bundle is shown: 1 encrypted entry.", "", func(s *screen.Snapshot) {
			s.Folders = []*screen.Folder{{Document: s.Active, Bundle: true, Lost: "1 encrypted entry"}}
		}},
	} {
		s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
		c.change(s)
		v.Show(s)
		if v.text.Text != c.text || v.hint != c.hint || !v.act.Visible() {
			t.Errorf("%s: it says %q and %q, with a button: %v", c.name, v.text.Text, v.hint, v.act.Visible())
		}
		test.Tap(v.act)
		sent.Want(t, screen.ShowTab{Tab: ask.OverviewTab})
		s = viewtest.Again(s)
		s.Tab = ask.OverviewTab
		if v.Show(s); v.Object.Visible() {
			t.Errorf("%s: the Overview has %q above it", c.name, v.text.Text)
		}
	}
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	s.Folders = []*screen.Folder{{Document: s.Active, Bundle: true, Damage: strings.Repeat("a damaged file, ", 20)}}
	if v.Show(s); !strings.HasSuffix(v.text.Text, "…") || !strings.Contains(v.hint, s.Folders[0].Damage) {
		t.Errorf("of what is cut the tip says %q", v.hint)
	}
}
