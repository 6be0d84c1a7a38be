package views

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/viewtest"
	"profstation/model/compare"
)

func TestCompareBar(t *testing.T) {
	out := viewtest.App(t)
	s := viewtest.Compared(t, false)
	v := NewCompareBar(out.Send, func(func()) {}) // Enter applies before a pause does
	viewtest.Window(t, v.Object, 900, 200)
	v.Show(&screen.Snapshot{})
	if v.Object.Visible() {
		t.Error("there is a line without a comparison")
	}
	v.Show(s)
	if !v.Object.Visible() || !strings.Contains(v.heading.Text, "base 100ns » new 200ns") {
		t.Errorf("the heading is %q", v.heading.Text)
	}
	// What is hidden is said before what is cut off where there is little room.
	noted, compared := *s, *s.Answer.Compared
	answer := *s.Answer
	compared.Note, answer.Compared, noted.Answer = "3 hidden", &compared, &answer
	v.Show(&noted)
	if said, counts := strings.Index(v.heading.Text, "3 hidden"), strings.Index(v.heading.Text, " of 5 functions"); said < 0 || said > counts {
		t.Errorf("the heading is %q", v.heading.Text)
	}
	v.Show(s)
	if v.width.Visible() || !v.one.Visible() || v.per.Visible() {
		t.Error("choices that mean nothing here are on offer")
	}
	out.Want(t) // showing asks for nothing
	test.Tap(v.ways[ask.AsTable])
	out.Want(t, screen.ShowWay{Way: ask.AsTable})
	v.one.SetChecked(true)
	out.Want(t, screen.Show{})

	// Values per unit wait for the figures, and do not apply until they are numbers.
	v.values.SetSelected("per…")
	if out.Want(t); !v.per.Visible() {
		t.Error("there is no place for the figures")
	}
	test.Type(v.figures[0], "12,000")
	for _, wrong := range []string{"none", "0", "-3", "1,5", "12,34,567", "1e999", "NaN", "3ms"} {
		v.figures[1].SetText(wrong)
		v.figures[1].OnSubmitted("")
		out.Want(t)
		if _, err := figure(wrong); err == nil {
			t.Errorf("%q is a figure", wrong)
		}
	}
	v.figures[1].SetText("12400")
	v.figures[1].OnSubmitted("")
	want := compare.Normalisation{By: compare.PerUnit, Base: 12000, New: 12400, Unit: "request"}
	out.Want(t, screen.Normalise{Normalisation: want})
	d := *s
	comparing := *s.Comparing
	comparing.Normalisation = want
	d.Comparing = &comparing
	v.Show(&d)
	out.Want(t)
	v.values.SetSelected("per total")
	out.Want(t, screen.Normalise{Normalisation: compare.Normalisation{By: compare.PerTotal}})

	if v.method.Visible() {
		t.Error("the explanation stands there unasked")
	}
	test.Tap(v.how)
	if !v.method.Visible() || !strings.Contains(v.method.Text, "How differences are judged: ") {
		t.Errorf("the explanation is %q", v.method.Text)
	}
}

// How functions were matched that have other names misleads nobody: it is no warning.
func TestRenamedIsNoWarning(t *testing.T) {
	test.NewTempApp(t)
	s := viewtest.Compared(t, false)
	v := NewCompareBar((&viewtest.Sent{}).Send, func(func()) {})
	viewtest.Window(t, v.Object, 900, 300)
	v.Show(s)
	if v.matched.Visible() {
		t.Errorf("without another name it says %q", v.matched.Text)
	}
	s = viewtest.Again(s)
	comparing := *s.Comparing
	comparing.Base.Notes = []string{"this may mislead"}
	s.Comparing = &comparing
	p := s.Compared().Comparison.Pair
	p.Renamed, p.Allocators = []compare.Renamed{{Base: []string{"runtime.old"}, New: []string{"runtime.new"}}}, []string{"runtime.mallocgcTiny"}
	v.Show(s)
	for _, said := range p.Names() {
		if !v.matched.Visible() || !strings.Contains(v.matched.Text, said) || strings.Contains(v.notes.Text, said) {
			t.Errorf("%q stands in %q, warnings are %q", said, v.matched.Text, v.notes.Text)
		}
	}
	if v.matched.Importance != widget.LowImportance || v.notes.Importance != widget.WarningImportance || !strings.Contains(v.notes.Text, "may mislead") {
		t.Errorf("%v and %v: %q", v.matched.Importance, v.notes.Importance, v.notes.Text)
	}
}

// However much a comparison has to say, it leaves the window room for the picture.
func TestCompareBarStaysLow(t *testing.T) {
	test.NewTempApp(t)
	s := viewtest.Compared(t, false)
	v := NewCompareBar((&viewtest.Sent{}).Send, func(func()) {})
	w := viewtest.Window(t, v.Object, 700, 300)
	v.Show(s)
	test.Tap(v.how)
	w.Resize(fyne.NewSize(700, 299))
	before := w.Content().MinSize().Height
	long := viewtest.Again(s)
	comparing := *s.Comparing
	comparing.Base.Notes = slices.Repeat([]string{"something that is worth a line of its own"}, 40)
	long.Comparing = &comparing
	v.Show(long)
	v.method.SetText(strings.Repeat("A sentence of the method. ", 400))
	w.Resize(fyne.NewSize(701, 300))
	if v.method.MinSize().Height < 5*maxCompared || v.notes.MinSize().Height < 5*maxCompared {
		t.Fatalf("the texts are short: %v and %v", v.method.MinSize(), v.notes.MinSize())
	}
	if most := before + maxExplained; w.Content().MinSize().Height > most {
		t.Errorf("it is %v high, not %v", w.Content().MinSize().Height, most)
	}
}

