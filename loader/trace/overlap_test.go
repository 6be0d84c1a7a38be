package trace

import (
	"bytes"
	"encoding/binary"
	"os"
	"testing"

	"profstation/internal/must"
	"profstation/internal/thorough"
)

// TestTraceOverlap holds that a generation which begins before the last event of the one before,
// because a thread was held up, goes on as in a single reader, however long that was.
func TestTraceOverlap(t *testing.T) {
	data := must.Have(os.ReadFile("../../testdata/trace.trace"))
	version, all := batchesOf(t, data)
	m := must.Have(decodeBytes(t, data))
	last, begin := -1, map[uint64]uint64{}
	for i, b := range all {
		if b.end {
			continue
		}
		if _, ok := begin[b.generation]; !ok {
			begin[b.generation] = b.time
		}
		begin[b.generation] = min(begin[b.generation], b.time)
		if b.generation == 1 && b.thread >= 0 && !b.table() {
			last = i
		}
	}
	if len(begin) < 3 || version < firstOfGenerations {
		t.Fatalf("%d generations", len(begin))
	}
	perUnit := float64(m.Generations[1].Start) / float64(begin[2]-begin[1])
	for i, seconds := range []float64{0.1, 2, 4, 5, 60} {
		if !thorough.One(i, 2) {
			continue
		}
		late := bytes.Clone(data[:HeaderSize])
		for i, b := range all {
			if i != last {
				late = append(late, data[b.from:b.to]...)
				continue
			}
			late = append(late, data[b.from])
			for _, v := range []uint64{b.generation, uint64(b.thread), b.time + uint64(seconds*1e9/perUnit), uint64(b.to - b.content)} {
				late = binary.AppendUvarint(late, v)
			}
			late = append(late, data[b.content:b.to]...)
		}
		got := must.Have(decodeBytes(t, late))
		if got.Lost().Generations > 0 || float64(got.End) < seconds*1e9 {
			t.Errorf("%v s later: %v, ends at %d", seconds, got.Warnings, got.End)
		}
		ref := newRef()
		must.Do(ref.read(bytes.NewReader(late)))
		compareTrace(t, got, ref)
	}
}
