package views

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/viewtest"
	"profstation/scene"
)

// manyFiles is a snapshot with a document, a folder of n files, the third of which is on the screen,
// a closed folder and another document.
func manyFiles(n int) *screen.Snapshot {
	open := &screen.Folder{Document: 2, Path: "/run", Shown: "/run/2", At: 2}
	for i := range n {
		open.Files = append(open.Files, &screen.File{Path: fmt.Sprint("/run/", i), Time: time.Unix(int64(n-i), 0)})
	}
	closed := &screen.Folder{Document: 3, Path: "/old", Closed: true, Files: open.Files}
	return &screen.Snapshot{
		Documents: []screen.Document{{ID: 1, Path: "a"}, {ID: 2, Folder: true}, {ID: 3, Folder: true}, {ID: 4, Path: "b"}},
		Folders:   []*screen.Folder{closed, open}, Active: 2,
	}
}

func TestSideLines(t *testing.T) {
	lines := linesIn(manyFiles(5))
	var keys []string
	for i := range lines.n {
		l := lines.at(i)
		keys = append(keys, l.key())
		if l.active != (i == lines.shown) {
			t.Errorf("line %d, %s, is on the screen: %v", i, l.key(), l.active)
		}
	}
	if got, want := fmt.Sprint(keys), "[DOCUMENTS a /run /run/0 /run/1 /run/2 /run/3 /run/4 /old b]"; got != want {
		t.Errorf("the lines are %s, want %s", got, want)
	}
	if lines.shown != 5 {
		t.Errorf("line %d is on the screen", lines.shown)
	}
}

// Lines follow each other without a gap, and each is found again in a list that has more.
func TestSideLinesAreFound(t *testing.T) {
	few, more := manyFiles(50), manyFiles(50)
	for i := range 10 {
		newer := &screen.File{Path: fmt.Sprint("/run/new", i), Time: time.Unix(int64(100+i), 0)}
		more.Folders[1].Files = slices.Insert(more.Folders[1].Files, 0, newer)
	}
	for _, s := range []*screen.Snapshot{few, more} {
		f := s.Folders[1]
		for i := range f.Files {
			if i%3 == 1 {
				f.Files[i].State = screen.Broken
				f.Told = append(f.Told, f.Files[i])
			}
		}
	}
	before, lines := linesIn(few), linesIn(more)
	y := 0.0
	for i := range lines.n {
		if lines.top(i) != y {
			t.Errorf("line %d begins at %v, want %v", i, lines.top(i), y)
		}
		l := lines.at(i)
		y += float64(l.height())
	}
	if lines.top(lines.n) != y {
		t.Errorf("the last line ends at %v, want %v", lines.top(lines.n), y)
	}
	for i := range before.n {
		if x := before.at(i); lines.find(x) < 0 || lines.at(lines.find(x)).key() != x.key() {
			t.Errorf("%s is line %d", x.key(), lines.find(x))
		}
	}
	if at := lines.find(sideLine{document: &screen.Document{Path: "gone"}}); at != -1 {
		t.Errorf("what is gone is line %d", at)
	}
}

// Each snapshot makes the list anew: that takes no more memory for 100,000 files than for ten.
func TestSideLinesGrow(t *testing.T) {
	of := func(n int) float64 {
		s := manyFiles(n)
		return testing.AllocsPerRun(10, func() { linesIn(s) })
	}
	if few, many := of(10), of(100_000); many > few {
		t.Errorf("%v allocations for 10 files, %v for 100,000", few, many)
	}
}

// linesIn are all lines for a snapshot.
func linesIn(s *screen.Snapshot) sideLines {
	return (&Sidebar{shown: s.Documents, folders: s.Folders, active: s.Active}).linesOf("")
}

