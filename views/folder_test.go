package views

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/viewtest"
	"profstation/scene"
)

// many is a snapshot with a folder of so many files, the first of which is
// shown.
func many(n int) *screen.Snapshot {
	f := &screen.Folder{Document: 1, Name: "run-3", Path: "/tmp/run-3", Note: fmt.Sprint(n, " files")}
	for i := range n {
		f.Files = append(f.Files, &screen.File{Path: fmt.Sprintf("/tmp/run-3/%05d", n-i), Name: fmt.Sprintf("%05d", n-i), State: screen.Whole, Detail: "heap · 3MB"})
	}
	f.Shown = f.Files[0].Path
	return &screen.Snapshot{
		Documents: []screen.Document{{ID: 1, Name: f.Files[0].Name, Folder: true, State: screen.Ready}}, Active: 1,
		Folders: []*screen.Folder{f}, Display: ask.Display{Theme: &scene.Light},
	}
}

// sideRows are the rows of a folder that exist, from above.
func sideRows(v *Sidebar) (all []*sideRow) {
	for _, o := range v.list.Rows.Objects {
		if r, ok := o.(*sideRow); ok {
			all = append(all, r)
		}
	}
	slices.SortFunc(all, func(a, b *sideRow) int { return int(a.Position().Y - b.Position().Y) })
	return all
}

// Of ten thousand files only those in sight have rows, wherever one scrolls to.
func TestSidebarOfManyFiles(t *testing.T) {
	s := viewtest.App(t)
	v := NewSidebar(s.Send, nil)
	viewtest.Window(t, v.Object, 240, 600)
	shot := many(10_000)
	v.Show(shot)
	rows := sideRows(v)
	if len(rows) < 20 || len(rows) > 40 {
		t.Fatalf("%d rows", len(rows))
	}
	if rows[0].file != nil || rows[1].file.Name != "10000" || !rows[1].active || rows[2].active {
		t.Errorf("the first rows are %+v, %+v", rows[0].folder, rows[1].file)
	}
	test.Tap(rows[3])
	s.Want(t, screen.ShowFile{Document: 1, Path: "/tmp/run-3/09998"})
	v.list.Scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -float32(v.lines.top(5000)))})
	rows = sideRows(v)
	middle := rows[0].file.Name
	if len(rows) > 40 || middle > "05100" || middle < "04900" {
		t.Errorf("%d rows from %s", len(rows), middle)
	}
	// What comes above moves nothing that is looked at.
	more := many(10_001)
	more.Folders[0].Shown = shot.Folders[0].Shown
	v.Show(more)
	if rows = sideRows(v); rows[0].file.Name != middle {
		t.Errorf("%s has moved away for %s", middle, rows[0].file.Name)
	}
	// A folder that is folded has one row.
	folded := *more.Folders[0]
	folded.Closed = true
	more = many(1)
	more.Folders[0] = &folded
	v.Show(more)
	if rows = sideRows(v); len(rows) != 1 || !rows[0].active {
		t.Errorf("%d rows", len(rows))
	}
	rows[0].Tapped(&fyne.PointEvent{Position: fyne.NewPos(10, 10)})
	rows[0].Tapped(&fyne.PointEvent{Position: fyne.NewPos(100, 10)})
	rows[0].Tapped(&fyne.PointEvent{Position: fyne.NewPos(235, 10)})
	s.Want(t, screen.FoldFolder{Document: 1}, screen.Activate{Document: 1}, screen.Close{Document: 1})
}

