package series_test

import (
	"fmt"
	"testing"
	"time"

	"profstation/internal/must"
	account "profstation/model/memory"
	"profstation/model/query"
	"profstation/model/series"
)

// A series knows where the memory was of each process of which more is known, since the program was last started.
func TestSeriesOfMemory(t *testing.T) {
	s := series.New(query.Query{})
	add := func(i, allocated int, resident int64) {
		p := heapOf([2]int64{int64(allocated) * 8000, 8000}, [2]int64{8000, 80})
		if resident > 0 {
			p.Memory = &account.Sources{Resident: []account.Resident{{Source: account.Source{Form: account.Status, File: "status"}, Bytes: resident,
				Areas: []account.Figure{{Kind: account.Undivided, Bytes: resident, How: "VmRSS"}}}}}
		}
		must.Do(s.Add(t.Context(), fmt.Sprint(i), p, time.Unix(int64(1000+60*i), 0)))
	}
	totals := func() (all []int64) {
		for _, a := range s.Memory() {
			if a.Sum() != a.Total {
				t.Errorf("the parts of %d add up to %d", a.Total, a.Sum())
			}
			all = append(all, a.Total)
		}
		return all
	}
	add(0, 100, 900<<20)
	add(1, 200, 0)
	add(3, 400, 700<<20)
	add(2, 300, 800<<20) // it came late
	if got := fmt.Sprint(totals()); got != fmt.Sprint([]int64{900 << 20, 800 << 20, 700 << 20}) {
		t.Errorf("the totals are %s", got)
	}
	add(4, 1, 10<<20)
	add(5, 2, 20<<20)
	if got := fmt.Sprint(totals()); got != fmt.Sprint([]int64{10 << 20, 20 << 20}) {
		t.Errorf("since the start the totals are %s", got)
	}
}
