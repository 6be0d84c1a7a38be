package command

import (
	"net/http"
	"net/http/httptest"
	"net/http/pprof"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"profstation/internal/pproftool"
)

// An address with secrets in it, where a file should stand, is named without them wherever it is
// named: in errors, in JSON, in titles of pages.
func TestSecretsOfAddresses(t *testing.T) {
	const secret = "http://ann:s3cret@127.0.0.1:1/debug/pprof/heap?token=s3cret#s3cret"
	dir := t.TempDir()
	page := filepath.Join(dir, "page.html")
	n := 0
	for _, args := range []string{
		"info URL", "info --json URL", "info " + cpu + " URL",
		"export --view top -o - --format csv URL", "export --view top -o - --format csv URL " + cpu, "export --view top -o - --format csv " + cpu + " URL",
		"export --view diff -o - --format csv --base URL " + cpu, "export --view diff -o - --format csv --base " + cpu + " URL",
		"export --view diff -o - --format csv --base URL,URL,URL " + cpu, "export --view summary -o - --format md --base URL " + cpu + " " + cpu,
		"export --view trend -o - --format csv URL", "export --view timeline -o - --format svg URL", "export --view timeline -o - --format svg --base URL URL",
		"export --view top --from_trace sync -o - --format csv URL",
		"export --view top -o URL --format csv " + cpu, "export --view top -o URL " + cpu, "export --view list --source_path URL --focus x -o - --format txt " + cpu,
		"report -o PAGE URL", "report -o PAGE " + cpu + " URL", "report -o PAGE URL " + cpu, "report -o PAGE --base URL " + cpu, "report -o PAGE --base URL URL", "report -o PAGE URL.profstation",
		"report -o - URL", "compare URL", "compare URL B C",
	} {
		words := strings.Fields(args)
		for i, w := range words {
			words[i] = strings.NewReplacer("PAGE", page, "URL", secret).Replace(w)
		}
		r := run(t, words...)
		data, err := os.ReadFile(page)
		if err == nil {
			os.Remove(page)
		}
		if all := r.out + r.err + string(data); strings.Contains(all, "s3cret") {
			t.Errorf("%s: %.600s", args, all[max(0, strings.Index(all, "s3cret")-200):])
		}
		if r.exit != 0 {
			n++
		}
	}
	if n < 15 {
		t.Errorf("only %d fail", n)
	}
}

// TestServers holds that a page of net/http/pprof is read by its address as go tool pprof reads it, is asked for with
// what was chosen, and that no secret of its address is shown.
func TestServers(t *testing.T) {
	var asked []string
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	for page, file := range map[string]string{"heap": "heap.pprof", "allocs": "allocs.pprof", "mutex": "mutex.pprof", "trace": "trace.trace", "profile": "cpu.pprof"} {
		mux.HandleFunc("/debug/pprof/"+page, func(w http.ResponseWriter, r *http.Request) {
			user, password, _ := r.BasicAuth()
			asked = append(asked, page+" "+r.FormValue("seconds")+" "+user+" "+password+" "+r.FormValue("token"))
			http.ServeFile(w, r, filepath.Join(recordings, file))
		})
	}
	s := httptest.NewServer(mux)
	defer s.Close()
	host := strings.TrimPrefix(s.URL, "http://")
	for _, c := range []struct{ options, address, asks string }{
		{"-top", "http://HOST/debug/pprof/heap", "heap    "},
		{"-top -cum", "HOST/debug/pprof/heap", "heap    "},
		{"-traces -sample_index=alloc_space", "http://HOST/debug/pprof/allocs", "allocs    "},
		{"-top -seconds=2", "HOST/debug/pprof/profile", "profile 2   "},
		{"-top", "HOST/debug/pprof/profile?seconds=3", "profile 3   "},
		{"-top -seconds=1 -timeout=5", "http://HOST", "profile 1   "},
	} {
		args := append(strings.Fields(c.options), strings.Replace(c.address, "HOST", host, 1))
		cmd := pproftool.OfNewer(t, args...)
		cmd.Env = append(cmd.Environ(), "PPROF_TMPDIR="+t.TempDir())
		want, _ := pproftool.Run(t, cmd)
		asked = nil
		r := run(t, append([]string{"export"}, args...)...)
		if r.exit != exitOK || sorted(r.out) != sorted(want) {
			t.Errorf("%s %s: exit status %d, it prints\n%s%s\nwant\n%s", c.options, c.address, r.exit, r.out, r.err, want)
		}
		if len(asked) != 1 || asked[0] != c.asks {
			t.Errorf("%s %s asks for %q, want %q", c.options, c.address, asked, c.asks)
		}
		if said := strings.Contains(r.err, host+" records cpu for "); said != strings.HasPrefix(c.asks, "profile") {
			t.Errorf("%s %s says %q", c.options, c.address, r.err)
		}
	}
	if r := run(t, "info", host+"/debug/pprof/goroutine"); r.exit != exitOK || !strings.Contains(r.out, "goroutine") {
		t.Errorf("info of goroutines: exit status %d, %s%s", r.exit, r.out, r.err)
	}

	page := filepath.Join(t.TempDir(), "page.html")
	secret := "http://ann:s3cret@" + host + "/debug/pprof/"
	for _, c := range []struct {
		args string
		exit int
	}{
		{"info HEAP", exitOK}, {"info --json HEAP", exitOK}, {"report -o PAGE HEAP", exitOK}, {"report -o PAGE --base HEAP HEAP", exitOK},
		{"export -top -base HEAP HEAP", exitOK}, {"export -top HEAP HEAP", exitOK}, {"export -svg -o - HEAP", exitOK},
		{"export -top HEAP MUTEX", exitFailed}, {"export -top --max_memory=1KB HEAP", exitFailed}, {"export -top NONE", exitFailed}, {"export -list=main HEAP", exitOK},
		{"info TRACE", exitOK}, {"export -top HEAP TRACE", exitFailed}, {"export -top -base TRACE HEAP", exitFailed}, {"export -top TRACE", exitFailed},
	} {
		asked = nil
		words := strings.Fields(c.args)
		for i, w := range words {
			words[i] = strings.NewReplacer("PAGE", page, "HEAP", secret+"heap?token=s3cret", "TRACE", secret+"trace?token=s3cret", "MUTEX", secret+"mutex?token=s3cret", "NONE", secret+"none?token=s3cret").Replace(w)
		}
		r := run(t, words...)
		data, _ := os.ReadFile(page)
		if all := r.out + r.err + string(data); r.exit != c.exit || strings.Contains(all, "s3cret") {
			t.Errorf("%s: exit status %d, %.900s", c.args, r.exit, all)
		}
		for _, a := range asked {
			if !strings.HasSuffix(a, " ann s3cret s3cret") {
				t.Errorf("%s asks %q", c.args, a)
			}
		}
	}
	t.Chdir(t.TempDir()) // a file is read before a host of its name
	if err := os.WriteFile("shop:80", []byte("no profile"), 0o666); err != nil {
		t.Fatal(err)
	}
	if r := run(t, "info", "shop:80"); r.exit != exitFailed || !strings.Contains(r.err, "shop:80: ") || strings.Contains(r.err, "http") {
		t.Errorf("a file with a colon: exit status %d, %s", r.exit, r.err)
	}
}
