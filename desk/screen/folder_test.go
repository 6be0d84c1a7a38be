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
