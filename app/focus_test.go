package app

import (
	"fmt"
	pixels "image"
	"reflect"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/thorough"
	"profstation/measure/legible"
	"profstation/scene"
	"profstation/views"
	"profstation/views/surface"
)

// visible visits the objects of the window that are on the screen, with the area in which each is seen.
func visible(o fyne.CanvasObject, at fyne.Position, clip pixels.Rectangle, visit func(fyne.CanvasObject, pixels.Rectangle)) {
	if !o.Visible() {
		return
	}
	at = at.Add(o.Position())
	size := o.Size()
	area := pixels.Rect(int(at.X), int(at.Y), int(at.X+size.Width+0.5), int(at.Y+size.Height+0.5)).Intersect(clip)
	visit(o, area)
	switch x := o.(type) {
	case *fyne.Container:
		for _, child := range x.Objects {
			visible(child, at, clip, visit)
		}
	case fyne.Widget:
		if _, scrolls := x.(*container.Scroll); scrolls {
			clip = area
		}
		for _, child := range test.WidgetRenderer(x).Objects() {
			visible(child, at, clip, visit)
		}
	}
}

// seen are the objects on the screen, and their areas.
func (r *windowRig) seen() map[fyne.CanvasObject]pixels.Rectangle {
	size := r.window.Canvas().Size()
	all := map[fyne.CanvasObject]pixels.Rectangle{}
	visible(r.window.Content(), fyne.Position{}, pixels.Rect(0, 0, int(size.Width), int(size.Height)),
		func(o fyne.CanvasObject, area pixels.Rectangle) { all[o] = area })
	return all
}

// differs reports whether two pictures differ anywhere in an area.
func differs(a, b pixels.Image, area pixels.Rectangle) bool {
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if a.At(x, y) != b.At(x, y) {
				return true
			}
		}
	}
	return false
}

// kinds of documents, and what opens them.
func everyKind() map[string]screen.Intent {
	const cpu, slow, run = "../testdata/cpu.pprof", "../testdata/cpu-slow.pprof", "../testdata/trace.trace"
	picks := func(path string) screen.Picks { return screen.Picks{Paths: []string{path}} }
	return map[string]screen.Intent{
		"profile":    screen.Open{Paths: []string{cpu}},
		"trace":      screen.Open{Paths: []string{run}},
		"comparison": screen.Compare{Base: picks(cpu), New: picks(slow)},
		"two traces": screen.Compare{Base: picks(run), New: picks("../loader/trace/testdata/quiet.trace")},
	}
}

// In every tab the Tab key walks all that can be clicked or typed into and nothing else, in the order of
// reading, and each stop can be seen.
func TestTabWalksEverything(t *testing.T) {
	for name, open := range everyKind() {
		t.Run(name, func(t *testing.T) { walkTabs(t, name, open, &scene.Light, fyne.NewSize(1000, 640)) }) // painting without a graphics card takes time
	}
}

// So it does where texts take more room, and in a theme of high contrast.
func TestTabWalksLongerTexts(t *testing.T) {
	for name, size := range map[string]fyne.Size{"profile": {Width: 1500, Height: 600}, "trace": {Width: 1000, Height: 640}} {
		if testing.Short() && name == "profile" {
			continue
		} // all tabs have room
		t.Run(name, func(t *testing.T) {
			legible.Longer(t)
			walkTabs(t, name, everyKind()[name], &scene.DarkHigh, size)
		})
	}
}

func walkTabs(t *testing.T, name string, open screen.Intent, worn *scene.Theme, size fyne.Size) {
	r := newWindowRig(t)
	r.window.Resize(size)
	r.wear(worn)
	s := r.do(open)
	if name == "profile" {
		r.do(screen.Refine{Name: "focus", Text: "shop"}, screen.Search{Text: "checkout"}, screen.Select{Selection: ask.Selection{Node: "profstation/testdata/record/shop.(*Shop).checkout"}})
	}
	seen := map[fyne.Focusable]bool{}
	for i, tab := range s.Tabs {
		if !thorough.One(i+len(name), 2) {
			continue
		}
		r.do(screen.ShowTab{Tab: tab})
		if r.panes.coming.Pending() {
			r.panes.coming.Settle()
		}
		r.walk(t, tab, seen)
	}
	if name == "profile" { // the filters take the place of the details
		r.do(screen.ShowTab{Tab: s.Tab}, screen.TogglePane{Name: "filters"})
		if !r.right.refining || r.window.Canvas().Focused() != r.right.refine.Start() {
			t.Errorf("the filters open with the keyboard on %v", r.window.Canvas().Focused())
		}
		r.panes.coming.Settle()
		r.walk(t, s.Tab, seen)
	}
}

