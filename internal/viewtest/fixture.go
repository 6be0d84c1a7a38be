// Package viewtest has what view tests share: small profiles, snapshots that show them,
// mouse gestures, and functions to look at what is on the screen.
package viewtest

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/scene"
	"profstation/table"
	"profstation/timeline/pair"
)

// Sent has the intents that a view sent, in order.
type Sent []screen.Intent

// Send is the view's [screen.Send].
func (s *Sent) Send(i screen.Intent) { *s = append(*s, i) }

// App makes an app for a test, and a Sent for a view in it.
func App(t testing.TB) *Sent {
	test.NewTempApp(t)
	return &Sent{}
}

// Take returns the intents that were sent since the last time.
func (s *Sent) Take() []screen.Intent {
	all := *s
	*s = nil
	return all
}

// Want compares the intents that were sent since the last time. Intents with
// functions in them are compared only by their type.
func (s *Sent) Want(t *testing.T, want ...screen.Intent) {
	t.Helper()
	got := s.Take()
	same := func(a, b screen.Intent) bool {
		switch b.(type) {
		case screen.Show, screen.Ask:
			return reflect.TypeOf(a) == reflect.TypeOf(b)
		}
		return reflect.DeepEqual(a, b)
	}
	if !slices.EqualFunc(got, want, same) {
		t.Fatalf("sent %#v, want %#v", got, want)
	}
}

// Profile makes a profile: each line is a stack from root to leaf, separated by
// commas, then a blank and the value.
func Profile(lines ...string) *model.Profile {
	b := model.NewBuilder([]model.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}})
	locs := map[string]model.LocID{}
	for _, line := range lines {
		at := strings.LastIndexByte(line, ' ')
		var value int64
		fmt.Sscan(line[at+1:], &value)
		var stack []model.LocID
		for _, name := range strings.Split(line[:at], ",") {
			loc, ok := locs[name]
			if !ok {
				f := b.Function(model.Function{Name: b.String(name), File: b.String(name + ".go"), StartLine: 3})
				loc = b.Location(model.NoMapping, 0, []model.Line{{Func: f, Line: 4}})
				locs[name] = loc
			}
			stack = append([]model.LocID{loc}, stack...)
		}
		b.Sample(stack, 0, []int64{1, value})
	}
	return b.Profile(model.Header{})
}

// Small is the profile that most tests show: 100 ns over three rows.
func Small() *model.Profile {
	return Profile("main.main,main.serve,json.Marshal 50", "main.main,main.serve,json.Unmarshal 20", "main.main,main.log 20", "runtime.gc 10")
}

// Snapshot returns a snapshot of a profile, prepared for all tabs.
func Snapshot(t testing.TB, p *model.Profile, o flame.Options) *screen.Snapshot {
	t.Helper()
	r, err := query.Evaluate(context.Background(), p, query.Default().Whole())
	if err != nil {
		t.Fatal(err)
	}
	c, err := flame.New(context.Background(), r, o)
	if err != nil {
		t.Fatal(err)
	}
	s := &screen.Snapshot{
		Documents: []screen.Document{{ID: 1, Name: "cpu.pprof", Path: "/tmp/cpu.pprof", State: screen.Ready, Detail: "cpu · 100 ns"}}, Active: 1,
		Tabs:    ask.OfProfile.Tabs(),
		Place:   ask.Place{Query: r.Query},
		Display: ask.Display{Theme: &scene.Light, Coloring: flame.ByPackage, SortColumn: table.TopFlat, Descending: true},
	}
	top, err := r.Top(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	rows := top.Rows
	s.Answer = &ask.Answer{
		Document: 1, Name: "cpu.pprof", Result: r,
		Shown: ask.Shown{Chart: c, Painter: flame.NewPainter(c, s.Display.Style(), nil, nil), Top: table.Top(r, rows, nil), TopRows: rows},
	}
	return s
}

// Everything returns the options for a flame graph with all stacks.
func Everything() flame.Options { return flame.Options{Pivot: query.NoNode} }

// Again returns a snapshot with the same answer that may be changed.
func Again(s *screen.Snapshot) *screen.Snapshot {
	n := *s
	if s.Answer != nil {
		a := *s.Answer
		n.Answer = &a
	}
	return &n
}

// NodeOf finds a node by its name.
func NodeOf(t testing.TB, r *query.Result, name string) query.NodeID {
	t.Helper()
	for n := range query.NodeID(r.Nodes.Len()) {
		if r.Nodes.Node(n).Name == name {
			return n
		}
	}
	t.Fatalf("no node is called %q", name)
	return query.NoNode
}

// Selecting returns s with a box selected in the flame graph.
func Selecting(t testing.TB, s *screen.Snapshot, callers bool, path ...string) *screen.Snapshot {
	t.Helper()
	n := Again(s)
	r := s.Answer.Result
	var nodes []query.NodeID
	for _, name := range path {
		nodes = append(nodes, NodeOf(t, r, name))
	}
	ref, found := s.Answer.Chart.Find(callers, nodes)
	if found != len(path) {
		t.Fatalf("only %d of the path %v exist", found, path)
	}
	last := nodes[len(nodes)-1]
	d := &ask.Details{Node: last, Name: path[len(path)-1], Box: ref, Flat: r.Row(last).Flat, Cum: r.Row(last).Cum}
	var err error
	if d.Callers, d.Callees, err = r.Neighbours(context.Background(), last); err != nil {
		t.Fatal(err)
	}
	n.Answer.Details = d
	n.Place.Selected = ask.Selection{Node: path[len(path)-1], Path: path, Callers: callers}
	return n
}

// Window puts an object into a window with the given size, which the object fills.
func Window(t testing.TB, o fyne.CanvasObject, width, height float32) fyne.Window {
	t.Helper()
	w := test.NewTempWindow(t, o)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(width, height))
	return w
}