// The line of what is shown is in sight when that becomes another one, also before the list has any room.
func TestSidebarRevealsWhatIsShown(t *testing.T) {
	test.NewTempApp(t)
	v := NewSidebar(func(screen.Intent) {}, nil)
	s := many(300)
	for id := 2; id < 60; id++ {
		s.Documents = append(s.Documents, screen.Document{ID: id, Name: fmt.Sprint("profile ", id), State: screen.Ready})
	}
	sees := func(what string, shows func(*sideRow) bool) {
		t.Helper()
		top := v.list.Scroll.Offset.Y
		for _, r := range sideRows(v) {
			if y := r.Position().Y; shows(r) && r.active && y >= top && y+r.Size().Height <= top+v.list.Scroll.Size().Height+1 {
				return
			}
		}
		t.Errorf("%s is out of sight", what)
	}
	is := func(id int) func(*sideRow) bool {
		return func(r *sideRow) bool { return r.document != nil && r.document.ID == id }
	}
	s.Active = 40
	v.Show(s)
	viewtest.Window(t, v.Object, 240, 600)
	sees("a document that was there at first", is(40))
	s = viewtest.Again(s)
	s.Active = 59
	v.Show(s)
	sees("the last document", is(59))
	s = viewtest.Again(s)
	f := *s.Folders[0]
	f.Closed = true
	s.Folders, s.Active = []*screen.Folder{&f}, 1
	v.Show(s)
	sees("a folder that is folded", func(r *sideRow) bool { return r.folder != nil })
}

// What is shown stays in sight when a folder above it is listed, when the list becomes lower and when the whole list
// is shown again, but for a hand that is on the list or folds a folder.
func TestSidebarKeepsWhatIsShownInSight(t *testing.T) {
	shot := func(files int, closed bool) *screen.Snapshot {
		s := many(max(1, files))
		f := s.Folders[0]
		f.Files, f.Shown, f.At, f.Closed = f.Files[:files], "", -1, closed
		s.Documents = append(s.Documents, screen.Document{ID: 2, Name: "profile", Path: "/profile", State: screen.Ready})
		s.Active = 2
		return s
	}
	var v *Sidebar
	in := func() bool { return v.list.InSight(v.lines.shown) }
	for name, c := range map[string]struct {
		before bool // the list has a height before anything is listed
		do     func()
		want   bool
	}{
		"listed":              {true, func() { v.Show(shot(300, false)) }, true},
		"listed at the start": {false, func() { v.Show(shot(300, false)); v.Show(shot(301, false)) }, true},
		"lower":               {true, func() { v.Show(shot(20, false)); v.Object.Resize(fyne.NewSize(240, 200)) }, true},
		"unfolded":            {true, func() { v.Show(shot(300, true)); v.Show(shot(300, false)) }, false},
		"scrolled away": {true, func() {
			v.Show(shot(300, false))
			v.list.Scroll.ScrollToOffset(fyne.NewPos(0, 500))
			v.Show(shot(301, false))
		}, false},
		"below the pointer": {true, func() {
			sideRows(v)[0].MouseIn(viewtest.Mouse(20, 5, 0))
			v.Show(shot(300, false))
		}, false},
		"after the pointer": {true, func() {
			row := sideRows(v)[0]
			row.MouseIn(viewtest.Mouse(20, 5, 0))
			v.Show(shot(300, false))
			row.MouseOut()
			v.Show(shot(300, false))
		}, true},
		"found and let go": {true, func() {
			v.Show(shot(300, false))
			v.filter.SetText("zzz")
			v.filter.Apply()
			v.unfilter()
		}, true},
	} {
		test.NewTempApp(t)
		v = NewSidebar(func(screen.Intent) {}, func(f func()) { f() })
		v.Show(shot(0, false))
		if c.before {
			viewtest.Window(t, v.Object, 240, 600)
		}
		c.do()
		if !c.before {
			viewtest.Window(t, v.Object, 240, 600)
		}
		if in() != c.want {
			t.Errorf("%s: in sight is %v, want %v", name, in(), c.want)
		}
	}
}