// Enter opens the first that is found: a document, a folder, or a file of one, also of one that is folded.
func TestEnterOpensWhatIsFound(t *testing.T) {
	out := viewtest.App(t)
	v := NewSidebar(out.Send, func(f func()) { f() })
	viewtest.Window(t, v.Object, 240, 600)
	files := []*screen.File{{Name: "heap-2.pprof", Path: "/f/heap-2.pprof"}, {Name: "goroutine-1.pprof", Path: "/f/goroutine-1.pprof"}}
	v.Show(&screen.Snapshot{
		Documents: []screen.Document{{ID: 1, Name: "CPU.pprof"}, {ID: 2, Name: "mutex.pprof"}, {ID: 3, Folder: true}, {ID: 4, Folder: true}},
		Folders:   []*screen.Folder{{Document: 3, Name: "runs", Path: "/f", Files: files}, {Document: 4, Name: "old", Path: "/old", Closed: true, Files: []*screen.File{{Name: "trace-1", Path: "/old/trace-1"}}}},
		Display:   ask.Display{Theme: &scene.Light},
	})
	for _, c := range []struct {
		typed string
		want  screen.Intent
	}{
		{"mut", screen.Activate{Document: 2}},
		{"runs", screen.Activate{Document: 3}},
		{"gor", screen.ShowFile{Document: 3, Path: "/f/goroutine-1.pprof"}},
		{"trace", screen.ShowFile{Document: 4, Path: "/old/trace-1"}},
	} {
		v.filter.SetText(c.typed)
		v.filter.OnSubmitted(c.typed)
		out.Want(t, c.want)
	}
	v.filter.SetText("zzz")
	v.filter.OnSubmitted("zzz")
	if all := out.Take(); len(all) != 1 {
		t.Errorf("without a hit it sends %v", all)
	} else if _, ok := all[0].(screen.Remark); !ok {
		t.Errorf("without a hit it sends %v", all)
	}
	v.filter.SetText("")
	v.filter.OnSubmitted("")
	out.Want(t)
}

// What is typed above the list leaves the documents, and the files of folders, with it in their names.
func TestFindInTheList(t *testing.T) {
	files := []*screen.File{{Name: "cpu-2.pprof", Path: "/f/cpu-2.pprof"}, {Name: "heap-1.pprof", Path: "/f/heap-1.pprof"}}
	v := &Sidebar{
		shown:   []screen.Document{{ID: 1, Name: "CPU.pprof"}, {ID: 2, Name: "mutex.pprof"}, {ID: 3, Folder: true}, {ID: 4, Folder: true}},
		folders: []*screen.Folder{{Document: 3, Name: "f", Path: "/f", Files: files}, {Document: 4, Name: "cpus", Path: "/cpus", Closed: true, Files: files}},
	}
	for only, want := range map[string][]string{
		"":     {sidebarHeading(), "CPU.pprof", "mutex.pprof", "f/", "cpu-2.pprof", "heap-1.pprof", "cpus/"},
		"cpu":  {sidebarHeading(), "CPU.pprof", "f/", "cpu-2.pprof", "cpus/"},
		"heap": {sidebarHeading(), "f/", "heap-1.pprof", "cpus/"},
		"zzz":  {sidebarHeading()},
	} {
		lines := v.linesOf(only)
		var got []string
		for i := range lines.n {
			switch l := lines.at(i); {
			case l.file != nil:
				got = append(got, l.file.Name)
			case l.folder != nil:
				got = append(got, l.folder.Name+"/")
			case l.document != nil:
				got = append(got, l.document.Name)
			default:
				got = append(got, l.text)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q leaves %q, want %q", only, got, want)
		}
	}
}

// Beside the field stands how many names have what is typed. Its button, and Esc, show the whole list again; a
// second Esc leaves the field.
func TestFindInTheListCounts(t *testing.T) {
	test.NewTempApp(t)
	v := NewSidebar(func(screen.Intent) {}, func(f func()) { f() })
	w := viewtest.Window(t, v.Object, 240, 900)
	s := manyFiles(20) // two documents, a folder of 20 files, and one that is folded
	for i, name := range []string{"cpu.pprof", "", "", "heap.pprof"} {
		s.Documents[i].Name = name
	}
	s.Folders[0].Name, s.Folders[1].Name = "old", "runs"
	for i, f := range s.Folders[1].Files {
		f.Name = fmt.Sprint("file-", i)
	}
	s.Display.Theme = &scene.Light
	v.Show(s)
	if !v.field.Visible() || v.clear.Visible() {
		t.Error("a long list has no field, or nothing typed can be cleared")
	}
	for typed, want := range map[string]string{
		"pprof":  "2 of 24",
		"runs":   "1 of 24",
		"file-1": "12 of 24", // 1 and 10 to 19, and the folded folder that has those too
		"zzz":    "0 of 24",
	} {
		for _, end := range []func(){
			func() { test.Tap(v.clear) },
			func() { v.filter.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape}) },
		} {
			w.Canvas().Focus(v.filter)
			v.filter.SetText(typed)
			v.filter.Apply()
			if got := viewtest.Texts(v.Object); !slices.Contains(got, want) || !v.clear.Visible() {
				t.Errorf("with %q stands %q, want %q; can be cleared: %v", typed, got, want, v.clear.Visible())
			}
			end()
			if v.lines.n != 25 || v.filter.Text != "" || v.clear.Visible() || slices.Contains(viewtest.Texts(v.Object), want) {
				t.Errorf("after %q the list has %d lines, the field %q", typed, v.lines.n, v.filter.Text)
			}
		}
	}
	w.Canvas().Focus(v.filter)
	if v.filter.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape}); w.Canvas().Focused() != nil {
		t.Error("Esc does not leave an empty field")
	}
}

