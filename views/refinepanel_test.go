package views

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"profstation/desk/screen"
	"profstation/internal/must"
	"profstation/internal/viewtest"
	"profstation/model"
	"profstation/model/complete"
	"profstation/model/query"
	"profstation/views/surface"
)

// panelRig is a refine panel whose posted work is run by the test.
type panelRig struct {
	*RefinePanel
	viewtest.Sent
	posts viewtest.Posts
	shown *screen.Snapshot
}

func shownPanel(t *testing.T, filters ...query.Refining) *panelRig {
	test.NewTempApp(t)
	r := &panelRig{posts: viewtest.NewPosts()}
	r.RefinePanel = NewRefinePanel(r.Sent.Send, r.posts.Post)
	viewtest.Window(t, r.Object, 300, 900)
	r.shown = viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	r.shown.Place.Filters = filters
	c := complete.New(r.shown.Answer.Result)
	r.shown.Answer.Complete = func(filter, typed string, most int) []complete.Proposal {
		return must.Have(c.Complete(t.Context(), filter, typed, most))
	}
	r.Show(r.shown)
	return r
}

func (r *panelRig) checks() []*surface.Check { return viewtest.Find[*surface.Check](r.rows) }

func TestRefinePanelRows(t *testing.T) {
	f := []query.Refining{{Name: "focus", Text: "json"}, {Name: "show_from", Text: "serve", Off: true}}
	r := shownPanel(t, f...)
	if len(r.listed) != 2 || r.listed[0].text.Text != "json" || r.listed[1].text.Text != "serve" {
		t.Fatalf("%d rows", len(r.listed))
	}
	// On and off, turned round: show_from has no contrary.
	checks := r.checks()
	if len(checks) != 3 || !checks[0].Checked || checks[1].Checked || checks[2].Checked {
		t.Fatalf("the checks are %v", checks)
	}
	checks[0].SetChecked(false)
	r.Want(t, screen.SetFilters{Filters: []query.Refining{{Name: "focus", Text: "json", Off: true}, f[1]}})
	checks[1].SetChecked(true)
	r.Want(t, screen.SetFilters{Filters: []query.Refining{{Name: "focus", Text: "json", Inverted: true}, f[1]}})
	test.Tap(viewtest.Find[*surface.Button](r.rows)[1])
	r.Want(t, screen.SetFilters{Filters: f[:1]})
	r.Show(r.shown) // the same again: nothing is sent
	r.Want(t)
}

// A filter that is being added goes with all others.
func TestRefinePanelIsEmptied(t *testing.T) {
	r := shownPanel(t, query.Refining{Name: "focus", Text: "json"})
	r.addFilter("ignore")
	r.listed[1].text.SetText("(main")
	r.Show(r.shown)
	if len(r.listed) != 2 || r.listed[1].text.Text != "(main" || !r.listed[1].wrong.Visible() {
		t.Fatalf("%d rows", len(r.listed))
	}
	r.shown.Place.Filters, r.shown.Cleared = nil, 1
	r.Show(r.shown)
	if len(r.listed) != 0 {
		t.Errorf("%d rows are left", len(r.listed))
	}
	r.posts.Run(t)
	r.Want(t)
}

// A text applies when it is entered; one that is no regular expression does not,
// and says why.
func TestRefinePanelTyping(t *testing.T) {
	r := shownPanel(t, query.Refining{Name: "focus", Text: "json"})
	e := r.listed[0].text
	e.SetText("(json")
	r.posts.Run(t)
	e.OnSubmitted(e.Text)
	r.Want(t)
	if !slices.ContainsFunc(viewtest.Texts(r.rows), func(s string) bool { return len(s) > 10 && s != e.Text }) {
		t.Errorf("nothing says what is wrong: %q", viewtest.Texts(r.rows))
	}
	e.FocusGained()
	e.SetText("main")
	r.posts.Run(t)
	if len(e.proposals) == 0 || !e.list.Visible() {
		t.Fatal("nothing is proposed")
	}
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	want := e.proposals[0].Text
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	r.Want(t, screen.SetFilters{Filters: []query.Refining{{Name: "focus", Text: want}}})
	if e.list.Visible() {
		t.Error("what was proposed stays")
	}
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp}) // with nothing proposed
}

