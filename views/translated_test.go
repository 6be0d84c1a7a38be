package views

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/internal/viewtest"
)

// What stands in tables until it is shown is translated then.
func TestTranslated(t *testing.T) {
	test.NewTempApp(t)
	viewtest.Abroad(t)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	s.Place.Query.RelativePercentages = true
	chips := NewChips((&viewtest.Sent{}).Send)
	viewtest.Window(t, chips.Object, 600, 60)
	chips.Show(s)
	if got, want := chipTexts(chips), []string{"[percentages of filtered total]  ×"}; !slices.Equal(got, want) {
		t.Errorf("chips %q, want %q", got, want)
	}
	for _, c := range chips.all {
		if !strings.Contains(c.Hint, "[Percentages are of") {
			t.Errorf("the hint is %q", c.Hint)
		}
	}
	form := NewRecordForm((&viewtest.Sent{}).Send, nil)
	viewtest.Window(t, form.Object, 700, 500)
	form.Show(&screen.Record{Offers: []screen.RecordOffer{{Kind: "cpu", Count: -1, Length: true}}})
	for _, l := range viewtest.Find[*widget.Label](form.offers) {
		if l.Text == "seconds" {
			t.Error("the unit of a length is not translated")
		}
	}
}
