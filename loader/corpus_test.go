package loader

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
)

// TestCorpus opens all files below the folder that PROFSTATION_CORPUS names,
// or the project's own recordings. What `go tool pprof` can read must open,
// and its functions must have the names that pprof gives them.
func TestCorpus(t *testing.T) {
	dir, compare := os.Getenv("PROFSTATION_CORPUS"), true
	if dir == "" {
		dir, compare = "../testdata", false
	}
	opened := 0
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		f, openErr := Open(t.Context(), path, Options{OnlyProfiles: true})
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		lib, libErr := profile.ParseData(data)
		if openErr != nil {
			t.Logf("%v", openErr)
			if libErr == nil {
				t.Errorf("google/pprof reads %s", path)
			}
			if strings.ContainsRune(openErr.Error(), '\n') {
				t.Errorf("not one line: %q", openErr)
			}
			return nil
		}
		opened++
		p := f.Profile
		t.Logf("%s: %s, %d samples, %d stacks, %d functions %q", path, p.Format, p.Samples.Len(), p.Stacks.Len(), len(p.Functions), p.Warnings)
		consistent(t, p)
		if compare && libErr == nil && len(lib.Function) > 0 {
			comparePprof(t, path, f)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if opened == 0 {
		t.Errorf("nothing in %s could be opened", dir)
	}
}

// comparePprof compares names with those that `go tool pprof` writes after it
// has loaded the profile.
func comparePprof(t *testing.T, path string, f *File) {
	t.Helper()
	out, err := exec.Command("go", "tool", "pprof", "-proto", "-symbolize=fastlocal", "-output=/dev/stdout", path).Output()
	if err != nil {
		t.Errorf("go tool pprof %s: %v", path, err)
		return
	}
	if i := bytes.Index(out, []byte{0x1f, 0x8b}); i > 0 {
		out = out[i:]
	}
	lib, err := profile.ParseData(out)
	if err != nil {
		t.Errorf("what go tool pprof made of %s: %v", path, err)
		return
	}
	shown := map[string]bool{}
	for _, fn := range f.Profile.Functions {
		shown[f.Profile.Strings.Raw(fn.SystemName)+"\x00"+f.Profile.Strings.Raw(fn.Name)] = true
	}
	missing := 0
	for _, fn := range lib.Function {
		if !shown[fn.SystemName+"\x00"+fn.Name] {
			if missing++; missing < 5 {
				t.Errorf("%s: pprof shows %q as %q", path, fn.SystemName, fn.Name)
			}
		}
	}
	t.Logf("%s: %d functions compared with go tool pprof", path, len(lib.Function))
}