// A proposal is taken by the mouse although pressing it takes the keyboard away,
// which applies what was typed.
func TestRefinePanelClick(t *testing.T) {
	r := shownPanel(t, query.Refining{Name: "focus", Text: "json"})
	e := r.listed[0].text
	e.FocusGained()
	e.SetText("main")
	r.posts.Run(t)
	all := viewtest.Find[*proposal](e.list)
	if len(all) < 2 {
		t.Fatalf("%d proposals", len(all))
	}
	at, want := all[1], e.proposals[1].Text
	at.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonSecondary})
	r.Want(t)
	at.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
	e.FocusLost()
	r.posts.Run(t)
	got := r.Sent[len(r.Sent)-1].(screen.SetFilters).Filters
	r.Want(t, screen.SetFilters{Filters: []query.Refining{{Name: "focus", Text: want}}})
	r.shown.Place.Filters = got
	r.Show(r.shown) // before the button goes up
	e.FocusLost()
	at.MouseUp(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
	test.Tap(at)
	r.Want(t)
	if e := r.listed[0].text; e.Text != want {
		t.Errorf("the input has %q, want %q", e.Text, want)
	}
}

// A click on another control takes the keyboard away from what was typed: the rows
// stay where they are until it is over, and what it does builds on what was typed.
func TestRefinePanelClickElsewhere(t *testing.T) {
	r := shownPanel(t, query.Refining{Name: "focus", Text: "json"}, query.Refining{Name: "hide", Text: "log"})
	r.RefinePanel.send = func(i screen.Intent) { // as a desk does
		r.Sent.Send(i)
		if f, ok := i.(screen.SetFilters); ok {
			r.shown = viewtest.Again(r.shown)
			r.shown.Place.Filters = f.Filters
			r.Show(r.shown)
		}
	}
	rows := r.listed
	rows[0].text.FocusGained()
	rows[0].text.SetText("main")
	r.posts.Run(t)
	below := rows[1].object.Position()
	rows[0].text.FocusLost()
	r.Want(t)
	if rows[0].text.list.Visible() || rows[1].object.Position() != below {
		t.Error("what was proposed stays, or what stands below moves")
	}
	rows[1].on.SetChecked(false)
	typed := []query.Refining{{Name: "focus", Text: "main"}, {Name: "hide", Text: "log"}}
	off := []query.Refining{typed[0], {Name: "hide", Text: "log", Off: true}}
	r.Want(t, screen.SetFilters{Filters: typed}, screen.SetFilters{Filters: off})
	if !slices.Equal(rows, r.listed) || rows[1].on.Checked {
		t.Error("the rows were made anew")
	}
	// Nobody clicks on anything: it applies a moment later.
	rows[1].text.SetText("gc")
	r.posts.Run(t)
	rows[1].text.FocusLost()
	for range 2 { // also what the first row had left
		r.posts.Run(t)
	}
	off[1].Text = "gc"
	r.Want(t, screen.SetFilters{Filters: off})
	// What is removed takes its text with it.
	rows[0].text.SetText("json")
	r.posts.Run(t)
	rows[0].text.FocusLost()
	test.Tap(viewtest.Find[*surface.Button](rows[0].object)[0])
	r.Want(t, screen.SetFilters{Filters: off[1:]})
	if len(r.listed) != 1 || r.listed[0].text.Text != "gc" {
		t.Errorf("%d rows are left", len(r.listed))
	}
}

// The pointer over a proposal does not move what the keyboard has marked.
func TestRefinePanelMark(t *testing.T) {
	r := shownPanel(t, query.Refining{Name: "focus", Text: "json"})
	e := r.listed[0].text
	e.FocusGained()
	e.SetText("main")
	r.posts.Run(t)
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	all := viewtest.Find[*proposal](e.list)
	all[1].MouseIn(viewtest.Mouse(1, 1, 0))
	all[0].MouseIn(viewtest.Mouse(1, 1, 0))
	all[0].MouseOut()
	all[1].MouseOut()
	if !all[0].Marked || all[1].Marked || all[0].Hovered {
		t.Error("the mark went with the pointer")
	}
}

// What is being typed stays when a snapshot arrives; it applies when it is
// entered or left.
func TestRefinePanelKeepsTyping(t *testing.T) {
	r := shownPanel(t)
	r.node.SetText("0.2")
	r.edge.SetText("many")
	r.values["unit"].SetText("hr")
	r.Show(r.shown)
	if r.node.Text != "0.2" || r.edge.Text != "many" || r.values["unit"].Text != "hr" {
		t.Errorf("a snapshot leaves %q, %q and %q", r.node.Text, r.edge.Text, r.values["unit"].Text)
	}
	r.Want(t)
	r.node.FocusLost()
	r.Want(t, screen.Show{})
	r.edge.FocusLost()
	r.Want(t)
	if w := r.edge.wrong; !w.Visible() || w.Text != errShare.Error() || r.node.wrong.Visible() {
		t.Errorf("below what is no share it says %q", w.Text)
	}
	r.values["unit"].FocusLost()
	r.Want(t, screen.Ask{})
	r.values["unit"].OnSubmitted("hr")
	r.Want(t)
	r.shown.Display.NodeFraction = 0.5
	r.Show(r.shown)
	if r.node.Text != "0.5" {
		t.Errorf("the value is 0.5, the input has %q", r.node.Text)
	}
	if r.edge.SetText("0.1"); r.edge.Text != "0.1" {
		t.Fatal("nothing is typed")
	}
	if r.edge.FocusLost(); r.edge.wrong.Visible() {
		t.Error("a share is still called wrong")
	}
}

