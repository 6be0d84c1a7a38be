package source

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"profstation/internal/home"
)

// The file of the very release is shown if it is installed; else it is said which release is shown, and
// which one the profile is of.
func TestFindRelease(t *testing.T) {
	dir := tree(t, map[string]string{
		"go/VERSION": "go1.26.8\ntime x\n", "go/src/os/file.go": "of 26",
		"mod/golang.org/toolchain@v0.0.1-go1.24.1.linux-amd64/VERSION":        "go1.24.1\n",
		"mod/golang.org/toolchain@v0.0.1-go1.24.1.linux-amd64/src/os/file.go": "of 24.1",
		"home/sdk/go1.22.3/VERSION":                                           "go1.22.3\n",
		"home/sdk/go1.22.3/src/os/file.go":                                    "of 22.3",
		"home/sdk/go1.22.9/VERSION":                                           "go1.22.9\n",
		"home/sdk/go1.22.9/src/os/file.go":                                    "of 22.9",
	})
	t.Setenv("GOROOT", filepath.Join(dir, "go"))
	t.Setenv("GOMODCACHE", filepath.Join(dir, "mod"))
	home.Set(t, filepath.Join(dir, "home"))
	f := New(Options{})
	for _, c := range []struct{ name, want, release, wanted string }{
		{"/usr/local/go/src/os/file.go", "of 26", "go1.26.8", ""},
		{"os/file.go", "of 26", "go1.26.8", ""},
		{"/opt/go1.26/src/os/file.go", "of 26", "go1.26.8", ""},
		{"/somewhere/go1.24.1/src/os/file.go", "of 24.1", "go1.24.1", ""},
		{"golang.org/toolchain@v0.0.1-go1.24.1.darwin-arm64/src/os/file.go", "of 24.1", "go1.24.1", ""},
		{"/usr/lib/go-1.22/src/os/file.go", "of 22.9", "go1.22.9", ""},
		{"/opt/hostedtoolcache/go/1.22.3/x64/src/os/file.go", "of 22.3", "go1.22.3", ""},
		{"/ci/go1.19/src/os/file.go", "of 26", "go1.26.8", "go1.19"},
		{"/ci/go1.2/src/os/file.go", "of 26", "go1.26.8", "go1.2"},
	} {
		got := f.Find(c.name, time.Time{})
		if got.Err != nil || !slices.Equal(got.Lines, []string{c.want}) || got.Release != c.release || got.Wanted != c.wanted || !got.Std {
			t.Errorf("%s: %+v, want %q of %s", c.name, got, c.want, c.release)
		}
		if note := got.Note(); (c.wanted != "") != strings.Contains(note, "this is the file of "+c.release+", the profile is of "+c.wanted) {
			t.Errorf("%s: the note is %q", c.name, note)
		}
	}
}
