package secrets

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/adrg/xdg"
)

// noting is a test that notes its errors.
type noting struct {
	testing.TB
	errors int
}

func (n *noting) Helper()               {}
func (n *noting) Errorf(string, ...any) { n.errors++ }

// A secret is found in any form, wherever it stands; and what is no secret is not.
func TestFound(t *testing.T) {
	home := Home(t)
	if xdg.StateHome != filepath.Join(home, ".local/state") {
		t.Errorf("programs keep their state in %s", xdg.StateHome)
	}
	const secret = `pa55/wörd"`
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(home, ".config", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	errors := func(files int) int { // Home has written one
		n := &noting{TB: t}
		NoneIn(n, home, files, secret)
		return n.errors
	}
	write("harmless", "password, pa55 and wörd")
	if n := errors(2); n != 0 {
		t.Errorf("%d secrets in what is harmless", n)
	}
	if errors(3) == 0 {
		t.Error("nobody notices that a file is missing")
	}
	for name, text := range map[string]string{
		"plain": "x" + secret + "x", "query": "pa55%2Fw%C3%B6rd%22", "path": "pa55%2Fw%C3%B6rd%22", "JSON": `"pa55/wörd\""`,
		"basic 0": base64.StdEncoding.EncodeToString([]byte("ann" + secret)), "basic 1": base64.StdEncoding.EncodeToString([]byte("anne" + secret)),
		"basic 2": base64.StdEncoding.EncodeToString([]byte("marie" + secret + "more")),
	} {
		write("found", text)
		if n := errors(2); n != 1 {
			t.Errorf("%s: %d are found", name, n)
		}
	}
	write("found", "")
	os.Symlink(fmt.Sprintf("/nowhere/%s", secret), filepath.Join(home, "link"))
	if n := errors(2); n != 1 {
		t.Errorf("in a link %d are found", n)
	}
}
