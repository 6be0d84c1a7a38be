// Package golden compares texts that tests make with files in testdata.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files in testdata again")

// Check compares a text with the file called name in testdata. With -update it
// writes the file first.
func Check(t testing.TB, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := string(data)
	if got == want {
		return
	}
	i := 0
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i < min(len(gotLines), len(wantLines)) && gotLines[i] == wantLines[i] {
		i++
	}
	t.Errorf("%s differs from line %d on (-update renews it, if the new text is right): got\n%s", path, i+1,
		strings.Join(gotLines[min(i, len(gotLines)):], "\n"))
}
