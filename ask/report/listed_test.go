package report_test

import (
	"testing"

	"profstation/ask/report"
	"profstation/model/labels"
	"profstation/origin"
)

// What a comparison lists needs no section of its own, unless it has notes or each was asked for. A part is not the whole.
func TestListed(t *testing.T) {
	l, notes := report.Listed[string]{}, []origin.Note{{Text: "slow"}}
	l.Add("a", nil)
	l.Add("b", &labels.Part{})
	for _, c := range []struct {
		name  string
		notes []origin.Note
		each  bool
		want  bool
	}{
		{"a", nil, false, true}, {"a", notes, false, false}, {"a", nil, true, false},
		{"b", nil, false, false}, {"c", nil, false, false},
	} {
		if got := l.Needless(c.name, c.notes, c.each); got != c.want {
			t.Errorf("%+v: %t", c, got)
		}
	}
	if l.Add("b", nil); !l.Needless("b", nil, false) {
		t.Error("b is needed where another comparison has it whole")
	}
}
