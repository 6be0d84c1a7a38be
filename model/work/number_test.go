package work_test

import (
	"testing"

	"profstation/internal/must"
	"profstation/model/work"
)

// A table of pairs with memory for all never becomes larger, one without looks at its steps while it
// does, and once they are over it is not made again pair by pair.
func TestPairsGrow(t *testing.T) {
	const n = 200_000
	looks := func(room bool, ctx *must.Asking) int {
		p := work.Pairs{Until: work.StepsUntil(ctx)}
		if room {
			p.Room(n)
		}
		for i := range int32(n) {
			if k := p.Number(i%1000, i); k != i {
				t.Fatalf("pair %d has number %d", i, k)
			}
		}
		return ctx.Asked()
	}
	if with, without := looks(true, must.Count()), looks(false, must.Count()); with != 0 || without < 20 || without > 2*n/4096+20 {
		t.Errorf("%d looks with memory, %d without", with, without)
	}
	if late := looks(false, must.Ask(5)); late != 6 {
		t.Errorf("%d looks, where 5 were enough", late)
	}
}
