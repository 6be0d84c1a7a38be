// Package secrets checks in tests that credentials do not show up in what a program keeps, writes or says.
package secrets

import (
	"encoding/base64"
	"encoding/json"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adrg/xdg"

	"profstation/internal/home"
	"profstation/internal/must"
)

// Home gives a test its own home, with all folders below it in which programs keep something, and returns it.
func Home(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Cleanup(xdg.Reload) // after the variables are restored: cleanups run in reverse order
	for name, path := range home.Below(dir) {
		t.Setenv(name, path)
	}
	temporary := filepath.Join(dir, "tmp")
	must.Do(os.Mkdir(temporary, 0o700))
	t.Setenv("TMPDIR", temporary)
	xdg.Reload()
	return dir
}

// NoneIn checks that no file below a folder has a secret in its name or its content, in any usual form:
// as it is, escaped for addresses or JSON, or in base64. There must be at least the given number of files.
func NoneIn(t testing.TB, folder string, files int, secrets ...string) {
	t.Helper()
	found := 0
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := strings.TrimPrefix(path, folder)
		NoneOf(t, "the name of a file", name, secrets...)
		switch {
		case e.Type()&fs.ModeSymlink != 0:
			to, err := os.Readlink(path)
			NoneOf(t, name, to, secrets...)
			return err
		case !e.Type().IsRegular():
			return nil
		}
		found++
		data, err := os.ReadFile(path)
		NoneOf(t, name, string(data), secrets...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < files {
		t.Errorf("%d files were searched, expected at least %d", found, files)
	}
}

// NoneOf checks that a text contains no secret.
func NoneOf(t testing.TB, what, text string, secrets ...string) {
	t.Helper()
	for _, secret := range secrets {
		for _, form := range forms(secret) {
			if at := strings.Index(text, form); at >= 0 {
				t.Errorf("%s has the secret %q: …%q…", what, secret, text[max(0, at-100):min(len(text), at+len(form)+100)])
				break
			}
		}
	}
}

// forms returns the ways a secret may be written. In base64, the text before it can shift it by part of a letter.
func forms(secret string) []string {
	quoted, _ := json.Marshal(secret) // a JSON string
	all := []string{secret, url.QueryEscape(secret), url.PathEscape(secret), strings.Trim(string(quoted), `"`)}
	for moved := range 3 {
		whole := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat(" ", moved) + secret))
		// The first letters also encode the text before, and the last ones the text after.
		if begin, end := []int{0, 2, 3}[moved], len(whole)-1; end-begin >= 6 {
			all = append(all, whole[begin:end])
		}
	}
	return all
}