// While the list shows a part of what is open, the menu says that the rest is closed, too.
func TestCloseAllOthersSaysWhatIsNotListed(t *testing.T) {
	test.NewTempApp(t)
	v := NewSidebar(func(screen.Intent) {}, func(f func()) { f() })
	viewtest.Window(t, v.Object, 240, 900)
	v.Show(&screen.Snapshot{Documents: []screen.Document{{ID: 1, Name: "cpu"}, {ID: 2, Name: "heap"}}, Display: ask.Display{Theme: &scene.Light}})
	for _, c := range []struct{ typed, want string }{
		{"", "Close all others"}, {"heap", "Close all others, also those not listed"}, {"", "Close all others"},
	} {
		v.filter.SetText(c.typed)
		v.filter.Apply()
		rows := viewtest.Find[*sideRow](v.Object)
		if len(rows) == 0 {
			t.Fatal("there is no line")
		}
		items := rows[0].menu().Items
		if got := items[len(items)-1].Label; got != c.want {
			t.Errorf("with %q it is %q, want %q", c.typed, got, c.want)
		}
	}
}

// The menu of a line has nothing that its document, or what else is open, rules out.
func TestMenusOfLinesHaveWhatCanBe(t *testing.T) {
	test.NewTempApp(t)
	profile := screen.Document{ID: 1, Name: "cpu", Path: "/cpu", State: screen.Ready}
	trace := screen.Document{ID: 2, Name: "trace", Path: "/trace", State: screen.Ready, Trace: true}
	other := screen.Document{ID: 2, Name: "heap", Path: "/heap", State: screen.Ready}
	pair := screen.Document{ID: 2, Name: "a → b", State: screen.Ready, Comparison: true}
	failed := screen.Document{ID: 2, Name: "x", Path: "/x", State: screen.Failed}
	piped := screen.Document{ID: 2, Name: "standard input", Path: "-", State: screen.Ready, Once: true}
	made := screen.Document{ID: 2, Name: "waits", Path: "/trace: waits", State: screen.Ready, Child: true}
	const with, baseline, pin, reload, path, others = "Compare with current profile", "Compare with the baseline", "Pin as baseline", "Reload", "Copy path", "Close all others"
	for name, c := range map[string]struct {
		shown, of screen.Document
		base      []screen.Mark
		lacks     []string
	}{
		"another profile": {profile, other, []screen.Mark{{Document: 1}}, nil},
		"no baseline":     {profile, other, nil, []string{baseline}},
		"a trace":         {profile, trace, nil, []string{with, baseline}},
		"a comparison":    {profile, pair, nil, []string{with, baseline, pin, path}},
		"beside one":      {pair, profile, nil, []string{with, baseline}},
		"a failed one":    {profile, failed, nil, []string{with, baseline, pin}},
		"piped":           {profile, piped, nil, []string{baseline, reload, path}},
		"made":            {profile, made, nil, []string{baseline, path}},
		"alone":           {profile, profile, nil, []string{with, baseline, others}},
	} {
		v := NewSidebar(func(screen.Intent) {}, func(f func()) { f() })
		viewtest.Window(t, v.Object, 240, 900)
		s := &screen.Snapshot{Documents: []screen.Document{c.shown, c.of}, Active: c.shown.ID, Baseline: c.base, Display: ask.Display{Theme: &scene.Light}}
		if c.shown == c.of {
			s.Documents = s.Documents[:1]
		}
		v.Show(s)
		rows := sideRows(v)
		var has []string
		for _, i := range rows[len(rows)-1].menu().Items {
			has = append(has, i.Label)
		}
		for _, label := range []string{with, baseline, pin, reload, path, others} {
			if slices.Contains(has, label) == slices.Contains(c.lacks, label) {
				t.Errorf("%s: %q is in the menu: %v, of %q", name, label, slices.Contains(has, label), has)
			}
		}
	}
}

