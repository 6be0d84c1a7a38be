package httpclient

import (
	"net/url"
	"strings"

	"profstation/loader/address"
	"profstation/model/lang"
)

// Place is where a server is; the zero value is nowhere. Its texts hold no credentials.
type Place struct {
	URL      url.URL // http or https, without user and query
	Socket   string  // path to a Unix socket, "" for a network address
	Insecure bool    // TLS certificates are not verified
	// Query is sent with every request and never shown. It may hold tokens, which some proxies want.
	Query url.Values

	user *url.Userinfo
}

const defaultAddress = "write it like http://host:6060"

// schemes maps a place's scheme to the scheme for its requests.
var schemes = map[string]string{"http": "http", "https": "https", "https+insecure": "https", "unix": "http"}

// Parse reads a server's address, as people write it:
//
//	http://host:6060, host:6060         the same
//	https://user:password@host/prefix   with credentials, which are never shown
//	https+insecure://host               certificates are not verified, as in pprof
//	unix:///run/app.sock                a Unix socket
//	unix:///run/app.sock:/prefix/       the same with a path
func Parse(s string) (Place, error) {
	s = whole(s)
	switch {
	case !address.Is(s):
		return Place{}, Bad(s, lang.L("this is not an address of a server"), lang.L(defaultAddress))
	case !address.Complete(address.Public(s)):
		return Place{}, Bad(s, lang.L("it is not clear which part is the host"),
			lang.L("write %2F, %3F, %23 and %40 for / ? # @ in a user, a password or a query"))
	}
	scheme, rest, _ := strings.Cut(s, "://")
	scheme = strings.ToLower(scheme)
	if schemes[scheme] == "" {
		return Place{}, Bad(s, lang.L("addresses with {{.Scheme}} are not supported", lang.With{"Scheme": scheme}),
			lang.L("use http, https or unix"))
	}
	var p Place
	if scheme == "unix" {
		socket, pages, _ := strings.Cut(rest, ":")
		if !strings.HasPrefix(socket, "/") {
			return Place{}, Bad(s, lang.L("a Unix socket needs an absolute path"), lang.L("write unix:///path/to/socket"))
		}
		p.Socket = socket
		if !strings.HasPrefix(pages, "/") {
			pages = "/" + pages
		}
		rest = "localhost" + pages
	}
	u, err := url.Parse(schemes[scheme] + "://" + rest)
	if err != nil || u.Hostname() == "" {
		return Place{}, Bad(s, lang.L("this is not an address of a server"), lang.L(defaultAddress))
	}
	p.Insecure = scheme == "https+insecure"
	p.user, p.Query = u.User, u.Query()
	u.User, u.RawQuery, u.ForceQuery, u.Fragment, u.RawPath = nil, "", false, "", ""
	p.URL = *u
	return p, nil
}

// usual is the scheme of an address that is written without one.
const usual = "http://"

// whole returns an address with its scheme.
func whole(s string) string {
	if s = strings.TrimSpace(s); strings.Contains(s, "://") {
		return s
	}
	return usual + s
}

// Public returns what of an address that [Parse] understands may be shown and kept, as [address.Public] does, also of
// one without a scheme. It returns false where nobody can say what is the host.
func Public(s string) (public string, ok bool) {
	s = strings.TrimSpace(s)
	public = address.Public(whole(s))
	ok = address.Complete(public)
	if whole(s) != s {
		public = strings.TrimPrefix(public, usual)
	}
	return public, ok
}

// Bad returns the error for a bad address. It shows only the address's public part.
func Bad(s, found, advice string) error {
	shown := address.Hidden
	if address.Is(s) {
		shown = address.Public(s)
	}
	return &Error{Target: shown, Problem: BadAddress, Found: found, Advice: advice}
}

// String returns the address without credentials and query.
func (p Place) String() string {
	switch {
	case p.Socket != "":
		return "unix://" + p.Socket + ":" + p.URL.Path
	case p.Insecure:
		return "https+insecure" + strings.TrimPrefix(p.URL.String(), "https")
	}
	return p.URL.String()
}

// Host returns the server's short name: its host and port, or its socket.
func (p Place) Host() string {
	if p.Socket != "" {
		return p.Socket
	}
	return p.URL.Host
}

func (p Place) secrets() []string {
	var all []string
	if p.user != nil {
		if w, ok := p.user.Password(); ok {
			all = append(all, w, url.QueryEscape(w), url.PathEscape(w))
		}
	}
	for _, values := range p.Query {
		for _, v := range values {
			all = append(all, v, url.QueryEscape(v))
		}
	}
	return all
}
