package app

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"profstation/ask"
	"profstation/desk/desktest"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/internal/fixture"
	"profstation/internal/must"
	"profstation/scene"
	"profstation/views"
)

// dropApp makes windows that remember the function for dropped files; the windows
// of Fyne's test driver do not.
type dropApp struct {
	fyne.App
	window *dropWindow
}

type dropWindow struct {
	fyne.Window
	dropped     func(fyne.Position, []fyne.URI)
	intercepted func()
}

func (a *dropApp) NewWindow(title string) fyne.Window {
	a.window = &dropWindow{Window: a.App.NewWindow(title)}
	return a.window
}

func (w *dropWindow) SetOnDropped(f func(fyne.Position, []fyne.URI)) { w.dropped = f }
func (w *dropWindow) SetCloseIntercept(f func())                     { w.intercepted = f }

// windowRig is a window in Fyne's test driver whose desk is driven by the test.
type windowRig struct {
	*Window
	queue *desktest.Queue
	drops *dropWindow
}

func newWindowRig(t testing.TB) *windowRig {
	a := &dropApp{App: test.NewTempApp(t)}
	queue := desktest.NewQueue(t) // the test driver would run posted functions on the goroutine that posts
	r := &windowRig{Window: newWindow(a, newLook(&scene.Light), queue.Post), queue: queue, drops: a.window}
	t.Cleanup(r.desk.Close)
	return r
}

func (r *windowRig) settle() *screen.Snapshot {
	for {
		if !r.desk.Busy() && r.dialogs.inquiries.running == 0 {
			return r.desk.Snapshot()
		}
		r.queue.Next()
	}
}

func (r *windowRig) do(intents ...screen.Intent) *screen.Snapshot {
	for _, i := range intents {
		r.desk.Do(i)
		r.settle()
	}
	return r.desk.Snapshot()
}

// items returns all items of the main menu, by label.
func (r *windowRig) items() map[string]*fyne.MenuItem {
	all := map[string]*fyne.MenuItem{}
	var add func([]*fyne.MenuItem)
	add = func(items []*fyne.MenuItem) {
		for _, i := range items {
			all[labelOf(i)] = i
			if i.ChildMenu != nil {
				add(i.ChildMenu.Items)
			}
		}
	}
	for _, m := range r.window.MainMenu().Items {
		add(m.Items)
	}
	return all
}

func TestWindowOpens(t *testing.T) {
	r := newWindowRig(t)
	r.desk.Publish()
	if r.window.Title() != "profstation" {
		t.Errorf("title %q", r.window.Title())
	}
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}})
	if r.window.Title() != "cpu.pprof – profstation" {
		t.Errorf("title %q", r.window.Title())
	}
	if s := r.window.Canvas().Size(); s.Width < 800 || s.Height < 500 {
		t.Errorf("the window is %v", s)
	}
	if m := r.window.Content().MinSize(); m.Width > 1000 || m.Height > 600 {
		t.Errorf("the window cannot be smaller than %v", m)
	}
}

func TestWindowTabs(t *testing.T) {
	r := newWindowRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}})
	for _, tab := range append(slices.Clone(ask.OfProfile.Tabs()), ask.FlameTab) {
		r.row.tabs.SelectIndex(slices.Index(ask.OfProfile.Tabs(), tab)) // as a click does
		s := r.settle()
		if s.Tab != tab {
			t.Errorf("a click shows tab %d, want %d", s.Tab, tab)
		}
	}
	for i, c := range "231" {
		r.window.Canvas().OnTypedRune()(c)
		r.settle()
		if want := []int{1, 2, 0}[i]; r.row.tabs.SelectedIndex() != want {
			t.Errorf("the key %q shows tab %d", c, r.row.tabs.SelectedIndex())
		}
	}
	// Keys that no input has go to the visible view.
	r.window.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyDown})
	if s := r.settle(); s.Place.Selected.Node != "main.main" {
		t.Errorf("the arrow selects %q", s.Place.Selected.Node)
	}
}

