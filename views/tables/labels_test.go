package tables

import (
	"context"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/must"
	"profstation/internal/viewtest"
	"profstation/model"
	"profstation/model/labels"
	"profstation/scene"
	"profstation/table"
	"profstation/views/surface"
)

// valued shows three values of a label.
func valued(t *testing.T) (*Labels, *viewtest.Sent, *ask.LabelsAnswer) {
	r := viewtest.App(t)
	v := NewLabels(r.Send)
	viewtest.Window(t, v.Object, 1000, 300)
	s := viewtest.Snapshot(t, labelled(), viewtest.Everything())
	p := s.Answer.Result.Profile
	keys := must.Have(labels.Of(context.Background(), s.Answer.Result))
	at := slices.IndexFunc(keys, func(k *labels.Totals) bool { return !k.Axis.Numeric })
	l := &ask.LabelsAnswer{Keys: keys, At: at, Values: table.LabelValues(s.Answer.Result, keys[at])}
	for _, x := range keys[at].Values {
		l.Parts = append(l.Parts, labels.PartOf(p, keys[at].Axis, x.Value, false))
	}
	l.Parts = append(l.Parts, labels.PartOf(p, keys[at].Axis, model.LabelValue{}, true))
	if l.Values.Rows != 3 || len(l.Parts) != 3 {
		t.Fatalf("%d values", l.Values.Rows)
	}
	s.Answer.Labels = l
	v.Show(s)
	r.Want(t)
	return v, r, l
}

// at is a click on a value's row.
func at(v *Labels, row int, button desktop.MouseButton, mods fyne.KeyModifier) surface.Pointer {
	y := table.HeaderHeight + (float64(row)+0.5)*table.RowHeight
	return surface.Pointer{At: scene.Point{X: 5, Y: y}, Button: button, Mods: mods, Count: 1}
}

// Two values are selected by Ctrl+click, and compared in the order in which they were selected; a third takes the place
// of the second.
func TestCompareTwoValues(t *testing.T) {
	v, r, l := valued(t)
	click := func(row int, mods fyne.KeyModifier) { v.values.Click(at(v, row, desktop.MouseButtonPrimary, mods)) }
	for _, c := range []struct {
		row  int
		mods fyne.KeyModifier
		want []int
	}{
		{1, 0, []int{1}},
		{0, fyne.KeyModifierShortcutDefault, []int{1, 0}},
		{2, fyne.KeyModifierShortcutDefault, []int{1, 2}},
		{2, fyne.KeyModifierShortcutDefault, []int{1}},
		{0, fyne.KeyModifierShortcutDefault, []int{1, 0}},
		{1, fyne.KeyModifierShortcutDefault, []int{0}},
		{2, fyne.KeyModifierShortcutDefault, []int{0, 2}},
	} {
		click(c.row, c.mods)
		var parts []labels.Part
		for _, row := range c.want {
			parts = append(parts, l.Parts[row])
		}
		r.Want(t, screen.MarkValues{In: l, Parts: parts})
		if also := v.values.State.Also; len(c.want) > 1 && !slices.Equal(also, c.want) || len(c.want) == 1 && len(also) > 0 {
			t.Errorf("row %d: %v are marked, want %v", c.row, also, c.want)
		}
	}
	if m := v.menu(2); m.Items[2].Label != "Compare "+l.Parts[0].String()+" » "+l.Parts[2].String() {
		t.Errorf("the menu of two has %q", m.Items[2].Label)
	}
	v.menu(2).Items[2].Action()
	r.Want(t, screen.CompareValues([]labels.Part{l.Parts[0], l.Parts[2]}))
	click(1, 0)
	r.Want(t, screen.MarkValues{In: l, Parts: l.Parts[1:2]})
	if m := v.menu(1); m.Items[2].Label != "Compare the rest with this" {
		t.Errorf("the menu of one has %q", m.Items[2].Label)
	}
	v.menu(1).Items[2].Action()
	r.Want(t, screen.CompareValues(l.Parts[1:2]))
}

// By keys, the space bar keeps a value while the arrows go on to a second one.
func TestHoldValue(t *testing.T) {
	v, r, l := valued(t)
	press := func(key fyne.KeyName, want ...labels.Part) {
		t.Helper()
		v.values.Surface.TypedKey(&fyne.KeyEvent{Name: key})
		r.Want(t, screen.MarkValues{In: l, Parts: want})
	}
	press(fyne.KeyDown, l.Parts[0])
	press(fyne.KeySpace, l.Parts[0])
	press(fyne.KeyDown, l.Parts[0], l.Parts[1])
	press(fyne.KeyDown, l.Parts[0], l.Parts[2])
	press(fyne.KeySpace, l.Parts[2])
	press(fyne.KeyUp, l.Parts[1])
}
