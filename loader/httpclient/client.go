package httpclient

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/tls"
	"encoding/base64"
	"html"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"profstation/loader/input"
	"profstation/model/lang"
)

// Credentials say who asks. They are sent to the client's place and to no other host.
type Credentials struct {
	Header         http.Header // where tokens go
	User, Password string      // for basic authentication; a user in the address comes first
}

// Client asks one server. Its methods may be called from any goroutine.
type Client struct {
	Name    string // the server's name in errors
	place   Place
	header  http.Header
	http    http.Client
	secrets []string
}

// redirectError says why a redirection is not followed: where it leads.
type redirectError string

func (e redirectError) Error() string { return string(e) }

// maxHeader is the most bytes in an answer's headers.
const maxHeader = 256 << 10

// NewClient makes a client. It sends nothing yet.
func NewClient(p Place, who Credentials) *Client {
	c := &Client{Name: p.String(), place: p}
	dial := (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext
	tr := &http.Transport{
		Proxy:       http.ProxyFromEnvironment,
		DialContext: dial,
		// Profiles are packed already, and received bytes are counted as sent.
		DisableCompression:     true,
		TLSHandshakeTimeout:    10 * time.Second,
		IdleConnTimeout:        30 * time.Second,
		MaxResponseHeaderBytes: maxHeader,
		ForceAttemptHTTP2:      true,
	}
	if p.Insecure {
		tr.TLSClientConfig = &tls.Config{InsecureSkipVerify: true} // the user has asked for it by name
	}
	if p.Socket != "" {
		tr.Proxy = nil
		tr.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx, "unix", p.Socket) }
	}
	c.http = http.Client{Transport: tr, CheckRedirect: c.redirect}
	c.header = who.header(p)
	secrets := append(p.secrets(), who.Password)
	for _, values := range c.header {
		for _, v := range values {
			_, token, _ := strings.Cut(v, " ")
			secrets = append(secrets, v, token)
		}
	}
	for _, s := range slices.Clone(secrets) {
		secrets = append(secrets, html.EscapeString(s)) // the way a page sends it back
	}
	c.secrets = slices.DeleteFunc(secrets, func(s string) bool { return len(s) < minSecret })
	slices.SortFunc(c.secrets, func(a, b string) int { return len(b) - len(a) }) // parts of others come last
	c.secrets = slices.Compact(c.secrets)
	if c.header.Get("User-Agent") == "" {
		c.header.Set("User-Agent", "profstation")
	}
	return c
}

func (c Credentials) header(p Place) http.Header {
	header := http.Header{}
	for k, v := range c.Header {
		header[http.CanonicalHeaderKey(k)] = v
	}
	user, password := c.User, c.Password
	if p.user != nil {
		user = p.user.Username()
		password, _ = p.user.Password()
	}
	if user+password != "" && header.Get("Authorization") == "" {
		header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(user+":"+password)))
	}
	return header
}

// Close drops idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Ask is one request. It is a GET if there is no body, otherwise a POST.
type Ask struct {
	Page   string     // appended to the place's path
	Path   string     // in place of both; "": those
	Values url.Values // query parameters in addition to the place's
	Body   []byte
	Type   string // the body's type
	Packed bool   // the answer may be packed with gzip, and is not unpacked
}

// Do sends a request. If the answer's status is not 200, the error is an [*AnswerError]; otherwise close the body.
func (c *Client) Do(ctx context.Context, a Ask) (*http.Response, error) {
	u := c.place.URL
	if u.Path += a.Page; a.Path != "" {
		u.Path = a.Path
	}
	values := url.Values{}
	for _, all := range []url.Values{a.Values, c.place.Query} {
		for k, v := range all {
			values[k] = v
		}
	}
	u.RawQuery = values.Encode()
	method, body := http.MethodGet, io.Reader(nil)
	if a.Body != nil {
		method, body = http.MethodPost, bytes.NewReader(a.Body)
	}
	req, err := http.NewRequestWithContext(ctx, method, u.String(), body)
	if err != nil {
		return nil, &Error{Problem: BadAddress, Found: lang.L("this is not an address of a server")}
	}
	req.Header = c.header.Clone()
	if host := req.Header.Get("Host"); host != "" {
		req.Host = host
		req.Header.Del("Host")
	}
	if a.Type != "" {
		req.Header.Set("Content-Type", a.Type)
	}
	if a.Packed {
		req.Header.Set("Accept-Encoding", "gzip")
	}
	answer, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusOK {
		defer answer.Body.Close()
		return nil, c.Refusal(answer, answer.Body)
	}
	return answer, nil
}

// redirect follows within the same host with everything that was sent, and to another host without any of it.
// Once a redirection has left the host, nothing is sent again.
func (c *Client) redirect(req *http.Request, via []*http.Request) error {
	if len(via) >= 10 {
		return redirectError(lang.L("more than 10 times"))
	}
	from := via[0].URL
	away := slices.ContainsFunc(append(via[1:len(via):len(via)], req), func(r *http.Request) bool { return isAway(from, r.URL) })
	switch {
	case away && c.place.Socket != "":
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

// isAway reports whether an address belongs to another server.
func isAway(from, to *url.URL) bool { return to.Host != from.Host || to.Scheme != from.Scheme }

// AnswerError is an answer without what was asked for.
type AnswerError struct {
	Status  int
	Body    []byte // its beginning, without secrets
	URL     string // where a redirection led, "" if there was none
	Away    bool   // URL is on another server, which got no credentials
	Waiting string // how long the server asks to wait; "" if it does not say
}

func (e *AnswerError) Error() string {
	return lang.L("the server answered {{.Status}}", lang.With{"Status": e.status()})
}

// maxErrorBody is the most bytes read from an answer that is an error.
const maxErrorBody = 64 << 10

// Refusal reads the beginning of an answer that has nothing useful. Secrets that the server sends back are
// removed before anything is cut.
func (c *Client) Refusal(answer *http.Response, body io.Reader) error {
	if answer.Header.Get("Content-Encoding") == "gzip" { // if a packed answer was asked for, proxies pack errors, too
		if unpacked, err := gzip.NewReader(body); err == nil {
			body = unpacked
		}
	}
	text, _ := io.ReadAll(io.LimitReader(body, maxErrorBody))
	at, away := elsewhere(answer)
	return &AnswerError{
		Status: answer.StatusCode, Body: []byte(c.Hidden(string(text))), URL: at, Away: away,
		Waiting: input.Bounded(input.OneLine(answer.Header.Get("Retry-After")), 60),
	}
}

// elsewhere returns where a redirection led, without anything that may be secret, and whether that is another server.
func elsewhere(answer *http.Response) (at string, away bool) {
	first := answer.Request
	for first.Response != nil {
		first = first.Response.Request
	}
	if first == answer.Request {
		return "", false
	}
	for r := answer.Request; r != first; r = r.Response.Request {
		away = away || isAway(first.URL, r.URL)
	}
	u := *answer.Request.URL
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String(), away
}

// errPatience is the cause when a context has ended by itself.
var errPatience = lang.Error("no answer in time")

// WithPatience returns a context that ends by itself after some time, for [Client.Explain].
func WithPatience(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, cmp.Or(d, 15*time.Second), errPatience)
}
