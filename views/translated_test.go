package views

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model"
)

// abroad is a language in which all texts stand in brackets.
func abroad(t testing.TB) {
	t.Helper()
	before := lang.L
	lang.L = func(in string, _ ...any) string { return "[" + in + "]" }
	t.Cleanup(func() { lang.L = before })
}

// What stands in tables until it is shown is translated then.
func TestTranslated(t *testing.T) {
	test.NewTempApp(t)
	abroad(t)
	s := snapshot(t, small(), everything())
	s.Place.Query.RelativePercentages = true
	chips := NewChips((&sent{}).send)
	inWindow(t, chips.Object, 600, 60)
	chips.Show(s)
	if got, want := chipTexts(chips), []string{"[shares of what is left]  ×"}; !slices.Equal(got, want) {
		t.Errorf("chips %q, want %q", got, want)
	}
	for _, c := range find[*chip](chips.Object) {
		if !strings.HasPrefix(c.hint, "[Shares are of") {
			t.Errorf("the hint is %q", c.hint)
		}
	}
	help := model.CPU.Explain("cpu")
	s.Answer.Overview = &screen.Overview{Types: []screen.TypeTotal{{Name: "cpu", Total: "100 ns", Help: help}}}
	overview := NewOverviewView((&sent{}).send)
	inWindow(t, overview.Object, 600, 300)
	overview.Show(s)
	if got := texts(overview.Object); !slices.ContainsFunc(got, func(s string) bool { return strings.HasSuffix(s, "["+help+"]") }) {
		t.Errorf("the overview says %q", got)
	}
	form := NewRecordForm((&sent{}).send, nil)
	inWindow(t, form.Object, 700, 500)
	form.Show(&screen.Record{Offers: []screen.RecordOffer{{Kind: "cpu", Count: -1, Length: true}}})
	for _, l := range find[*widget.Label](form.offers) {
		if l.Text == "seconds" {
			t.Error("the unit of a length is not translated")
		}
	}
}