// The sheet of keys and the menu have the same shortcuts.
func TestShortcutsAreInTheMenu(t *testing.T) {
	r := newWindowRig(t)
	var inMenu, inSheet []string
	for label, i := range r.items() {
		if i.Shortcut == nil {
			continue
		}
		key := keyOf(i)
		if key == "" || slices.Contains(inMenu, key) {
			t.Errorf("the shortcut %v of %q is odd, or there twice", i.Shortcut, label)
		}
		inMenu = append(inMenu, key)
	}
	var walk func(fyne.CanvasObject)
	elsewhere := []string{"Ctrl+wheel,", "Ctrl+C", "Ctrl+Enter"} // of plots, of what has the keyboard, and of a dialog
	walk = func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *fyne.Container:
			for _, o := range o.Objects {
				walk(o)
			}
		case *container.Scroll:
			walk(o.Content)
		case *canvas.Text:
			for _, word := range strings.Fields(o.Text) {
				if (strings.HasPrefix(word, "Ctrl+") || strings.HasPrefix(word, "Alt+")) && !slices.Contains(elsewhere, word) {
					inSheet = append(inSheet, word)
				}
			}
		}
	}
	walk(views.KeySheet().Scroll)
	slices.Sort(inMenu)
	slices.Sort(inSheet)
	if !slices.Equal(inMenu, inSheet) || len(inMenu) < 10 {
		t.Errorf("the menu has\n%q, the sheet\n%q", inMenu, inSheet)
	}
}

func TestEveryMenuItemActs(t *testing.T) {
	for label, i := range newWindowRig(t).items() {
		if i.Action == nil && i.ChildMenu == nil && !i.IsSeparator && !i.Disabled {
			t.Errorf("%q does nothing", label)
		}
	}
	r := newWindowRig(t)
	path := fixture.WriteCPU(t)
	for label, i := range r.items() {
		r.do(screen.Open{Paths: []string{path}}, screen.Select{Selection: ask.Selection{Node: "main.serve"}})
		if i.Action != nil && label != "Quit" {
			i.Action()
			r.settle()
			for views.CloseTop(r.window.Canvas()) {
			}
		}
	}
}

func TestMenuMarks(t *testing.T) {
	r := newWindowRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}})
	for _, label := range []string{"Root at the bottom", "Siblings by name", "Collapse recursion", "Type arguments in full",
		"Merge inlined calls into callers", "Percentages of filtered total", "Kind of code", "Source file"} {
		for _, i := range []*fyne.MenuItem{r.items()[label]} {
			if i == nil || i.Checked {
				t.Fatalf("%q is missing or checked", label)
			}
			i.Action()
			r.settle()
			if !i.Checked {
				t.Errorf("%q is not checked once it is in force", label)
			}
		}
	}
	if items := r.items(); items["Package"].Checked || items["Function"].Checked {
		t.Error("two of one choice are checked")
	}
}

func TestDrop(t *testing.T) {
	r := newWindowRig(t)
	cpu, heap := fixture.WriteCPU(t), fixture.WriteHeap(t)
	web := must.Have(storage.ParseURI("https://example.com/cpu.pprof"))
	odd := filepath.Join(t.TempDir(), "with blank #1%20.pprof")
	data := must.Have(os.ReadFile(cpu))
	if err := os.WriteFile(odd, data, 0o600); err != nil {
		t.Fatal(err)
	}
	r.drops.dropped(fyne.NewPos(10, 10), []fyne.URI{storage.NewFileURI(cpu), web, storage.NewFileURI(heap), storage.NewFileURI(odd)})
	s := r.settle()
	var got []string
	for _, d := range s.Documents {
		got = append(got, d.Path)
		if d.State != screen.Ready {
			t.Errorf("%s: %s", d.Path, d.Detail)
		}
	}
	if want := []string{cpu, heap, odd}; !slices.Equal(got, want) {
		t.Errorf("opened %q, want %q", got, want)
	}
	// A URI that is no file opens nothing, and asks for nothing.
	r.drops.dropped(fyne.NewPos(10, 10), []fyne.URI{web})
	if s := r.settle(); len(s.Documents) != 3 || r.window.Canvas().Overlays().Top() != nil {
		t.Error("a drop of no file is answered with a dialog")
	}
}

