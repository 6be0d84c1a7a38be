package live

import (
	"net/url"
	"path"
	"strings"
	"time"

	"profstation/loader/address"
	"profstation/loader/httpclient"
	"profstation/model/lang"
)

// Target is where a program serves its profiles; the zero value is nowhere. Its texts hold no credentials.
type Target struct {
	place   httpclient.Place // its path ends with a slash
	request *Request         // named by the address, if any
}

// defaultPath is where net/http/pprof puts itself.
const defaultPath = "/debug/pprof/"

// Parse reads a server's address, as people write it:
//
//	http://localhost:6060               the usual place, /debug/pprof/
//	localhost:6060                      the same
//	https://host/prefix/debug/pprof/    where it is mounted elsewhere
//	http://host/debug/pprof/heap        one page: see [Target.Request]
//	https+insecure://host               certificates are not verified, as in pprof
//	unix:///run/app.sock                a Unix socket
//	unix:///run/app.sock:/prefix/       the same with a path
//
// A user and a password in the address, and everything in its query that is not a net/http/pprof
// parameter, are sent with every request and never shown.
func Parse(s string) (Target, error) {
	place, err := httpclient.Parse(s)
	if err != nil {
		return Target{}, err
	}
	t := Target{place: place}
	u := &t.place.URL
	if u.Path == "" || u.Path == "/" {
		u.Path = defaultPath
	}
	if !strings.HasSuffix(u.Path, "/") {
		if err := t.page(u, place.Query); err != nil {
			return Target{}, httpclient.Bad(s, err.Error(), lang.L("give a number of seconds"))
		}
	}
	for _, known := range address.Harmless {
		place.Query.Del(known)
	}
	return t, nil
}

// page takes the last element in a path for a kind, unless it is the index: named pprof, or mounted
// just below the root.
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

// String returns the address without credentials and query.
func (t Target) String() string {
	if t.place.Socket != "" && t.place.URL.Path == defaultPath {
		return "unix://" + t.place.Socket
	}
	return t.place.String()
}

// Host returns the server's short name: its host and port, or its socket.
func (t Target) Host() string { return t.place.Host() }

// Name returns a short name for the program: its server's, and the path before net/http/pprof's own, by which a
// gateway tells programs apart.
func (t Target) Name() string {
	path, _ := strings.CutSuffix(t.place.URL.Path, defaultPath)
	return strings.TrimSuffix(t.Host()+path, "/")
}

// Request returns the request if the address named one page, else nil.
func (t Target) Request() *Request { return t.request }

// Insecure returns t without verification of certificates, which a user must have asked for.
func (t Target) Insecure() Target {
	t.place.Insecure = t.place.URL.Scheme == "https"
	return t
}
