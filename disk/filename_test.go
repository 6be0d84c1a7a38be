package disk_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"profstation/disk"
	"profstation/internal/reference"
)

func TestFileName(t *testing.T) {
	for words, want := range map[string]string{
		"a b.trace: network wait of net/http.(*conn).serve, 1ms to 2ms": "a-b.trace-network-wait-of-net-http.conn.serve--1ms-to-2ms",
		"con": "_con", "NUL.tar.gz": "_NUL.tar.gz", "Com1": "_Com1", "com10": "com10", "lpt9.x": "_lpt9.x", "console": "console", "aux-1": "aux-1",
		"aux: network wait": "aux-network-wait", "x.": "x", "…": "unnamed", "": "unnamed",
	} {
		if got := disk.FileName(words); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
	for name, want := range map[string]string{
		"NUL .txt": "_NUL .txt", "COM³": "_COM³", "COM³x": "COM³x", "Müller-flame": "Müller-flame", `a:b\c|d`: "a-b-c-d", "x. .": "x", "conin$": "_conin$",
	} {
		if got := disk.Portable(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func FuzzFileName(f *testing.F) {
	for _, words := range []string{"", "cpu", "CON", "nul.", "COM1 .x", "LPT².pb.gz", "a: b → c", "../..", " ", strings.Repeat("é", 80)} {
		f.Add(words)
	}
	f.Fuzz(func(t *testing.T, words string) {
		if name := disk.FileName(words); !reference.PortableName(name) {
			t.Errorf("%q becomes %q", words, name)
		}
		kept := disk.Portable(disk.CutName(strings.ToValidUTF8(words, "�")) + "-flame") // as of a file that is open
		if !reference.PortableName(kept) {
			t.Errorf("%q becomes %q", words, kept)
		}
		if !utf8.ValidString(kept) {
			t.Errorf("%q becomes %q, which is cut within a character", words, kept)
		}
	})
}
