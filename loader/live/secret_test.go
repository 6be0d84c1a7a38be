package live_test

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/loader/httpclient"
	"profstation/loader/live"
)

// Credentials reach the target and nobody else, and stand in no text.
func TestSecrets(t *testing.T) {
	data := recording(t, "heap.pprof")
	var got []*http.Request
	other := answering(t, func(w http.ResponseWriter, r *http.Request) {
		got = append(got, r)
		if back := r.URL.Query().Get("back"); back != "" {
			http.Redirect(w, r, back, http.StatusFound)
			return
		}
		w.Write(data)
	})
	var back string
	home := answering(t, func(w http.ResponseWriter, r *http.Request) {
		got = append(got, r)
		switch {
		case strings.HasSuffix(r.URL.Path, "heap"):
			http.Redirect(w, r, other.URL+"/x", http.StatusFound)
		case strings.HasSuffix(r.URL.Path, "mutex"):
			http.Redirect(w, r, other.URL+"/x?back="+url.QueryEscape(back+"/end"), http.StatusFound)
		case strings.HasSuffix(r.URL.Path, "block"):
			http.Error(w, "no: "+r.Header.Get("X-Api-Key")+" "+r.URL.RawQuery, http.StatusInternalServerError)
		default:
			w.Write(data)
		}
	})
	back = home.URL
	address := strings.Replace(home.URL, "http://", "http://ann:pa55word@", 1) + "/debug/pprof/?token=t0psecret"
	target := parse(t, address)
	c := live.NewClient(target, live.Options{Credentials: httpclient.Credentials{Header: http.Header{"X-Api-Key": {"k3y"}, "Cookie": {"session=c00kie"}}}})
	ask := func(k live.Kind) error {
		got = nil
		_, err := capture(t, c, t.Context(), live.Request{Kind: k}, func(live.Progress) {})
		return err
	}
	bare := func(r *http.Request) bool {
		for _, name := range []string{"Authorization", "X-Api-Key", "Cookie", "Referer"} {
			if r.Header.Get(name) != "" {
				return false
			}
		}
		return true
	}

	must.Do(ask(live.Allocs))
	if user, password, _ := got[0].BasicAuth(); user != "ann" || password != "pa55word" || got[0].Header.Get("X-Api-Key") != "k3y" || got[0].URL.Query().Get("token") != "t0psecret" {
		t.Errorf("the target got %v %v", got[0].Header, got[0].URL)
	}
	must.Do(ask(live.Heap))
	if len(got) != 2 || bare(got[0]) || !bare(got[1]) {
		t.Errorf("the other host got %v", got[1].Header)
	}
	// Once away, nothing is sent again, not even to the first host.
	must.Do(ask(live.Mutex))
	if len(got) != 3 || !bare(got[1]) || !bare(got[2]) {
		t.Errorf("on the way back were sent %v", got[2].Header)
	}

	texts := []string{target.String(), target.Host()}
	err := ask(live.Block)
	texts = append(texts, err.Error())
	home.Close()
	err = ask(live.Block)
	texts = append(texts, err.Error())
	for _, bad := range []string{address + "\x7f", "http://ann:pa55word@/x?token=t0psecret", "ftp://ann:pa55word@host/?token=t0psecret", "http://ann:pa55/word@host:port/"} {
		_, err := live.Parse(bad)
		if err == nil {
			t.Errorf("%q was read", bad)
			continue
		}
		texts = append(texts, err.Error())
	}
	for _, text := range texts {
		for _, secret := range []string{"pa55", "t0psecret", "k3y", "c00kie", "YW5uOnBhNTV3b3Jk"} {
			if strings.Contains(text, secret) {
				t.Errorf("%q shows %q", text, secret)
			}
		}
	}
}

// Nothing of the credentials is stored with what is recorded.
func TestSecretsAreNotStored(t *testing.T) {
	data := recording(t, "heap.pprof")
	s := answering(t, func(w http.ResponseWriter, _ *http.Request) { w.Write(data) })
	dir := t.TempDir()
	c := live.NewClient(parse(t, strings.Replace(s.URL, "http://", "http://ann:pa55word@", 1)), live.Options{})
	must.Do(c.Record(t.Context(), live.Plan{Requests: []live.Request{{Kind: live.Heap}}, Dir: dir}, func(live.Event) {}))
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Fatal(entries, err)
	}
	b, err := os.ReadFile(filepath.Join(dir, entries[0].Name()))
	if err != nil || string(b) != string(data) {
		t.Errorf("saved are %d bytes, received were %d: %v", len(b), len(data), err)
	}
}

func TestFromEnvironment(t *testing.T) {
	env := map[string]string{httpclient.EnvUser: "ann", httpclient.EnvPassword: "pa55", httpclient.EnvHeader: "X-A: 1\n\nAuthorization: Bearer t0ken\n"}
	o, err := httpclient.Credentials{Header: http.Header{"X-A": {"mine"}}}.FromEnvironment(func(k string) string { return env[k] })
	if err != nil || o.User != "ann" || o.Password != "pa55" || o.Header.Get("X-A") != "mine" || o.Header.Get("Authorization") != "Bearer t0ken" {
		t.Errorf("%+v, %v", o, err)
	}
	for _, bad := range []string{"t0ken", "a b: t0ken", ": t0ken", "A: t0\x01ken"} {
		env[httpclient.EnvHeader] = bad
		if _, err := (httpclient.Credentials{}).FromEnvironment(func(k string) string { return env[k] }); err == nil || strings.Contains(err.Error(), "ken") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