// WindowOf returns the window that an object fills.
func WindowOf(t testing.TB, o fyne.CanvasObject) fyne.Window {
	t.Helper()
	for _, w := range fyne.CurrentApp().Driver().AllWindows() {
		if w.Content() == o {
			return w
		}
	}
	t.Fatal("no window shows it")
	return nil
}

// Texts returns all texts on an object, from the top.
func Texts(o fyne.CanvasObject) []string {
	var out []string
	for _, o := range test.LaidOutObjects(o) {
		text := ""
		switch o := o.(type) {
		case *canvas.Text:
			text = o.Text
		case *widget.Label:
			text = o.Text
		}
		if text != "" && o.Visible() {
			out = append(out, text)
		}
	}
	return out
}

// Find returns the objects with type T, from the top.
func Find[T fyne.CanvasObject](o fyne.CanvasObject) []T {
	var out []T
	var walk func(fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		if x, ok := o.(T); ok {
			out = append(out, x)
		}
		switch o := o.(type) {
		case *fyne.Container:
			for _, o := range o.Objects {
				walk(o)
			}
		case *container.Scroll:
			walk(o.Content)
		case *container.Split:
			walk(o.Leading)
			walk(o.Trailing)
		case fyne.Widget: // Fyne's own widgets hide their parts
			if strings.HasPrefix(reflect.TypeOf(o).Elem().PkgPath(), "profstation/") {
				for _, o := range test.WidgetRenderer(o).Objects() {
					walk(o)
				}
			}
		}
	}
	walk(o)
	return out
}

// gestures are the mouse gestures that a surface takes.
type gestures interface {
	desktop.Mouseable
	fyne.Draggable
	TurnWheel(*fyne.ScrollEvent)
}

// Mouse returns an event with the pointer at a position.
func Mouse(x, y float32, b desktop.MouseButton) *desktop.MouseEvent {
	at := fyne.NewPos(x, y)
	return &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at, AbsolutePosition: at}, Button: b}
}

// Click clicks at a position.
func Click(s gestures, x, y float32) { click(s, x, y, desktop.MouseButtonPrimary) }

// RightClick clicks with the other button.
func RightClick(s gestures, x, y float32) { click(s, x, y, desktop.MouseButtonSecondary) }

func click(s gestures, x, y float32, b desktop.MouseButton) {
	s.MouseDown(Mouse(x, y, b))
	s.MouseUp(Mouse(x, y, b))
}

// Wheel turns the wheel.
func Wheel(s gestures, x, y, dx, dy float32) {
	s.TurnWheel(&fyne.ScrollEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, y)}, Scrolled: fyne.Delta{DX: dx, DY: dy}})
}

// Drag moves the pointer with the button down.
func Drag(s gestures, x, y, dx, dy float32) {
	s.MouseDown(Mouse(x, y, desktop.MouseButtonPrimary))
	s.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x+dx, y+dy)}, Dragged: fyne.Delta{DX: dx, DY: dy}})
	s.MouseUp(Mouse(x+dx, y+dy, desktop.MouseButtonPrimary))
	s.DragEnd()
}

// MenuOf returns the items in the open pop-up menu, by label.
func MenuOf(t testing.TB, w fyne.Window) map[string]*fyne.MenuItem {
	t.Helper()
	top := w.Canvas().Overlays().Top()
	if top == nil {
		t.Fatal("no menu is open")
	}
	items := map[string]*fyne.MenuItem{}
	for _, o := range test.LaidOutObjects(top) {
		// Fyne does not export the type of an open menu's items.
		v := reflect.ValueOf(o)
		if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
			continue
		}
		if f := v.Elem().FieldByName("Item"); f.IsValid() && f.CanInterface() {
			if item, ok := f.Interface().(*fyne.MenuItem); ok {
				items[item.Label] = item
			}
		}
	}
	return items
}

