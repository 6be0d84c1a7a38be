package desk

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"profstation/desk/screen"
	"profstation/internal/fixture"
	"profstation/loader"
	"profstation/loader/sandbox"
)

// dying loads files in processes, of which those for files called "bad" die.
type dying struct{ helper sandbox.Helper }

func (d *dying) Load(ctx context.Context, name string, r *os.File, o loader.Options) (*loader.File, error) {
	if filepath.Base(name) == "bad" {
		return d.helper.Load(ctx, name, r, o)
	}
	o.Apart = nil
	return loader.ReadFile(ctx, name, r, o)
}

// A file at which its process dies is one line; all other documents live, and more can be opened.
func TestProcessOfAFileDies(t *testing.T) {
	r := newRig(t)
	d := &dying{}
	d.helper.Command = func() (*exec.Cmd, error) { return exec.Command("false"), nil }
	t.Cleanup(d.helper.Close)
	r.LoadApart(d)
	good := fixture.WriteCPU(t)
	bad := filepath.Join(t.TempDir(), "bad")
	if err := os.WriteFile(bad, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.do(screen.Open{Paths: []string{good, bad}})
	documents := r.shown.Documents
	if len(documents) != 2 || documents[0].State != screen.Ready || documents[1].State != screen.Failed {
		t.Fatalf("%+v", documents)
	}
	line := r.docs.all[1].err.Error()
	if !strings.HasPrefix(line, bad+": the decoder failed on it: ") || strings.Contains(line, "\n") {
		t.Errorf("%q", line)
	}
	whole, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	mended := filepath.Join(t.TempDir(), "mended")
	if err := os.WriteFile(mended, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	r.do(screen.Open{Paths: []string{mended}})
	if got := r.shown.Documents[2].State; got != screen.Ready {
		t.Errorf("the next document is %v", got)
	}
}
