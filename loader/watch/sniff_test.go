package watch

import (
	"bytes"
	"io"
	"os"
	"profstation/internal/must"
	"profstation/internal/pproftool"
	"profstation/loader"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
)

// What Go's runtime writes begins with the time or the type of the period, what
// others write with a sample type: all are profiles, packed or not, however
// little of them is there.
func TestRealProfilesAreKnown(t *testing.T) {
	for _, path := range pproftool.Recordings(t, "../../testdata/*.pprof") {
		data := must.Have(os.ReadFile(path))
		if got := sniff(data[:min(len(data), loader.SniffSize)]); got != packed {
			t.Errorf("%s is of class %d, want %d", path, got, packed)
		}
		z := must.Have(gzip.NewReader(bytes.NewReader(data)))
		raw := must.Have(io.ReadAll(z))
		for _, n := range []int{32, 100, 511, 512, loader.SniffSize} {
			if got := sniff(raw[:min(n, len(raw))]); got != plain {
				t.Errorf("%d bytes of %s unpacked are of class %d, want %d", n, path, got, plain)
			}
		}
	}
}

func TestForeignFilesAreKnown(t *testing.T) {
	for _, s := range []string{
		"PK\x03\x04\x14\x00\x00\x00", "\x7fELF\x02\x01\x01\x00", "\x89PNG\r\n\x1a\n\x00\x00", "\xff\xd8\xff\xe0\x00\x10JFIF\x00",
		"SQLite format 3\x00", "BZh91AY&SY", "\xfd7zXZ\x00", "\n{\"json\": true}\n", "{}", "BM\x00\x01\x02\x03",
		"\x0a", "\x0a\x7f", "\x48", "\x00asm\x01\x00", "%PDF-1.7\x00\x01", "GIF89a\x00",
	} {
		if got := sniff([]byte(s + strings.Repeat("\x07\x17", 20))); got != foreign {
			t.Errorf("%q is of class %d", s, got)
		}
	}
}
