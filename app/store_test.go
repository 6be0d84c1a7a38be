package app

import (
	"fmt"
	"testing"
	"time"

	pixels "image"

	"fyne.io/fyne/v2"

	"profstation/desk/screen"
	"profstation/model"
	"profstation/model/series"
	"profstation/scene"
	"profstation/table"
	"profstation/views"
)

// aStore is what the dialog shows of a store that has answered everything, and wants credentials.
func aStore() *screen.Store {
	begin := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	lines := &series.Lines{Question: series.Question{By: series.Labels, Key: "pod"}, Type: model.ValueType{Type: "cpu", Unit: "nanoseconds"}}
	lines.Lines = []series.Line{{Name: "shop-1"}, {Name: "shop-2"}}
	for k := range 61 {
		lines.Points = append(lines.Points, series.Point{Time: begin.Add(time.Duration(k) * time.Minute)})
		for i := range lines.Lines {
			lines.Lines[i].Values = append(lines.Lines[i].Values, int64(1e9*(k%(7+i))))
		}
	}
	span := func(from, until int) screen.TimeSpan {
		return screen.TimeSpan{From: lines.Points[from].Time, Until: lines.Points[until].Time}
	}
	s := &screen.Store{
		Address: "https://pyroscope.example.com", Engine: "Pyroscope", Credentials: true, Certificate: true,
		Types: []screen.StoreType{{ID: "a", Title: "CPU time"}, {ID: "b", Title: "Heap in use"}}, Proposals: screen.Proposals{Labels: []string{"pod", "version"}},
		Curve: &table.Trend{Lines: lines, Stacked: true}, Step: time.Minute, Marks: [2]screen.TimeSpan{span(5, 20), span(30, 50)},
	}
	s.Choice = screen.StoreChoice{Type: "a", By: "pod", From: "now-1h", Until: "now"}
	s.Drawn = s.Choice.OfCurve()
	for i, m := range s.Marks {
		s.Choice.Sides[i] = m.Texts()
	}
	return s
}

// In the dialog for stores no text covers another, whatever it knows, and all can be read.
func TestStoreDialog(t *testing.T) {
	r := newWindowRig(t)
	waiting, empty, bad := *aStore(), *aStore(), *aStore()
	waiting.Curve, waiting.Drawing = nil, true
	empty.Curve, empty.Marks = nil, [2]screen.TimeSpan{}
	bad.Error = "The server denies access (401). Give a user and a password, a header with a token, or the tenant (X-Scope-OrgID)."
	for _, size := range sizes {
		r.fill(size)
		r.do(screen.OpenStore{})
		for name, s := range map[string]*screen.Store{"whole": aStore(), "waiting": &waiting, "empty": &empty, "bad": &bad} {
			r.dialogs.store.Show(s)
			top := r.window.Canvas().Overlays().Top()
			layOutAgain(top)
			r.geometry(t, fmt.Sprint(name, " ", size), top)
		}
		for views.CloseTop(r.window.Canvas()) {
		}
	}
	for _, worn := range []*scene.Theme{&scene.Light, &scene.Dark, &scene.LightHigh, &scene.DarkHigh} {
		r.wear(worn)
		r.do(screen.OpenStore{})
		r.dialogs.store.Address.SetText(aStore().Address) // or the curve is one of before, and faded
		r.dialogs.store.Show(aStore())
		top := r.window.Canvas().Overlays().Top()
		layOutAgain(top)
		if seen := r.contrasts(t, worn, worn.Name, top); seen < 10 {
			t.Errorf("%s: only %d texts were seen", worn.Name, seen)
		}
		for views.CloseTop(r.window.Canvas()) {
		}
	}
}

// The dialog stays while it is wrong, and is closed once something is open. It takes the place of the dialog for
// recording where that finds a store.
func TestStoreDialogCloses(t *testing.T) {
	r := newWindowRig(t)
	r.do(screen.OpenRecord{})
	r.do(screen.OpenStore{})
	form := r.dialogs.storing()
	if form == nil || r.dialogs.recording() != nil || r.dialogCount() != 1 {
		t.Fatalf("%d dialogs are open", r.dialogCount())
	}
	form.Address.SetText("ftp://x")
	r.press(t, "Open")
	if r.settle(); r.dialogs.storing() != form || !r.says("Addresses with ftp are not supported; use http, https or unix.") {
		t.Error("it closes without an answer, or does not say why it stays")
	}
	opened := *r.desk.Snapshot().Store
	opened.Opened++
	form.Show(&opened)
	if r.dialogs.storing() != nil {
		t.Error("it stays")
	}
}

// Where the dialog has little room, it scrolls to what the keyboard comes to.
func TestStoreDialogScrolls(t *testing.T) {
	r := newWindowRig(t)
	r.fill(part{width: 640, height: 480, scale: 1})
	r.do(screen.OpenStore{})
	r.dialogs.store.Show(aStore())
	c := r.window.Canvas()
	layOutAgain(c.Overlays().Top())
	first, n := c.Focused(), 0
	for c.FocusNext(); c.Focused() != first && n < 50; c.FocusNext() {
		n++
		o := c.Focused().(fyne.CanvasObject)
		seen := pixels.Rectangle{}
		visible(c.Overlays().Top(), fyne.Position{}, pixels.Rect(0, 0, 640, 480), func(at fyne.CanvasObject, area pixels.Rectangle) {
			if at == o {
				seen = area
			}
		})
		if float32(seen.Dy()) < o.Size().Height/2 {
			t.Errorf("stop %d, %s, is seen in %v", n, describe(c.Focused()), seen)
		}
	}
	if n < 12 {
		t.Errorf("%d stops", n)
	}
}
