package live

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"profstation/loader"
	"profstation/loader/input"
)

// Progress is how far a capture is.
type Progress struct {
	Elapsed time.Duration
	Length  time.Duration // how long the server records; 0: it answers at once
	Bytes   int64         // received so far
}

// Remaining is how long the server still records.
func (p Progress) Remaining() time.Duration { return max(0, p.Length-p.Elapsed) }

// Capture is the answer of a server.
type Capture struct {
	Request Request
	Start   time.Time
	Data    []byte // as received
	File    *loader.File
}

// Capture makes one capture and decodes it. progress is called from another goroutine while it
// lasts, never after the return. Cancelling ctx ends the recording in the server too.
//
// Data has the server's answer even if it cannot be decoded: then there is a Capture and an error.
func (c *Client) Capture(ctx context.Context, r Request, progress func(Progress)) (*Capture, error) {
	if err := r.Validate(); err != nil {
		return nil, c.fault(r, err)
	}
	start, length := time.Now(), r.length()
	patience := cmp.Or(c.o.Timeout, length/2+15*time.Second)
	limited, cancel := context.WithTimeoutCause(ctx, length+patience, errPatience)
	defer cancel()
	received := &received{start: start, length: length}
	defer received.report(progress)()
	data, err := c.download(limited, r, received)
	if err != nil {
		return nil, c.explain(ctx, limited, r, time.Since(start), err)
	}
	out := &Capture{Request: r, Start: start, Data: data}
	out.File, err = loader.Decode(ctx, c.target.Host()+" "+string(r.Kind), data, loader.Options{Limits: c.o.Limits})
	if err != nil {
		return out, c.undecoded(ctx, r, err)
	}
	out.File.ModTime = start
	return out, nil
}

// errPatience is the cause of a context that has ended by itself.
var errPatience = errors.New("no answer in time")

// answerError is an answer without a profile: its status and the beginning of its body.
type answerError struct {
	status int
	body   []byte
	url    string // where a redirection has led to, "" if there was none
}

func (e *answerError) Error() string { return fmt.Sprintf("the server answered %d", e.status) }

// mostErrorBody is how much is read of an answer that is an error.
const mostErrorBody = 64 << 10

// get asks for a page of the target. An answer other than 200 is an error.
func (c *Client) get(ctx context.Context, page string, values url.Values) (*http.Response, error) {
	req, err := c.newRequest(ctx, page, values)
	if err != nil {
		return nil, err
	}
	answer, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusOK {
		defer answer.Body.Close()
		body, _ := io.ReadAll(io.LimitReader(answer.Body, mostErrorBody))
		return nil, &answerError{answer.StatusCode, body, elsewhere(answer)}
	}
	return answer, nil
}

func (c *Client) download(ctx context.Context, r Request, n *received) ([]byte, error) {
	answer, err := c.get(ctx, r.Kind.page(), r.values())
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.ContentLength > c.o.Limits.File {
		return nil, errLarge
	}
	var b bytes.Buffer
	if answer.ContentLength > 0 {
		b.Grow(int(min(answer.ContentLength, 16<<20)) + bytes.MinRead)
	}
	got, err := io.Copy(&b, io.TeeReader(io.LimitReader(answer.Body, c.o.Limits.File+1), n))
	switch {
	case err != nil:
		return nil, &bodyError{got, err}
	case got > c.o.Limits.File:
		return nil, errLarge
	case input.IsHTML(b.Bytes()): // a page for people, whatever type it claims
		return nil, &answerError{answer.StatusCode, b.Bytes()[:min(got, mostErrorBody)], elsewhere(answer)}
	}
	return b.Bytes(), nil
}

var errLarge = errors.New("the answer is too large")

// bodyError is an answer that ended before its end.
type bodyError struct {
	got int64
	err error
}

func (e *bodyError) Error() string { return e.err.Error() }
func (e *bodyError) Unwrap() error { return e.err }

// elsewhere is where a redirection has led to, without what may be secret.
func elsewhere(answer *http.Response) string {
	first := answer.Request
	for first.Response != nil {
		first = first.Response.Request
	}
	if first == answer.Request {
		return ""
	}
	u := *answer.Request.URL
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
}
