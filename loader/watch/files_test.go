package watch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"profstation/internal/must"
)

func TestFindsWhatAppears(t *testing.T) {
	r := watchDir(t, t.TempDir(), Options{})
	appear(t, filepath.Join(r.dir, "cpu.pprof"), profileOf(t, "main.work", 7))
	e := r.told(Found, "cpu.pprof")
	if e.File == nil || e.File.Profile.Samples.Values[0][0] != 7 || e.File.Path != e.Path || e.File.ModTime.IsZero() {
		t.Errorf("found %+v", e.File)
	}
	r.never(Writing, Broken, Changed, Removed)
}

// A file written in 50 slow pieces, each tried before the next comes, is told
// when it is whole, and only then.
func TestSlowPieces(t *testing.T) {
	for name, data := range map[string][]byte{
		"packed.pprof": profileOf(t, "main.slow", 1),
		"raw.pprof":    rawOf(t, "main.slow", 1),
	} {
		t.Run(name, func(t *testing.T) {
			r := watchDir(t, t.TempDir(), Options{})
			path := filepath.Join(r.dir, name)
			f := must.Have(os.Create(path))
			defer f.Close()
			const pieces = 50
			for i := range pieces {
				if i == pieces-1 {
					r.never(Found)
				}
				var before int
				r.do(func() { before = r.tries[path] })
				if _, err := f.Write(data[len(data)*i/pieces : len(data)*(i+1)/pieces]); err != nil {
					t.Fatal(err)
				}
				r.wait("a try of piece "+strings.Repeat("i", i), func() bool { return r.tries[path] > before })
			}
			r.told(Found, name)
			r.told(Writing, name)
			r.fence()
			r.never(Changed, Removed)
		})
	}
}
