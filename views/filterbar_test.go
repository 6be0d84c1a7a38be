package views

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/internal/viewtest"
	"profstation/model"
	"profstation/model/query"
)

type barRig struct {
	*FilterBar
	viewtest.Sent
	posts viewtest.Posts
}

func newBarRig(t testing.TB) *barRig {
	test.NewTempApp(t)
	r := &barRig{posts: viewtest.NewPosts()}
	r.FilterBar = NewFilterBar(r.Sent.Send, r.posts.Post)
	viewtest.Window(t, r.Object, 1200, 40)
	r.Show(viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything()))
	return r
}

// Typing sends nothing until it pauses; then it sends the whole text once.
func TestTypingIsGathered(t *testing.T) {
	r := newBarRig(t)
	test.Type(r.fields["focus"].Field, "json")
	r.Want(t)
	r.posts.Run(t)
	r.Want(t, screen.Refine{Name: "focus", Text: "json"})
	// What paused before the last letter comes to nothing.
	for len(r.posts) > 0 {
		r.posts.Run(t)
	}
	r.Want(t)
	test.Type(r.fields["ignore"].Field, "x")
	r.posts.Run(t)
	r.Want(t, screen.Refine{Name: "ignore", Text: "x"})
	test.Type(r.fields["search"].Field, "y")
	r.posts.Run(t)
	r.Want(t, screen.Search{Text: "y"})
}

func TestEnterSendsAtOnce(t *testing.T) {
	r := newBarRig(t)
	f := r.fields["focus"]
	f.SetText("main")
	f.OnSubmitted(f.Text)
	r.Want(t, screen.Refine{Name: "focus", Text: "main"})
	f.OnSubmitted(f.Text) // nothing new
	r.Want(t)
	f.SetText("")
	f.OnSubmitted("")
	r.Want(t, screen.Refine{Name: "focus", Text: ""})
	s := r.fields["search"]
	s.SetText("log")
	s.OnSubmitted(s.Text)
	r.Want(t, screen.Search{Text: "log"}, screen.NextMatch{})
	s.OnSubmitted(s.Text)
	r.Want(t, screen.NextMatch{})
}

// What is no regular expression is marked and not sent.
func TestInvalidRegexp(t *testing.T) {
	r := newBarRig(t)
	f := r.fields["focus"]
	var mark error
	f.SetOnValidationChanged(func(err error) { mark = err })
	f.SetText("a(")
	f.OnSubmitted(f.Text)
	r.Want(t)
	if mark == nil {
		t.Error("the input is not marked")
	}
	// What is in force meanwhile is shown again without touching the input, and no count takes the complaint's place.
	other := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	other.Search, other.Answer.MatchText = "x", "3 found"
	r.Show(other)
	r.fields["search"].Apply()
	if f.Text != "a(" || r.found.Text != "focus: missing closing )" || r.found.Importance != widget.DangerImportance {
		t.Errorf("the input is %q, beside it stands %q", f.Text, r.found.Text)
	}
	f.SetText("a(b)")
	f.OnSubmitted(f.Text)
	r.Want(t, screen.Refine{Name: "focus", Text: "a(b)"})
	if mark != nil || r.found.Text != "3 found" || r.found.Importance == widget.DangerImportance {
		t.Errorf("the mark stays: %v, %q", mark, r.found.Text)
	}
	// Neither does it stay when another text is shown, as by a step back.
	f.SetText("(")
	f.OnSubmitted(f.Text)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	s.Place.Query.Focus = "main"
	r.Show(s)
	if f.Text != "main" || mark != nil || r.found.Text != "" {
		t.Errorf("the input is %q, marked %v, %q", f.Text, mark, r.found.Text)
	}
	r.Want(t)
}

func TestBarShows(t *testing.T) {
	r := newBarRig(t)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	s.Place.Query.Focus, s.Place.Query.Ignore, s.Search = "a", "b", "c"
	s.Answer.MatchText = "3 found"
	s.CanBack = true
	r.Show(s)
	if r.fields["focus"].Text != "a" || r.fields["ignore"].Text != "b" || r.fields["search"].Text != "c" || r.found.Text != "3 found" {
		t.Errorf("%q %q %q %q", r.fields["focus"].Text, r.fields["ignore"].Text, r.fields["search"].Text, r.found.Text)
	}
	if r.back.Disabled() || !r.forward.Disabled() {
		t.Error("back and forward tell another story")
	}
	if got := r.types.Options; len(got) != 2 || got[0] != "samples" || r.types.Selected != "cpu" {
		t.Errorf("sample types %v, %q", got, r.types.Selected)
	}
	r.Want(t) // showing is no answer
	test.Tap(r.back)
	r.types.SetSelectedIndex(0)
	r.Want(t, screen.Back{}, screen.SampleType{Name: "samples"})
	for _, name := range []string{"focus", "ignore", "search"} {
		if r.Field(name) == nil {
			t.Errorf("no input is called %q", name)
		}
	}
	if r.Field("nothing") != nil {
		t.Error("there is an input called nothing")
	}
}

// Where there is little room, how many matches there are is whole, and how much they weigh is left out.
func TestBarCountsMatchesInLittleRoom(t *testing.T) {
	r := newBarRig(t)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	s.Search, s.Answer.MatchText, s.Answer.MatchFew = "c", "5 functions found, 2.66s (27.59%)", "5 found"
	r.Show(s)
	for _, c := range []struct {
		width float32
		want  string
	}{{1600, s.Answer.MatchText}, {640, s.Answer.MatchFew}, {1600, s.Answer.MatchText}} {
		r.Object.Resize(fyne.NewSize(c.width, r.Object.MinSize().Height))
		if r.found.Text != c.want {
			t.Errorf("%v wide, the bar says %q, want %q", c.width, r.found.Text, c.want)
		}
	}
}

// What follows from a file's sample types stands behind them, and they keep their places when it is shown.
func TestBarOffersCollected(t *testing.T) {
	r := newBarRig(t)
	b := model.NewBuilder([]model.ValueType{{Type: "alloc_space", Unit: "bytes"}, {Type: "inuse_space", Unit: "bytes"}})
	f := b.Function(model.Function{Name: b.String("main.main")})
	b.Sample([]model.LocID{b.Location(model.NoMapping, 0, []model.Line{{Func: f}})}, b.LabelSet(nil), []int64{5, 3})
	p := b.Profile(model.Header{})
	for _, shown := range []string{"inuse_space", "collected_space"} {
		s := viewtest.Snapshot(t, p, viewtest.Everything())
		var err error
		if s.Answer.Result, err = query.Evaluate(t.Context(), p, query.Query{SampleIndex: shown}); err != nil {
			t.Fatal(err)
		}
		r.Show(s)
		if got := r.types.Options; !slices.Equal(got, []string{"alloc_space", "inuse_space", "collected_space"}) || r.types.Selected != shown {
			t.Errorf("%q, of which %q is shown", got, r.types.Selected)
		}
	}
	r.types.SetSelectedIndex(0)
	r.types.SetSelectedIndex(2)
	r.Want(t, screen.SampleType{Name: "alloc_space"}, screen.SampleType{Name: "collected_space"})
}
