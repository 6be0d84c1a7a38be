package views

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model"
	"profstation/scene"
	"profstation/table"
)

// sent are the intents of a view, in their order.
type sent []screen.Intent

func (s *sent) send(i screen.Intent) { *s = append(*s, i) }

// take returns what was sent since the last time.
func (s *sent) take() []screen.Intent {
	all := *s
	*s = nil
	return all
}

// want compares what was sent since the last time. Intents with functions in
// them are only told by their type.
func (s *sent) want(t *testing.T, want ...screen.Intent) {
	t.Helper()
	got := s.take()
	if len(got) != len(want) {
		t.Fatalf("sent %#v, want %#v", got, want)
	}
	for i := range want {
		switch want[i].(type) {
		case screen.Show, screen.Ask:
			if reflect.TypeOf(got[i]) != reflect.TypeOf(want[i]) {
				t.Fatalf("sent %#v, want %#v", got, want)
			}
			continue
		}
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Fatalf("sent %#v, want %#v", got, want)
		}
	}
}

// profileOf makes a profile: each line is a stack from root to leaf with
// commas between, and after a blank its value.
func profileOf(lines ...string) *model.Profile {
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

// small is what most tests show: 100 ns over three rows.
func small() *model.Profile {
	return profileOf("main.main,main.serve,json.Marshal 50", "main.main,main.serve,json.Unmarshal 20", "main.main,main.log 20", "runtime.gc 10")
}

// snapshot is what is shown of a profile, prepared for all tabs.
func snapshot(t testing.TB, p *model.Profile, o flame.Options) *screen.Snapshot {
	t.Helper()
	r, err := p.Evaluate(model.DefaultQuery().Whole())
	if err != nil {
		t.Fatal(err)
	}
	c, err := flame.New(context.Background(), r, o)
	if err != nil {
		t.Fatal(err)
	}
	s := &screen.Snapshot{
		Documents: []screen.Document{{ID: 1, Name: "cpu.pprof", Path: "/tmp/cpu.pprof", State: screen.Ready, Detail: "cpu · 100 ns"}}, Active: 1,
		Tabs:    screen.ProfileTabs,
		Place:   screen.Place{Query: r.Query},
		Display: screen.Display{Theme: &scene.Light, Coloring: flame.ByPackage, SortColumn: table.TopFlat, Descending: true},
	}
	rows := r.Top().Rows
	s.Answer = &screen.Answer{
		Document: 1, Name: "cpu.pprof", Result: r, Chart: c, Painter: flame.NewPainter(c, s.Display.Style(), nil, nil),
		Top: table.Top(r, rows), TopRows: rows,
	}
	return s
}

func everything() flame.Options { return flame.Options{Pivot: model.NoNode} }

// again is a snapshot of the same answer that may be changed.
func again(s *screen.Snapshot) *screen.Snapshot {
	n := *s
	if s.Answer != nil {
		a := *s.Answer
		n.Answer = &a
	}
	return &n
}

func nodeOf(t testing.TB, r *model.Result, name string) model.NodeID {
	t.Helper()
	for n := range model.NodeID(r.Nodes.Len()) {
		if r.Nodes.Node(n).Name == name {
			return n
		}
	}
	t.Fatalf("no node is called %q", name)
	return model.NoNode
}

// selecting is s with a box of the flame graph selected.
func selecting(t testing.TB, s *screen.Snapshot, callers bool, path ...string) *screen.Snapshot {
	t.Helper()
	n := again(s)
	r := s.Answer.Result
	var nodes []model.NodeID
	for _, name := range path {
		nodes = append(nodes, nodeOf(t, r, name))
	}
	ref, found := s.Answer.Chart.Find(callers, nodes)
	if found != len(path) {
		t.Fatalf("only %d of the path %v exist", found, path)
	}
	last := nodes[len(nodes)-1]
	d := &screen.Details{Node: last, Name: path[len(path)-1], Box: ref, Flat: r.Sums().Flat[last], Cum: r.Sums().Cum[last]}
	d.Callers, d.Callees = r.Neighbours(last)
	n.Answer.Details = d
	n.Place.Selected = screen.Selection{Node: path[len(path)-1], Path: path, Callers: callers}
	return n
}

// inWindow puts an object into a window of that size, which it fills.
func inWindow(t testing.TB, o fyne.CanvasObject, width, height float32) fyne.Window {
	t.Helper()
	w := test.NewTempWindow(t, o)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(width, height))
	return w
}

// windowOf is the window that an object fills.
func windowOf(t testing.TB, o fyne.CanvasObject) fyne.Window {
	t.Helper()
	for _, w := range fyne.CurrentApp().Driver().AllWindows() {
		if w.Content() == o {
			return w
		}
	}
	t.Fatal("no window shows it")
	return nil
}

// texts are all texts on an object, from the top.
func texts(o fyne.CanvasObject) []string {
	var out []string
	for _, o := range test.LaidOutObjects(o) {
		switch o := o.(type) {
		case *canvas.Text:
			if o.Text != "" && o.Visible() {
				out = append(out, o.Text)
			}
		case *widget.Label:
			if o.Text != "" && o.Visible() {
				out = append(out, o.Text)
			}
		}
	}
	return out
}

// find returns the objects of a type, from the top.
func find[T fyne.CanvasObject](o fyne.CanvasObject) []T {
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
		case *hinted:
			walk(o.content)
		}
	}
	walk(o)
	return out
}

// The gestures of a mouse on a surface.

func mouse(x, y float32, b desktop.MouseButton) *desktop.MouseEvent {
	at := fyne.NewPos(x, y)
	return &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at, AbsolutePosition: at}, Button: b}
}

func click(s *surface, x, y float32) {
	s.MouseDown(mouse(x, y, desktop.MouseButtonPrimary))
	s.MouseUp(mouse(x, y, desktop.MouseButtonPrimary))
}

func rightClick(s *surface, x, y float32) {
	s.MouseDown(mouse(x, y, desktop.MouseButtonSecondary))
	s.MouseUp(mouse(x, y, desktop.MouseButtonSecondary))
}

func wheel(s *surface, x, y, dx, dy float32) {
	s.Scrolled(&fyne.ScrollEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, y)}, Scrolled: fyne.Delta{DX: dx, DY: dy}})
}

func drag(s *surface, x, y, dx, dy float32) {
	s.MouseDown(mouse(x, y, desktop.MouseButtonPrimary))
	s.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x+dx, y+dy)}, Dragged: fyne.Delta{DX: dx, DY: dy}})
	s.MouseUp(mouse(x+dx, y+dy, desktop.MouseButtonPrimary))
	s.DragEnd()
}

// menuOf are the items of the pop-up menu that is open, by label.
func menuOf(t testing.TB, w fyne.Window) map[string]*fyne.MenuItem {
	t.Helper()
	top := w.Canvas().Overlays().Top()
	if top == nil {
		t.Fatal("no menu is open")
	}
	items := map[string]*fyne.MenuItem{}
	for _, o := range test.LaidOutObjects(top) {
		// Fyne keeps the type of an open menu's items to itself.
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
