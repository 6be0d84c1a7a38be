package screen

import (
	"slices"
	"testing"
	"time"
)

// The newest file comes first; of one time, the one with the largest number in its name.
func TestNewest(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	files := []*File{{Path: "/run/cpu-9", Time: at}, {Path: "/run/cpu-10", Time: at}, {Path: "/run/a", Time: at.Add(time.Second)}, {Path: "/run/cpu-010", Time: at}}
	slices.SortFunc(files, Newest)
	var got []string
	for _, f := range files {
		got = append(got, f.Path)
	}
	if want := []string{"/run/a", "/run/cpu-10", "/run/cpu-010", "/run/cpu-9"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for _, pair := range [][2]string{{"", "a"}, {"a1", "a2"}, {"a2b", "a10"}, {"a", "a0"}, {"a99999999999999999999", "a100000000000000000000"}} {
		if CompareNames(pair[0], pair[1]) >= 0 || CompareNames(pair[1], pair[0]) <= 0 {
			t.Errorf("%q does not come before %q", pair[0], pair[1])
		}
	}
}

// What was recorded in one round stands together, though a CPU profile of 30 s is written long after a heap of the
// next round: the stamps in the names say when they were recorded.
func TestRoundsStandTogether(t *testing.T) {
	first, second := time.Date(2026, 1, 2, 3, 4, 0, 0, time.UTC), time.Date(2026, 1, 2, 3, 4, 10, 0, time.UTC)
	files := []*File{
		{Path: "1_cpu", Taken: first, Time: first.Add(30 * time.Second)}, {Path: "1_heap", Taken: first, Time: first},
		{Path: "2_heap", Taken: second, Time: second}, {Path: "2_cpu", Taken: second, Time: second.Add(30 * time.Second)},
	}
	slices.SortFunc(files, Newest)
	var got []string
	for _, f := range files {
		got = append(got, f.Path[:1])
	}
	if !slices.Equal(got, []string{"2", "2", "1", "1"}) {
		t.Errorf("rounds are listed as %q", got)
	}
}
