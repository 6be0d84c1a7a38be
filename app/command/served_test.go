package command

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"profstation/internal/home"
	"profstation/internal/must"
	"profstation/internal/pproftool"
	"profstation/model/query"
	"profstation/origin/link"
)

// plenty is longer than anything takes that comes to an end.
const plenty = time.Minute

// atWindow starts a command, which leads to a window of the program, and returns what that opens.
func atWindow(t *testing.T, cmd *exec.Cmd) Start {
	t.Helper()
	at := must.Have(net.Listen("tcp", "127.0.0.1:0"))
	defer at.Close()
	cmd.Env = append(cmd.Environ(), asProgram+"=1", windowAt+"="+at.Addr().String())
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { // pprof serves until somebody ends it; what it has started says nothing any more
		cmd.Process.Kill()
		cmd.Wait()
	}()
	at.(*net.TCPListener).SetDeadline(time.Now().Add(plenty))
	conn, err := at.Accept()
	if err != nil {
		cmd.Process.Kill()
		cmd.Wait()
		t.Fatalf("no window was opened: %v\n%s", err, said.String())
	}
	defer conn.Close()
	var s Start
	if err := json.NewDecoder(conn).Decode(&s); err != nil {
		t.Fatal(err)
	}
	return s
}

// cacheAt makes a folder the user's cache, for this process and those that it starts.
func cacheAt(t *testing.T) (kept string) {
	dir := t.TempDir()
	t.Setenv("GOCACHE", strings.TrimSpace(string(must.Have(exec.Command("go", "env", "GOCACHE").Output()))))
	home.Set(t, dir)
	t.Setenv("XDG_CACHE_HOME", dir)
	t.Setenv("LocalAppData", dir)
	return must.Have(keptFiles()).dir
}

// With BROWSER=profstation the window opens what go tool pprof -http has, with what it was asked for.
func TestInPlaceOfTheBrowser(t *testing.T) {
	kept := cacheAt(t)
	allocs, before := recordings+"/allocs.pprof", recordings+"/go1.27/allocs.pprof"
	for _, c := range []struct {
		options string
		file    string
		name    string
		place   string
	}{
		{"", recordings + "/cpu.pprof", "record.cpu.pb.gz", "v=1&sample_index=cpu"},
		{"--sample_index=alloc_objects", allocs, "record.alloc_objects.pb.gz", "v=1&sample_index=alloc_objects"},
		{"--base=" + before, allocs, "record.alloc_space.pb.gz", "v=1&sample_index=alloc_space"},
		{"--diff_base=" + before + " --sample_index=alloc_space", allocs, "record.alloc_space.pb.gz", "v=1&sample_index=alloc_space"},
		{"--focus=json|gzip --tagignore=tenant=a --lines --nodecount=7 --mean", allocs, "record.alloc_space.pb.gz",
			"v=1&focus=json%7Cgzip&tagignore=tenant%3Da&granularity=lines&mean=true&nodecount=7&sample_index=alloc_space"},
	} {
		t.Run(c.options, func(t *testing.T) {
			options := strings.Fields(c.options)
			cmd := pproftool.OfNewer(t, append(append([]string{"-http=localhost:"}, options...), c.file)...)
			cmd.Env = append(cmd.Env, "BROWSER="+must.Have(os.Executable()), "XDG_CACHE_HOME="+os.Getenv("XDG_CACHE_HOME"), "HOME="+os.Getenv("HOME"))
			s := atWindow(t, cmd)
			if len(s.Files) != 1 || s.Base != nil {
				t.Fatalf("the window opens %+v", s)
			}
			// pprof is gone now.
			l := must.Have(link.Parse(s.Files[0]))
			if got := l.Place.String(); got != c.place {
				t.Errorf("the place is %s, want %s", got, c.place)
			}
			path := string(l.Ref)
			if filepath.Base(path) != c.name || filepath.Dir(filepath.Dir(path)) != kept {
				t.Errorf("it is kept as %s, want the name %s below %s", path, c.name, kept)
			}
			if strings.Contains(c.options, "mean") {
				return // the place says it, and TestTopAgainstPprof holds what it means
			}
			ours := must.Have(csv.NewReader(strings.NewReader(exported(t, "top", "csv", path, "--sample_index="+l.Place.Options["sample_index"]))).ReadAll())
			got, want := settle(ours[1:], false), settle(pprofTop(t, c.file, options), false)
			if len(got) != len(want) || len(got) < 5 {
				t.Fatalf("%d rows, want %d", len(got), len(want))
			}
			for i := range got {
				if err := sameRow(got[i], want[i]); err != nil {
					t.Errorf("row %d: %v\n %q\n want %q", i, err, got[i], want[i])
				}
			}
		})
	}
}

