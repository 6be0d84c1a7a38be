package table_test

import (
	"strings"
	"testing"

	"profstation/model/memory"
	"profstation/scene"
	"profstation/table"
)

// Each bar begins where the one above ends, also behind one that takes away, and the last is the sum.
func TestAccount(t *testing.T) {
	const mb = 1 << 20
	a := &memory.Account{Total: 90 * mb, Resident: true, Source: "smaps", Parts: []memory.Part{
		{Kind: memory.Live, Bytes: 70 * mb, Error: mb, AtMost: true, Source: "inuse_space"}, {Kind: memory.Binary, Bytes: 40 * mb, Source: "smaps"},
		{Kind: memory.Untouched, Bytes: -20 * mb, Source: "HeapSys\x1b"},
	}, Beside: []memory.Part{{Kind: memory.NextGoal, Bytes: 200 * mb, Source: "NextGC"}}}
	rows, at := table.AccountRows(a), int64(0)
	for _, r := range rows[:3] {
		if r.From != at {
			t.Errorf("%s begins at %d, and the one above ends at %d", r.Part, r.From, at)
		}
		at = r.To
	}
	if total := rows[3]; !total.Total || total.From != 0 || total.To != at || at != a.Total || !rows[4].Beside {
		t.Errorf("%+v", rows)
	}
	tab := table.Account(a)
	var texts []string
	for row := range tab.Rows {
		for col := range tab.Columns {
			texts = append(texts, tab.Cell(row, col))
		}
	}
	all := strings.Join(texts, "|")
	for _, want := range []string{"70MB|≤ 77.78%||Live objects on the heap ± 1MB|inuse_space", "-20MB|-22.22%||In Go's count, but not resident: to be taken off the parts with ≤|HeapSys\\x1b", "90MB|100%||Resident size, the sum|smaps", "200MB|||Size of the heap"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is missing of %q", want, all)
		}
	}
	cell := scene.Rect{X0: 100, X1: 222, Y1: 20} // 110 MB are about 110 pixels
	for row, want := range []string{"fill", "fill", "outline", "fill", ""} {
		r := &scene.Recorder{Width: 300, Height: 20}
		if !tab.Draw(r, &scene.Light, row, 2, cell) || tab.Draw(r, &scene.Light, row, 3, cell) {
			t.Errorf("row %d is not drawn in its column alone", row)
		}
		if got := r.String(); want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("row %d: %q, want %q", row, got, want)
		}
	}
}
