package views

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"profstation/desk/screen"
	"profstation/internal/viewtest"
	"profstation/model"
	"profstation/model/series"
	"profstation/scene"
	"profstation/table"
)

// answered is what a store has of ten minutes.
func answered(c screen.StoreChoice) *screen.Store {
	lines := &series.Lines{Type: model.ValueType{Type: "cpu", Unit: "nanoseconds"}, Lines: []series.Line{{}}}
	for k := range 11 {
		lines.Points = append(lines.Points, series.Point{Time: time.Date(2026, 11, 24, 12, k, 0, 0, time.UTC)})
		lines.Lines[0].Values = append(lines.Lines[0].Values, int64(k)*1e9)
	}
	return &screen.Store{
		Address: "http://store", Engine: "Parca", Asked: 1, Choice: c, Labels: []string{"pod", "version"},
		Types: []screen.StoreType{{ID: "a:cpu", Title: "CPU time"}, {ID: "b:heap", Title: "Heap in use"}},
		Curve: &table.Trend{Lines: lines, Stacked: true}, Step: time.Minute,
	}
}

// newStoreForm is a form in a window, which shows a store that has answered.
func newStoreForm(t *testing.T) (*StoreForm, *viewtest.Sent, viewtest.Posts) {
	test.NewTempApp(t)
	s, posts := &viewtest.Sent{}, viewtest.NewPosts()
	v := NewStoreForm(s.Send, posts.Post, &scene.Light)
	test.NewTempWindow(t, v.Object).Resize(fyne.NewSize(800, 800))
	v.Show(answered(screen.StoreChoice{Type: "a:cpu", From: "now-1h", Until: "now"}))
	s.Want(t)
	return v, s, posts
}

// What is chosen is sent once a hand rests; what the desk chooses stands in the form; what is typed meanwhile stays.
func TestStoreForm(t *testing.T) {
	v, s, posts := newStoreForm(t)
	want := screen.StoreChoice{Type: "a:cpu", From: "now-1h", Until: "now"}
	if v.choice() != want || v.types.Selected != "CPU time" || v.by.Selected != "all together" || v.lately.Selected != "last hour" {
		t.Errorf("it begins with %+v", v.choice())
	}
	v.types.SetSelected("Heap in use")
	want.Type = "b:heap"
	s.Want(t, screen.ChooseStored{Choice: want})
	v.by.SetSelected("version")
	want.By = "version"
	s.Want(t, screen.ChooseStored{Choice: want})
	v.whole.from.SetText("now-2")
	v.whole.from.SetText("now-2h")
	s.Want(t)
	posts.Next(t)()
	want.From = "now-2h"
	s.Want(t, screen.ChooseStored{Choice: want})
	v.Show(answered(want))
	if v.lately.SelectedIndex() >= 0 {
		t.Errorf("two hours are %s", v.lately.Selected)
	}
	v.lately.SetSelected("last day")
	want.From = "now-1d"
	s.Want(t, screen.ChooseStored{Choice: want})
	v.step.SetText("5m")
	of := want
	of.Type, of.Query = "a:cpu", `pod="x"`
	v.Show(answered(of)) // the desk knows better
	if v.types.Selected != "CPU time" || v.labels.Text != `pod="x"` || v.step.Text != "5m" {
		t.Errorf("it shows %s of %s in steps of %s", v.types.Selected, v.labels.Text, v.step.Text)
	}
	v.Open()
	of.Step = "5m"
	s.Want(t, screen.OpenStored{Server: screen.Server{Address: "http://store"}, Choice: of})
	closed := false
	v.Opened = func() { closed = true }
	opened := answered(of)
	opened.Opened = 1
	if v.Show(opened); !closed {
		t.Error("it stays")
	}
}

// A store that was not asked is asked, with the credentials that were typed, and nothing is opened.
func TestStoreFormAsks(t *testing.T) {
	v, s, _ := newStoreForm(t)
	v.Address.SetText(" https://other ")
	v.user.SetText("ann")
	v.tenant.SetText("shop")
	v.Open()
	at := screen.Server{Address: "https://other", User: "ann", Tenant: "shop"}
	s.Want(t, screen.AskStore{Server: at, Choice: v.choice()})
	v.Show(&screen.Store{Address: "https://other", Choice: v.choice(), Error: "The server denies access.", Credentials: true, Certificate: true})
	if v.says.Text != "The server denies access." || !v.credentials.Visible() || !v.insecure.Visible() || v.types.SelectedIndex() >= 0 {
		t.Errorf("it says %q", v.says.Text)
	}
	v.insecure.SetChecked(true)
	at.Insecure = true
	s.Want(t, screen.AskStore{Server: at, Choice: v.choice()})
}

