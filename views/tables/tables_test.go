package tables

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/must"
	"profstation/internal/viewtest"
	"profstation/loader/compiler"
	"profstation/model"
	"profstation/model/labels"
	"profstation/model/query"
	"profstation/scene"
	"profstation/table"
	"profstation/views/surface"
)

// peekRig is a Peek tab around main.serve.
type peekRig struct {
	*Peek
	viewtest.Sent
	posts viewtest.Posts
}

func shownPeek(t *testing.T) (*peekRig, *screen.Snapshot) {
	test.NewTempApp(t)
	r := &peekRig{posts: viewtest.NewPosts()}
	r.Peek = NewPeek(r.Sent.Send, r.posts.Post)
	viewtest.Window(t, r.Object, 900, 300)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	n := viewtest.NodeOf(t, s.Answer.Result, "main.serve")
	s.Answer.Peek = peekAt(s.Answer.Result, n)
	r.Show(s)
	return r, s
}

func peekAt(r *query.Result, nodes ...query.NodeID) *ask.PeekAnswer {
	p := &ask.PeekAnswer{Nodes: nodes, Callers: must.Have(r.OpeningTree(context.Background(), true, nodes...)), Callees: must.Have(r.OpeningTree(context.Background(), false, nodes...))}
	for i := range int32(len(nodes)) {
		p.Callers.Expand(context.Background(), i)
		p.Callees.Expand(context.Background(), i)
	}
	return p
}

// rows are the names that are listed, with what they weigh.
func (r *peekRig) rows() string {
	var out []string
	for row := range r.lines {
		out = append(out, strings.TrimSpace(r.State.Table.Cell(row, 5))+" "+r.State.Table.Cell(row, 1))
	}
	return strings.Join(out, "; ")
}

func TestPeekOpens(t *testing.T) {
	r, s := shownPeek(t)
	const closed = "+ main.main 70ns; ● main.serve 70ns; + json.Marshal 50ns; + json.Unmarshal 20ns"
	if got := r.rows(); got != closed {
		t.Fatalf("rows %q", got)
	}
	if r.picked != 1 {
		t.Errorf("row %d is picked", r.picked)
	}
	r.pick(2)
	r.Key(fyne.KeyRight, 0)
	r.posts.Run(t)
	leaf := strings.Replace(closed, "+ json.Marshal", "· json.Marshal", 1) // it calls nothing
	if got := r.rows(); got != leaf {
		t.Errorf("opened, the rows are %q", got)
	}
	r.Key(fyne.KeyRight, 0)
	if got := r.rows(); got != leaf || r.busy {
		t.Errorf("opened again, the rows are %q", got)
	}
	// Callers grow upwards, and the line that was opened stays picked.
	r.pick(0)
	r.Key(fyne.KeySpace, 0)
	r.posts.Run(t)
	if l := r.lines[r.picked]; r.result.Nodes.Node(l.node).Name != "main.main" {
		t.Errorf("row %d is picked of %q", r.picked, r.rows())
	}
	// The first click of two opens a line above, which moves it: the second one is still on it.
	at := slices.IndexFunc(r.lines, func(l peekLine) bool { return l.branch == atNode }) + 1
	r.pick(at)
	r.Open(at - 1)
	r.Want(t, screen.Select{Selection: ask.Selection{Node: "json.Marshal"}})
	if r.menu(0) == nil {
		t.Error("no context menu")
	}
	s = viewtest.Again(s)
	s.Answer.Peek = nil
	r.Show(s)
	if r.State.Table != nil || !strings.Contains(r.State.Empty, "No function is selected") {
		t.Errorf("without a selection: %q", r.State.Empty)
	}
}

