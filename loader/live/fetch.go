package live

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
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

// progressStep is the time between two reports of progress.
const progressStep = 100 * time.Millisecond

// Capture makes one capture and decodes it. progress, if not nil, is called from
// another goroutine while it lasts, never after the return. Cancelling ctx ends
// the recording in the server too. The capture of a kind that is being made
// already is refused.
//
// Data has the server's answer even if it cannot be decoded: then there is
// a Capture and an error.
func (c *Client) Capture(ctx context.Context, r Request, progress func(Progress)) (*Capture, error) {
	if err := r.Validate(); err != nil {
		return nil, c.fault(r, err)
	}
	if !c.claim(r.Kind) {
		return nil, c.fault(r, &Error{Problem: Busy, Found: "it is being captured already", Advice: "wait for it or stop it"})
	}
	defer c.release(r.Kind)
	start := time.Now()
	out := &Capture{Request: r, Start: start}
	length := r.length()
	patience := c.o.Timeout
	if patience <= 0 {
		patience = length/2 + 15*time.Second
	}
	limited, cancel := context.WithTimeoutCause(ctx, length+patience, errPatience)
	defer cancel()
	received := &received{start: start, length: length}
	defer received.report(progress)()
	data, err := c.download(limited, r, received)
	if err != nil {
		return nil, c.explain(ctx, limited, r, time.Since(start), err)
	}
	out.Data = data
	out.File, err = loader.Decode(ctx, c.target.Host()+" "+string(r.Kind), data, loader.Options{Limits: c.o.Limits})
	if err != nil {
		return out, c.undecoded(ctx, r, err)
	}
	out.File.ModTime = start
	return out, nil
}

// errPatience is the cause of a context that has ended by itself.
var errPatience = errors.New("no answer in time")

func (c *Client) claim(k Kind) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.busy[k] {
		return false
	}
	c.busy[k] = true
	return true
}

func (c *Client) release(k Kind) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.busy, k)
}

// answerError is an answer without a profile: its status and the beginning of
// its body.
type answerError struct {
	status int
	text   string // first line of a plain body
	body   []byte
	header http.Header
	url    string // where a redirection has led to, "" if there was none
}

func (e *answerError) Error() string { return fmt.Sprintf("the server answered %d", e.status) }

// mostErrorBody is how much is read of an answer that is an error.
const mostErrorBody = 64 << 10

// download gets the bytes.
func (c *Client) download(ctx context.Context, r Request, n *received) ([]byte, error) {
	req, err := c.newRequest(ctx, r.Kind.page(), r.values())
	if err != nil {
		return nil, err
	}
	answer, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, c.refusal(answer)
	}
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
	}
	if e := page(answer, b.Bytes()); e != nil {
		return nil, e
	}
	return b.Bytes(), nil
}

// errLarge is an answer beyond the limit.
var errLarge = errors.New("the answer is too large")

// bodyError is an answer that ended before its end.
type bodyError struct {
	got int64
	err error
}

func (e *bodyError) Error() string { return e.err.Error() }
func (e *bodyError) Unwrap() error { return e.err }

// refusal is an answer other than 200.
func (c *Client) refusal(answer *http.Response) error {
	body, _ := io.ReadAll(io.LimitReader(answer.Body, mostErrorBody))
	return &answerError{answer.StatusCode, firstLine(body), body, answer.Header, elsewhere(answer)}
}

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

// page returns an error if the answer is a page for people, whatever type it claims.
func page(answer *http.Response, body []byte) error {
	if input.IsHTML(body) {
		return &answerError{answer.StatusCode, "", body[:min(len(body), mostErrorBody)], answer.Header, elsewhere(answer)}
	}
	return nil
}
