//go:build window

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// kept is a part of the session that the program keeps in a home.
type kept struct {
	Documents []struct {
		Path  string
		Place struct{ Filters []struct{ Name, Text string } }
	}
	Active int
	Layout struct{ Hidden []string }
}

// stateFile returns the file in a home that has the session.
func stateFile(home string) string {
	return filepath.Join(home, ".local/state/profstation/session.json")
}

// waitKept waits until wanted accepts the session in a home.
func (w *window) waitKept(home, what string, wanted func(kept) bool) {
	w.t.Helper()
	w.until(what+" in the session's file", func() bool {
		var k kept
		data, err := os.ReadFile(stateFile(home))
		return err == nil && json.Unmarshal(data, &k) == nil && wanted(k)
	})
}

// TestKilledReturns: after kill -9 the documents are back with their filters and
// layout, and a file that is gone meanwhile is shown as missing.
func TestKilledReturns(t *testing.T) {
	home, files := t.TempDir(), t.TempDir()
	for _, name := range []string{"cpu.pprof", "heap.pprof", "mutex.pprof"} {
		copyFile(t, "../testdata/"+name, filepath.Join(files, name))
	}
	w := startIn(t, home, filepath.Join(files, "cpu.pprof"), filepath.Join(files, "heap.pprof"), filepath.Join(files, "mutex.pprof")).fit()
	w.WaitFlame()
	w.Key("ctrl+d") // details, although nothing is selected
	w.Key("ctrl+d") // none
	w.Key("ctrl+l")
	w.Type("net/http")
	w.Key("Return")
	w.waitKept(home, "three documents, a filter and a hidden pane", func(k kept) bool {
		return len(k.Documents) == 3 && len(k.Documents[0].Place.Filters) == 1 && len(k.Layout.Hidden) == 1
	})
	w.Key("Escape")
	w.Away()
	before := w.WaitFlame()
	w.cmd.Process.Kill()
	<-w.ended
	if err := os.Remove(filepath.Join(files, "mutex.pprof")); err != nil {
		t.Fatal(err)
	}

	w = startIn(t, home).fit()
	w.WaitTitle("^cpu.pprof – ")
	w.Away()
	after := w.WaitFlame()
	if n := differing(part(before, canvas), part(after, canvas)); n > pixels(part(after, canvas))/50 {
		t.Errorf("%d pixels of the flame graph differ from before", n)
	}
	if red(part(after, documents)) < 50 {
		t.Error("the missing file is not marked")
	}
	w.Key("ctrl+BackSpace") // the chips go, above the documents
	w.WaitChange(after)
	w.Click(document(1))
	w.WaitTitle("^heap.pprof – ")
}

// TestDamagedSession: a damaged session is set aside, and everything else works.
func TestDamagedSession(t *testing.T) {
	home := t.TempDir()
	if err := os.MkdirAll(filepath.Dir(stateFile(home)), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(stateFile(home), []byte(`{"version":1,"documents":[{"path`), 0o600); err != nil {
		t.Fatal(err)
	}
	w := startIn(t, home, "../testdata/cpu.pprof").fit()
	w.WaitFlame()
	w.waitKept(home, "a new session", func(k kept) bool { return len(k.Documents) == 1 })
	if _, err := os.Stat(stateFile(home) + ".unread"); err != nil {
		t.Errorf("the damaged file was not set aside: %v", err)
	}
}

// TestManyDoubleClicks: many starts at the same moment hand their documents to the
// window that is there. Each waits only a second for an answer, so they are few: the
// tests of app/instance have more.
func TestManyDoubleClicks(t *testing.T) {
	const n = 15
	home, files := t.TempDir(), t.TempDir()
	env := environment(t, home)
	w := startWith(t, env).fit()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var starts sync.WaitGroup
	for i := range n {
		file := filepath.Join(files, fmt.Sprintf("%d.pprof", i))
		copyFile(t, "../testdata/mutex.pprof", file)
		starts.Go(func() {
			cmd := exec.CommandContext(ctx, os.Getenv("PROFSTATION_BIN"), file)
			cmd.Env = env
			switch out, err := cmd.CombinedOutput(); {
			case ctx.Err() != nil:
				t.Errorf("%s: the program did not end within %v, as if it got no answer and opened a window of its own\n%s", file, patience, out)
			case err != nil:
				t.Errorf("%s: %v\n%s", file, err, out)
			}
		})
	}
	starts.Wait()
	w.waitKept(home, "all documents", func(k kept) bool { return len(k.Documents) == n })
	ids, err := w.ask("search", "--all", "--onlyvisible", "--name", "profstation$")
	if err != nil || len(strings.Fields(ids)) != 1 {
		t.Errorf("the windows are %q (%v)", strings.Fields(ids), err)
	}
}

// TestNewWindow: a second window leaves the session to the first.
func TestNewWindow(t *testing.T) {
	home := t.TempDir()
	env := environment(t, home)
	w := startWith(t, env, "../testdata/cpu.pprof").fit()
	w.waitKept(home, "a document", func(k kept) bool { return len(k.Documents) == 1 })
	other := startWith(t, env, "--new-window", "../testdata/heap.pprof").fit()
	other.WaitTitle("^heap.pprof – ")
	other.WaitFlame()
	other.AskToClose()
	if err := other.WaitExit(); err != nil {
		t.Error(err)
	}
	w.waitKept(home, "the first window's document alone", func(k kept) bool {
		return len(k.Documents) == 1 && strings.HasSuffix(k.Documents[0].Path, "cpu.pprof")
	})
}