// Several nodes stand one after the other, each with shares of its own.
func TestPeekAtSeveral(t *testing.T) {
	r, s := shownPeek(t)
	s = viewtest.Again(s)
	res := s.Answer.Result
	s.Answer.Peek = peekAt(res, viewtest.NodeOf(t, res, "main.serve"), viewtest.NodeOf(t, res, "json.Marshal"))
	r.Show(s)
	const closed = "+ main.main 70ns; ● main.serve 70ns; + json.Marshal 50ns; + json.Unmarshal 20ns;  ; + main.serve 50ns; ● json.Marshal 50ns"
	if got := r.rows(); got != closed {
		t.Fatalf("rows %q", got)
	}
	if got := r.State.Table.Cell(2, 3) + r.State.Table.Cell(6, 3); got != "71.43%100%" {
		t.Errorf("shares of the nodes: %q", got)
	}
	r.Cell(5, 0)
	r.posts.Run(t)
	if got := r.rows(); got != strings.Replace(closed, "+ main.serve 50ns", "+ main.main 50ns; – main.serve 50ns", 1) {
		t.Errorf("opened, the rows are %q", got)
	}
	// The line between them stands for nothing.
	r.pick(4)
	r.Cell(4, 0)
	r.Open(4)
	r.Want(t)
	if r.menu(4) != nil || r.State.Table.Note(4) != "" {
		t.Error("a blank line has a menu")
	}
	s = viewtest.Again(s)
	s.Answer.Peek.Found = 345
	r.Show(s)
	if got := r.State.Table.Columns[5].Title; !strings.Contains(got, "the first 2 of 345") {
		t.Errorf("the title is %q", got)
	}
}

// labelled is a profile with the labels user and size.
func labelled() *model.Profile {
	b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}})
	f := b.Function(model.Function{Name: b.String("main.work")})
	loc := b.Location(model.NoMapping, 0, []model.Line{{Func: f}})
	for i, user := range []string{"alice", "bob", "bob", ""} {
		var set model.LabelSetID
		if user != "" {
			set = b.LabelSet([]model.Label{
				{Key: b.String("user"), Str: b.String(user)},
				{Key: b.String("size"), Num: int64(i + 1), IsNum: true},
			})
		}
		b.Sample([]model.LocID{loc}, set, []int64{10})
	}
	return b.Profile(model.Header{})
}

func TestLabelsView(t *testing.T) {
	r := viewtest.App(t)
	v := NewLabels(r.Send)
	viewtest.Window(t, v.Object, 1000, 300)
	s := viewtest.Snapshot(t, labelled(), viewtest.Everything())
	s.Answer.Labels = &ask.LabelsAnswer{At: -1}
	v.Show(s)
	if !strings.Contains(v.values.State.Empty, "No sample has a label") {
		t.Errorf("without labels: %q", v.values.State.Empty)
	}
	keys := must.Have(labels.Of(context.Background(), s.Answer.Result))
	at := 0
	if keys[0].Axis.Numeric {
		at = 1
	}
	user, size := keys[at].Axis, keys[1-at].Axis
	l := &ask.LabelsAnswer{Keys: keys, At: at, Values: table.LabelValues(s.Answer.Result, keys[at])}
	for _, x := range keys[at].Values {
		l.Selecting = append(l.Selecting, labels.SelectValue(s.Answer.Result.Profile, user, x.Value))
		l.Parts = append(l.Parts, labels.PartOf(s.Answer.Result.Profile, user, x.Value, false))
	}
	l.Parts = append(l.Parts, labels.PartOf(s.Answer.Result.Profile, user, model.LabelValue{}, true))
	l.Selecting = append(l.Selecting, labels.SelectWithout(s.Answer.Result.Profile, user))
	s = viewtest.Again(s)
	s.Answer.Labels = l
	v.Show(s)
	r.Want(t)
	v.keys.Surface.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if got := fyne.CurrentApp().Driver().CanvasForObject(v.Object).Focused(); got != fyne.Focusable(v.values.Surface) {
		t.Errorf("after Enter on a key, %T has the keyboard, not its values", got)
	}
	v.values.Open(0)
	r.Want(t, screen.Narrow{To: l.Selecting[:1]})
	v.values.Copied()
	r.Want(t, surface.Unselected())
	v.values.Pick(2)
	v.values.Copied()
	r.Want(t, screen.MarkValues{In: l, Parts: l.Parts[2:]}, screen.Copy{Text: v.name(2)})
	buttons := viewtest.Find[*surface.Button](v.Object)
	if len(buttons) != 6 {
		t.Fatalf("%d buttons", len(buttons))
	}
	for _, b := range buttons {
		switch b.Text {
		case "Without these":
			test.Tap(b)
			r.Want(t, screen.Narrow{To: l.Selecting[2:3], Leave: true})
		case "Compare":
			test.Tap(b)
			r.Want(t, screen.CompareValues(l.Parts[2:]))
		case "As roots":
			test.Tap(b)
			r.Want(t, screen.Refine{Name: "tagroot", Text: "user"}, screen.Jump{Tab: ask.FlameTab})
		case "As leaves":
			test.Tap(b)
			r.Want(t, screen.Refine{Name: "tagleaf", Text: "user"}, screen.Jump{Tab: ask.FlameTab})
		case "Colour by this key":
			test.Tap(b)
			r.Want(t, screen.Show{}, screen.Jump{Tab: ask.FlameTab})
		}
	}
	// A search marks values and goes from one to the next.
	s = viewtest.Again(s)
	found := *l
	found.Found = []bool{false, true, true}
	s.Answer.Labels = &found
	v.Show(s)
	if m := v.values.State.Match; m == nil || m(0) || !m(1) {
		t.Error("what was found is not marked")
	}
	letters := ""
	v.Unused(func(r rune) { letters += string(r) })
	for _, want := range []struct {
		letter rune
		row    int
	}{{'n', 1}, {'n', 2}, {'n', 1}, {'N', 2}, {'x', 2}} {
		if v.values.TypedRune(want.letter); v.picked != want.row {
			t.Errorf("%c leads to row %d, want %d", want.letter, v.picked, want.row)
		}
	}
	s = viewtest.Again(s)
	s.Answer.Labels = l
	v.Show(s)
	v.values.TypedRune('n')
	if letters != "xn" {
		t.Errorf("unused: %q", letters)
	}
	r.Take() // what was found is selected
	v.keys.Pick(1 - at)
	r.Want(t, screen.Show{})
	v.against.SetSelectedIndex(1)
	r.Want(t, screen.Show{})
	// Two keys: a cell is both of its values.
	s = viewtest.Again(s)
	pivot := must.Have(table.Pivot(context.Background(), "x", s.Answer.Result, user, size))
	s.Answer.Labels = &ask.LabelsAnswer{Keys: keys, At: at, Pivot: pivot, Cells: pivot.Table(ask.MaxPivotColumns)}
	v.Show(s)
	v.values.Pick(0)
	v.values.Cell(0, table.PivotFirst)
	r.Want(t, screen.MarkValues{In: s.Answer.Labels, Parts: l.Parts[:1]})
	v.narrow(0, false)
	r.Want(t, screen.Narrow{To: pivot.Pivot.Select(s.Answer.Result.Profile, 0, 0)})
	v.values.Pick(0)
	r.Take()
	v.narrow(0, false)
	r.Want(t, screen.Narrow{To: []labels.Selecting{pivot.Pivot.Rows[0].Select(s.Answer.Result.Profile)}})
	if m := v.menu(0); len(m.Items) < 3 {
		t.Errorf("the context menu has %d items", len(m.Items))
	}
}

