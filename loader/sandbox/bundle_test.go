package sandbox

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/loader/input"
	"profstation/measure/hostile"
)

// TestBundle loads entries of a bundle in another process, which gets their bytes. What is wrong with
// the bundle is said, not what the process makes of a part of an entry.
func TestBundle(t *testing.T) {
	h := &Helper{Command: itself}
	defer h.Close()
	cpu := must.Have(os.ReadFile("../../testdata/cpu.pprof"))
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
		must.Do(os.WriteFile(path, c.data, 0o600))
		f, err := loader.Open(t.Context(), filepath.Join(path, "cpu.pprof"), loader.Options{Apart: h, Limits: input.Limits{Uncompressed: 16 << 20}})
		if c.want == "" && (err != nil || f.Profile == nil || !f.Packed) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}
