package apart

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"profstation/loader"
	"profstation/loader/input"
	"profstation/measure/hostile"
)

// TestBundle loads entries of a bundle in another process, which gets their bytes. What is wrong with
// the bundle is said, not what the process makes of a part of an entry.
func TestBundle(t *testing.T) {
	h := &Helper{Command: itself}
	defer h.Close()
	cpu, err := os.ReadFile("../../testdata/cpu.pprof")
	if err != nil {
		t.Fatal(err)
	}
	damaged := hostile.Zip("cpu.pprof", cpu)
	damaged[len(cpu)/2] ^= 0xff
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"zip":     {hostile.Zip("cpu.pprof", cpu), ""},
		"tar.gz":  {hostile.Pack(hostile.Tar("cpu.pprof", cpu)), ""},
		"damaged": {damaged, "a damaged zip file"},
		"cut":     {hostile.Tar("cpu.pprof", cpu)[:5000], "a tar file that is cut off"},
		"zeros":   {hostile.Zip("cpu.pprof", make([]byte, 64<<20)), "it unpacks to more than the limit of 16MB"},
	} {
		path := filepath.Join(t.TempDir(), "b")
		if err := os.WriteFile(path, c.data, 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := loader.Open(t.Context(), filepath.Join(path, "cpu.pprof"), loader.Options{Apart: h, Limits: input.Limits{Uncompressed: 16 << 20}})
		if c.want == "" && (err != nil || f.Profile == nil || !f.Packed) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}
