package views

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2/widget"

	"profstation/internal/viewtest"
	"profstation/model/query"
	"profstation/views/surface"
)

// Every option of a query can be set in the window, and what changes figures is
// always seen there.
func TestOptionsInWindow(t *testing.T) {
	r := shownPanel(t)
	var inputs []string
	for _, l := range viewtest.Find[*widget.Label](r.Object) {
		inputs = append(inputs, l.Text)
	}
	for _, c := range viewtest.Find[*surface.Check](r.Object) {
		name, _, _ := strings.Cut(c.Text, ":")
		inputs = append(inputs, name)
	}
	for _, o := range query.Options {
		switch {
		case o.IsFilter(): // a row, once it is added
		case o.Name == "sample_index": // it is chosen in the bar
		case o.Name == "divide_by": // of command lines
		case !slices.Contains(inputs, o.Name):
			t.Errorf("%s has no input", o.Name)
		}
		if o.IsFilter() || o.Phrase == "" {
			continue
		}
		s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
		text := "2"
		switch o.Kind {
		case query.SwitchOption:
			text = "true"
		case query.ChoiceOption:
			text = o.Choices[1]
		}
		if err := o.Set(&s.Place.Query, text); err != nil {
			t.Fatal(err)
		}
		chips := NewChips(r.Sent.Send)
		chips.Show(s)
		if texts := chipTexts(chips); len(texts) != 1 || strings.Contains(texts[0], "%") {
			t.Errorf("%s=%s: chips %q", o.Name, text, texts)
		}
		r.Show(s)
		for _, c := range viewtest.Find[*surface.Check](r.Object) {
			if strings.HasPrefix(c.Text, o.Name+":") && !c.Checked {
				t.Errorf("%s is not checked", o.Name)
			}
		}
	}
}
