package desk

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"profstation/desk/screen"
	"profstation/internal/fixture"
	"profstation/internal/reference"
	"profstation/loader/live"
)

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
		if !reference.PortableName(r.offer.Name) {
			t.Errorf("%q becomes %q", name, r.offer.Name)
		}
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
	if name := filepath.Base(recordFolder(target)); !reference.PortableName(name) {
		t.Errorf("a server's recordings go to %q", name)
	}
}
