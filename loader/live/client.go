package live

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"html"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"profstation/loader"
	"profstation/model/lang"
)

// Options are how to ask. The zero value is ready to use.
type Options struct {
	Header         http.Header   // for the target's host and no other: where tokens go
	User, Password string        // for basic authentication, that host only; a user in the address comes first
	Timeout        time.Duration // for an answer beyond the seconds asked for; 0: half of these and 15 s
	Limits         loader.Limits // of an answer; File is the most that is taken from the server (0: 512 MB, of a trace 1 GB)
	Apart          loader.Apart  // where answers are loaded; nil: in this process
}

// Client asks one server. Its methods may be called from any goroutine.
type Client struct {
	target  Target
	o       Options
	http    http.Client
	secrets []string
}

// redirectError says why a redirection is not followed: what the server redirects to.
type redirectError string

func (e redirectError) Error() string { return string(e) }

// mostHeader is the most bytes that the headers of an answer may have.
const mostHeader = 256 << 10

// NewClient makes a client. Nothing is sent yet.
func NewClient(t Target, o Options) *Client {
	c := &Client{target: t, o: o}
	dial := (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext
	tr := &http.Transport{
		Proxy:       http.ProxyFromEnvironment,
		DialContext: dial,
		// Profiles are packed already, and what is taken is counted as sent.
		DisableCompression:     true,
		TLSHandshakeTimeout:    10 * time.Second,
		IdleConnTimeout:        30 * time.Second,
		MaxResponseHeaderBytes: mostHeader,
		ForceAttemptHTTP2:      true,
	}
	if t.insecure {
		tr.TLSClientConfig = &tls.Config{InsecureSkipVerify: true} // the user has asked for it by name
	}
	if t.socket != "" {
		tr.Proxy = nil
		tr.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx, "unix", t.socket) }
	}
	c.http = http.Client{Transport: tr, CheckRedirect: c.redirect}
	c.o.Header = o.credentials(t)
	secrets := append(t.secrets(), o.Password)
	for _, values := range c.o.Header {
		for _, v := range values {
			_, token, _ := strings.Cut(v, " ")
			secrets = append(secrets, v, token)
		}
	}
	for _, s := range slices.Clone(secrets) {
		secrets = append(secrets, html.EscapeString(s)) // as a page sends it back
	}
	c.secrets = slices.DeleteFunc(secrets, func(s string) bool { return len(s) < leastSecret })
	slices.SortFunc(c.secrets, func(a, b string) int { return len(b) - len(a) }) // parts of others last
	c.secrets = slices.Compact(c.secrets)
	if c.o.Header.Get("User-Agent") == "" {
		c.o.Header.Set("User-Agent", "profstation")
	}
	return c
}

func (o Options) credentials(t Target) http.Header {
	header := http.Header{}
	for k, v := range o.Header {
		header[http.CanonicalHeaderKey(k)] = v
	}
	user, password := o.User, o.Password
	if t.user != nil {
		user = t.user.Username()
		password, _ = t.user.Password()
	}
	if user+password != "" && header.Get("Authorization") == "" {
		header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(user+":"+password)))
	}
	return header
}

// Close drops idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

func (c *Client) newRequest(ctx context.Context, page string, values url.Values) (*http.Request, error) {
	u := c.target.base
	u.Path += page
	for k, v := range c.target.query {
		values[k] = v
	}
	u.RawQuery = values.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, &Error{Target: c.target.String(), Problem: BadAddress, Found: lang.L("this is not an address of a server")}
	}
	req.Header = c.o.Header.Clone()
	if host := req.Header.Get("Host"); host != "" {
		req.Host = host
		req.Header.Del("Host")
	}
	return req, nil
}

// redirect follows within the same host with all that was sent, and to another
// without any of it: once away, nothing is sent again.
func (c *Client) redirect(req *http.Request, via []*http.Request) error {
	if len(via) >= 10 {
		return redirectError(lang.L("more than 10 times"))
	}
	from := via[0].URL
	away := slices.ContainsFunc(append(via[1:len(via):len(via)], req), func(r *http.Request) bool {
		return r.URL.Host != from.Host || r.URL.Scheme != from.Scheme
	})
	switch {
	case away && c.target.socket != "":
		return redirectError(lang.L("away from the socket"))
	case from.Scheme == "https" && req.URL.Scheme != "https":
		return redirectError(lang.L("from https to http"))
	case away:
		for k := range req.Header {
			if k != "User-Agent" {
				delete(req.Header, k)
			}
		}
		req.URL.User = nil
	}
	return nil
}
