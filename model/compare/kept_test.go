package compare

import "testing"

// A normalisation comes back as it was kept; what makes no sense is the usual one.
func TestKept(t *testing.T) {
	usual := PerRecording(4, 5)
	for _, n := range []Normalisation{
		{By: AsRecorded}, {By: PerSecond}, {By: PerTotal}, {By: PerUnit, Base: 1000, New: 0.5, Unit: "request"},
	} {
		options := map[string]string{}
		n.Keep(options)
		if got := Kept(options, usual); got != n {
			t.Errorf("kept %+v, got %+v", n, got)
		}
	}
	for _, options := range []map[string]string{
		nil, {optionBy: "per moon"}, {optionBy: string(PerUnit)}, {optionBy: string(PerUnit), optionOfBase: "1", optionOfNew: "-1"},
	} {
		if got := Kept(options, usual); got != usual {
			t.Errorf("of %v: %+v", options, got)
		}
	}
}
