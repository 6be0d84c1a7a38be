package views

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/viewtest"
	"profstation/loader/profilestore"
	"profstation/model"
	"profstation/model/complete"
	"profstation/model/series"
	"profstation/scene"
	"profstation/table"
	"profstation/views/surface"
)

// language is how stores are asked.
type language struct{}

func (language) Typing(selector string) string { return profilestore.Typing(selector) }

func (language) Selector(typed string, known screen.Proposals, most int) []complete.Proposal {
	return profilestore.Complete(typed, known.Labels, known.Values, most)
}

func (language) Request(typed, profileType string, known []screen.StoreRequest, most int) (found []complete.Proposal) {
	var all []profilestore.Request
	for _, r := range known {
		all = append(all, profilestore.Request(r))
	}
	return profilestore.CompleteRequest(typed, profileType, all, most)
}

// answered is what a store has of ten minutes.
func answered(c screen.StoreChoice) *screen.Store {
	lines := &series.Lines{Type: model.ValueType{Type: "cpu", Unit: "nanoseconds"}, Lines: []series.Line{{}}}
	for k := range 11 {
		lines.Points = append(lines.Points, series.Point{Time: time.Date(2026, 11, 24, 12, k, 0, 0, time.UTC)})
		lines.Lines[0].Values = append(lines.Lines[0].Values, int64(k)*1e9)
	}
	return &screen.Store{
		Address: "http://store", Engine: "Parca", Asked: 1, Choice: c, Proposals: screen.Proposals{Labels: []string{"pod", "version"}}, Language: language{},
		Types: []screen.StoreType{{ID: "a:cpu", Title: "CPU time"}, {ID: "b:heap", Title: "Heap in use"}},
		Curve: &table.Trend{Lines: lines, Stacked: true}, Drawn: c.OfCurve(), Step: time.Minute,
	}
}

// newStoreForm is a form in a window, which shows a store that has answered.
func newStoreForm(t *testing.T) (*StoreForm, *viewtest.Sent, viewtest.Posts) {
	test.NewTempApp(t)
	s, posts := &viewtest.Sent{}, viewtest.NewPosts()
	v := NewStoreForm(s.Send, posts.Post, &scene.Light)
	viewtest.Window(t, v.Object, 800, 800)
	v.Show(answered(screen.StoreChoice{Type: "a:cpu", From: "now-1h", Until: "now"}))
	s.Want(t)
	return v, s, posts
}

