package address

import (
	"strings"
	"testing"
)

func TestPublic(t *testing.T) {
	for _, x := range []struct{ in, want string }{
		{"http://localhost:6060", "http://localhost:6060"},
		{" HTTPS://h/debug/pprof/ ", "https://h/debug/pprof/"},
		{"http://u:p@h:1/debug/pprof/?token=x#f", "http://h:1/debug/pprof/"},
		{"https+insecure://user:pw@h/", "https+insecure://h/"},
		{"http://u@v:p@h/", "http://h/"},
		{"http://h/profile?seconds=5&token=x&debug=1", "http://h/profile?seconds=5&debug=1"},
		{"http://h/profile?token=x&gc=1&seconds=hunter2;a=1", "http://h/profile?gc=1"},
		{"http://h/profile?seconds", "http://h/profile"},
		{"http://h?token=x", "http://h"},
		{"http://h/x ?token=x", "http://h/x"},
		{"http:// ?token=x", "http://…"},
		{"http://[::1]:80/x", "http://[::1]:80/x"},
		{"unix:///run/s", "unix:///run/s"},
		{"unix:///run/user@1000/s:/debug/pprof/heap?token=x&gc=1", "unix:///run/user@1000/s:/debug/pprof/heap?gc=1"},
		{"ftp://u:p@h/x", "ftp://h/x"},

		// Where a password ends is not clear.
		{"http://ann:pa55/word@host:6060/", "http://…"},
		{"http://ann:pa?55@h/", "http://…"},
		{"http://ann:12#55@h/", "http://…"},
		{"http:///u:p@h", "http://…"},
		{"http://u:p@", "http://…"},
		{"http://u:p\n@h/", "http://…"},
		{"http://", "http://…"},
		{"http://h/mail/a%40b", "http://h/mail/a%40b"},

		// No addresses.
		{"/data/cpu.pprof", "/data/cpu.pprof"},
		{"localhost:6060", "localhost:6060"},
		{`C://Users/x`, `C://Users/x`},
		{"a/http://x", "a/http://x"},
		{"://", "://"},
		{"", ""},
	} {
		got := Public(x.in)
		if got != x.want {
			t.Errorf("%q: %q, want %q", x.in, got, x.want)
		}
		if again := Public(got); again != got {
			t.Errorf("%q became %q", got, again)
		}
		if address := got != x.in || strings.Contains(x.in, "p://") || strings.HasPrefix(x.in, "unix"); x.in != "a/http://x" && Is(x.in) != address {
			t.Errorf("Is(%q) is not %v", x.in, address)
		}
		if Complete(x.in) != (Is(x.in) && !strings.HasSuffix(got, Hidden)) && got != x.in && !strings.HasSuffix(got, Hidden) {
			t.Errorf("Complete(%q) is %v", x.in, Complete(x.in))
		}
	}
}

func TestDisguised(t *testing.T) {
	for path, want := range map[string]bool{
		"/home/x/https+insecure:/user:pw@h":         true,
		"/home/x/ http:/h/debug?token=1":            true,
		"/home/x/http:/h#f":                         true,
		"http:/u@h":                                 true,
		"/home/x/see http:/u@h":                     true,
		"/home/x/9://u@h":                           true,
		"/home/x/http:/h/debug":                     false,
		"/go/pkg/mod/github.com/x@v1.0/cpu.pprof":   false,
		"/data/cpu.trace: wait of net/http.f@x":     false,
		"C:/a@b":                                    false,
		"/data/a@b/https:/x":                        false,
		"/data/cpu: all/x@y":                        false,
		"/odd/:/a@b":                                false,
		"/home/x/9http:/a@b":                        false,
		"/home/x/" + strings.Repeat("http:/", 1000): false,
	} {
		if Disguised(path) != want {
			t.Errorf("Disguised(%q) is not %v", path, want)
		}
	}
}

// FuzzPublic: neither what stands between :// and @ nor the value of an unknown parameter is left.
func FuzzPublic(f *testing.F) {
	for _, s := range []string{"http://u:p@h/debug/pprof/heap?gc=1", "unix:///run/s:/x?token=y", "https+insecure://[::1]:1/%2f", "http://h/?a=b&a=c", "http://@", "http://a/b@c?d@e#f@g", " ttp://u:p@h/d/bug/pp ?f/hEapogc=1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Public(s)
		if Public(got) != got || Is(got) != Is(s) {
			t.Errorf("%q became %q, and that %q", s, got, Public(got))
		}
		if !Is(s) {
			return
		}
		_, rest, _ := cut(got)
		if strings.ContainsAny(got, "#") || !strings.HasPrefix(rest, "/") && strings.Contains(got, "@") {
			t.Errorf("%q is left of %q", got, s)
		}
		_, query, _ := strings.Cut(rest, "?")
		for p := range strings.SplitSeq(query, "&") {
			if name, value, _ := strings.Cut(p, "="); p != "" && (name != "seconds" && name != "debug" && name != "gc" || strings.Trim(value, ".0123456789") != "") {
				t.Errorf("%q is left of %q", got, s)
			}
		}
	})
}

// Without its question, an address of a store still says where it is and who asks.
func TestWithoutQuestion(t *testing.T) {
	for s, want := range map[string]string{
		"pyroscope+https://u:p@host/base?type=cpu&query={a=\"b\"}&from=now-1h": "pyroscope+https://u:p@host/base",
		"parca+http://host?token=t&type=cpu&&step=1m&=x#part":                  "parca+http://host?token=t&=x",
		"https://host?":  "https://host",
		"https://host/x": "https://host/x",
	} {
		if got := WithoutQuestion(s); got != want {
			t.Errorf("%s becomes %s, expected %s", s, got, want)
		}
	}
}