// ActsOnNode chooses the menu items for main.serve that every picture has, and the given ones.
func (s *Sent) ActsOnNode(t *testing.T, items map[string]*fyne.MenuItem, more map[string][]screen.Intent) {
	t.Helper()
	const exact = `^main\.serve$`
	refine := func(name string) []screen.Intent { return []screen.Intent{screen.Refine{Name: name, Text: exact}} }
	all := map[string][]screen.Intent{
		"Callers and callees":   {screen.Pivot{Node: "main.serve"}},
		"Focus on it":           refine("focus"),
		"Ignore stacks with it": refine("ignore"),
		"Hide its frames":       refine("hide"),
		"Start stacks here":     refine("show_from"),
		"Highlight all":         {screen.Search{Text: exact}},
		"Copy name":             {screen.Copy{Text: "main.serve"}},
	}
	maps.Copy(all, more)
	for label, want := range all {
		if items[label] == nil {
			t.Errorf("the menu lacks %q", label)
			continue
		}
		items[label].Action()
		s.Want(t, want...)
	}
}

// HasText checks that one text contains part.
func HasText(t *testing.T, all []string, part string) {
	t.Helper()
	if !slices.ContainsFunc(all, func(s string) bool { return strings.Contains(s, part) }) {
		t.Errorf("%q lacks %q", all, part)
	}
}

// TapLink clicks on the link with the given text.
func TapLink(t *testing.T, on fyne.CanvasObject, text string) {
	t.Helper()
	type labelled interface {
		fyne.CanvasObject
		fyne.Tappable
		Label() string
	}
	for _, l := range Find[labelled](on) {
		if l.Label() == text {
			l.Tapped(nil)
			return
		}
	}
	t.Fatalf("there is no link %q", text)
}

// Abroad switches to a language in which all texts stand in brackets.
func Abroad(t testing.TB) {
	t.Helper()
	lang.Use(&lang.Catalogue{Else: func(english string) string { return "[" + english + "]" }})
	t.Cleanup(func() { lang.Use(nil) })
}

// Compared is a comparison side by side: the base is 100 wide, and the new side 200, because
// main.slow is new.
func Compared(t testing.TB, oneScale bool) *screen.Snapshot {
	t.Helper()
	return Beside(t, Comparison(t, Small(), Doubled()), oneScale)
}

// Doubled is the new side of [Compared].
func Doubled() *model.Profile {
	return Profile("main.main,main.serve,json.Marshal 50", "main.main,main.serve,json.Unmarshal 20",
		"main.main,main.log 20", "runtime.gc 10", "main.main,main.slow 100")
}

// Comparison compares two profiles.
func Comparison(t testing.TB, base, now *model.Profile) *compare.Comparison {
	t.Helper()
	base.Kind, now.Kind = model.CPU, model.CPU
	pair, err := compare.Join(context.Background(), base, now)
	if err != nil {
		t.Fatal(err)
	}
	c, err := pair.Evaluate(context.Background(), query.Default().Whole(), compare.Normalisation{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Beside returns a snapshot with a comparison side by side.
func Beside(t testing.TB, c *compare.Comparison, oneScale bool) *screen.Snapshot {
	t.Helper()
	s := Snapshot(t, Small(), Everything())
	s.Comparing = &screen.Comparing{Base: screen.Side{Name: "a"}, New: screen.Side{Name: "b"},
		Normalisation: compare.Normalisation{By: compare.AsRecorded}}
	s.Tabs, s.Tab = ask.OfComparison.Tabs(), ask.FlameTab
	both := &ask.Compared{Names: [2]string{"a", "b"}, Comparison: c, Ratio: 1}
	var spans [2]flame.Span
	if oneScale {
		base, now := float64(c.Base.Total), float64(c.New.Total)
		both.Ratio, both.Extent = now/base, [2]float64{max(base, now), max(base, now)}
		spans = [2]flame.Span{{To: max(1, both.Ratio)}, {To: max(1, 1/both.Ratio)}}
	}
	side := func(w compare.Width, span flame.Span) *ask.Answer {
		o := Everything()
		o.ByName, o.Span = true, span
		chart, err := flame.NewDiff(context.Background(), c, w, o)
		if err != nil {
			t.Fatal(err)
		}
		return &ask.Answer{Document: 1, Result: chart.Result,
			Shown: ask.Shown{Chart: chart, Painter: flame.NewPainter(chart, s.Display.Style(), nil, nil)}}
	}
	both.Other = side(compare.ByBase, spans[0])
	s.Answer = side(compare.ByNew, spans[1])
	s.Answer.Compared = both
	return s
}

// TwoTraces returns a snapshot with two compared traces, on the tab with their durations.
func TwoTraces(rows ...pair.Row) *screen.Snapshot {
	return &screen.Snapshot{
		Documents: []screen.Document{{ID: 3, State: screen.Ready, Comparison: true}}, Active: 3,
		Tabs: ask.OfTracePair.Tabs(), Tab: ask.DurationsTab,
		Display: ask.Display{Theme: &scene.Light}, Durations: &ask.Durations{Table: pair.Table(rows), Rows: rows},
	}
}