// What is in sight stays where it is while files come into a followed folder, but for a file that is shown as it comes
// where the one before it was in sight.
func TestSidebarStaysWhereItIs(t *testing.T) {
	shot := func(files int, shown string, following bool) *screen.Snapshot {
		s := many(files)
		f := s.Folders[0]
		f.Shown = "/tmp/run-3/" + shown
		f.At = slices.IndexFunc(f.Files, func(x *screen.File) bool { return x.Path == f.Shown })
		s.Series = &screen.Series{Following: following}
		var above []screen.Document
		for id := range 20 {
			above = append(above, screen.Document{ID: 100 + id, Name: fmt.Sprint("profile ", id), Path: fmt.Sprint("/profile", id), State: screen.Ready})
		}
		s.Documents = append(above, s.Documents...)
		return s
	}
	const first = 60
	name := func(n int) string { return fmt.Sprintf("%05d", n) }
	for title, c := range map[string]struct {
		shown     int     // which file is shown at first
		following bool    // and each newer one as it comes
		bottom    bool    // the shown line is the last in sight
		top       float64 // or where the list is scrolled to, from the folder's line
		holds     string  // the file that stays where it is; "": the shown one's line is the same all the time
		inSight   bool    // what is shown is in sight in the end
	}{
		"a file that was picked":         {50, false, false, 0, name(50), true},
		"picked, at the foot":            {57, false, true, 0, name(57), true},
		"picked, above the folder":       {50, false, false, -100, name(50), true},
		"the newest, at the foot":        {60, true, true, 0, "", true},
		"the newest, at the head":        {60, true, false, float64(sideRowHeight), "", true},
		"following, among older ones":    {60, true, false, 400, name(40), false},
		"picked, and among older ones":   {60, false, false, 400, name(40), false},
		"picked, among other documents":  {50, false, false, -700, "", false},
		"following, but other documents": {60, true, false, -700, "", false},
	} {
		test.NewTempApp(t)
		v := NewSidebar(func(screen.Intent) {}, func(f func()) { f() })
		viewtest.Window(t, v.Object, 240, 600)
		v.Show(shot(first, name(c.shown), c.following))
		y := v.lines.top(21) + c.top
		if c.bottom {
			y = v.lines.top(v.lines.shown+1) - float64(v.list.Scroll.Size().Height)
		}
		v.list.Scroll.ScrollToOffset(fyne.NewPos(0, float32(y)))
		at := func() float64 { // where what stays is on the screen
			line := v.lines.shown
			if c.holds != "" {
				for line = range v.lines.n {
					if l := v.lines.at(line); l.file != nil && l.file.Name == c.holds {
						break
					}
				}
			}
			return v.lines.top(line) - float64(v.list.Scroll.Offset.Y)
		}
		before, offset := at(), v.list.Scroll.Offset.Y
		for n := first + 1; n < first+6; n++ {
			shown := name(c.shown)
			if c.following {
				v.Show(shot(n, name(n-1), true)) // it is listed before it is read
				shown = name(n)
			}
			v.Show(shot(n, shown, c.following))
			if c.holds == "" && !c.inSight {
				if v.list.Scroll.Offset.Y != offset {
					t.Errorf("%s: with %d files it is scrolled to %v, it was at %v", title, n, v.list.Scroll.Offset.Y, offset)
				}
			} else if now := at(); now != before {
				t.Errorf("%s: with %d files it is at %v, it was at %v", title, n, now, before)
			}
		}
		if got := v.list.InSight(v.lines.shown); got != c.inSight {
			t.Errorf("%s: what is shown is in sight: %v", title, got)
		}
	}
}

// The line under the pointer stays there when files come above it, also one that is shown as it comes.
func TestSidebarHoldsWhatIsUnderThePointer(t *testing.T) {
	test.NewTempApp(t)
	v := NewSidebar(func(screen.Intent) {}, nil)
	viewtest.Window(t, v.Object, 240, 600)
	s := many(9)
	s.Series = &screen.Series{Following: true}
	v.Show(s)
	row := sideRows(v)[4]
	name := row.file.Name
	row.MouseIn(viewtest.Mouse(20, 5, 0))
	at := func() float32 { return fyne.CurrentApp().Driver().AbsolutePositionForObject(row).Y }
	before := at()
	for n := 10; n < 80; n++ { // from a list that is shorter than its room to one that is longer
		s = many(n)
		s.Series = &screen.Series{Following: true}
		v.Show(s)
		if row.file.Name != name || at() != before {
			t.Fatalf("at %d files %s is at %v, %s was at %v", n, row.file.Name, at(), name, before)
		}
	}
	row.MouseOut()
	v.Show(s)
	if rows := sideRows(v); !rows[0].active && !rows[1].active {
		t.Errorf("after the pointer left, the newest is out of sight: %v", rows[0].file)
	}
}