// What is no page of pprof opens as ever, and what is one but cannot be had is an error.
func TestNotServedByPprof(t *testing.T) {
	cacheAt(t)
	pages := map[string]http.HandlerFunc{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if page := pages[r.URL.Path]; page != nil {
			page(w, r)
			return
		}
		http.NotFound(w, r)
	}))
	defer s.Close()
	for _, address := range []string{s.URL, s.URL + "/ui/", s.URL + "/debug/pprof/heap", "pyroscope+" + s.URL, "ui", recordings + "/cpu.pprof"} {
		if r := run(t, address); r.exit != exitOK || !slices.Equal(r.window, []string{address}) {
			t.Errorf("%s: exit status %d, the window opens %q, %s", address, r.exit, r.window, r.err)
		}
	}
	pages["/"] = func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/ui", http.StatusTemporaryRedirect) }
	for what, page := range map[string]http.HandlerFunc{
		"404":        nil,
		"not a prof": func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html><title>log in</title>") },
		"ended too ea": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "9")
			fmt.Fprint(w, "\x1f\x8b")
		},
	} {
		pages["/ui/download"] = page
		if r := run(t, s.URL+"/ui/"); r.exit != exitFailed || r.window != nil || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%s: exit status %d, the window opens %q, %s", what, r.exit, r.window, r.err)
		}
	}
	if all := must.Have(keptFiles()).all(); len(all) > 0 {
		t.Errorf("%v is kept", all)
	}
	pages["/ui/download"] = func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, recordings+"/cpu.pprof") }
	r := run(t, s.URL+"/ui/top?f=json&trim=f")
	if len(r.window) != 1 {
		t.Fatalf("exit status %d, the window opens %q, %s", r.exit, r.window, r.err)
	}
	l := must.Have(link.Parse(r.window[0]))
	want := link.Place{Tab: "Top", Filters: []query.Refining{{Name: "focus", Text: "json"}},
		Options: map[string]string{"nodecount": "0", "nodefraction": "0", "edgefraction": "0"}}
	if filepath.Base(string(l.Ref)) != "profile.pb.gz" || !reflect.DeepEqual(l.Place, want) {
		t.Errorf("without a title it is %s at %+v", l.Ref, l.Place)
	}
	if again := run(t, s.URL); len(again.window) != 1 || again.window[0] != string(l.Ref) {
		t.Errorf("the same again is %q, want %q", again.window, l.Ref)
	}
	if r := run(t, "http://localhost:0?f=x"); r.exit != exitFailed || !strings.Contains(r.err, "-http=localhost:") {
		t.Errorf("port 0: exit status %d, %s", r.exit, r.err)
	}
}

// TestServedElsewhere holds which addresses are asked whether pprof is there.
func TestServedElsewhere(t *testing.T) {
	for address, want := range map[string]bool{
		"http://localhost:1": true, "localhost:1": true, "http://127.0.0.1:1/?si=cpu": true, "http://[::1]:1/ui": true, "https://0.0.0.0:1/ui/flamegraph": true,
		"http://prod:1": false, "http://prod:1/ui/": true, "http://prod:1/uia": false, "http://localhost:1/debug/pprof/": false,
		"parca+http://localhost:1": false, "unix:///ui/": false, "-": false, "/ui/": false,
	} {
		if _, got, err := servedAt(address); got != want || err != nil {
			t.Errorf("%s: %v, %v, want %v", address, got, err, want)
		}
	}
}

func TestTitled(t *testing.T) {
	const menu = `<a href="?si=in use space" id="sampletype-in use space">`
	for _, c := range []struct{ page, name, sampleType string }{
		{"", "", ""},
		{"<title>api cpu</title>", "api", "cpu"},
		{"<title>\n a &amp; b  mean_delay</title>", "a & b ", "delay"},
		{"<title>my api in use space</title>" + menu, "my api", "in use space"},
		{"<title>unknown unknown</title>", "", ""},
		{"<title>cpu</title>", "", "cpu"},
	} {
		if name, sampleType := titled(c.page); name != c.name || sampleType != c.sampleType {
			t.Errorf("%q: %q, %q", c.page, name, sampleType)
		}
	}
	for want, words := range map[string][]string{
		"a-b-c.cpu.pb.gz": {"a/b\\c", "cpu"}, "profile.pb.gz": {"", ".."}, "x.pb.gz": {"../x"},
	} {
		if got := keptName(words...); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}
