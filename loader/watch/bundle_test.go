package watch

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/measure/hostile"
)

// TestBundle lists a bundle and reads what is wanted of it, in every form.
func TestBundle(t *testing.T) {
	cpu, trace := must.Have(os.ReadFile("../../testdata/cpu.pprof")), must.Have(os.ReadFile("../../testdata/trace.trace"))
	pairs := []any{"a/cpu.pprof", cpu, "cut.pprof", cpu[:len(cpu)/2], "go.trace", trace, "log", []byte("nothing\n"), "heap.pprof", must.Have(os.ReadFile("../../testdata/heap.pprof"))}
	for form, data := range map[string][]byte{"zip": hostile.Zip(pairs...), "tar": hostile.Tar(pairs...), "tar.gz": hostile.Pack(hostile.Tar(pairs...))} {
		path := filepath.Join(t.TempDir(), "b")
		must.Do(os.WriteFile(path, data, 0o600))
		events := make(chan string, 100)
		b := NewBundle(t.Context(), path, Options{}, func(e Event) {
			name := strings.TrimPrefix(e.Path, path+string(filepath.Separator))
			switch {
			case e.Kind == Listing: // by the clock
			case e.Kind == Listed:
				var all []string
				for _, x := range e.Entries {
					all = append(all, filepath.Base(x.Path))
				}
				events <- fmt.Sprint("listed ", all)
			case e.File != nil:
				events <- fmt.Sprint(e.Kind, " ", name, " ", e.File.Profile.Kind, " ", e.File.Packed)
			default:
				events <- fmt.Sprint(e.Kind, " ", name)
			}
		})
		for _, want := range []string{"opened " + path, "listed [cpu.pprof cut.pprof go.trace heap.pprof]", "ready " + path} {
			if got := <-events; got != want {
				t.Errorf("%s: %s, want %s", form, got, want)
			}
		}
		b.Want(filepath.Join(path, "a", "cpu.pprof"), filepath.Join(path, "cut.pprof"), filepath.Join(path, "go.trace"), filepath.Join(path, "gone"))
		got := []string{<-events, <-events, <-events, <-events}
		slices.Sort(got)
		if want := []string{"broken cut.pprof", "broken gone", "found a/cpu.pprof cpu true", "found go.trace"}; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", form, got, want)
		}
		b.Want(filepath.Join(path, "heap.pprof"))
		if got := <-events; got != "found heap.pprof heap true" {
			t.Errorf("%s: %s", form, got)
		}
		b.Close()
	}
}

// TestBundleRefused says why a bundle cannot be listed, as of a folder that cannot be read.
func TestBundleRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "b")
	must.Do(os.WriteFile(path, []byte("PK\x03\x04cut"), 0o600))
	events := make(chan Event, 10)
	b := NewBundle(t.Context(), path, Options{}, func(e Event) {
		if e.Kind != Listing {
			events <- e
		}
	})
	defer b.Close()
	if e := <-events; e.Kind != FolderGone || !strings.Contains(e.Err.Error(), "without the list of its entries") {
		t.Errorf("%+v", e)
	}
	if e := <-events; e.Kind != Ready {
		t.Errorf("%+v", e)
	}
}
