package ask

import (
	"slices"
	"testing"

	"profstation/ask/finding"
)

// What stands out in one of two traces alone is counted in the heading above their durations, and listed in its tip.
func TestDurationsStandOut(t *testing.T) {
	d := Durations{Heading: "traces", Explain: []string{"how"}}
	d.standOut(nil)
	if d.Heading != "traces" || len(d.Explain) != 1 {
		t.Errorf("nothing stands out: %+v", d)
	}
	many := d
	many.standOut(make([]Shifted, 3))
	if many.Heading != "3 things stand out on one side · traces" {
		t.Error(many.Heading)
	}
	d.standOut([]Shifted{{Finding: Finding{Text: "a pause"}, Shift: finding.Gone}, {Finding: Finding{Text: "long waits"}}})
	if d.Heading != "gone: a pause · new: long waits · traces" || !slices.Equal(d.Explain, []string{"gone: a pause", "new: long waits", "", "how"}) {
		t.Errorf("%+v", d)
	}
	if by := (RowsKey{Column: 2}); d.Answers(d.By, nil) || !(&Durations{By: by, found: "map[]"}).Answers(by, nil) || (&Durations{By: by, found: "map[]"}).Answers(by, Limits{"gc": 1}) {
		t.Error("the table answers other thresholds, or not its own")
	}
}