func TestPanes(t *testing.T) {
	r := newWindowRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}})
	on := func(o fyne.CanvasObject) bool {
		for _, p := range r.panes.sides {
			if !p.object.Visible() && slices.Contains(test.LaidOutObjects(p.object), o) {
				return false
			}
		}
		return slices.Contains(test.LaidOutObjects(r.panes.Object), o)
	}
	if !on(r.sidebar.Object) || on(r.right.details.Object) {
		t.Error("nothing is selected, and the details are there")
	}
	r.do(screen.Select{Selection: ask.Selection{Node: "main.serve"}})
	if on(r.right.details.Object) {
		t.Error("the details move what a double click is on")
	}
	r.panes.coming.Settle()
	if !on(r.right.details.Object) {
		t.Error("no details of the selection")
	}
	for _, c := range []struct {
		toggle             string
		documents, details bool
	}{{"details", true, false}, {"documents", false, false}, {"details", false, true}, {"documents", true, true}} {
		r.do(screen.TogglePane{Name: c.toggle})
		if !on(r.row.tabs) || on(r.sidebar.Object) != c.documents || on(r.right.details.Object) != c.details {
			t.Errorf("after %s: tabs %v, documents %v, details %v", c.toggle, on(r.row.tabs), on(r.sidebar.Object), on(r.right.details.Object))
		}
	}
}

// A click between lanes takes the selection away, and no lane moves under the pointer: the details stay. They go with
// the lanes.
func TestLanesStandStill(t *testing.T) {
	r := newWindowRig(t)
	const run = "../testdata/trace.trace"
	r.do(screen.Open{Paths: []string{run}}, screen.ShowTab{Tab: ask.TimelineTab})
	span := screen.SelectMoment{Moment: &ask.Moment{Go: 0, At: 1}}
	details := func() float32 {
		r.panes.coming.Settle()
		return r.panes.pane(paneDetails).drawn
	}
	r.do(span, screen.SelectMoment{})
	if details() != 0 {
		t.Error("details come of what is not selected any more")
	}
	r.do(span)
	width := details()
	if width == 0 || r.desk.Snapshot().Trace.SelectedSpan == nil {
		t.Fatal("no details of the selection")
	}
	r.do(screen.SelectMoment{})
	if got := details(); got != width || r.desk.Snapshot().Trace.SelectedSpan != nil {
		t.Errorf("nothing is selected: the details are %v wide, were %v", got, width)
	}
	r.do(screen.TogglePane{Name: paneDetails})
	if details() != 0 {
		t.Error("they cannot be hidden")
	}
	r.do(screen.TogglePane{Name: paneDetails})
	if details() == 0 {
		t.Error("they cannot be shown again")
	}
	r.panes.pane(paneDetails).pinned = false
	for name, away := range map[string][]screen.Intent{
		"another tab":      {screen.ShowTab{Tab: ask.GoroutinesTab}, screen.ShowTab{Tab: ask.TimelineTab}},
		"another document": {screen.Open{Paths: []string{"../testdata/cpu.pprof"}}, screen.Open{Paths: []string{run}}},
	} {
		r.do(span)
		details()
		r.do(screen.SelectMoment{})
		r.do(away[0])
		if got := details(); got != 0 {
			t.Errorf("%s: details of nothing are %v wide", name, got)
		}
		r.do(away[1])
		if got := details(); got != 0 {
			t.Errorf("back from %s: details of nothing are %v wide", name, got)
		}
	}
}

// Details do not take much of the picture away from somebody who steps through matches of a search. They come in a
// window that has the room, and where a box is selected by hand.
func TestDetailsLeaveTheSearchItsPicture(t *testing.T) {
	for _, c := range []struct {
		width float32
		come  bool
	}{{1600, true}, {900, false}} {
		r := newWindowRig(t)
		r.window.Resize(fyne.NewSize(c.width, 800))
		r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}}, screen.Search{Text: "serve"}, screen.NextMatch{})
		if r.desk.Snapshot().Place.Selected.Node != "main.serve" {
			t.Fatal("nothing was found")
		}
		r.panes.coming.Settle()
		if got := r.panes.pane(paneDetails).drawn > 0; got != c.come {
			t.Errorf("in a window of %v the details came: %v", c.width, got)
		}
		r.do(screen.Select{Selection: ask.Selection{Node: "json.Marshal"}})
		r.panes.coming.Settle()
		if r.panes.pane(paneDetails).drawn == 0 {
			t.Errorf("in a window of %v no details come of what was selected", c.width)
		}
		r.do(screen.NextMatch{})
		if r.panes.pane(paneDetails).drawn == 0 {
			t.Errorf("in a window of %v the details go away", c.width)
		}
	}
}

