package session

import (
	"net/url"
	"reflect"
	"strings"
	"testing"

	"profstation/origin"
)

// everywhere puts a text in the place of every path, in structs and lists.
func everywhere(v reflect.Value, p origin.Ref) {
	switch {
	case v.Type() == reflect.TypeFor[origin.Ref]():
		v.SetString(string(p))
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			everywhere(v.Field(i), p)
		}
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			everywhere(v.Index(i), p)
		}
	}
}

// written returns all that is written of a state with a text in the place of every path, and of a
// workspace that somebody made with it.
func written(t *testing.T, text string) string {
	s := full()
	everywhere(reflect.ValueOf(&s).Elem(), origin.Ref(text))
	state, err := encodeState(s)
	if err != nil {
		t.Fatal(err)
	}
	from, err := encode(Workspace{Version: version, Documents: s.Documents, Notes: s.Notes})
	if err != nil {
		t.Fatal(err)
	}
	w, err := DecodeWorkspace(from, "/home/x")
	if err != nil {
		t.Fatal(err)
	}
	again, err := encodeWorkspace(w, "/home/x")
	if err != nil {
		t.Fatal(err)
	}
	later, err := encodeState(State{Documents: w.Documents, Notes: w.Notes})
	if err != nil {
		t.Fatal(err)
	}
	return string(state) + string(again) + string(later)
}

// What an address holds of credentials is in no file, whether it comes from the window or from a
// workspace, also if a program took the address for the name of a file.
func TestSecretsAreNotKept(t *testing.T) {
	for _, s := range []string{
		"http://ann:pa55@h:1/debug/pprof/?token=t0ken#fr4gment",
		"https+insecure://ann:pa55@h/",
		" HTTPS+Insecure://ann:pa55@h/?seconds=t0ken",
		"unix:///run/s:/debug/pprof/?token=t0ken",
		"ftp://ann:pa55@h/",
		"http://ann:pa/55@h/", "http://ann:pa?55@h/", "http://ann:pa#55@h/", "http:///ann:pa55@h/",
		"/home/x/https:/ann:pa55@h", "/home/x/http:/h?t0ken", "/home/x/http://ann:pa55@h", "see http://ann:pa55@h",
		"x/http://ann:pa55@h/?token=t0ken",
	} {
		all := written(t, s)
		for _, secret := range []string{"ann", "pa55", "pa/55", "55@", "t0ken", "fr4gment"} {
			if strings.Contains(all, secret) {
				t.Errorf("%q leaves %q in %s", s, secret, all)
			}
		}
	}
	if all := written(t, "/mark"); strings.Count(all, "/mark") < 20 {
		t.Errorf("a path was not written: %s", all)
	}
	w, err := DecodeWorkspace([]byte(`{"profstation_workspace":1,"documents":[{"path":"https+insecure://user:pw@h/heap?gc=1&x=2"}]}`), "/home/x")
	if err != nil || len(w.Documents) != 1 || w.Documents[0].Path != "https+insecure://h/heap?gc=1" {
		t.Errorf("%+v, %v", w.Documents, err)
	}
}

// FuzzSecrets: no user, no password, and no value of a parameter that is not known stands in what is
// written, whatever else an address is made of.
func FuzzSecrets(f *testing.F) {
	f.Add("", "http", "ann", "h:6060", "/debug/pprof/", "token")
	f.Add(" ", "https+insecure", "ann:pw/?#@x", "", "", "gc&seconds")
	f.Add("/home/x/", "HTTP", "a:b", "[::1]", "/%2f", "seconds=5&t")
	f.Add("x ", "unix", "/", "/run/a@b", ":/x", "debug=&")
	f.Add("", "f.t-p", "\x00", "\xff", "#", ";")
	f.Fuzz(func(t *testing.T, before, scheme, user, host, path, parameter string) {
		const secret = "zjq5ecretqjz" // no field has such a name
		socket := strings.HasPrefix(strings.ToLower(strings.TrimSpace(before+scheme)+"://"+user), "unix:///")
		for i, s := range []string{
			scheme + "://" + host + path + "?" + parameter + "=" + secret,
			scheme + "://" + host + path + "?" + url.QueryEscape(parameter) + "=" + secret + "#" + secret,
			before + scheme + "://" + user + secret + "@" + host + path,
			before + scheme + "://" + user + ":" + secret + user + "@" + host + path + "?" + parameter + "=1",
		} {
			if socket && i >= 2 {
				continue // the path of a socket has no user
			}
			if all := written(t, s); strings.Contains(all, secret) {
				t.Errorf("%q is kept as %s", s, all)
			}
		}
	})
}
