//go:build unix

package editor

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"profstation/internal/must"
)

// TestScript starts a script as an editor: a program like any other, with the words as they are.
func TestScript(t *testing.T) {
	dir := t.TempDir()
	script, out := filepath.Join(dir, "my editor"), filepath.Join(dir, "out")
	must.Do(os.WriteFile(script, []byte("#!/bin/sh\nprintf '%s|' \"$@\" >'"+out+"'\n"), 0o777))
	file := filepath.Join(dir, "a $(b) c.go")
	e := must.Have(Choose("", env(`VISUAL="`+script+`" {file} {line}`), exec.LookPath))
	s := must.Have(e.Start(file, 5, 0))
	if err := s.wait(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	if got := string(must.Have(os.ReadFile(out))); got != file+"|5|" {
		t.Errorf("the script got %q", got)
	}
}
