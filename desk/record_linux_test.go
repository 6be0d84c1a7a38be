package desk

import (
	"fmt"
	"net/http"
	"net/http/pprof"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"profstation/desk/screen"
	"profstation/internal/must"
)

// While grf holds a process, the line of the recording says so, and ends it.
func TestRecordHolds(t *testing.T) {
	dir := t.TempDir()
	started := filepath.Join(dir, "started")
	must.Do(syscall.Mkfifo(started, 0o600))
	must.Do(os.WriteFile(filepath.Join(dir, "grf"), []byte("#!/bin/sh\necho $$ > "+started+"; exec sleep 1000\n"), 0o755))
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	url := serving(t, func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/cmdline") {
				pprof.Cmdline(w, r)
				return
			}
			h.ServeHTTP(w, r)
		})
	})
	r := newRecordRig(t)
	r.Do(screen.StartRecording{
		Server: screen.Server{Address: url}, Kinds: []screen.RecordKind{{Kind: "references (grf)"}}, Folder: t.TempDir(),
	})
	go os.ReadFile(started)
	s := r.await("that it is held", func(s *screen.Snapshot) bool { return len(s.Jobs) == 1 && s.Jobs[0].Holds })
	if want := fmt.Sprintf("grf holds process %d: it stands still until this ends, ", os.Getpid()); !strings.HasPrefix(s.Jobs[0].Text, want) {
		t.Errorf("%q", s.Jobs[0].Text)
	}
	r.Do(s.Jobs[0].Cancel)
	r.await("the end", func(s *screen.Snapshot) bool { return len(s.Jobs) == 0 })
	if !strings.Contains(r.Desk.Notice, "stopped") {
		t.Errorf("%q", r.Desk.Notice)
	}
}