// Without labels there are no buttons that would act on them.
func TestLabelsWithoutAny(t *testing.T) {
	test.NewTempApp(t)
	v := NewLabels(func(screen.Intent) {})
	viewtest.Window(t, v.Object, 900, 300)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	for _, at := range []int{-1, 0, -1} {
		s = viewtest.Again(s)
		s.Answer.Labels = &ask.LabelsAnswer{At: at}
		if at == 0 {
			s.Answer.Labels.Keys, s.Answer.Labels.Values = []*labels.Totals{{}}, &table.Table{}
		}
		v.Show(s)
		for i, bar := range v.bars {
			if bar.Visible() != (at == 0) {
				t.Errorf("with labels %v, the bar %d is there: %v", at == 0, i, bar.Visible())
			}
		}
	}
}

// The code has room before the list of hot lines: in a narrow window its lines have their numbers and can be
// seen, and the list has gone; where it is, no column of it is cut. It lists what calls slow code, too.
func TestSourceHasRoom(t *testing.T) {
	test.NewTempApp(t)
	v := NewSource(func(screen.Intent) {})
	w := viewtest.Window(t, v.Object, 364, 300)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	res := s.Answer.Result
	files := must.Have(res.SourceFiles(context.Background()))
	src := &ask.SourceAnswer{Files: files, File: files[0], Note: strings.Repeat("this is the file of another release; ", 9)}
	src.Source.Listing, src.Source.Text = must.Have(res.ListFile(context.Background(), files[0])), make([]string, 500)
	src.Table = table.FileLines(res, &src.Source)
	src.HotLines = []query.LineSum{{Line: 40, Row: query.Row{Flat: 10, Cum: 10}}, {Line: 38, Row: query.Row{Cum: 120}}}
	src.Hot = []int{39, 37}
	s.Answer.Source = src
	v.Show(s)
	surface.Place(v.Object)
	view := v.code.View()
	if c := src.Table.ColumnAt(view, scene.Point{X: v.code.Area().X1 - 110, Y: 5}); c != 4 {
		t.Errorf("110 pixels from the right there is column %d, not the code", c)
	}
	if v.hot.Surface.Visible() {
		t.Error("the list takes the room of the code")
	}
	if h := v.code.Area().H(); h < 180 {
		t.Errorf("below the note the code is %v of 300 high", h)
	}
	// A box lists them in its place; a click or Enter on one leads back to the code.
	if !v.listing.Visible() {
		t.Fatal("nothing shows the list")
	}
	for _, leave := range []func(){func() { viewtest.Click(v.hot.Surface, 30, 40) }, func() { v.hot.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}) }} {
		v.picked = -1
		test.Tap(v.listing)
		w.Canvas().Focus(v.Main())
		if !v.hot.Visible() || v.code.Visible() || v.Main() != v.hot.Surface || v.hot.Area().W() < 300 {
			t.Errorf("asked for, the list is %v wide, the code there: %v", v.hot.Area().W(), v.code.Visible())
		}
		v.hot.TypedKey(&fyne.KeyEvent{Name: fyne.KeyHome}) // walking along it stays there
		if v.picked != 39 || !v.hot.Visible() {
			t.Errorf("on the first row %d is picked, the list is there: %v", v.picked, v.hot.Visible())
		}
		leave()
		if above := 39*table.RowHeight - v.code.Above; above < 2*table.RowHeight {
			t.Errorf("the row stands %v below the heading, not in the middle", above)
		}
		if v.hot.Visible() || !v.code.Visible() || v.listing.Checked || v.picked != 39 || w.Canvas().Focused() != fyne.Focusable(v.code.Surface) {
			t.Errorf("then the code is there: %v, row %d, and %T has the keyboard", v.code.Visible(), v.picked, w.Canvas().Focused())
		}
	}
	w.Resize(fyne.NewSize(700, 300)) // the list would take more than a third
	surface.Place(v.Object)
	if !v.listing.Visible() || v.hot.Visible() {
		t.Error("the list takes the room of the code in a window of 700")
	}
	w.Resize(fyne.NewSize(820, 300))
	surface.Place(v.Object)
	if got := v.hot.Area().W(); got > 820/3 {
		t.Errorf("the list takes %v of 820", got)
	}
	if v.listing.Visible() {
		t.Error("beside the list a box shows it")
	}
	if have, need := v.hot.Area().W(), v.hot.State.Table.Width(nil); !v.hot.Surface.Visible() || have < need {
		t.Errorf("the list is %v wide and needs %v", have, need)
	}
	if got := v.hot.State.Table.Cell(1, 0); got != "38" {
		t.Errorf("after the line with flat comes %s", got)
	}
	v.hot.Sort(2)
	if got := v.hot.State.Table.Cell(0, 0); got != "38" || v.hot.State.SortColumn != 2 {
		t.Errorf("by cum the first is %s", got)
	}
	v.hot.Pick(0)
	if v.picked != 37 {
		t.Errorf("its row is %d", v.picked)
	}
}

