package timeline

import (
	"testing"

	"profstation/internal/typed"
)

// A number means that one goroutine, whatever else has it in its name, and it stands for itself.
func TestFilterByNumber(t *testing.T) {
	tl := prepared(t, typed.Trace(t, typed.Numbered))
	for filter, want := range map[string]string{
		"g61":   "Goroutines\ng61 main.work\n",
		" g61 ": "Goroutines\ng61 main.work\n",
		"g6":    "Goroutines\ng6 main.g61\n",
		"g6.":   "Goroutines\ng6 main.g61\nmain.work\n",
		"^g610": "Goroutines\ng610 main.work\n",
		"g611":  "",
	} {
		if got := labels(lanesFor(t, tl, Query{Filter: filter})); got != want {
			t.Errorf("%q:\n%sexpected\n%s", filter, got, want)
		}
	}
}
