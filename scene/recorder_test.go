package scene

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares with testdata/name.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i, line := range gotLines {
		if i >= len(wantLines) || line != wantLines[i] {
			t.Fatalf("%s, line %d:\ngot  %s\nwant %s\n(go test -update writes it anew)", path, i+1, line, strings.Join(wantLines[min(i, len(wantLines)):min(i+1, len(wantLines))], ""))
		}
	}
	t.Fatalf("%s has %d lines, want %d", path, len(gotLines), len(wantLines))
}

func TestRecorder(t *testing.T) {
	for _, th := range []*Theme{&Light, &Dark} {
		r := &Recorder{Width: 200, Height: 100}
		sample(r, th)
		golden(t, "sample_"+th.Name+".txt", r.String())
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