// What the Tab key stops at says what it is: by its text, or by a tip.
func TestStopsHaveNames(t *testing.T) {
	for name, open := range everyKind() {
		t.Run(name, func(t *testing.T) {
			r := newWindowRig(t)
			r.window.Resize(fyne.NewSize(1600, 1000))
			s := r.do(open)
			if name == "profile" {
				r.do(screen.Refine{Name: "focus", Text: "shop"}, screen.Search{Text: "checkout"})
			}
			r.panes.show(paneDetails)
			for _, tab := range s.Tabs {
				r.do(screen.ShowTab{Tab: tab})
				r.settleSizes()
				r.named(t, tab.String())
			}
			if name != "profile" {
				return
			}
			r.do(screen.TogglePane{Name: "filters"})
			r.settleSizes()
			r.named(t, "filters")
			for label, open := range r.dialogOpeners(t) {
				open()
				r.settle()
				r.named(t, label)
				for views.CloseTop(r.window.Canvas()) {
				}
			}
		})
	}
}

// named checks that all stops have names.
func (r *windowRig) named(t *testing.T, where string) {
	t.Helper()
	c := r.window.Canvas()
	c.Unfocus()
	first := fyne.Focusable(nil)
	for range 200 {
		c.FocusNext()
		f := c.Focused()
		if f == nil || f == first {
			break
		}
		if first == nil {
			first = f
		}
		if texts(f.(fyne.CanvasObject)) != "" {
			continue
		}
		switch f.(type) {
		case *surface.Surface, *tabStop: // the tabs have names
			continue
		case *surface.Pages, *surface.List: // the dialog around it has a title
			continue
		case *views.DialogEntry: // the form around it has a label
			continue
		}
		area := r.seen()[f.(fyne.CanvasObject)]
		at := fyne.NewPos(float32(area.Min.X+area.Max.X)/2, float32(area.Min.Y+area.Max.Y)/2)
		if r.point(at) == "" {
			t.Errorf("%s: nothing says what %s at %v is", where, describe(f), area)
		}
	}
	if first == nil {
		t.Errorf("%s has no stops", where)
	}
}

// texts are those that stand in an object.
func texts(o fyne.CanvasObject) string {
	var all []string
	visible(o, fyne.Position{}, pixels.Rect(-1e6, -1e6, 1e6, 1e6), func(o fyne.CanvasObject, _ pixels.Rectangle) {
		if x, ok := o.(*canvas.Text); ok {
			all = append(all, x.Text)
		}
	})
	return strings.TrimSpace(strings.Join(all, " "))
}

