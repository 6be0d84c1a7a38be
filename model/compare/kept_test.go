package compare

import "testing"

// A normalisation comes back as it was kept; what makes no sense does not.
func TestKept(t *testing.T) {
	for _, n := range []Normalisation{
		{By: AsRecorded}, {By: PerSecond}, {By: PerTotal}, {By: PerUnit, Base: 1000, New: 0.5, Unit: "request"},
		{By: PerSecond, Pairs: true}, {By: PerUnit, Base: 5, New: 5, Unit: "recording", Pairs: true},
	} {
		options := map[string]string{}
		n.Keep(options, false)
		if got, ok := Kept(options); got != n || !ok {
			t.Errorf("kept %+v, got %+v, %v", n, got, ok)
		}
	}
	for _, pairs := range []bool{false, true} {
		options := map[string]string{}
		Normalisation{By: PerTotal, Pairs: pairs}.Keep(options, true)
		if got, ok := Kept(options); got != (Normalisation{Pairs: pairs}) || ok {
			t.Errorf("of the usual one, pairs %t: %+v, %t", pairs, got, ok)
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
