package graphviz

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"profstation/graph/graphviz/cachedir"
	"profstation/internal/must"
)

func TestServeWithoutRequest(t *testing.T) {
	var out bytes.Buffer
	if err := Serve(strings.NewReader(""), &out); err != nil || out.Len() != 0 {
		t.Errorf("wrote %q, error %v", out.Bytes(), err)
	}
	if err := Serve(strings.NewReader("something else"), &out); err == nil {
		t.Error("no error")
	}
}

func TestLay(t *testing.T) {
	json, err := lay([]byte(`digraph { 0 -> 1 [id=0] }`))
	if err != nil || !bytes.Contains(json, []byte(`"bb"`)) || !bytes.Contains(json, []byte(`"pos"`)) {
		t.Errorf("got %q, error %v", json, err)
	}
	for _, dot := range []string{"", "digraph {", "digraph { a -> \x00 }"} {
		if json, err := lay([]byte(dot)); err == nil {
			t.Errorf("%q: got %q", dot, json)
		}
	}
}

// cachedir comes before go-graphviz only as long as it does without strings.
func TestCachedirComesFirst(t *testing.T) {
	deps := must.Have(exec.Command("go", "list", "-deps", "profstation/graph/graphviz/cachedir").Output())
	if slices.Contains(strings.Fields(string(deps)), "strings") {
		t.Errorf("it imports strings:\n%s", deps)
	}
	home, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err) // the go command could not have built this test either
	}
	if cache != filepath.Join(home, "profstation") {
		t.Fatalf("machine code is kept in %q", cache)
	}
	if _, err := os.Stat(filepath.Join(cache, "go-graphviz")); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(cache); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("others may come in: %v, %v", info.Mode(), err)
	}
	if dir := os.TempDir(); strings.HasPrefix(dir, cache) {
		t.Errorf("temporary files still go to %s", dir)
	}
	if cachedir.Dir() != cache {
		t.Error("it changed")
	}
}