// walk walks all stops of a tab. shown are those whose frame was seen in another tab: painting takes time.
func (r *windowRig) walk(t *testing.T, tab ask.Tab, shown map[fyne.Focusable]bool) {
	t.Helper()
	c := r.window.Canvas()
	c.Unfocus()
	plain := c.Capture()
	seen := r.seen()
	var stops []fyne.Focusable
	at := 0 // the pane that the walk has come to
	panes := r.inOrder()
	for range 200 {
		c.FocusNext()
		f := c.Focused()
		if f == nil || len(stops) > 0 && f == stops[0] {
			break
		}
		stops = append(stops, f)
		what := fmt.Sprintf("%s: stop %d, %s", tab, len(stops), describe(f))
		seen = r.seen() // a list scrolls to what has the keyboard
		area, ok := seen[f.(fyne.CanvasObject)]
		switch {
		case !ok || area.Empty():
			t.Errorf("%s cannot be seen", what)
		case !shown[f] && !differs(plain, c.Capture(), area):
			t.Errorf("%s does not show that it has the keyboard at %v", what, area)
		}
		for at < len(panes) && !panes[at][f.(fyne.CanvasObject)] {
			at++
		}
		if at == len(panes) {
			t.Fatalf("%s comes after its turn", what)
		}
	}
	if len(stops) < 3 {
		t.Errorf("%s: only %d stops", tab, len(stops))
	}
	r.walkBack(t, tab, stops)
	r.typeOn(t, tab, stops, shown)
	for _, f := range stops {
		shown[f] = true
	}
	reached := map[fyne.CanvasObject]bool{}
	for _, f := range stops {
		within(f.(fyne.CanvasObject), reached)
		if _, ok := f.(*tabStop); ok {
			for _, o := range test.WidgetRenderer(r.row.tabs).Objects() {
				if o != r.row.tabs.Selected().Content {
					within(o, reached)
				}
			}
		}
	}
	c.Unfocus()
	for i, f := range stops {
		c.FocusNext() // a bar may have made it anew
		if r.desk.Publish(); c.Focused() == nil || describe(c.Focused()) != describe(f) {
			t.Fatalf("%s: stop %d, %s loses the keyboard to %v when a snapshot is shown", tab, i+1, describe(f), c.Focused())
		}
	}
	for o, area := range seen {
		if !reached[o] && !area.Empty() && clickable(o) && !strings.HasSuffix(describe(o), "scrollBarArea") {
			t.Errorf("%s: the Tab key does not reach %s at %v", tab, describe(o), area)
		}
	}
}

// Whatever has the keyboard when another tab is shown keeps it while it is there. Else the view there has it.
func TestKeyboardFollows(t *testing.T) {
	for name, open := range everyKind() {
		t.Run(name, func(t *testing.T) {
			r := newWindowRig(t)
			s, c := r.do(open), r.window.Canvas()
			went := map[ask.Tab]bool{} // tabs that the keyboard came to
			for i, tab := range s.Tabs {
				next := s.Tabs[(i+1)%len(s.Tabs)]
				for at := 0; ; at++ {
					r.do(screen.ShowTab{Tab: tab})
					c.Unfocus()
					for range at + 1 {
						c.FocusNext()
					}
					f := c.Focused()
					if at > 0 && r.atFirst(f) {
						break
					}
					r.do(screen.ShowTab{Tab: next})
					var want fyne.Focusable
					seen := r.seen()
					if _, stays := seen[f.(fyne.CanvasObject)]; stays {
						want = f
					} else if main := r.visible().Main(); main != nil {
						want, went[next] = main, true
					}
					switch got := c.Focused(); {
					case got != want:
						t.Errorf("from %s of %s to %s: the keyboard is on %v", describe(f), tab, next, got)
					case got != nil && seen[got.(fyne.CanvasObject)].Empty():
						t.Errorf("from %s of %s to %s: what has the keyboard cannot be seen", describe(f), tab, next)
					}
				}
			}
			if len(went) < 2 {
				t.Errorf("the keyboard came only to %v", went)
			}
		})
	}
}

// atFirst reports whether something is the first stop of the Tab key.
func (r *windowRig) atFirst(f fyne.Focusable) bool {
	c := r.window.Canvas()
	c.Unfocus()
	c.FocusNext()
	defer c.Focus(f)
	return c.Focused() == f
}

// Enter on a row that leads to the timeline leads the keyboard there, too.
func TestKeyboardGoesToTheTimeline(t *testing.T) {
	for _, tab := range []ask.Tab{ask.TasksTab, ask.GoroutinesTab, ask.GCTab} {
		r := newWindowRig(t)
		r.do(everyKind()["trace"], screen.ShowTab{Tab: tab})
		c := r.window.Canvas()
		for i := 0; i < 400 && r.settle().Tab == tab; i++ {
			if i%20 == 0 { // the next stop of the tab; the first rows of a table may be groups, which open
				for c.FocusNext(); !isTable(c.Focused()); {
					c.FocusNext()
				}
			}
			f := c.Focused()
			for _, key := range []fyne.KeyName{fyne.KeyDown, fyne.KeyReturn} {
				f.TypedKey(&fyne.KeyEvent{Name: key})
				r.settle()
			}
		}
		if s := r.settle(); s.Tab != ask.TimelineTab || c.Focused() != fyne.Focusable(r.visible().Main()) {
			t.Errorf("from %s: %s is shown, and %v has the keyboard", tab, s.Tab, describe(c.Focused()))
		}
	}
}

