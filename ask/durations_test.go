package ask

import (
	"slices"
	"strings"
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
	d.standOut([]Shifted{{Finding: Finding{Text: "a pause"}, Shift: finding.Gone}, {Finding: Finding{Text: "long waits"}}})
	if !strings.HasSuffix(d.Heading, "2 things stand out on one side") || !slices.Equal(d.Explain, []string{"gone: a pause", "new: long waits", "", "how"}) {
		t.Errorf("%+v", d)
	}
	if by := (RowsKey{Column: 2}); d.Answers(d.By, nil) || !(&Durations{By: by, found: "map[]"}).Answers(by, nil) || (&Durations{By: by, found: "map[]"}).Answers(by, Limits{"gc": 1}) {
		t.Error("the table answers other thresholds, or not its own")
	}
}
