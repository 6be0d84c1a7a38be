package surface

import (
	"testing"

	"fyne.io/fyne/v2/test"
)

// Snapshots that are older than what is being typed do not touch it; what changes elsewhere is shown.
func TestInputAndOlderSnapshots(t *testing.T) {
	test.NewTempApp(t)
	var applied []string
	i := NewControls(nil, func(f func()) {}).Input("", "", IsRegexp, func(text string) { applied = append(applied, text) })
	typed := func(text string) {
		test.Type(i.Field, text)
		i.Apply()
	}
	want := func(text string) {
		t.Helper()
		if i.Text != text {
			t.Errorf("the field says %q, want %q", i.Text, text)
		}
	}
	typed("wor")
	i.Set("") // of the answer before
	want("wor")
	typed("ker")
	want("worker")
	i.Set("")
	i.Set("wor") // the answer to the first
	want("worker")
	test.Type(i.Field, "s") // is being typed
	i.Set("worker")
	want("workers")
	i.Apply()
	i.Set("workers")
	i.Set("wor") // one step back
	want("wor")
	i.Set("")
	want("")
	typed("x")
	i.Set("x")
	typed("y")
	i.Set("x")
	i.Set("xy")
	want("xy")
	if len(applied) != 5 {
		t.Errorf("applied were %q", applied)
	}
}
