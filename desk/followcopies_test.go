package desk

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"profstation/desk/screen"
	"profstation/internal/fixture"
	"profstation/internal/must"
)

// Files with the same content are one profile of the series; the line of the folder counts the copies, and the file
// that is listed names them.
func TestAFolderNamesCopies(t *testing.T) {
	r, dir := followed(t)
	data := must.Have(os.ReadFile(filepath.Join(dir, "cpu-10.pprof")))
	for i := range 7 {
		must.Do(os.WriteFile(filepath.Join(dir, fmt.Sprintf("copy-%d.pprof", i)), data, 0o600))
	}
	s := r.await("the copies", func(s *screen.Snapshot) bool { return s.Folders[0].Note == "3 files, 7 copies" })
	if f := s.Folders[0].Files[2]; f.Name != "cpu-10" || f.Copies != "copy-0, copy-1, copy-2, copy-3, copy-4 and 2 more" {
		t.Errorf("%+v", f)
	}
	putProfile(t, dir, "cpu-10.pprof", fixture.Minute(0), "main.main,main.other 7")
	s = r.await("one of the copies in its place", func(s *screen.Snapshot) bool {
		return s.Folders[0].Note == "4 files, 6 copies"
	})
	for _, f := range s.Folders[0].Files {
		if strings.HasPrefix(f.Name, "cpu-") == (f.Copies != "") {
			t.Errorf("%+v", f)
		}
	}
	must.Do(os.Remove(filepath.Join(dir, "cpu-20.pprof")))
	for i := range 7 {
		os.Remove(filepath.Join(dir, fmt.Sprintf("copy-%d.pprof", i)))
	}
	s = r.await("the copies gone", func(s *screen.Snapshot) bool { return s.Folders[0].Note == "2 files" })
	for _, f := range s.Folders[0].Files {
		if f.Copies != "" {
			t.Errorf("%+v", f)
		}
	}
}
