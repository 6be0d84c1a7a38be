package live_test

import (
	"context"
	"expvar"
	"fmt"
	"io"
	"net/http"
	"net/http/pprof"
	"os"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/loader/live"
)

// figures writes runtime/metrics as lines, among others.
func figures(w http.ResponseWriter, _ *http.Request) {
	all := metrics.All()
	samples := make([]metrics.Sample, len(all))
	for i, d := range all {
		samples[i].Name = d.Name
	}
	metrics.Read(samples)
	fmt.Fprintln(w, "api_token 4242")
	for _, s := range samples {
		if s.Value.Kind() == metrics.KindUint64 {
			fmt.Fprintln(w, s.Name, s.Value.Uint64())
		}
	}
}

// heaps records heap profiles of this very process, from pages that may be replaced, until so many are saved.
func heaps(t *testing.T, rounds int, pages map[string]http.HandlerFunc) (dir string, saved []live.Event, asked map[string]int) {
	t.Helper()
	asked = map[string]int{}
	s := answering(t, func(w http.ResponseWriter, r *http.Request) {
		asked[r.URL.Path]++ // recordings ask one after the other
		if page := pages[r.URL.Path]; page != nil {
			page(w, r)
			return
		}
		http.NotFound(w, r)
	})
	c := live.NewClient(parse(t, s.URL), live.Options{})
	defer c.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	dir = t.TempDir()
	err := c.Record(ctx, live.Plan{Requests: []live.Request{{Kind: live.Heap}}, Dir: dir, Every: 1e6}, func(e live.Event) {
		if e.Err != nil {
			t.Errorf("%s: %v", e.Kind, e.Err)
		}
		if e.Kind == live.Saved {
			if saved = append(saved, e); len(saved) == rounds {
				cancel()
			}
		}
	})
	must.Do(err)
	return dir, saved, asked
}

// beside returns the endings of what stands beside a profile, without those of a control group, which may be there.
func beside(t *testing.T, profile string) (endings []string) {
	t.Helper()
	stem := strings.TrimSuffix(profile, "pb.gz")
	for _, name := range must.Have(filepath.Glob(stem + "*")) {
		if name != profile && !strings.HasPrefix(name, stem+"memory.") {
			endings = append(endings, strings.TrimPrefix(name, stem))
		}
	}
	return endings
}

// What a program says of its memory, and the system if the program runs on this machine, stands beside each heap
// profile, without what may be secret, and opening the profile finds it.
func TestBesideHeapProfiles(t *testing.T) {
	_, saved, _ := heaps(t, 2, map[string]http.HandlerFunc{
		"/debug/pprof/heap": pprof.Handler("heap").ServeHTTP, "/debug/pprof/cmdline": pprof.Cmdline,
		"/debug/vars": expvar.Handler().ServeHTTP, "/metrics": figures,
	})
	want := []string{"memstats", "metrics", "vars"}
	if runtime.GOOS == "linux" {
		want = []string{"memstats", "metrics", "smaps.gz", "status", "vars"}
	}
	for _, e := range saved {
		if got := beside(t, e.Path); !slices.Equal(got, want) {
			t.Fatalf("beside %s stand %q, want %q", e.Path, got, want)
		}
		for _, name := range want {
			if !strings.Contains(e.Note, strings.TrimSuffix(name, ".gz")) {
				t.Errorf("the note is %q", e.Note)
			}
			data := string(must.Have(os.ReadFile(strings.TrimSuffix(e.Path, "pb.gz") + name)))
			if strings.Contains(data, "cmdline") || strings.Contains(data, "api_token") || data == "" {
				t.Errorf("%s has more than figures about memory: %s", name, data)
			}
		}
		p := must.Have(loader.Open(t.Context(), e.Path, loader.Options{})).Profile
		s, _, err := p.MemorySources(t.Context(), "heap")
		must.Do(err)
		a, err := s.Account()
		if err != nil || len(p.Warnings) > 0 || a.Sum() != a.Total || a.Resident != (runtime.GOOS == "linux") {
			t.Errorf("%+v, %v, %q", a, err, p.Warnings)
		}
	}
}

// A server without any of it is asked once. What fails is said in the note, and the profile is whole. The system is not
// asked for a process that may be another one.
func TestNothingBesideHeapProfiles(t *testing.T) {
	heap := recording(t, "heap.pprof")
	pages := map[string]http.HandlerFunc{"/debug/pprof/heap": func(w http.ResponseWriter, _ *http.Request) { w.Write(heap) }}
	_, saved, asked := heaps(t, 3, pages)
	if got := beside(t, saved[2].Path); got != nil || saved[2].Note != "" {
		t.Errorf("%q, %q", got, saved[2].Note)
	}
	if asked["/debug/vars"] != 1 || asked["/metrics"] != 1 || asked["/debug/pprof/heap"] != 4 {
		t.Errorf("it asked %v", asked)
	}
	pages["/debug/pprof/cmdline"] = func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "/bin/another\x00--flag") }
	pages["/debug/vars"] = func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "out of\ncheese", 500) }
	pages["/metrics"] = func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "<html>a page for everything") }
	_, saved, asked = heaps(t, 2, pages)
	if got := beside(t, saved[1].Path); got != nil || !strings.HasPrefix(saved[1].Note, "no /debug/vars: the server answered 500") || strings.Contains(saved[1].Note, "\n") {
		t.Errorf("%q, %q", got, saved[1].Note)
	}
	if asked["/debug/vars"] != 2 || asked["/metrics"] != 1 {
		t.Errorf("it asked %v", asked)
	}
}

// Whoever stops a recording while a server does not answer keeps the profile.
func TestStoppedBesideAHeapProfile(t *testing.T) {
	heap := recording(t, "heap.pprof")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s := answering(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/debug/pprof/heap":
			w.Write(heap)
		case "/debug/vars":
			cancel()
			<-r.Context().Done()
		default:
			http.NotFound(w, r)
		}
	})
	c := live.NewClient(parse(t, s.URL), live.Options{})
	defer c.Close()
	var saved live.Event
	err := c.Record(ctx, live.Plan{Requests: []live.Request{{Kind: live.Heap}}, Dir: t.TempDir()}, func(e live.Event) { saved = e })
	if err != nil || saved.Kind != live.Saved || saved.Note != "" || beside(t, saved.Path) != nil {
		t.Errorf("%v, %+v", err, saved)
	}
}