// Files that are not whole tell why, in a second line.
func TestSidebarTellsOfFiles(t *testing.T) {
	test.NewTempApp(t)
	v := NewSidebar(func(screen.Intent) {}, nil)
	viewtest.Window(t, v.Object, 240, 600)
	s := many(3)
	s.Folders[0].Files[1] = &screen.File{Path: "/tmp/c", Name: "b", State: screen.Unfinished, Detail: "being written, 3kB"}
	s.Folders[0].Files[2] = &screen.File{Path: "/tmp/b", Name: "c", State: screen.Broken, Detail: "cut off"}
	s.Folders[0].Told = s.Folders[0].Files[1:]
	v.Show(s)
	rows := sideRows(v)
	for i, want := range []float32{sideRowHeight, fileRowHeight, toldRowHeight, toldRowHeight} {
		if rows[i].Size().Height != want {
			t.Errorf("row %d is %v high", i, rows[i].Size().Height)
		}
	}
	for i, want := range map[int]string{2: "being written, 3kB", 3: "cut off"} {
		if got := viewtest.Texts(rows[i]); !slices.Contains(got, want) {
			t.Errorf("row %d says %q", i, got)
		}
	}
	f := s.Folders[0]
	path := f.Files[0].Path
	for _, c := range []struct {
		file *screen.File
		want []screen.Intent
	}{
		{nil, []screen.Intent{screen.FoldFolder{Document: f.Document}, screen.WatchOptions{Document: f.Document, Recursive: !f.Recursive, Polling: f.Polling}, screen.WatchOptions{Document: f.Document, Recursive: f.Recursive, Polling: !f.Polling},
			screen.Activate{Document: f.Document}, screen.ReadAll{}, screen.Copy{Text: f.Path}, screen.Close{Document: f.Document}}},
		{f.Files[0], []screen.Intent{screen.ShowFile{Document: f.Document, Path: path}, screen.Open{Paths: []string{path}}, screen.CompareFile{Path: path}, screen.CompareBaseline{Document: 1, File: path}, screen.PinBaseline{Document: 1, File: path}, screen.Copy{Text: path}}},
	} {
		var out viewtest.Sent
		r := newSideRow(out.Send)
		r.show(sideLine{folder: f, file: c.file, fits: true, pinned: true}, s.Display.Theme)
		for _, item := range r.menu().Items {
			if item.Action != nil {
				item.Action()
			}
		}
		out.Want(t, c.want...)
	}
}

func TestSeriesLine(t *testing.T) {
	s := viewtest.App(t)
	v := NewSeriesLine(s.Send)
	viewtest.Window(t, v.Object, 1200, 40)
	shot := &screen.Snapshot{Display: ask.Display{Theme: &scene.Light}}
	v.Show(shot)
	if v.Object.Visible() {
		t.Error("it is there without a series")
	}
	at := time.Date(2026, 11, 20, 15, 4, 5, 0, time.Local)
	shot.Series = &screen.Series{Document: 1, Kinds: []string{"heap", "cpu"}, Kind: 1, At: 3, Count: 12, Time: at, Unread: 1200}
	v.Show(shot)
	if v.where.Text != "4 of 12 · 15:04:05 · 8 newer" || v.rest.Text != "load 1,200 more files" || v.follow.Text != "Follow" || v.kinds.Selected != "cpu" {
		t.Errorf("%q %q %q %q", v.where.Text, v.rest.Text, v.follow.Text, v.kinds.Selected)
	}
	s.Want(t) // showing sends no intent
	test.Tap(v.follow)
	test.Tap(v.older)
	test.Tap(v.newer)
	test.Tap(v.rest)
	v.kinds.SetSelectedIndex(0)
	v.slider.SetValue(7)
	s.Want(t, screen.Follow{}, screen.Step{By: -1}, screen.Step{By: 1}, screen.ReadAll{}, screen.ChooseSeries{N: 0}, screen.StepTo{At: 7})
	last := *shot.Series
	last.At, last.Following, last.Unread = 11, true, 0
	shot.Series = &last
	v.Show(shot)
	if !v.newer.Disabled() || v.rest.Visible() || v.follow.Text != "Pause" || v.where.Text != "12 of 12 · 15:04:05" {
		t.Errorf("at the end: %q %q", v.follow.Text, v.where.Text)
	}
	s.Want(t)
	// Where no profile of a kind is left, another one can be chosen, if there is one.
	for _, kinds := range [][]string{{"heap", "cpu"}, {"cpu"}} {
		shot.Series = &screen.Series{Document: 1, Kinds: kinds, Kind: len(kinds) - 1, At: -1, Following: true}
		v.Show(shot)
		if some := len(kinds) > 1; v.Object.Visible() != some || some && (v.where.Text != "no longer in the list" || !v.older.Disabled() || !v.newer.Disabled()) {
			t.Errorf("of %q it is there: %v, %q", kinds, v.Object.Visible(), v.where.Text)
		}
	}
}