// A filter that is added is in force with its first text, and not before.
func TestRefinePanelAdds(t *testing.T) {
	r := shownPanel(t)
	r.addFilter("hide")
	r.posts.Run(t) // what could be there
	if len(r.listed) != 1 {
		t.Fatalf("%d rows", len(r.listed))
	}
	r.listed[0].text.FocusLost()
	r.Want(t)
	r.listed[0].text.SetText("main")
	r.listed[0].text.OnSubmitted("main")
	r.Want(t, screen.SetFilters{Filters: []query.Refining{{Name: "hide", Text: "main"}}})
}

func TestRefinePanelOptions(t *testing.T) {
	r := shownPanel(t, query.Refining{Name: "focus", Text: "json"})
	for _, c := range r.RefinePanel.checks {
		c.SetChecked(true)
		r.Want(t, screen.Ask{})
	}
	r.group.SetSelected("lines")
	r.Want(t, screen.Ask{})
	// It offers what the profile knows, and what is in force.
	p := r.shown.Answer.Result.Profile
	bare := model.Profile{Header: p.Header, Tables: p.Tables, Types: p.Types, Samples: p.Samples}
	bare.Functions, bare.Lines, bare.Locations = slices.Clone(p.Functions), slices.Clone(p.Lines), slices.Clone(p.Locations)
	for i := range bare.Functions {
		bare.Functions[i].File = 0
	}
	for i := range bare.Lines {
		bare.Lines[i].Line = 0
	}
	for i := range bare.Locations {
		bare.Locations[i].Address = 0
	}
	shown, answer := *r.shown, *r.shown.Answer
	answer.Request.Profile, shown.Answer = &bare, &answer
	shown.Place.Query.Granularity = query.Files
	r.Show(&shown)
	if !slices.Equal(r.group.Options, []string{"functions", "files", "packages", "modules"}) || r.group.Selected != "files" {
		t.Errorf("names alone are grouped by %q of %q", r.group.Selected, r.group.Options)
	}
	r.Show(r.shown)
	if len(r.group.Options) != len(query.Granularities) {
		t.Errorf("a profile with lines is grouped by %q", r.group.Options)
	}
	r.sort.SetSelected("cum")
	r.Want(t, screen.Show{})
	r.node.SetText("2")
	r.node.OnSubmitted("2")
	r.Want(t)
	r.node.SetText("0.1")
	r.node.OnSubmitted("0.1")
	r.Want(t, screen.Show{})
	r.values["unit"].SetText("ms")
	r.Want(t, screen.Ask{})
	for _, wrong := range []string{"furlongs", "-1", "5 ms"} {
		r.values["unit"].SetText(wrong)
		r.values["unit"].OnSubmitted(wrong)
		r.Want(t)
		if w := r.values["unit"].wrong; !w.Visible() || w.Text != errUnit.Error() {
			t.Errorf("below %q it says %q", wrong, w.Text)
		}
	}
	for _, right := range []string{"milliseconds", ""} {
		r.values["unit"].SetText(right)
		r.values["unit"].OnSubmitted(right)
		r.Want(t, screen.Ask{})
	}
	for _, wrong := range []string{"0", "many", "100000"} {
		r.count.SetText(wrong)
		r.count.OnSubmitted(wrong)
		r.Want(t)
	}
	r.count.SetText("40")
	r.count.OnSubmitted("40")
	r.Want(t, screen.Show{})
	r.tree.SetChecked(true)
	r.untrimmed.SetChecked(true)
	r.Want(t, screen.Show{}, screen.Show{})
	untrimmed := viewtest.Again(r.shown)
	untrimmed.Display.Untrimmed = true
	r.Show(untrimmed)
	for _, bound := range []*valueInput{r.count, r.node, r.edge} {
		if !bound.Disabled() {
			t.Errorf("%q can be set though nothing is trimmed", bound.Text)
		}
	}
	r.setName.SetText(" mine ")
	r.setName.OnSubmitted("")
	r.Want(t, screen.SaveFilters{Name: "mine"})
	r.shown.Saved = []query.Refinement{{Name: "mine", Filters: r.shown.Place.Filters}}
	r.Show(r.shown)
	r.sets.SetSelectedIndex(0)
	r.Want(t, screen.SetFilters{Filters: r.shown.Place.Filters})
}
