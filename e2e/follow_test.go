//go:build window

package e2e

import (
	"os"
	"path/filepath"
	"testing"
)

// TestFollowedFolder: each profile that comes into the folder is shown, and the
// older ones can be shown again.
func TestFollowedFolder(t *testing.T) {
	dir := t.TempDir()
	put := func(from, to string) {
		t.Helper()
		data, err := os.ReadFile(filepath.Join("../testdata", from))
		if err != nil {
			t.Fatal(err)
		}
		temporary := filepath.Join(dir, "."+to)
		if err := os.WriteFile(temporary, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(temporary, filepath.Join(dir, to)); err != nil {
			t.Fatal(err)
		}
	}
	w := start(t, dir).fit()
	w.WaitTitle("^" + filepath.Base(dir) + " – ")
	put("cpu.pprof", "run-1.pprof")
	w.WaitTitle("^run-1.pprof – ")
	put("heap.pprof", "memory.pprof") // of another kind: it is listed only
	put("cpu-slow.pprof", "run-2.pprof")
	w.WaitTitle("^run-2.pprof – ")
	w.Key("alt+Prior")
	w.WaitTitle("^run-1.pprof – ")
	w.Key("alt+Next")
	w.WaitTitle("^run-2.pprof – ")
	before := w.WaitStable()
	w.Key("7") // Trend
	w.WaitRedrawn(before)
	w.Click(320, 300) // its left end
	w.WaitTitle("^run-1.pprof – ")
}
