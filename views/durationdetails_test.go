package views

import (
	"math"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/viewtest"
	"profstation/model/compare"
	"profstation/timeline/pair"
	"profstation/views/tables"
)

// The details show the picked row, with figures that the table has no room for. The
// row stays picked when the table is sorted, and Escape ends it.
func TestDurationPicked(t *testing.T) {
	r := viewtest.App(t)
	v, d := tables.NewDiff(ask.DurationsTab, r.Send), NewDetailsView(r.Send)
	viewtest.Window(t, v.Object, 900, 300)
	viewtest.Window(t, d.Object, 260, 600)
	same := []int64{1000, 2000, 3000, 4000, 5000}
	slow := []int64{11_000, 12_000, 13_000, 14_000, 95_000}
	s := viewtest.TwoTraces(
		pair.Row{Kind: pair.Regions, Name: "parse", Distribution: compare.Distributions(same, slow), Q: 0.02},
		pair.Row{Kind: pair.Tasks, Name: "parse", Distribution: compare.Distributions(same, same), Q: 0.9},
		pair.Row{Kind: pair.Goroutines, Name: "main.work", Part: "executing", Distribution: compare.Distributions(same, nil), Q: math.NaN()},
	)
	show := func() string {
		v.Show(s)
		d.Show(s)
		return strings.Join(viewtest.Texts(d.Object), "|")
	}
	act := func() {
		t.Helper()
		got := r.Take()
		if len(got) != 1 {
			t.Fatalf("sent %v", got)
		}
		s = viewtest.Again(s)
		got[0].(screen.Show).Change(&s.Display)
	}
	if got := show(); !strings.HasPrefix(got, "Select a row") {
		t.Errorf("nothing picked, it says %q", got)
	}
	v.Pick(0)
	act()
	got := show()
	for _, want := range []string{"region parse|", "median 3µs » 13µs", "|count|5 » 5|", "|total|15µs » 145µs|", "|Δ|+130µs|", "|p75|4µs » 14µs|", "|max|5µs » 95µs|", "|corrected for all rows|0.02|"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing of %q", want, got)
		}
	}
	rows := slices.Clone(s.Durations.Rows)
	slices.Reverse(rows)
	s.Durations = &ask.Durations{Table: pair.Table(rows), Rows: rows}
	if show(); v.State.Selected != 2 {
		t.Errorf("sorted, row %d is selected", v.State.Selected)
	}
	v.Copied()
	r.Want(t, screen.Copy{Text: "region parse"})
	v.TypedKey(&fyne.KeyEvent{Name: fyne.KeyHome})
	act()
	if got := show(); !strings.Contains(got, "goroutines main.work: executing|") || !strings.Contains(got, "|p50|3µs » –|") || strings.Contains(got, "Significance") {
		t.Errorf("of a row of one side it says %q", got)
	}
	v.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	act()
	if got := show(); v.State.Selected != -1 || !strings.HasPrefix(got, "Select a row") {
		t.Errorf("given up, row %d is selected: %q", v.State.Selected, got)
	}
	v.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	r.Want(t, screen.Escape{})
}