// start sends what was chosen, and reports whether it is enough.
func start(v *RecordForm) bool {
	i, ok := v.Chosen()
	if ok {
		v.send(i)
	}
	return ok
}

// The form has what was chosen, and keeps it while the server is asked again.
func TestRecordForm(t *testing.T) {
	s := viewtest.App(t)
	v := NewRecordForm(s.Send, func(_ string, done func(string)) { done("/tmp/chosen") })
	viewtest.Window(t, v.Object, 760, 640)
	v.Show(&screen.Record{Address: "localhost:6060", Asking: true, Folder: "/tmp/captures"})
	if start(v) {
		t.Error("it starts before it is known what there is")
	}
	s.Want(t, screen.AskServer{Server: screen.Server{Address: "localhost:6060"}})
	offers := []screen.RecordOffer{{Kind: "cpu", Count: -1, Length: true, Standard: 30}, {Kind: "heap", Count: 12, Delta: true}, {Kind: "mine", Count: 3}}
	v.Show(&screen.Record{Address: "localhost:6060", Offers: offers, Folder: "/tmp/captures"})
	if len(v.kinds) != 3 || !v.kinds[0].on.Checked || !v.kinds[1].on.Checked || v.kinds[2].on.Checked {
		t.Fatalf("%d kinds", len(v.kinds))
	}
	v.kinds[0].seconds.SetText("5")
	v.kinds[2].on.SetChecked(true)
	v.again.SetChecked(true)
	v.every.SetText("10")
	if !start(v) {
		t.Fatalf("it does not start: %s", v.says.Text)
	}
	s.Want(t, screen.StartRecording{
		Server: screen.Server{Address: "localhost:6060"}, Every: 10 * time.Second, Folder: "/tmp/captures",
		Kinds: []screen.RecordKind{{Kind: "cpu", Seconds: 5}, {Kind: "heap"}, {Kind: "mine"}},
	})
	cpu, heap := v.kinds[0].seconds, v.kinds[1].seconds
	for _, c := range []struct {
		do   func()
		says string
	}{
		{func() { v.every.SetText("soon") }, "Repeat: give at least 1 second, as a whole number."},
		{func() { v.every.SetText("4") }, "Repeat: give at least 5 seconds, as cpu takes that long."},
		{func() { cpu.SetText("") }, "Repeat: give at least 30 seconds, as cpu takes that long."},
		{func() { v.again.SetChecked(false); cpu.SetText("0") }, "cpu: give at least 1 second, as a whole number."},
		{func() { cpu.SetText("-5") }, "cpu: give at least 1 second, as a whole number."},
		{func() { cpu.SetText("1.5") }, "cpu: give at least 1 second, as a whole number."},
		{func() { cpu.SetText("5"); heap.SetText("-1") }, "heap: give a whole number of seconds, or nothing for a snapshot."},
		{func() { heap.SetText(""); v.folder.SetText(" ") }, "Choose a folder for the captures."},
	} {
		if c.do(); start(v) || len(s.Take()) > 0 || v.says.Text != c.says {
			t.Errorf("it starts with what cannot be, or says %q, want %q", v.says.Text, c.says)
		}
	}
	// What an empty box stands for is in it.
	if cpu.PlaceHolder != "30" || heap.PlaceHolder != "snapshot" {
		t.Errorf("empty boxes show %q and %q", cpu.PlaceHolder, heap.PlaceHolder)
	}
	// Asked again, with a password: what was chosen stays.
	v.Show(&screen.Record{Address: "localhost:6060", Error: "a user and a password are needed", Credentials: true})
	if !v.credentials.Visible() || v.says.Text != "a user and a password are needed" {
		t.Errorf("%q", v.says.Text)
	}
	v.user.SetText("ann")
	v.password.SetText("s3cret")
	v.ask()
	s.Want(t, screen.AskServer{Server: screen.Server{Address: "localhost:6060", User: "ann", Password: "s3cret"}})
	v.Show(&screen.Record{Address: "localhost:6060", Offers: offers})
	if !v.kinds[0].on.Checked {
		t.Error("what was chosen is lost")
	}
}

