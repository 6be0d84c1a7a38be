package live

import (
	"net/url"
	"path"
	"strings"
	"time"

	"profstation/loader/address"
	"profstation/model/lang"
)

// Target is where a program serves its profiles; zero: nowhere. Its texts hold no credentials.
type Target struct {
	base     url.URL // no user, no query; the path ends with a slash
	socket   string  // the path of a Unix socket, "" for a network address
	insecure bool    // TLS certificates are not verified
	user     *url.Userinfo
	query    url.Values // kept in every request: tokens, as some proxies want
	request  *Request   // that the address named, if it named one
}

// defaultPath is where net/http/pprof puts itself.
const defaultPath = "/debug/pprof/"

const usualAddress = "write it like http://host:6060"

// schemes are those that a target may have, with those of the requests.
var schemes = map[string]string{"http": "http", "https": "https", "https+insecure": "https", "unix": "http"}

// Parse reads the address of a server, as people write it:
//
//	http://localhost:6060               the usual place, /debug/pprof/
//	localhost:6060                      the same
//	https://host/prefix/debug/pprof/    where it is mounted elsewhere
//	http://host/debug/pprof/heap        one page: see [Target.Request]
//	https+insecure://host               certificates are not verified, as in pprof
//	unix:///run/app.sock                a Unix socket
//	unix:///run/app.sock:/prefix/       the same with a path
//
// A user and a password in it, and all of its query that is not a parameter of
// net/http/pprof, are sent with every request and never shown.
func Parse(s string) (Target, error) {
	s = strings.TrimSpace(s)
	if !strings.Contains(s, "://") {
		s = "http://" + s
	}
	shown := address.Public(s)
	if !address.Is(s) {
		shown = address.Hidden
	}
	bad := func(found, advice string) (Target, error) {
		return Target{}, &Error{Target: shown, Problem: BadAddress, Found: found, Advice: advice}
	}
	switch {
	case !address.Is(s):
		return bad(lang.L("this is not an address of a server"), lang.L(usualAddress))
	case !address.Complete(shown):
		return bad(lang.L("it is not clear which part is the host"), lang.L("write %2F, %3F, %23 and %40 for / ? # @ in a user, a password or a query"))
	}
	scheme, rest, _ := strings.Cut(s, "://")
	scheme = strings.ToLower(scheme)
	if schemes[scheme] == "" {
		return bad(lang.L("addresses with {{.Scheme}} are not supported", lang.With{"Scheme": scheme}), lang.L("use http, https or unix"))
	}
	var t Target
	if scheme == "unix" {
		socket, pages, _ := strings.Cut(rest, ":")
		if !strings.HasPrefix(socket, "/") {
			return bad(lang.L("a Unix socket needs an absolute path"), lang.L("write unix:///path/to/socket"))
		}
		t.socket = socket
		if !strings.HasPrefix(pages, "/") {
			pages = "/" + pages
		}
		rest = "localhost" + pages
	}
	u, err := url.Parse(schemes[scheme] + "://" + rest)
	if err != nil || u.Hostname() == "" {
		return bad(lang.L("this is not an address of a server"), lang.L(usualAddress))
	}
	t.insecure = scheme == "https+insecure"
	t.user = u.User
	u.User, u.Fragment = nil, ""
	query := u.Query()
	u.RawQuery = ""
	if u.Path == "" || u.Path == "/" {
		u.Path = defaultPath
	}
	u.RawPath = ""
	if !strings.HasSuffix(u.Path, "/") {
		if err := t.page(u, query); err != nil {
			return bad(err.Error(), lang.L("give a number of seconds"))
		}
	}
	for _, known := range address.Harmless {
		query.Del(known)
	}
	t.query = query
	t.base = *u
	return t, nil
}

// page takes the last element of a path for a kind, unless it is the index: of that name, or
// mounted just below the root.
func (t *Target) page(u *url.URL, query url.Values) error {
	dir, last := path.Split(u.Path)
	if last == "pprof" || dir == "/" || dir == "" {
		u.Path += "/"
		return nil
	}
	r := Request{Kind: kindOf(last)}
	if s := query.Get("seconds"); s != "" {
		d, err := time.ParseDuration(s + "s")
		if err != nil || d <= 0 {
			return lang.Error("seconds={{.Value}} cannot be understood", lang.With{"Value": s})
		}
		r.Length = d
	}
	u.Path = dir
	t.request = &r
	return nil
}

// String is the address without credentials and query.
func (t Target) String() string {
	switch {
	case t.socket != "" && t.base.Path == defaultPath:
		return "unix://" + t.socket
	case t.socket != "":
		return "unix://" + t.socket + ":" + t.base.Path
	case t.insecure:
		return "https+insecure" + strings.TrimPrefix(t.base.String(), "https")
	}
	return t.base.String()
}

// Host is the short name of the server: its host and port, or its socket.
func (t Target) Host() string {
	if t.socket != "" {
		return t.socket
	}
	return t.base.Host
}

// Request is what an address that named one page asks for, nil if it named none.
func (t Target) Request() *Request { return t.request }

// Insecure is t with its certificates not verified, as a user must have asked for.
func (t Target) Insecure() Target {
	t.insecure = t.base.Scheme == "https"
	return t
}

func (t Target) secrets() []string {
	var all []string
	if t.user != nil {
		if p, ok := t.user.Password(); ok {
			all = append(all, p, url.QueryEscape(p), url.PathEscape(p))
		}
	}
	for _, values := range t.query {
		for _, v := range values {
			all = append(all, v, url.QueryEscape(v))
		}
	}
	return all
}
