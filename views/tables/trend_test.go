package tables

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/must"
	"profstation/internal/viewtest"
	"profstation/model/query"
	"profstation/model/series"
	"profstation/scene"
	"profstation/table"
	"profstation/views/surface"
)

// trendShot is a snapshot of a trend of two functions over six profiles.
func trendShot(t *testing.T) *screen.Snapshot {
	t.Helper()
	all := series.New(query.Query{})
	for i := range 6 {
		p := viewtest.Profile(fmt.Sprintf("main.main,a.leak %d", 100+50*i), "main.main,b.serve 300")
		if err := all.Add(context.Background(), fmt.Sprint("p", i), p, time.Unix(int64(1e9+60*i), 0)); err != nil {
			t.Fatal(err)
		}
	}
	lines := must.Have(all.Stack(series.Question{By: series.Functions, Type: "cpu"}, 8))
	grown := must.Have(all.Growth(context.Background(), series.Question{By: series.Functions, Type: "cpu"}))
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	s.Display.Trend.By = series.Functions
	s.Answer.Trend = &ask.TrendAnswer{
		Trend: &table.Trend{Lines: lines, Stacked: true}, At: 2, By: series.Functions, Ways: []series.By{series.Packages, series.Functions}, Keys: []string{"tenant"},
		Growth: table.Growth(series.Functions, "nanoseconds", grown), Names: []string{grown.Rows[0].Name, grown.Rows[1].Name}, AsOf: "6 profiles",
	}
	return s
}

func TestTrendView(t *testing.T) {
	s := viewtest.App(t)
	v := NewTrend(s.Send)
	viewtest.Window(t, v.Object, 900, 700)
	shot := trendShot(t)
	v.Show(shot)
	if !slices.Equal(v.by.Options, []string{"total", "by packages", "by functions", "by label tenant"}) || v.by.SelectedIndex() != 2 {
		t.Errorf("choices %q, %d", v.by.Options, v.by.SelectedIndex())
	}
	s.Want(t)
	// A click on a time shows its profile, one on a name in the key its line.
	p := v.picture
	size := p.Size()
	p.Click(surface.Pointer{At: scene.Point{X: float64(size.Width) - 14, Y: 40}, Count: 1, Button: 1})
	s.Want(t, screen.ShowFile{Document: 1, Path: "p5"})
	found := false
	for y := float64(size.Height) - 60; y < float64(size.Height) && !found; y += 3 {
		p.Click(surface.Pointer{At: scene.Point{X: 90, Y: y}, Count: 1, Button: 1})
		for _, i := range s.Take() {
			_, found = i.(screen.Show)
		}
	}
	if !found {
		t.Error("the key cannot be clicked")
	}
	p.Hover(scene.Point{X: 300, Y: float64(size.Height) / 2})
	if p.TipText() == "" || p.point < 0 {
		t.Error("pointing tells nothing")
	}
	p.Leave()
	for _, k := range []fyne.KeyName{fyne.KeyLeft, fyne.KeyRight, fyne.KeyHome, fyne.KeyEnd} {
		p.Key(k, 0)
	}
	s.Want(t, screen.Step{By: -1}, screen.Step{By: 1}, screen.StepTo{At: 0}, screen.StepTo{At: 5})
	v.by.SetSelectedIndex(3)
	got := s.Take()
	d := ask.Display{}
	got[0].(screen.Show).Change(&d)
	if len(got) != 1 || d.Trend.By != series.Labels || d.Trend.Key != "tenant" {
		t.Errorf("a choice gives %+v", d.Trend)
	}
	// A row of what grows is its line, and is found in the flame graph.
	v.Show(shot)
	v.growth.Pick(0)
	got = s.Take()
	d = ask.Display{}
	got[0].(screen.Show).Change(&d)
	if d.Trend.Name != "a.leak" || d.Trend.By != series.Functions {
		t.Errorf("a row gives %+v", d.Trend)
	}
	v.growth.Open(0)
	s.Want(t, screen.Select{Selection: ask.Selection{Node: "a.leak"}}, screen.Jump{Tab: ask.FlameTab})
	shot.Display.Trend.Name = "a.leak"
	v.Show(shot)
	if !v.back.Visible() || v.growth.State.Selected != 0 {
		t.Error("there is no way back to all")
	}
	v.escape()
	got = s.Take()
	got[0].(screen.Show).Change(&shot.Display)
	if shot.Display.Trend.Name != "" {
		t.Error("Escape does not lead back to all")
	}
	empty := viewtest.Again(shot)
	empty.Answer.Trend = nil
	v.Show(empty)
	if v.picture.trend != nil || v.picture.empty == "" {
		t.Error("without a trend nothing is said")
	}
	for _, i := range p.menu(-1, "").Items {
		i.Action()
	}
}

// Where lives are known, the table may be limited to what lives long, and the choice stays with another way to divide.
func TestTrendLimitedByLife(t *testing.T) {
	s := viewtest.App(t)
	v := NewTrend(s.Send)
	viewtest.Window(t, v.Object, 900, 700)
	shot := trendShot(t)
	v.Show(shot)
	if v.lasting.Visible() {
		t.Error("nothing is known of lives, and there is a choice")
	}
	shot = viewtest.Again(shot)
	shot.Answer.Trend.Lives = true
	v.Show(shot)
	if !v.lasting.Visible() || v.lasting.SelectedIndex() != 0 {
		t.Errorf("the choice is %q", v.lasting.Selected)
	}
	s.Want(t)
	d := shot.Display
	v.lasting.SetSelectedIndex(2)
	v.by.SetSelectedIndex(1)
	for _, i := range s.Take() {
		i.(screen.Show).Change(&d)
	}
	if d.Trend.Lasting != series.Churn || d.Trend.By != series.Packages {
		t.Errorf("%+v", d.Trend)
	}
}
