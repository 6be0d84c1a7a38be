//go:build window

package e2e

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestNoScreen: on a screen without OpenGL, and on one that cannot be reached, the program says in one
// line what is missing and what works without a window, and ends.
func TestNoScreen(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	server := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "800x600x24", "-nolisten", "tcp", "-extension", "GLX")
	server.ExtraFiles = []*os.File{write}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	write.Close()
	defer func() { server.Process.Kill(); server.Wait() }()
	number := make([]byte, 16)
	n, err := read.Read(number)
	if err != nil {
		t.Fatal(err)
	}
	for display, want := range map[string]string{
		":" + strings.TrimSpace(string(number[:n])): "the screen needs OpenGL",
		":64999": "set DISPLAY to a screen that can be reached",
	} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		cmd := exec.CommandContext(ctx, os.Getenv("PROFSTATION_BIN"), "../testdata/cpu.pprof")
		cmd.Env = append(environment(t, t.TempDir()), "DISPLAY="+display)
		out, err := cmd.CombinedOutput()
		cancel()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 1 {
			t.Errorf("%s: %v", display, err)
		}
		if text := string(out); strings.Count(text, "\n") != 1 || !strings.Contains(text, want) || !strings.Contains(text, "need no window") {
			t.Errorf("%s: it says %q", display, text)
		}
	}
}