// The tip of a file says in full what its line cuts: why it is broken, and which files have the same content.
func TestTipOfAFile(t *testing.T) {
	test.NewApp()
	for _, c := range []struct {
		file screen.File
		want string
	}{
		{screen.File{Path: "/run/a.pprof", State: screen.Whole, Detail: "cpu · 3s"}, "/run/a.pprof"},
		{screen.File{Path: "/run/b.pprof", State: screen.Broken, Detail: "a gzip file that is cut off"}, "/run/b.pprof\na gzip file that is cut off"},
		{screen.File{Path: "/run/c.pprof", State: screen.Whole, Copies: "d, e"}, "/run/c.pprof\nSame content: d, e"},
	} {
		r := newSideRow(nil)
		r.show(sideLine{document: &screen.Document{}, folder: &screen.Folder{}, file: &c.file}, &scene.Light)
		if r.Hint != c.want {
			t.Errorf("the tip is %q, want %q", r.Hint, c.want)
		}
	}
}

// A click on the mark shows what is worth a look, as does the menu; elsewhere it shows the document.
func TestWorthMark(t *testing.T) {
	test.NewTempApp(t)
	var to viewtest.Sent
	r := newSideRow(to.Send)
	const worth = "1 thing worth a look:\na lock"
	d := screen.Document{ID: 3, Name: "cpu.pprof", Path: "/cpu.pprof", Detail: "cpu", State: screen.Ready, Worth: worth}
	r.show(sideLine{document: &d, worth: d.Worth}, &scene.Light)
	r.Resize(fyne.NewSize(240, sideRowHeight))
	if r.Hint != "/cpu.pprof\n"+worth {
		t.Errorf("the tip is %q", r.Hint)
	}
	tap := func(x, y float32) { r.Tapped(&fyne.PointEvent{Position: fyne.NewPos(x, y)}) }
	tap(14, 28)
	to.Want(t, screen.Activate{Document: 3}, screen.ShowTab{Tab: ask.OverviewTab})
	tap(14, 8)
	to.Want(t, screen.Activate{Document: 3})
	tap(60, 28)
	to.Want(t, screen.Activate{Document: 3})
	r.menu().Items[0].Action()
	to.Want(t, screen.Activate{Document: 3}, screen.ShowTab{Tab: ask.OverviewTab})
	r.show(sideLine{document: &d, active: true}, &scene.Light)
	tap(14, 28)
	to.Want(t, screen.Activate{Document: 3})
	f := &screen.Folder{Document: 5, Files: []*screen.File{{Path: "/b"}, {Path: "/a"}}, Shown: "/a"}
	lines := sideLines{}
	lines.add(sideLine{folder: f, worth: worth})
	if lines.at(0).worth != "" || lines.at(1).worth != "" || lines.at(2).worth != worth {
		t.Errorf("a folder's lines have %q, %q, %q", lines.at(0).worth, lines.at(1).worth, lines.at(2).worth)
	}
	r.show(lines.at(2), &scene.Light)
	tap(12, 8)
	to.Want(t, screen.ShowFile{Document: 5, Path: "/a"}, screen.ShowTab{Tab: ask.OverviewTab})
}
