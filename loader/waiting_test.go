package loader

import (
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/explain"
	"profstation/model/labels"
	"profstation/model/query"
)

// TestWaiting sees that a dump is divided by states first, that minutes of waiting are said as such and go by number,
// and that a dump does not advise to take a dump.
func TestWaiting(t *testing.T) {
	text := ""
	for _, minutes := range []string{"100", "5", "12"} {
		text += "goroutine 1" + minutes + " [chan receive, " + minutes + " minutes] {a: b}:\nmain.f()\n\t/m.go:1 +0x1\n\n"
	}
	p := mustDecode(t, text+"goroutine 2 [select] {a: c}:\nmain.f()\n\t/m.go:1 +0x1\n")
	r := must.Have(query.Evaluate(t.Context(), p, query.Default()))
	keys := must.Have(labels.Of(t.Context(), r))
	if keys[0].Axis != (model.LabelAxis{Key: "state"}) {
		t.Errorf("the first label is %+v", keys[0].Axis)
	}
	var got []string
	for _, k := range keys {
		if k.Axis.Key == "waiting" {
			for _, v := range k.Values {
				got = append(got, p.LabelText(k.Axis, v.Value, "auto"))
			}
			if k.Unit != model.Minutes {
				t.Errorf("unit %q", k.Unit)
			}
			q := query.Default()
			q.TagFocus = labels.SelectRange(p, k.Axis, 10, 100).Text
			if n := must.Have(query.Evaluate(t.Context(), p, q)).Passed(); n != 2 {
				t.Errorf("%d goroutines pass %s, not 2", n, q.TagFocus)
			}
		}
	}
	if !slices.Equal(got, []string{"5min", "12min", "100min"}) {
		t.Errorf("waiting %q", got)
	}
	if limits := strings.Join(explain.About(p).Limits, "\n"); strings.Contains(limits, "debug=2") || !strings.Contains(limits, "waiting") {
		t.Errorf("limits %q", limits)
	}
	other := mustDecode(t, "goroutine profile: total 1\n1 @ 0x11\n# labels: {\"a\":\"b\"}\n#\t0x10\tmain.f+0x1\t/m.go:3\n")
	if limits := strings.Join(explain.About(other).Limits, "\n"); !strings.Contains(limits, "debug=2") {
		t.Errorf("limits %q", limits)
	}
}
