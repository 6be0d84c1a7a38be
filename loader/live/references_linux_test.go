package live_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/pprof"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/loader/httpclient"
	"profstation/loader/live"
	"profstation/model"
)

// withGrf puts a script where grf would be. It gets the process in $2 and the file in $4.
func withGrf(t *testing.T, script string) {
	t.Helper()
	dir := t.TempDir()
	must.Do(os.WriteFile(filepath.Join(dir, "grf"), []byte("#!/bin/sh\n"+script), 0o755))
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

// What keeps objects alive is offered for a server that is a process of this machine, where grf is installed. It is
// saved under a name of its own. What grf says is said where it writes nothing, and it ends with the recording.
func TestReferencesOfAProcess(t *testing.T) {
	pages := http.NewServeMux()
	pages.HandleFunc("/debug/pprof/", pprof.Index)
	pages.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
	s := answering(t, pages.ServeHTTP)
	c := live.NewClient(parse(t, s.URL), live.Options{})
	defer c.Close()
	held := 0 // the process that was said to stand still
	record := func(ctx context.Context) (saved []string, err error) {
		err = c.Record(ctx, live.Plan{Requests: []live.Request{{Kind: live.References}}, Dir: t.TempDir()}, func(e live.Event) {
			if e.Kind == live.Saved {
				saved = append(saved, e.Path)
			}
			held = max(held, e.Progress.Held)
		})
		return saved, err
	}
	offered := func() (o live.Offer, ok bool) {
		offers := must.Have(c.Kinds(t.Context())).Offers
		i := slices.IndexFunc(offers, func(o live.Offer) bool { return o.Kind == live.References })
		if i < 0 {
			return o, false
		}
		return offers[i], true
	}

	whole := must.Have(filepath.Abs("../../testdata/references-goref.pprof"))
	withGrf(t, fmt.Sprintf("test $1 = attach && test $2 = %d && cp %s $4", os.Getpid(), whole))
	if o, ok := offered(); !ok || !strings.Contains(o.Note, fmt.Sprint(os.Getpid())) {
		t.Errorf("offered: %+v, %v", o, ok)
	}
	saved, err := record(t.Context())
	if err != nil || len(saved) != 1 || !strings.HasSuffix(saved[0], "_references.pb.gz") {
		t.Fatalf("saved is %q, %v", saved, err)
	}
	if f := must.Have(loader.Open(t.Context(), saved[0], loader.Options{})); f.Profile.Kind != model.References {
		t.Errorf("it is %s", f.Profile.Kind)
	}

	withGrf(t, "echo could not attach: operation not permitted >&2; exit 1")
	saved, err = record(t.Context())
	if e, ok := errors.AsType[*httpclient.Error](err); !ok || len(saved) > 0 || !strings.Contains(e.Found, "could not attach") || !strings.Contains(e.Advice, "ptrace_scope") {
		t.Errorf("saved is %q, %v", saved, err)
	}

	started := filepath.Join(t.TempDir(), "started")
	must.Do(syscall.Mkfifo(started, 0o600))
	withGrf(t, "echo $$ > "+started+"; exec sleep 1000")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		os.ReadFile(started) // until it runs
		cancel()
	}()
	if saved, err = record(ctx); err == nil || len(saved) > 0 || held != os.Getpid() {
		t.Errorf("stopped: %q, %v; process %d is held", saved, err, held)
	}
}
