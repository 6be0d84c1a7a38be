package loader

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"unicode/utf16"

	"profstation/internal/must"
)

// TestUTF16 opens what PowerShell makes of the recordings that are texts: the same profile.
func TestUTF16(t *testing.T) {
	for _, name := range []string{"cpu.collapsed.txt", "cpu.perf.txt", "cpu.speedscope.json", "cpu.firefox.json", "cpu.otlp.json", "goroutine.debug1.txt", "goroutine.debug2.txt"} {
		data := must.Have(os.ReadFile(filepath.Join("../testdata", name)))
		want := must.Have(Decode(t.Context(), name, data, Options{}))
		wide := []byte{0xff, 0xfe}
		for _, u := range utf16.Encode([]rune(string(data))) {
			wide = append(wide, byte(u), byte(u>>8))
		}
		if got, want := Sniff(wide[:SniffSize]).Format, want.Profile.Format; got == "" || name[:3] == "cpu" && got != want {
			t.Errorf("%s looks like %q, not %q", name, got, want)
		}
		got, err := Decode(t.Context(), name, wide, Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !reflect.DeepEqual(got.Profile, want.Profile) {
			t.Errorf("%s is another profile", name)
		}
	}
}
