package desk

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"profstation/desk/screen"
	"profstation/internal/fixture"
	"profstation/loader/live"
	"profstation/model/safe"
)

func TestFileName(t *testing.T) {
	for words, want := range map[string]string{
		"a b.trace: network wait of net/http.(*conn).serve, 1ms to 2ms": "a-b.trace-network-wait-of-net-http.conn.serve--1ms-to-2ms",
		"con": "_con", "NUL.tar.gz": "_NUL.tar.gz", "Com1": "_Com1", "com10": "com10", "lpt9.x": "_lpt9.x", "console": "console", "aux-1": "aux-1",
		"aux: network wait": "aux-network-wait", "x.": "x", "…": "unnamed", "": "unnamed",
	} {
		if got := fileName(words); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
	for name, want := range map[string]string{
		"NUL .txt": "_NUL .txt", "COM³": "_COM³", "COM³x": "COM³x", "Müller-flame": "Müller-flame", `a:b\c|d`: "a-b-c-d", "x. .": "x", "conin$": "_conin$",
	} {
		if got := portable(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// reserved is what Windows says of itself, in other words than device.
var reserved = regexp.MustCompile(`(?i)^(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[0-9¹²³]) *(\.|$)`)

func checkName(t *testing.T, of, name string) {
	t.Helper()
	switch {
	case reserved.MatchString(name), strings.ContainsAny(name, "<>:\"/\\|?*\x00\x1f\n"), strings.TrimRight(name, ". ") != name, name == "", len(name) > 2*maxFileName:
		t.Errorf("%q becomes %q", of, name)
	}
}

func FuzzFileName(f *testing.F) {
	for _, words := range []string{"", "cpu", "CON", "nul.", "COM1 .x", "LPT².pb.gz", "a: b → c", "../..", " ", strings.Repeat("é", 80)} {
		f.Add(words)
	}
	f.Fuzz(func(t *testing.T, words string) {
		checkName(t, words, fileName(words))
		kept := portable(cutName(safe.Text(words)) + "-flame") // as of a file that is open
		checkName(t, words, kept)
		if !utf8.ValidString(kept) {
			t.Errorf("%q becomes %q, which is cut within a character", words, kept)
		}
	})
}

// What an export, a report and a recording suggest can be written on Windows, too.
func TestSuggestedNames(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("such files cannot be there to be opened")
	}
	for _, name := range []string{"NUL.tar.pprof", "con.x.pprof", "a:b.pprof", strings.Repeat("n", 240) + ".pprof"} {
		r := newRig(t)
		path := filepath.Join(t.TempDir(), name)
		if err := os.Rename(fixture.WriteCPU(t), path); err != nil {
			t.Fatal(err)
		}
		r.do(screen.Open{Paths: []string{path}}, screen.Export{})
		checkName(t, name, r.offer.Name)
		if !strings.HasSuffix(r.offer.Name, "-flame") {
			t.Errorf("%q suggests %q", name, r.offer.Name)
		}
	}
	for name, want := range map[string]string{
		"2026-11-20T15-04-05_cpu.pb.gz": "2026-11-20T15-04-05_cpu-flame", "a.pprof.gz": "a-flame", "a.prof": "a-flame", "a.b.pprof": "a.b-flame", "cpu.1": "cpu-flame",
	} {
		r := newRig(t)
		path := filepath.Join(t.TempDir(), name)
		if err := os.Rename(fixture.WriteCPU(t), path); err != nil {
			t.Fatal(err)
		}
		r.do(screen.Open{Paths: []string{path}}, screen.Export{})
		if r.offer.Name != want {
			t.Errorf("%q suggests %q, want %q", name, r.offer.Name, want)
		}
	}
	target, err := live.Parse("http://con.example.org:6060")
	if err != nil {
		t.Fatal(err)
	}
	checkName(t, "a server", filepath.Base(recordFolder(target)))
}
