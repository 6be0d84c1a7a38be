package scene

import (
	"strings"
	"testing"

	"profstation/internal/golden"
)

func TestRecorder(t *testing.T) {
	for _, th := range []*Theme{&Light, &Dark} {
		r := &Recorder{Width: 200, Height: 100}
		sample(r, th)
		golden.Check(t, "sample_"+th.Name+".txt", r.String())
		if got := strings.Join(r.Lines(), "\n") + "\n"; got != r.String() {
			t.Error("Lines and String differ")
		}
	}
}

// Surplus ends are noted and do no harm.
func TestRecorderSurplus(t *testing.T) {
	var r Recorder
	if r.String() != "" {
		t.Errorf("an empty recording is %q", r.String())
	}
	r.End()
	r.PopClip()
	r.Begin(nil)
	r.Path(new(Path), Color{}, Stroke{})
	if got, want := r.String(), "end\nunclip\nbegin\n  path\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
