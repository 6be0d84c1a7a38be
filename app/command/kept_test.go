package command

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"profstation/disk"
	"profstation/internal/must"
)

// The oldest files go, and what is not whole leaves nothing.
func TestKept(t *testing.T) {
	k := kept{filepath.Join(t.TempDir(), "a[b]*")}
	add := func(name, text string) string {
		return must.Have(k.add(t.Context(), func(d *disk.Draft) (string, error) {
			_, err := fmt.Fprint(d, text)
			return name, err
		}))
	}
	for n := range maxKept + 5 {
		path := add("x", strconv.Itoa(n))
		at := time.Now().Add(time.Duration(n-100) * time.Hour)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	if all := k.all(); len(all) != maxKept || len(must.Names(k.dir)) != maxKept || string(must.Have(os.ReadFile(all[0].path))) != "5" {
		t.Errorf("%d files in %d folders are kept, the oldest is %v", len(all), len(must.Names(k.dir)), all[0])
	}
	last := k.all()[maxKept-1].path
	if again := add("x", strconv.Itoa(maxKept+4)); again != last {
		t.Errorf("the same is kept twice, as %s and %s", last, again)
	}
	if other := add("y", strconv.Itoa(maxKept+4)); other == last || filepath.Base(other) != "y" {
		t.Errorf("another name: %s", other)
	}
	before := len(must.Names(k.dir))
	if _, err := k.add(t.Context(), func(d *disk.Draft) (string, error) {
		fmt.Fprint(d, "half")
		return "", os.ErrClosed
	}); err != os.ErrClosed || len(must.Names(k.dir)) != before {
		t.Errorf("what failed: %v, %q", err, must.Names(k.dir))
	}
}