// What is chosen is sent once a hand rests; what the desk chooses stands in the form; what is typed meanwhile stays.
func TestStoreForm(t *testing.T) {
	v, s, posts := newStoreForm(t)
	want := screen.StoreChoice{Type: "a:cpu", From: "now-1h", Until: "now"}
	if v.choice() != want || v.types.Selected != "CPU time" || v.by.Selected != "nothing: one curve" || v.lately.Selected != "last hour" {
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
	c := fyne.CurrentApp().Driver().CanvasForObject(v.Object)
	c.Focus(v.labels)
	v.labels.SetText("po")
	posts.Next(t)()
	if len(v.labels.proposals) != 1 || v.labels.proposals[0].Text != "pod=" {
		t.Fatalf("it proposes %+v", v.labels.proposals)
	}
	v.labels.take(v.labels.proposals[0])
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

// Requests are asked for when somebody types there, or presses Down, and proposed once they are known.
func TestStoreFormRequest(t *testing.T) {
	v, s, posts := newStoreForm(t)
	c := fyne.CurrentApp().Driver().CanvasForObject(v.Object)
	c.Focus(v.request)
	v.request.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	s.Want(t, screen.AskRequests{})
	posts.Next(t)()
	const span, trace = "9a517183f26a089d", "4bf92f3577b34da6a3ce929d0e0e4731"
	with := answered(v.sent)
	with.Requests = []screen.StoreRequest{{ID: trace, Value: 3e9}, {ID: span, Value: 1e9}}
	v.Show(with)
	posts.Next(t)()
	if len(v.request.proposals) != 2 || v.request.proposals[0].Text != trace {
		t.Fatalf("it proposes %+v", v.request.proposals)
	}
	v.request.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	v.request.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	want := v.sent
	want.Request = span
	s.Want(t, screen.ChooseStored{Choice: want})
	if v.request.Text != span || v.naming {
		t.Errorf("it says %s", v.request.Text)
	}
	noted := answered(want)
	noted.Note = "1 table was not understood."
	if v.Show(noted); v.says.Text != noted.Note {
		t.Errorf("it says %s", v.says.Text)
	}
}

// What is proposed floats in the form beside its input: it moves nothing, has an end, and goes with the keyboard, with
// Escape and where nothing matches.
func TestStoreFormProposals(t *testing.T) {
	v, _, posts := newStoreForm(t)
	w := viewtest.WindowOf(t, v.Object)
	c := w.Canvas()
	escaped := 0
	c.SetOnTypedKey(func(e *fyne.KeyEvent) { escaped++ })
	many := answered(v.sent)
	many.Labels = nil
	for i := range 12 {
		many.Labels = append(many.Labels, fmt.Sprint("label", i))
	}
	v.Show(many)
	place := fyne.CurrentApp().Driver().AbsolutePositionForObject
	for _, size := range []fyne.Size{{Width: 900, Height: 800}, {Width: 600, Height: 380}, {Width: 400, Height: 150}} {
		w.Resize(size)
		c.Focus(v.labels)
		before := place(v.step)
		v.labels.set("")
		v.labels.SetText("la")
		posts.Run(t)
		l := v.labels.list
		if !l.Visible() || len(v.labels.proposals) != maxProposals || place(v.step) != before {
			t.Fatalf("%v: %d texts are proposed, seen %v, what stands below moves from %v to %v", size, len(v.labels.proposals), l.Visible(), before, place(v.step))
		}
		top, input := place(l).Y, place(v.labels).Y
		if bottom := top + l.Size().Height; top < place(v.Object).Y || bottom > place(v.Object).Y+v.Object.Size().Height+1 || top < input+v.labels.Size().Height-1 && bottom > input+1 {
			t.Errorf("%v: the list is from %v to %v, the input at %v in a form of %v", size, top, bottom, input, v.Object.Size().Height)
		}
		// It can be walked to its end, of which one sees the last.
		v.labels.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
		v.labels.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
		if at := v.labels.at; at != maxProposals-2 || !v.labels.AcceptsTab() {
			t.Errorf("%v: marked is %d", size, at)
		}
		if row := l.rows.Objects[v.labels.at]; row.Position().Y < l.scroll.Offset.Y || row.Position().Y+row.Size().Height > l.scroll.Offset.Y+l.scroll.Size().Height+1 {
			t.Errorf("%v: what is marked is out of sight", size)
		}
		v.labels.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if l.Visible() || escaped > 0 || c.Focused() != v.labels {
			t.Errorf("%v: Escape leaves it there, or leaves the dialog", size)
		}
		v.labels.SetText("lab")
		posts.Run(t)
		c.Focus(v.step)
		if l.Visible() {
			t.Errorf("%v: it stays where the keyboard has gone", size)
		}
		v.labels.propose("lab") // that comes too late
		posts.Run(t)
		posts.Run(t)
		if l.Visible() {
			t.Errorf("%v: it comes where the keyboard is not", size)
		}
		c.Focus(v.labels)
		v.labels.SetText("label1")
		posts.Run(t)
		v.labels.SetText("none of them")
		posts.Run(t)
		if l.Visible() {
			t.Errorf("%v: it stays with nothing in it", size)
		}
		v.labels.SetText("label1")
		posts.Run(t)
		v.labels.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
		if v.labels.TypedKey(&fyne.KeyEvent{Name: fyne.KeyTab}); v.labels.Text != "label1=" {
			t.Errorf("%v: Tab takes %q", size, v.labels.Text)
		}
		posts.Run(t) // it has no values
	}
	v.labels.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if c.Focused() == v.labels { // as without a dialog
		t.Error("without a list, Escape does not leave the input")
	}
}

// A click on a proposal takes it, and the input has the keyboard again.
func TestStoreFormProposalClick(t *testing.T) {
	v, s, posts := newStoreForm(t)
	c := viewtest.WindowOf(t, v.Object).Canvas()
	c.Focus(v.labels)
	v.labels.SetText("po")
	posts.Next(t)()
	at := viewtest.Find[*proposal](v.labels.list)[0]
	at.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
	c.Unfocus() // as the press does
	posts.Next(t)()
	if c.Focused() != v.labels || v.labels.Text != "pod=" {
		t.Errorf("the input has %q, the keyboard is on %T", v.labels.Text, c.Focused())
	}
	s.Want(t, screen.AskLabel{Name: "pod"})
}

// Enter takes what was typed, in whichever input, and never opens, as it does with Ctrl.
func TestStoreFormEnter(t *testing.T) {
	v, s, posts := newStoreForm(t)
	opened := 0
	viewtest.WindowOf(t, v.Object).Canvas().SetOnTypedKey(func(*fyne.KeyEvent) { opened++ }) // as the dialog does
	enter := &fyne.KeyEvent{Name: fyne.KeyReturn}
	at := screen.Server{Address: "http://store"}
	choice := v.choice()
	for i, e := range []*DialogEntry{v.whole.from, v.whole.until, v.step, v.sides[1].from, v.sides[0].until} {
		e.SetText("now-5h")
		if i%2 == 1 {
			posts.Next(t)() // a hand rests before Enter
		}
		e.TypedKey(enter)
		choice = v.choice()
		s.Want(t, screen.ChooseStored{Choice: choice})
		e.TypedKey(enter)
		e.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyReturn, Modifier: fyne.KeyModifierShortcutDefault})
		s.Want(t, screen.OpenStored{Server: at, Choice: choice})
	}
	v.user.SetText("ann")
	v.user.TypedKey(enter)
	at.User = "ann"
	s.Want(t, screen.AskStore{Server: at, Choice: choice})
	v.Address.SetText("http://other")
	v.Address.TypedKey(enter)
	at.Address = "http://other"
	s.Want(t, screen.AskStore{Server: at, Choice: choice})
	v.Show(answered(choice))
	v.Address.SetText("http://store")
	v.labels.SetText(`pod="x"`)
	v.labels.TypedKey(enter)
	choice.Query, at.Address = `pod="x"`, "http://store"
	s.Want(t, screen.ChooseStored{Choice: choice})
	if v.labels.TypedKey(enter); opened > 0 {
		t.Errorf("Enter opens %d times", opened)
	}
	v.labels.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyReturn, Modifier: fyne.KeyModifierShortcutDefault})
	s.Want(t, screen.OpenStored{Server: at, Choice: choice})
}

