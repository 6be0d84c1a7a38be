package compare

import "testing"

// A normalisation comes back as it was kept; what makes no sense does not.
func TestKept(t *testing.T) {
	for _, n := range []Normalisation{
		{By: AsRecorded}, {By: PerSecond}, {By: PerTotal}, {By: PerUnit, Base: 1000, New: 0.5, Unit: "request"},
	} {
		options := map[string]string{}
		n.Keep(options)
		if got, ok := Kept(options); got != n || !ok {
			t.Errorf("kept %+v, got %+v, %v", n, got, ok)
		}
	}
	for _, options := range []map[string]string{
		nil, {optionBy: "per moon"}, {optionBy: string(PerUnit)}, {optionBy: string(PerUnit), optionOfBase: "1", optionOfNew: "-1"},
	} {
		if got, ok := Kept(options); got != (Normalisation{}) || ok {
			t.Errorf("of %v: %+v, %v", options, got, ok)
		}
	}
}
