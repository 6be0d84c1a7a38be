package live

import (
	"bufio"
	"cmp"
	"context"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"time"

	"profstation/disk"
	"profstation/loader"
	"profstation/loader/input"
	"profstation/model/lang"
)

// Progress is how far a capture is.
type Progress struct {
	Elapsed time.Duration
	Length  time.Duration // how long the server records; 0: it answers at once
	Bytes   int64         // received so far
}

// Remaining is how long the server still records.
func (p Progress) Remaining() time.Duration { return max(0, p.Length-p.Elapsed) }

// Capture is the answer of a server, which lies in a file.
type Capture struct {
	Request Request
	Start   time.Time
	Size    int64 // bytes as received
	File    *loader.File

	packed bool // with gzip
}

// File is where a capture goes: an [os.File] or a draft of package disk. Name is its path.
type File interface {
	io.Writer
	Name() string
}

// Capture makes one capture: it writes the server's answer to a new file, as it was received, and
// decodes that. So an answer takes no memory until it is known to be whole and not too large.
// progress is called from another goroutine while it lasts, never after the return. Cancelling ctx
// ends the recording in the server too.
//
// The file has the server's answer even if it cannot be decoded: then there is a Capture and an
// error. Without a Capture, what is in the file is of no use.
func (c *Client) Capture(ctx context.Context, r Request, to File, progress func(Progress)) (*Capture, error) {
	if err := r.Validate(); err != nil {
		return nil, c.fault(r, err)
	}
	start, length := time.Now(), r.length()
	patience := cmp.Or(c.o.Timeout, length/2+15*time.Second)
	limited, cancel := context.WithTimeoutCause(ctx, length+patience, errPatience)
	defer cancel()
	received := &received{to: to, start: start, length: length}
	defer received.report(progress)()
	out := &Capture{Request: r, Start: start}
	if err := c.download(limited, out, received); err != nil {
		return nil, c.explain(ctx, limited, r, time.Since(start), err)
	}
	file, err := loader.Open(ctx, to.Name(), loader.Options{Limits: c.o.Limits, Apart: c.o.Apart})
	if err != nil {
		return out, c.undecoded(ctx, r, err)
	}
	file.Name, file.Path, file.ModTime = c.target.Host()+" "+string(r.Kind), "", start
	out.File = file
	return out, nil
}

// errPatience is the cause of a context that has ended by itself.
var errPatience = lang.Error("no answer in time")

// answerError is an answer without a profile: its status and the beginning of its body.
type answerError struct {
	status int
	body   []byte
	url    string // where a redirection has led to, "" if there was none
}

func (e *answerError) Error() string {
	return lang.L("the server answered {{.Status}}", lang.With{"Status": e.status})
}

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
		return nil, c.refusal(answer, answer.Body)
	}
	return answer, nil
}

// refusal reads the beginning of an answer that is no profile. Secrets that the server sends back
// are taken out before anything is cut.
func (c *Client) refusal(answer *http.Response, body io.Reader) error {
	text, _ := io.ReadAll(io.LimitReader(body, mostErrorBody))
	return &answerError{answer.StatusCode, []byte(hidden(string(text), c.secrets)), elsewhere(answer)}
}

// The most that is taken of an answer unless the options say otherwise. Of a recording over time
// that is more than of a state, and of what looks like nothing that can be opened it is little.
const (
	mostTrace   = 1 << 30
	mostProfile = 512 << 20
	mostUnknown = 16 << 20
)

// limit is how much is taken of an answer that begins so.
func (c *Client) limit(r Request, head []byte) tooLarge {
	most := cmp.Or(max(c.o.Limits.File, 0), mostProfile)
	if r.Kind == Trace {
		most = cmp.Or(max(c.o.Limits.File, 0), mostTrace)
	}
	unknown := loader.Sniff(head).Format == "" && most > mostUnknown
	if unknown {
		most = mostUnknown
	}
	return tooLarge{most, unknown}
}

// download writes an answer to n.
func (c *Client) download(ctx context.Context, out *Capture, n *received) error {
	answer, err := c.get(ctx, out.Request.Kind.page(), out.Request.values())
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	body := bufio.NewReaderSize(answer.Body, loader.SniffSize)
	head, _ := body.Peek(loader.SniffSize)
	if input.IsHTML(head) { // a page for people, whatever type it claims
		return c.refusal(answer, body)
	}
	limit := c.limit(out.Request, head)
	if answer.ContentLength > limit.most {
		return limit
	}
	out.packed = input.IsGzip(head)
	got, err := io.Copy(n, io.LimitReader(body, limit.most+1))
	switch out.Size = got; {
	case n.err != nil:
		return notWritten(filepath.Dir(n.to.Name()), &disk.Error{Err: n.err}) // its own name is temporary
	case err != nil:
		return &bodyError{got, err}
	case got > limit.most:
		return limit
	}
	return nil
}

// tooLarge is an answer of more bytes than are taken.
type tooLarge struct {
	most    int64
	unknown bool // it begins as nothing that can be opened
}

func (e tooLarge) Error() string {
	if e.unknown {
		return lang.L("the answer does not look like a profile, and is longer than {{.Size}}", lang.With{"Size": sizeOf(e.most)})
	}
	return lang.L("the answer is larger than the limit of {{.Size}}", lang.With{"Size": sizeOf(e.most)})
}

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