func isTable(f fyne.Focusable) bool {
	_, ok := f.(*surface.Surface)
	return ok
}

// walkBack walks all stops with Shift and Tab: from the last to the first, and from the first to the last again.
func (r *windowRig) walkBack(t *testing.T, tab ask.Tab, stops []fyne.Focusable) {
	t.Helper()
	c := r.window.Canvas()
	c.Unfocus()
	for i := range stops {
		want := stops[len(stops)-1-i]
		if c.FocusPrevious(); c.Focused() != want {
			t.Errorf("%s: step %d back leads to %v, want %s", tab, i+1, c.Focused(), describe(want))
			return
		}
	}
	if c.FocusPrevious(); c.Focused() != stops[len(stops)-1] {
		t.Errorf("%s: before the first stop is %v, want the last", tab, c.Focused())
	}
}

// typeOn types letters and keys on each stop that is no input: they do what they do in the window.
func (r *windowRig) typeOn(t *testing.T, tab ask.Tab, stops []fyne.Focusable, shown map[fyne.Focusable]bool) {
	t.Helper()
	c := r.window.Canvas()
	for i, f := range stops {
		what := fmt.Sprintf("%s: stop %d, %s", tab, i+1, describe(f))
		opens := func(key string, press func()) {
			t.Helper()
			c.Focus(f)
			press()
			if c.Overlays().Top() == nil {
				t.Errorf("%s: %s opens nothing", what, key)
			}
			views.CloseTop(c)
		}
		if !shown[f] {
			opens("F1", func() { f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF1}) })
		}
		if _, input := f.(interface{ SetPlaceHolder(string) }); input {
			f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
			if c.Focused() == f {
				t.Errorf("%s: Escape does not leave it", what)
			}
			continue
		}
		if !shown[f] {
			opens("?", func() { f.TypedRune('?') })
		}
		c.Focus(f)
		f.TypedRune('2')
		if r.settle().Tab == tab && tab != r.row.shown[1] {
			t.Errorf("%s: a digit shows no other tab", what)
		}
		r.do(screen.ShowTab{Tab: tab})
	}
}

// inOrder are the objects of the panes, in the order of reading.
func (r *windowRig) inOrder() []map[fyne.CanvasObject]bool {
	var all []map[fyne.CanvasObject]bool
	for _, o := range []fyne.CanvasObject{
		r.bars.filter.Object, r.bars.chips.Object, r.bars.say.Object, r.bars.series.Object, r.sidebar.Object, r.bars.compare.Object,
		r.panes.centre, r.right.Object, r.bars.status.Object,
	} {
		in := map[fyne.CanvasObject]bool{}
		within(o, in)
		all = append(all, in)
	}
	return all
}

// within adds an object and all in it.
func within(o fyne.CanvasObject, to map[fyne.CanvasObject]bool) {
	all := pixels.Rect(-1e6, -1e6, 1e6, 1e6)
	visible(o, fyne.Position{}, all, func(o fyne.CanvasObject, _ pixels.Rectangle) { to[o] = true })
}

// clickable reports whether a click on an object does something.
func clickable(o fyne.CanvasObject) bool {
	if d, ok := o.(fyne.Disableable); ok && d.Disabled() {
		return false
	}
	if _, drags := o.(desktop.Cursorable); drags {
		if _, line := o.(*divider); line {
			return false
		}
	}
	_, taps := o.(fyne.Tappable)
	_, mouse := o.(desktop.Mouseable)
	return taps || mouse
}

func describe(o any) string {
	text := reflect.TypeOf(o).String()
	if v := reflect.ValueOf(o).Elem(); v.Kind() == reflect.Struct {
		for _, f := range []string{"Text", "text", "PlaceHolder", "Selected"} {
			if x := v.FieldByName(f); x.IsValid() && x.Kind() == reflect.String && x.String() != "" {
				return text + " " + x.String()
			}
		}
	}
	return text
}