func TestSourceView(t *testing.T) {
	r := viewtest.App(t)
	v := NewSource(r.Send)
	viewtest.Window(t, v.Object, 1000, 300)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	res := s.Answer.Result
	files := must.Have(res.SourceFiles(context.Background()))
	src := &ask.SourceAnswer{Files: files, File: files[0]}
	src.Source.Listing, src.Source.Text = must.Have(res.ListFile(context.Background(), files[0])), make([]string, 500)
	src.Table = table.FileLines(res, &src.Source)
	src.HotLines = src.Source.Lines[:1]
	src.Hot, src.First = []int{3}, 3
	s.Answer.Source = src
	v.Show(s)
	r.Want(t)
	if v.folder.Visible() {
		t.Error("a folder is asked for, though the text is there")
	}
	v.code.Above = 900
	v.hot.Pick(0)
	if v.picked != 3 || v.code.Above != 0 {
		t.Errorf("the hot line leads to row %d at %v", v.picked, v.code.Above)
	}
	v.files.SetSelectedIndex(1)
	r.Want(t, screen.Show{})
	v.assembly.SetChecked(true)
	r.Want(t, screen.Show{})
	if m := v.menu(3); len(m.Items) < 3 {
		t.Errorf("the context menu has %d items", len(m.Items))
	}
	// A line opens in the editor: by Enter, by a double click, from its menu, and by the window's key for it.
	inEditor := screen.OpenInEditor{File: files[0], Line: 4}
	v.code.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	r.Want(t, inEditor)
	v.code.Click(surface.Pointer{At: scene.Point{X: 600, Y: table.HeaderHeight + 3.5*table.RowHeight}, Button: desktop.MouseButtonPrimary, Count: 2})
	r.Want(t, inEditor)
	v.menu(3).Items[1].Action()
	r.Want(t, inEditor)
	if got := v.InSight(); got.Line != 4 || got.Scrolled() {
		t.Errorf("the chosen line is %d", got.Line)
	}
	s = viewtest.Again(s)
	s.Answer.Source = &ask.SourceAnswer{Files: files, File: files[0], Source: table.Source{Listing: src.Source.Listing, Note: "not found: look elsewhere"},
		Table: src.Table}
	v.Show(s)
	if !v.folder.Visible() || v.note.Text != "not found: look elsewhere" {
		t.Errorf("a missing text is shown as %q", v.note.Text)
	}
	test.Tap(v.folder)
	r.Want(t, screen.ChooseFolder{})
	s = viewtest.Again(s)
	s.Answer.Source = &ask.SourceAnswer{Files: files, File: files[0], Source: table.Source{Listing: src.Source.Listing}, Table: src.Table, Folder: "/src"}
	v.Show(s)
	test.Tap(v.folder)
	r.Want(t, screen.ChooseFolder{Folder: "/src"})
	if v.folder.Text != "Allow its folder" {
		t.Errorf("the button says %q", v.folder.Text)
	}
	v.pick(0)
	line := v.lines.lineOf(0)
	s = viewtest.Again(s)
	found := table.Source{Listing: src.Source.Listing, Text: slices.Repeat([]string{"code"}, int(line)+9)}
	s.Answer.Source = &ask.SourceAnswer{Files: files, File: files[0], Source: found, Table: table.FileLines(s.Answer.Result, &found)}
	v.Show(s)
	if got := v.lines.lineOf(v.picked); line < 1 || got != line {
		t.Errorf("line %d is selected once the folder is allowed, want %d", got, line)
	}
	if v.asks.Visible() {
		t.Error("a binary is asked for, though nobody wants instructions")
	}
	s = viewtest.Again(s)
	s.Display.Assembly = true
	s.Answer.Source = &ask.SourceAnswer{Files: files, Binary: "/bin/prog"}
	v.Show(s)
	if !v.asks.Visible() || !v.read.Visible() || v.folder.Visible() || !strings.Contains(v.code.State.Empty, "/bin/prog”.\nRead it") {
		t.Errorf("instructions to be allowed: %q", v.code.State.Empty)
	}
	test.Tap(v.read)
	r.Want(t, screen.ReadBinary{Named: "/bin/prog"})
	test.Tap(v.choose)
	r.Want(t, screen.ReadBinary{Named: "/bin/prog", Choose: true})
	s = viewtest.Again(s)
	s.Answer.Source = &ask.SourceAnswer{Files: files, Binary: "/bin/prog", Missing: true}
	v.Show(s)
	if v.read.Visible() || !v.asks.Visible() || !strings.Contains(v.code.State.Empty, "“/bin/prog” was not found") {
		t.Errorf("a binary that is not there: %q", v.code.State.Empty)
	}
	s = viewtest.Again(s)
	s.Display.Assembly = false
	s.Display.Reasons = true
	s.Answer.Source = &ask.SourceAnswer{Files: files, File: files[0], Source: found, Table: table.FileLines(s.Answer.Result, &found),
		Compiling: &ask.Compiling{Go: "/go/bin/go", Builds: []compiler.Build{{Module: "/src", Folders: []string{"/src/a"}}}}}
	v.Show(s)
	if !v.asks.Visible() || v.read.Visible() || v.choose.Visible() || !strings.Contains(v.note.Text, "(/go/bin/go) compiles 1 package in /src for this") {
		t.Errorf("to be compiled: %q", v.note.Text)
	}
	test.Tap(v.compile)
	r.Want(t, screen.Compile{})
	s = viewtest.Again(s)
	s.Answer.Source = &ask.SourceAnswer{Files: files, File: files[0], Source: found, Table: table.FileLines(s.Answer.Result, &found),
		Folder: "/src/b", Compiling: &ask.Compiling{Lacking: []string{"/src/b/b.go is elsewhere: allow /src/b"}, Folder: "/src/b"}}
	v.Show(s)
	if v.asks.Visible() || !v.folder.Visible() || v.folder.Text != "Allow its folder" || v.note.Text != "Nothing can be compiled: /src/b/b.go is elsewhere: allow /src/b." {
		t.Errorf("nothing to be compiled: %q, %q", v.note.Text, v.folder.Text)
	}
	test.Tap(v.folder)
	r.Want(t, screen.ChooseFolder{Folder: "/src/b"})
	s = viewtest.Again(s)
	// Of very many files the hottest are offered, and that which is shown.
	many := make([]string, 10_000)
	for i := range many {
		many[i] = strconv.Itoa(i) + ".go"
	}
	s.Answer.Source = &ask.SourceAnswer{Files: many, File: "5000.go"}
	v.Show(s)
	if n := len(v.files.Options); n != maxFiles+1 || v.files.Selected != "5000.go" {
		t.Errorf("%d files are offered, %q is shown", n, v.files.Selected)
	}
	// The button for a folder comes and takes its room from the name of the file, which stands first.
	v.line.Resize(fyne.NewSize(420, v.line.MinSize().Height))
	for _, path := range []string{"/src/deep/a.go", "/src/deep/b.go"} {
		s = viewtest.Again(s)
		s.Answer.Source = &ask.SourceAnswer{Files: []string{path}, File: path, Fine: path == "/src/deep/a.go"}
		s.Answer.Source.Source.Note = "it was not found"
		if s.Answer.Source.Fine {
			s.Answer.Source.Source.Text = []string{"package a"}
		}
		v.Show(s)
		file, buttons := v.line.Objects[0], v.line.Objects[1]
		if v.folder.Visible() == s.Answer.Source.Fine || file.Position().X+file.Size().Width > buttons.Position().X ||
			buttons.Size().Width != buttons.MinSize().Width {
			t.Errorf("%s: the file at %v %v, the buttons at %v %v of %v", path, file.Position(), file.Size(),
				buttons.Position(), buttons.Size(), buttons.MinSize())
		}
	}
	if v.files.Selected != "b.go  –  /src/deep" {
		t.Errorf("%q is shown", v.files.Selected)
	}
	s = viewtest.Again(s)
	s.Answer.Source = &ask.SourceAnswer{}
	v.Show(s)
	if !strings.Contains(v.code.State.Empty, "names no source files") {
		t.Errorf("without files: %q", v.code.State.Empty)
	}
}