// A refused opening leads to the input that is to blame.
func TestStoreFormBlames(t *testing.T) {
	v, s, _ := newStoreForm(t)
	c := viewtest.WindowOf(t, v.Object).Canvas()
	send := v.send
	refusing := *answered(v.choice())
	v.send = func(i screen.Intent) {
		send(i)
		if _, ok := i.(screen.OpenStored); ok {
			of := refusing
			v.Show(&of)
		}
	}
	for wrong, want := range map[screen.WrongText]fyne.Focusable{
		screen.NothingWrong: v.Address, screen.WrongLabels: v.labels, screen.WrongRequest: v.request, screen.WrongTime: v.whole.from, screen.WrongStep: v.step, screen.WrongEvery: v.every,
		screen.WrongOpened: v.sides[ask.NewSide].from, screen.WrongCompared: v.sides[ask.BaseSide].from,
	} {
		c.Focus(v.types)
		refusing.Error, refusing.Wrong = "That is wrong.", wrong
		if v.Open(); c.Focused() != want || v.says.Text != "That is wrong." {
			t.Errorf("%d: the keyboard is on %T, it says %q", wrong, c.Focused(), v.says.Text)
		}
	}
	c.Focus(v.types)
	v.Address.SetText("http://other")
	if v.Open(); c.Focused() != v.Address {
		t.Errorf("without a connection the keyboard is on %T", c.Focused())
	}
	s.Take()
}

// A curve that is not of what stands in the form is faded, and says so.
func TestStoreCurveOfBefore(t *testing.T) {
	v, _, _ := newStoreForm(t)
	says := func(text string) bool {
		r := &scene.Recorder{Width: 600, Height: 190}
		v.curve.Paint(r)
		return strings.Contains(r.String(), text)
	}
	old := func() bool { return says("This curve shows the previous choice.") }
	if old() {
		t.Error("a new curve is called old")
	}
	v.whole.from.SetText("now-2h")
	if !old() {
		t.Error("the curve of another time looks new")
	}
	v.whole.from.SetText("now-1h")
	if old() {
		t.Error("it stays old")
	}
	v.step.SetText("5m") // which the curve does not depend on
	if old() {
		t.Error("steps make a curve old")
	}
	drawing := *answered(v.choice())
	drawing.Drawing = true
	if v.Show(&drawing); !says("Waiting for the curve…") {
		t.Error("a curve that is asked for anew looks new")
	}
}

// Where there is nothing to choose from, the lists say why, and no click opens an empty one.
func TestStoreFormSaysWhatIsMissing(t *testing.T) {
	v, _, _ := newStoreForm(t)
	c := viewtest.WindowOf(t, v.Object).Canvas()
	for want, s := range map[string]*screen.Store{
		"connect first": {Address: "http://x"}, "Connecting…": {Address: "http://x", Asking: true},
		"none at this time": {Address: "http://x", Engine: "Parca", Error: "The store has no profiles at this time."},
	} {
		v.Show(s)
		for _, w := range []*surface.Select{v.types, v.by.Select} {
			if w.Tapped(&fyne.PointEvent{}); w.PlaceHolder != want || !w.Disabled() || c.Overlays().Top() != nil {
				t.Errorf("want %q: a list says %q", want, w.PlaceHolder)
			}
		}
		if v.other.Visible() {
			t.Errorf("%s: it leads to recording", want)
		}
	}
	v.Show(answered(v.sent))
	if v.types.Tapped(&fyne.PointEvent{}); v.types.Disabled() || c.Overlays().Top() == nil {
		t.Error("the types of a store cannot be chosen")
	}
}

