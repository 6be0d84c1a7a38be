package model

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestLabelSets compares the table with a map.
func TestLabelSets(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	sets, known := newLabelSets(), map[string]LabelSetID{"[]": 0}
	for range 20_000 {
		var set []Label
		for range r.IntN(4) {
			l := Label{Key: StringID(r.IntN(300)), Str: StringID(r.IntN(3))}
			if r.IntN(2) == 0 {
				l = Label{Key: l.Key, IsNum: true, Num: r.Int64N(5) - 2, Unit: l.Str}
			}
			set = append(set, l)
		}
		id := sets.id(set, set, 0)
		want, ok := known[fmt.Sprint(set)]
		if !ok {
			want = LabelSetID(len(known))
			known[fmt.Sprint(set)] = want
		}
		if id != want || fmt.Sprint(sets.Set(id)) != fmt.Sprint(set) {
			t.Fatalf("%v is %d with %v, not %d", set, id, sets.Set(id), want)
		}
	}
	if len(known) != sets.Len() || len(known) < 5_000 {
		t.Errorf("%d sets, %d in the table", len(known), sets.Len())
	}
}