// A note has a line of its own, in as many lines as it needs.
func TestSourceNoteHasItsLine(t *testing.T) {
	test.NewTempApp(t)
	v := NewSource(func(screen.Intent) {})
	test.NewTempWindow(t, v.line)
	for _, note := range []string{"", "source not found: choose its folder"} {
		s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
		s.Answer.Source = &ask.SourceAnswer{Files: []string{"/src/a.go"}, File: "/src/a.go"}
		s.Answer.Source.Source.Note = note
		v.Show(s)
		if v.note.Visible() != (note != "") || v.note.Text != note || v.note.Wrapping != fyne.TextWrapWord {
			t.Errorf("the note %q is shown as %q: %v", note, v.note.Text, v.note.Visible())
		}
	}
}

// A tab without anything to show has one pane, with the reason, and no divider beside an empty one. Both are there as
// soon as there is something.
func TestNothingHasNoDivider(t *testing.T) {
	test.NewTempApp(t)
	send := func(screen.Intent) {}
	labelsView, trend, source := NewLabels(send), NewTrend(send), NewSource(send)
	failed := &screen.Snapshot{Documents: []screen.Document{{ID: 1, Name: "x", State: screen.Failed}}, Active: 1, Display: ask.Display{Theme: &scene.Light}}
	divided := func(s *container.Split) bool { return s.Leading.Visible() && s.Trailing.Visible() }
	for name, x := range map[string]struct {
		surface.View
		split *container.Split
	}{"Labels": {labelsView, labelsView.split}, "Trend": {trend, trend.split}, "Source": {source, source.split}} {
		viewtest.Window(t, x.Content(), 900, 400)
		if x.Show(failed); divided(x.split) {
			t.Errorf("%s: an empty pane stands beside the reason", name)
		}
	}
	if source.line.Visible() || labelsView.bars[1].Visible() {
		t.Error("there are controls that have nothing to act on")
	}
	if trend.Show(trendShot(t)); !divided(trend.split) || trend.growth.Size().Height < 50 {
		t.Errorf("the table of a trend is missing: %v", trend.growth.Size())
	}
}
