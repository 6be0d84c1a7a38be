package trace

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"profstation/internal/must"
	"profstation/model/mapped"
	"profstation/model/trace"
)

// TestSpanRows holds that rows are what was added, whether their numbers fit in the narrow ones, and
// whether they lie in a file.
func TestSpanRows(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for _, bits := range []int{0, 7, 9, 15, 17, 31} {
		rng := rand.New(rand.NewPCG(uint64(bits), 1))
		most := int64(1) << bits
		small := int(min(most, 1<<16-1))
		var free scratch
		for range 2 { // with memory that was used before
			var want []timedRow
			var r spanRows
			at := int64(0)
			for range 3 * blockRows {
				if at += rng.Int64N(1000); rng.IntN(5000) == 0 {
					at += math.MaxUint32
				}
				row := timedRow{at, spanRow{
					int32(rng.Int64N(most)), trace.StackIndex(rng.Int64N(most)),
					uint16(rng.IntN(small)), uint16(rng.IntN(small)), uint16(rng.IntN(small)),
				}}
				if rng.IntN(3) == 0 {
					row.p, row.m = noLane, noLane
				}
				if len(want) > blockRows && len(want) < 2*blockRows { // a block that is not wide between two
					row.spanRow = spanRow{1, 2, 3, 4, noLane}
				}
				want = append(want, row)
				r.add(row.at, row.spanRow, true, &free)
			}
			if got := spansOf(&decoded{spans: r}); !slices.Equal(got, want) {
				t.Fatalf("%d bits: other rows than were added", bits)
			}
			on := int32(0)
			for _, n := range r.onProc {
				on += n
			}
			if wide := r.blocks[0].wide != nil; wide != (bits > 8) {
				t.Errorf("%d bits: wide %v", bits, wide)
			}
			file := must.Have(mapped.Scratch())
			s := spill{file: file}
			must.Do(s.take(&r, &free))
			var kept fetched
			var got []timedRow
			for b := range r.blocks {
				if !r.blocks[b].spilled() {
					t.Fatal("a block was not spilled")
				}
				must.Do(kept.fetch(r.blocks[b], file))
				for i := range kept.n {
					got = append(got, timedRow{kept.at(i), kept.row(i)})
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%d bits: other rows in the file", bits)
			}
			file.Close()
		}
	}
}