// An address that is none has no folder, also after a server that did not answer.
func TestRecordFormForgetsTheFolder(t *testing.T) {
	s := viewtest.App(t)
	v := NewRecordForm(s.Send, nil)
	v.Address.SetText("localhost:1")
	v.Show(&screen.Record{Address: "localhost:1", Error: "Nothing listens at localhost:1.", Folder: "/tmp/localhost-1"})
	v.Address.SetText("not a url at all")
	if v.folder.Text != "" {
		t.Errorf("while another address is typed, the folder is %q", v.folder.Text)
	}
	v.Show(&screen.Record{Address: "not a url at all", Error: "This is not an address of a server."})
	if v.folder.Text != "" {
		t.Errorf("the folder is %q", v.folder.Text)
	}
	v.Show(&screen.Record{Address: "localhost:2", Folder: "/tmp/localhost-2"})
	if v.folder.Text != "/tmp/localhost-2" {
		t.Errorf("the folder is %q", v.folder.Text)
	}
}

// What another server offers, and its folder, are not taken for those of an address that was changed.
func TestRecordFormFollowsTheAddress(t *testing.T) {
	s := viewtest.App(t)
	v := NewRecordForm(s.Send, nil)
	viewtest.Window(t, v.Object, 760, 640)
	offers := []screen.RecordOffer{{Kind: "cpu", Count: -1, Length: true, Standard: 30}}
	for _, typed := range []string{"", "/mine"} {
		v.Address.SetText("localhost:1")
		v.Show(&screen.Record{Address: "localhost:1", Offers: offers, Folder: "/tmp/localhost-1"})
		want := "/tmp/localhost-2"
		if typed != "" {
			v.folder.SetText(typed)
			want = typed
		}
		v.Address.SetText("localhost:2")
		if v.offers.Visible() || v.folder.Text != typed {
			t.Errorf("changed, it offers %v into %q", v.offers.Visible(), v.folder.Text)
		}
		if start(v) {
			t.Fatal("it records from a server that was not asked")
		}
		s.Want(t, screen.AskServer{Server: screen.Server{Address: "localhost:2"}})
		v.Show(&screen.Record{Address: "localhost:2", Offers: offers, Folder: "/tmp/localhost-2"})
		if !start(v) {
			t.Fatalf("it does not record: %s", v.says.Text)
		}
		s.Want(t, screen.StartRecording{
			Server: screen.Server{Address: "localhost:2"}, Folder: want, Kinds: []screen.RecordKind{{Kind: "cpu", Seconds: 30}},
		})
	}
}