// A program that serves net/http/pprof is recorded from, at the address that was typed.
func TestStoreFormRecords(t *testing.T) {
	v, s, _ := newStoreForm(t)
	v.Address.SetText("http://localhost:6060")
	v.Show(&screen.Store{Address: "http://localhost:6060", Error: "This is a program.", Program: true})
	test.Tap(v.other)
	s.Want(t, screen.OpenRecord{Address: "http://localhost:6060"})
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
	s.Want(t, choose(ask.NewSide, minute(2, 5)))
	drag(8.5, 6.5, fyne.KeyModifierShift) // to the left
	s.Want(t, choose(ask.BaseSide, minute(6, 9)))
	drag(9.5, 40, 0) // beyond the end
	s.Want(t, choose(ask.NewSide, minute(9, 10)))
	c.base.SetChecked(true)
	drag(0.1, 0.9, 0)
	s.Want(t, choose(ask.BaseSide, minute(0, 1)))
	now := answered(v.sent)
	now.Marks[ask.BaseSide] = minute(0, 1)
	v.Show(now)
	c.Key(fyne.KeyRight, 0)
	s.Want(t, choose(ask.BaseSide, minute(1, 2)))
	c.Key(fyne.KeyRight, fyne.KeyModifierShift)
	s.Want(t, choose(ask.BaseSide, minute(0, 2)))
	if c.Key(fyne.KeyLeft, 0); len(s.Take()) != 1 {
		t.Error("it does not say that the curve ends")
	}
	for _, k := range []struct {
		name        fyne.KeyName
		mods        fyne.KeyModifier
		from, until int
	}{
		{fyne.KeyEnd, 0, 9, 10}, {fyne.KeyPageUp, 0, 0, 1}, {fyne.KeyPageDown, fyne.KeyModifierShift, 0, 10}, {fyne.KeyHome, fyne.KeyModifierShift, 0, 1},
		{fyne.KeyRight, 0, 1, 2}, {fyne.KeyEnd, fyne.KeyModifierShift, 1, 10}, {fyne.KeyPageDown, 0, -1, -1}, {fyne.KeyPageUp, 0, 0, 9}, {fyne.KeyLeft, fyne.KeyModifierShift, 0, 8},
		{fyne.KeyPageUp, fyne.KeyModifierShift, 0, 1}, {fyne.KeyLeft, fyne.KeyModifierShift, -1, -1},
	} {
		c.Key(k.name, k.mods)
		if k.from < 0 {
			s.Want(t, screen.Remark{Text: "The curve ends there."})
			continue
		}
		s.Want(t, choose(ask.BaseSide, minute(k.from, k.until)))
		now := answered(v.sent)
		now.Marks[ask.BaseSide] = minute(k.from, k.until)
		v.Show(now)
	}
	c.Key(fyne.KeyDelete, 0)
	i := screen.ChooseStored{Choice: v.sent}
	i.Choice.Sides[ask.BaseSide] = screen.TimeTexts{}
	s.Want(t, i)
	c.Hover(scene.Point{X: float64(x(3)), Y: 60})
	if c.TipText() == "" {
		t.Error("the curve has no tip")
	}
	if got := viewtest.Texts(c.Surface); len(got) == 0 {
		t.Error("it shows nothing")
	}
}

// What of an address is secret goes from sight once the desk has it.
func TestStoreFormHidesSecrets(t *testing.T) {
	v, s, _ := newStoreForm(t)
	v.Address.SetText("https://ann:s3cret@other?key=t0p")
	v.ask()
	s.Want(t, screen.AskStore{Server: screen.Server{Address: "https://ann:s3cret@other?key=t0p"}, Choice: v.choice()})
	taken := answered(v.sent)
	taken.Address = "https://other"
	if v.Show(taken); v.Address.Text != "https://other" || !v.asked() {
		t.Errorf("the address is %q, asked %v", v.Address.Text, v.asked())
	}
}

// Steps go on by themselves: how often the store is asked is not a choice beside them, and nothing is wrong with both.
func TestStepsNeedNoInterval(t *testing.T) {
	v, _, _ := newStoreForm(t)
	v.every.SetText("15s")
	if c := v.choice(); c.Every != "15s" || v.every.Disabled() {
		t.Fatalf("without steps: %+v", c)
	}
	v.step.SetText("1m")
	if c := v.choice(); c.Every != "" || c.Step != "1m" || !v.every.Disabled() {
		t.Errorf("with steps: %+v", c)
	}
	v.step.SetText("")
	if c := v.choice(); c.Every != "15s" || v.every.Disabled() {
		t.Errorf("without steps again: %+v", c)
	}
}