// Choices tell what they mean on the tab that is shown.
func TestCompareBarSays(t *testing.T) {
	test.NewTempApp(t)
	s := viewtest.Compared(t, false)
	v := NewCompareBar((&viewtest.Sent{}).Send, func(func()) {})
	viewtest.Window(t, v.Object, 900, 200)
	for tab, want := range map[ask.Tab]string{ask.FlameTab: "Colour by package", ask.GraphTab: "Colour by share"} {
		n := viewtest.Again(s)
		n.Tab = tab
		v.Show(n)
		if got, _ := v.Text(v.plain); !strings.HasPrefix(got, want) {
			t.Errorf("%v: %q", tab, got)
		}
	}
}

// Of the ways to show a comparison, the one in force is lit; a tab that has one way only offers none.
func TestCompareBarLightsTheWay(t *testing.T) {
	test.NewTempApp(t)
	s := viewtest.Compared(t, false)
	v := NewCompareBar((&viewtest.Sent{}).Send, func(func()) {})
	viewtest.Window(t, v.Object, 900, 200)
	for tab, want := range map[ask.Tab]int{ask.FlameTab: 1, ask.GraphTab: 1, ask.TopTab: 1, ask.SummaryTab: 0, ask.LabelsTab: 0} {
		n := viewtest.Again(s)
		n.Tab = tab
		v.Show(n)
		lit, offered := 0, 0
		for _, b := range v.ways {
			if b.Importance == widget.HighImportance {
				lit++
			}
			if b.Visible() {
				offered++
			}
		}
		if lit != want || offered != want*len(v.ways) {
			t.Errorf("%v: %d are lit of %d", tab, lit, offered)
		}
	}
}

// The line above two timelines, which may be cut, is whole in its tip.
func TestBriefHeadingIsWholeInItsTip(t *testing.T) {
	test.NewTempApp(t)
	s := viewtest.Again(viewtest.Compared(t, false))
	s.Tab = ask.TimelineTab
	v := NewCompareBar((&viewtest.Sent{}).Send, func(func()) {})
	viewtest.Window(t, v.Object, 200, 100)
	v.Show(s)
	if text, _ := v.Text(v.brief); text != v.heading.Text || text == "" {
		t.Errorf("the tip is %q, the heading %q", text, v.heading.Text)
	}
}

// A click with Ctrl marks a document, a plain one shows it.
func TestMarkInSidebar(t *testing.T) {
	out := viewtest.App(t)
	test.NewTempApp(t)
	s := viewtest.Compared(t, false)
	r := newSideRow(out.Send)
	r.show(sideLine{document: &screen.Document{ID: 7, Name: "a", Path: "/a"}, fits: true, pinned: true}, s.Display.Theme)
	viewtest.Window(t, r, 200, 40)
	keys := fyne.KeyModifier(0)
	r.mods = func() fyne.KeyModifier { return keys }
	r.Tapped(&fyne.PointEvent{Position: fyne.NewPos(20, 10)})
	out.Want(t, screen.Activate{Document: 7})
	keys = fyne.KeyModifierControl
	r.Tapped(&fyne.PointEvent{Position: fyne.NewPos(20, 10)})
	out.Want(t, screen.MarkDocument{Document: 7})
	f := newSideRow(out.Send)
	file := &screen.File{Path: "/run/cpu.pprof", Name: "cpu.pprof"}
	f.show(sideLine{folder: &screen.Folder{Document: 9}, file: file, marks: 2, fits: true, pinned: true}, s.Display.Theme)
	viewtest.Window(t, f, 200, 40)
	f.mods = r.mods
	f.Tapped(&fyne.PointEvent{Position: fyne.NewPos(195, 10)})
	out.Want(t, screen.MarkDocument{Document: 9, File: file.Path})
	keys = fyne.KeyModifierShift
	f.Tapped(&fyne.PointEvent{Position: fyne.NewPos(20, 10)})
	out.Want(t, screen.MarkRange{Document: 9, File: file.Path})
	labels := func(r *sideRow) (all []string) {
		for _, i := range r.menu().Items {
			all = append(all, i.Label)
		}
		return all
	}
	for _, i := range f.menu().Items[:4] {
		i.Action()
	}
	one := screen.Mark{Document: 9, File: file.Path}
	out.Want(t, screen.CompareMarked{}, screen.CompareBaseline(one), screen.PinBaseline(one), screen.AddUpMarked{})
	f.marks = 3
	f.menu().Items[0].Action()
	out.Want(t, screen.CompareShown{})
	if slices.Contains(labels(f), "Compare current profile with this") {
		t.Errorf("for one of several there is %q", labels(f))
	}
	f.marks, f.base, f.active = 0, true, true
	if got := labels(f); slices.Contains(got, "Compare current profile with this") || !slices.Contains(got, "Unpin the baseline") {
		t.Errorf("for the baseline, which is shown, there is %q", got)
	}
	r.active = true
	if got := labels(r); slices.Contains(got, "Compare with current profile") {
		t.Errorf("for the one shown there is %q", got)
	}
	r.active = false
	for _, i := range r.menu().Items {
		if i.Action != nil {
			i.Action()
		}
	}
	out.Want(t, screen.Compare{Base: screen.Picks{Documents: []int{0}}, New: screen.Picks{Documents: []int{7}}}, screen.CompareBaseline{Document: 7}, screen.PinBaseline{Document: 7},
		screen.Reload{Document: 7}, screen.Copy{Text: "/a"}, screen.Close{Document: 7}, screen.CloseAll{But: 7})
}
