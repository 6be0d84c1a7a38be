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

// What was recorded beside a heap profile is read with it, and is no file of the folder's list.
func TestFindsWhatIsBeside(t *testing.T) {
	r := watchDir(t, t.TempDir(), Options{})
	write(t, filepath.Join(r.dir, "1_heap.status"), []byte("Name:\tshop\nPid:\t7\nVmRSS:\t1900 kB\n"))
	write(t, filepath.Join(r.dir, "1_heap.pb.gz"), must.Have(os.ReadFile("../../testdata/heap.pprof")))
	if p := r.told(Found, "1_heap.pb.gz").File.Profile; p.Memory == nil || len(p.Memory.Resident) != 1 {
		t.Errorf("beside the profile is %+v", p.Memory)
	}
	if n := r.seen(Found, "") + r.seen(Broken, ""); n != 1 {
		t.Errorf("%d files were found", n)
	}
}