func TestWindowCommands(t *testing.T) {
	r := newWindowRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}}, screen.FocusField{Name: "search"})
	if r.window.Canvas().Focused() != r.bars.filter.Field("search") {
		t.Error("the search has no focus")
	}
	test.Type(r.window.Canvas().Focused(), "serve")
	r.do(screen.Search{Text: "serve"}, screen.Escape{}, screen.Search{Text: "serve"})
	r.window.Canvas().Unfocus()
	r.do(screen.FocusField{Name: "search"})
	test.Type(r.window.Canvas().Focused(), "log")
	r.bars.filter.Field("search").TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if got := r.desk.Snapshot().Search; got != "log" {
		t.Errorf("what is typed into an old search makes %q", got)
	}
	r.do(screen.FocusField{Name: "nothing"})
	r.do(screen.Select{Selection: ask.Selection{Node: "main.serve"}})
	r.items()["Copy name of selection"].Action()
	if got := r.app.Clipboard().Content(); got != "main.serve" {
		t.Errorf("the clipboard holds %q", got)
	}
	r.do(screen.ToggleTheme{})
	if got := r.app.Settings().Theme().Color(theme.ColorNameBackground, 0); got != scene.Dark.Background {
		t.Errorf("the background is %v", got)
	}
	r.do(screen.ShowKeys{})
	if r.window.Canvas().Overlays().Top() == nil {
		t.Error("the sheet of keys is not open")
	}
	// Closing the window ends the work in the background.
	r.desk.Fault(func(ctx context.Context, _ job.Kind) error {
		<-ctx.Done()
		return ctx.Err()
	})
	r.desk.Do(screen.Open{Paths: []string{fixture.WriteHeap(t)}})
	r.drops.intercepted()
	r.settle() // waits for ever if reading is not ended
}

func TestWindowIsDrawn(t *testing.T) {
	r := newWindowRig(t)
	s := r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}}, screen.Refine{Name: "focus", Text: "main"})
	img := r.window.Canvas().Capture()
	seen := map[any]int{}
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y += 2 {
		for x := b.Min.X; x < b.Max.X; x += 2 {
			seen[scene.Color(rgba(img.At(x, y).RGBA()))]++
		}
	}
	if seen[scene.Light.Background] == 0 || len(seen) < 20 || s.Stale {
		t.Errorf("the window has %d colours, %d pixels of its background", len(seen), seen[scene.Light.Background])
	}
}

func rgba(r, g, b, a uint32) scene.Color {
	return scene.Color{R: uint8(r >> 8), G: uint8(g >> 8), B: uint8(b >> 8), A: uint8(a >> 8)}
}

// The look has every colour and size that Fyne asks for.
func TestLook(t *testing.T) {
	for _, th := range []*scene.Theme{&scene.Light, &scene.Dark} {
		l := newLook(th)
		if l.Color(theme.ColorNameBackground, 0) != th.Background || l.Color(theme.ColorNameForeground, 0) != th.Text {
			t.Errorf("%s: other colours", th.Name)
		}
		if _, _, _, a := l.Color(theme.ColorNameFocus, 0).RGBA(); a == 0 || a > 0x8000 {
			t.Errorf("%s: what has the keyboard is covered by an alpha of %#x", th.Name, a)
		}
		for _, size := range []fyne.ThemeSizeName{theme.SizeNameText, theme.SizeNameCaptionText, theme.SizeNameHeadingText, theme.SizeNamePadding, theme.SizeNameInlineIcon} {
			if l.Size(size) <= 0 {
				t.Errorf("%s: %s is %v", th.Name, size, l.Size(size))
			}
		}
	}
}

// Letters act on the visible view when no input has the keyboard, as keys do.
func TestLettersReachTheView(t *testing.T) {
	r := newWindowRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}})
	r.window.Canvas().Unfocus()
	r.window.Canvas().OnTypedRune()('h') // the hottest path
	if s := r.settle(); s.Place.Selected.Node == "" {
		t.Error("h selects nothing")
	}
	r.window.Canvas().OnTypedRune()('3') // which no view has a use for
	if s := r.settle(); s.Tab != s.Tabs[2] {
		t.Errorf("3 shows %v", s.Tab)
	}
	r.do(screen.ShowTab{Tab: ask.OverviewTab})
	r.window.Canvas().OnTypedRune()('1')
	if s := r.settle(); s.Tab != s.Tabs[0] {
		t.Errorf("1 shows %v", s.Tab)
	}
}