// Labels are completed by name, and then by the values that the store has.
func TestStoreFormCompletes(t *testing.T) {
	v, s, posts := newStoreForm(t)
	v.labels.SetText("po")
	posts.Next(t)()
	if len(v.labels.proposals) != 1 || v.labels.proposals[0].Text != "pod=" {
		t.Fatalf("it proposes %+v", v.labels.proposals)
	}
	v.labels.take(0)
	s.Want(t, screen.AskLabel{Name: "pod"})
	posts.Next(t)()
	with := answered(v.sent)
	with.Values = map[string][]string{"pod": {"shop-1", "shop-2"}}
	v.Show(with)
	posts.Next(t)()
	if len(v.labels.proposals) != 2 {
		t.Fatalf("it proposes %+v", v.labels.proposals)
	}
	v.labels.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	v.labels.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	want := v.sent
	want.Query = `pod="shop-1"`
	all := s.Take()
	if last := all[len(all)-1]; last != screen.Intent(screen.ChooseStored{Choice: want}) {
		t.Errorf("it chooses %+v", last)
	}
}

// A drag over the curve chooses the time that is opened, in whole steps; with Shift or the check, the other one.
// Arrows do the same.
func TestStoreCurveDrags(t *testing.T) {
	v, s, _ := newStoreForm(t)
	c := v.curve
	minute := func(from, until int) screen.TimeSpan {
		return screen.TimeSpan{From: time.Date(2026, 11, 24, 12, from, 0, 0, time.UTC), Until: time.Date(2026, 11, 24, 12, until, 0, 0, time.UTC)}
	}
	x := func(minutes float64) float32 {
		begin := c.trend().Lines.Points[0].Time
		return float32(c.trend().X(c.view(), begin.Add(time.Duration(minutes*float64(time.Minute)))))
	}
	drag := func(from, until float64, mods fyne.KeyModifier) {
		e := viewtest.Mouse(x(from), 60, desktop.MouseButtonPrimary)
		e.Modifier = mods
		c.MouseDown(e)
		for _, at := range []float64{(from + until) / 2, until} {
			c.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x(at), 70)}})
		}
		c.DragEnd()
	}
	choose := func(side int, span screen.TimeSpan) screen.ChooseStored {
		i := screen.ChooseStored{Choice: v.sent}
		i.Choice.Sides[side] = span.Texts()
		return i
	}
	drag(2.4, 4.6, 0)
	s.Want(t, choose(screen.NewSide, minute(2, 5)))
	drag(8.5, 6.5, fyne.KeyModifierShift) // to the left
	s.Want(t, choose(screen.BaseSide, minute(6, 9)))
	drag(9.5, 40, 0) // beyond the end
	s.Want(t, choose(screen.NewSide, minute(9, 10)))
	c.base.SetChecked(true)
	drag(0.1, 0.9, 0)
	s.Want(t, choose(screen.BaseSide, minute(0, 1)))
	now := answered(v.sent)
	now.Marks[screen.BaseSide] = minute(0, 1)
	v.Show(now)
	c.Key(fyne.KeyRight, 0)
	s.Want(t, choose(screen.BaseSide, minute(1, 2)))
	c.Key(fyne.KeyRight, fyne.KeyModifierShift)
	s.Want(t, choose(screen.BaseSide, minute(0, 2)))
	if c.Key(fyne.KeyLeft, 0); len(s.Take()) != 1 {
		t.Error("it does not say that the curve ends")
	}
	c.Key(fyne.KeyDelete, 0)
	i := screen.ChooseStored{Choice: v.sent}
	i.Choice.Sides[screen.BaseSide] = screen.TimeTexts{}
	s.Want(t, i)
	c.Hover(scene.Point{X: float64(x(3)), Y: 60})
	if c.TipText() == "" {
		t.Error("the curve has no tip")
	}
	if got := viewtest.Texts(c.Surface); len(got) == 0 {
		t.Error("it shows nothing")
	}
}
