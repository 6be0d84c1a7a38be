package command

import (
	"context"
	"encoding/csv"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/origin/link"
)

// opened returns the only link that a window was opened on.
func opened(t *testing.T, r ran) link.Link {
	t.Helper()
	if r.exit != exitOK || len(r.window) != 1 {
		t.Fatalf("exit status %d, the window opens %q, %s", r.exit, r.window, r.err)
	}
	return must.Have(link.Parse(r.window[0]))
}

// The window shows what go tool pprof shows with the same arguments.
func TestPprofRun(t *testing.T) {
	kept := cacheAt(t)
	before, allocs := recordings+"/go1.27/allocs.pprof", recordings+"/allocs.pprof"
	for _, c := range []struct{ args, name, place string }{
		{"", "allocs.pb.gz", ""},
		{"-diff_base " + before + " --sample-index=alloc_space", "allocs.pb.gz", "v=1&sample_index=alloc_space"},
		{"-base=" + before + " -normalize -alloc_objects -new_window", "allocs.pb.gz", "v=1&sample_index=alloc_objects"},
		{"-http :0 -no_browser -focus json|gzip -lines -trim=false -call_tree", "allocs.pb.gz",
			"v=1&focus=json%7Cgzip&edgefraction=0&granularity=lines&nodecount=0&nodefraction=0"},
		{"-symbolize none -buildid x -add_comment=said -cum -mean -inuse_space", "allocs.pb.gz", "v=1&mean=true&sample_index=inuse_space&sort=cum"},
	} {
		r := run(t, append(append([]string{"pprof"}, strings.Fields(c.args)...), allocs)...)
		l := opened(t, r)
		if got := l.Place.String(); got != c.place || r.alone != strings.Contains(c.args, "new_window") {
			t.Errorf("%s: the place is %s, want %s", c.args, got, c.place)
		}
		path := string(l.Ref)
		if filepath.Base(path) != c.name || filepath.Dir(filepath.Dir(path)) != kept {
			t.Errorf("%s: it is kept as %s", c.args, path)
		}
		if strings.Contains(c.args, "add_comment") {
			if text := exported(t, "comments", "txt", path); !strings.Contains(text, "said") {
				t.Errorf("the comments are %q", text)
			}
			continue
		}
		var ours, theirs []string // options of each
		for name, text := range l.Place.Options {
			ours = append(ours, "--"+name+"="+text)
		}
		for _, f := range l.Place.Filters {
			ours = append(ours, "--"+f.Name+"="+f.Text)
		}
		theirs = slices.Clone(ours)
		for _, word := range strings.Fields(strings.ReplaceAll(c.args, "-diff_base ", "-diff_base=")) {
			if strings.Contains(word, "base=") || word == "-normalize" {
				theirs = append(theirs, "-"+word)
			}
		}
		got := settle(must.Have(csv.NewReader(strings.NewReader(exported(t, "top", "csv", path, ours...))).ReadAll())[1:], false)
		want := settle(pprofTop(t, allocs, theirs), false)
		if len(got) != len(want) || len(got) < 5 {
			t.Errorf("%s: %d rows, want %d", c.args, len(got), len(want))
			continue
		}
		for i := range got {
			if err := sameRow(got[i], want[i]); err != nil {
				t.Errorf("%s: row %d: %v\n %q\n want %q", c.args, i, err, got[i], want[i])
			}
		}
	}
}

// Addresses are fetched by pprof, which says so; several are added up.
func TestPprofRunOfServers(t *testing.T) {
	cacheAt(t)
	var asked []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.String())
		http.ServeFile(w, r, recordings+"/cpu.pprof")
	}))
	defer s.Close()
	r := run(t, "pprof", "-seconds", "2", "-timeout=30", s.URL)
	l := opened(t, r)
	if !slices.Equal(asked, []string{"/debug/pprof/profile?seconds=2"}) || !strings.Contains(r.err, "Fetching profile over HTTP") {
		t.Errorf("the server was asked for %q; %s", asked, r.err)
	}
	if name := filepath.Base(string(l.Ref)); name != strings.ReplaceAll(strings.TrimPrefix(s.URL, "http://"), ":", "-")+".pb.gz" {
		t.Errorf("it is kept as %s", name)
	}
	out := filepath.Join(t.TempDir(), "sum")
	l = opened(t, run(t, "pprof", "-output", out, s.URL, recordings+"/cpu.pprof", s.URL))
	total := func(path string) (sum int64) {
		for _, v := range must.Have(loader.Open(t.Context(), path, loader.Options{})).Profile.Samples.Values[0] {
			sum += v
		}
		return sum
	}
	if string(l.Ref) != out || total(out) != 3*total(recordings+"/cpu.pprof") {
		t.Errorf("the sum of three is in %s", l.Ref)
	}
}

// What goes wrong is said, and where the profile is that no window shows.
func TestPprofRunFails(t *testing.T) {
	cacheAt(t)
	for _, c := range []struct {
		args string
		exit int
		want string
	}{
		{"", exitUsage, "found no file"},
		{"-base x", exitUsage, "found no file"},
		{"-base", exitUsage, "-base needs a value"},
		{"-top a", exitUsage, "profstation export"},
		{"-web a", exitUsage, "-web is a report"},
		{"-focus=( a", exitUsage, "-focus=(: "},
		{"-mean=7 a", exitUsage, "expected true or false"},
		{"-granularity=x a", exitUsage, "functions"},
		{"-nonsense a", exitFailed, "flag provided but not defined: -nonsense"},
		{"/nonexistent", exitFailed, "no such file"},
		{"-sample_index=nope " + recordings + "/cpu.pprof", exitFailed, `sample_index "nope" must be one of: [samples cpu]`},
		{"-alloc_space " + recordings + "/cpu.pprof", exitFailed, `sample_index "alloc_space" must be one of`},
	} {
		r := run(t, append([]string{"pprof"}, strings.Fields(c.args)...)...)
		if r.exit != c.exit || !strings.Contains(r.err, c.want) || r.window != nil {
			t.Errorf("%s: exit status %d, want %d; %q, want %q", c.args, r.exit, c.exit, r.err, c.want)
		}
	}
	if all := must.Have(keptFiles()).all(); len(all) > 0 {
		t.Errorf("%v is kept", all)
	}

	var errs strings.Builder
	root := New(func(context.Context, Start) error { return errors.New("there is no window") })
	root.SetErr(&errs)
	exit := Execute(t.Context(), root, []string{"pprof", recordings + "/cpu.pprof"})
	lines := strings.Split(strings.TrimSpace(errs.String()), "\n")
	path, found := strings.CutPrefix(lines[max(len(lines)-2, 0)], "profstation: the profile is in ")
	if _, err := os.Stat(path); exit != exitFailed || !found || err != nil || lines[len(lines)-1] != "profstation: there is no window" {
		t.Errorf("without a window: exit status %d, %q (%v)", exit, lines, err)
	}

	t.Setenv("PATH", t.TempDir())
	if r := run(t, "pprof", "x"); r.exit != exitFailed || !strings.Contains(r.err, "there is no go command") {
		t.Errorf("without Go: exit status %d, %s", r.exit, r.err)
	}
	if r := run(t, "pprof", "-help"); r.exit != exitOK || !strings.Contains(r.out, "go tool pprof") {
		t.Errorf("help: exit status %d, %s", r.exit, r.out)
	}
}