// What is wrong with a number is said beside it, at once and in one line, until it is right; nothing of it is sent.
func TestRecordFormJudgesNumbers(t *testing.T) {
	s := viewtest.App(t)
	v := NewRecordForm(s.Send, nil)
	viewtest.Window(t, v.Object, 860, 640)
	v.Show(&screen.Record{Address: "localhost:1", Folder: "/tmp/x", Every: 60, Offers: []screen.RecordOffer{
		{Kind: "cpu", Count: -1, Length: true, Standard: 30}, {Kind: "heap", Count: 12, Delta: true, Note: "as it is"},
	}})
	cpu, heap := v.kinds[0], v.kinds[1]
	const atLeast, whole = "give at least 1 second, as a whole number.", "heap: give a whole number of seconds, or nothing for a snapshot."
	for _, x := range []struct {
		in          *DialogEntry
		says        *widget.Label
		text, wrong string
		usual       string
	}{
		{cpu.seconds, cpu.note, "ten", "cpu: " + atLeast, ""},
		{cpu.seconds, cpu.note, "0", "cpu: " + atLeast, ""},
		{cpu.seconds, cpu.note, "-3", "cpu: " + atLeast, ""},
		{cpu.seconds, cpu.note, "1.5", "cpu: " + atLeast, ""},
		{cpu.seconds, cpu.note, "10s", "cpu: " + atLeast, ""},
		{cpu.seconds, cpu.note, "604801", "cpu: give at most 604800 seconds.", ""},
		{cpu.seconds, cpu.note, "99999999999999999999", "cpu: give at most 604800 seconds.", ""},
		{cpu.seconds, cpu.note, "-99999999999999999999", "cpu: " + atLeast, ""},
		{heap.seconds, heap.note, "0", whole, "as it is"},
		{heap.seconds, heap.note, "9223372037", "heap: give at most 604800 seconds.", "as it is"},
		{v.every, v.wrong, "soon", "Repeat: " + atLeast, ""},
		{v.every, v.wrong, "0", "Repeat: " + atLeast, ""},
		{v.every, v.wrong, "9223372037", "Repeat: give at most 604800 seconds.", ""},
	} {
		was := x.in.Text
		x.in.SetText(x.text)
		if x.says.Text != x.wrong || x.says.Importance != widget.DangerImportance || !x.says.Visible() {
			t.Errorf("of %q it says %q, want %q", x.text, x.says.Text, x.wrong)
		}
		if start(v) || v.says.Text != x.wrong {
			t.Errorf("it records with %q, or says %q", x.text, v.says.Text)
		}
		if x.in.SetText(was); x.says.Text != x.usual {
			t.Errorf("of what is right it says %q", x.says.Text)
		}
	}
	s.Want(t)
	v.every.SetText("soon")
	if v.again.SetChecked(false); v.wrong.Text != "" || !start(v) {
		t.Errorf("of what does not count it says %q, %q", v.wrong.Text, v.says.Text)
	}
}

// The address that was typed with a password stands without it once the desk has it, and what is typed meanwhile
// stays. With Ctrl+Z the password does not come back.
func TestRecordFormHidesSecrets(t *testing.T) {
	s := viewtest.App(t)
	v := NewRecordForm(s.Send, nil)
	viewtest.Window(t, v.Object, 860, 640)
	offers := []screen.RecordOffer{{Kind: "cpu", Count: -1, Length: true, Standard: 30}}
	v.Show(&screen.Record{})
	for _, r := range "http://ann:s3cret@localhost:1" {
		v.Address.TypedRune(r)
	}
	v.ask()
	s.Want(t, screen.AskServer{Server: screen.Server{Address: "http://ann:s3cret@localhost:1"}})
	v.Show(&screen.Record{Address: "http://localhost:1", Asking: true})
	v.Address.Undo()
	if v.Address.Text != "http://localhost:1" {
		t.Errorf("the address is %q", v.Address.Text)
	}
	v.Show(&screen.Record{Address: "http://localhost:1", Offers: offers, Folder: "/tmp/x"})
	if !start(v) {
		t.Errorf("it says %q", v.says.Text)
	}
	s.Want(t, screen.StartRecording{Server: screen.Server{Address: "http://localhost:1"}, Folder: "/tmp/x", Kinds: []screen.RecordKind{{Kind: "cpu", Seconds: 30}}})
	v.Address.SetText("http://bob:0ther@localhost:2")
	v.ask()
	v.Address.SetText("http://localhost:3")
	if v.Show(&screen.Record{Address: "http://localhost:2"}); v.Address.Text != "http://localhost:3" {
		t.Errorf("what was typed meanwhile is %q", v.Address.Text)
	}
}

// A form on the screen that is opened for another server begins anew: nothing of the one before is left, neither what
// it offers nor who asks.
func TestRecordFormOpenedAgain(t *testing.T) {
	s := viewtest.App(t)
	v := NewRecordForm(s.Send, nil)
	viewtest.Window(t, v.Object, 860, 640)
	v.Show(&screen.Record{Opened: 1, Address: "localhost:1", Folder: "/tmp/1", Offers: []screen.RecordOffer{{Kind: "heap", Count: 12, Delta: true}}})
	v.folder.SetText("/mine")
	v.password.SetText("s3cret")
	v.Show(&screen.Record{Opened: 2, Address: "localhost:2", Folder: "/tmp/2", Asking: true})
	if v.Address.Text != "localhost:2" || v.folder.Text != "/tmp/2" || len(v.offers.Objects) > 0 || v.server() != (screen.Server{Address: "localhost:2"}) {
		t.Errorf("%+v into %q, %d kinds", v.server(), v.folder.Text, len(v.offers.Objects))
	}
	if start(v) {
		t.Error("it records before the server has answered")
	}
	s.Take()
	// An address that was changed and changed back is that of the server again.
	v.Show(&screen.Record{Opened: 2, Address: "localhost:2", Folder: "/tmp/2", Offers: []screen.RecordOffer{{Kind: "heap", Count: 12, Delta: true}}})
	v.Address.SetText("localhost:")
	v.Address.SetText("localhost:2")
	if !v.offers.Visible() || v.folder.Text != "/tmp/2" || !start(v) {
		t.Errorf("changed back, it offers %v into %q and says %q", v.offers.Visible(), v.folder.Text, v.says.Text)
	}
}

// The names of a bundle's files are shown without the folders that all of them have. Its own line shows what stands
// beside them, and says in its tip what has no room.
func TestSidebarOfABundle(t *testing.T) {
	sent := viewtest.App(t)
	v := NewSidebar(sent.Send, nil)
	viewtest.Window(t, v.Object, 300, 600)
	s := many(1)
	s.Folders[0] = &screen.Folder{Document: 1, Name: "b.zip", Path: "/tmp/b.zip", Note: "2 files · left out: 1 other file", Bundle: true, Common: "support-bundle/", At: -1, Files: []*screen.File{
		{Path: "/tmp/b.zip/support-bundle/n1/cpu.pprof", Name: "support-bundle/n1/cpu"}, {Path: "/tmp/b.zip/support-bundle/n2/cpu.pprof", Name: "support-bundle/n2/cpu"}}}
	v.Show(s)
	rows := sideRows(v)
	for i, want := range []string{"b.zip/", "n1/cpu", "n2/cpu"} {
		if drawn := rowText(rows[i]); drawn != want {
			t.Errorf("row %d is called %q, want %q", i, drawn, want)
		}
	}
	if got := rows[0].Hint; got != "/tmp/b.zip\n2 files · left out: 1 other file" {
		t.Errorf("the tip of the bundle says %q", got)
	}
	if got := rows[2].Hint; got != "/tmp/b.zip/support-bundle/n2/cpu.pprof" {
		t.Errorf("the tip of a file says %q", got)
	}
	rows[0].Tapped(&fyne.PointEvent{Position: fyne.NewPos(100, 10)})
	sent.Want(t, screen.Activate{Document: 1}, screen.ShowTab{Tab: ask.OverviewTab})
}

// rowText is the name that is drawn in a row.
func rowText(r *sideRow) string {
	for _, o := range test.WidgetRenderer(r).Objects() {
		if text, ok := o.(*canvas.Text); ok && text.Text != "" && len(text.Text) > len("▾") {
			return text.Text
		}
	}
	return ""
}

// The name of a comparison that has no room shows what tells its sides apart.
func TestSidesInTheSidebar(t *testing.T) {
	test.NewTempApp(t)
	const name = "node-01/profiles/cpu.pprof → node-02/profiles/cpu.pprof"
	if got := fitSides(name, 230); !strings.HasPrefix(got, "node-01") || !strings.Contains(got, "» node-02") {
		t.Errorf("it is cut to %q", got)
	}
	if got := fitSides("a → b", 230); got != "a » b" {
		t.Errorf("a short one is %q", got)
	}
	if got := fitSides(strings.Repeat("long", 30), 230); strings.Count(got, "…") != 1 {
		t.Errorf("a name of one file is %q", got)
	}
}
