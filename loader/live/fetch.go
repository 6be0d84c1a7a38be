package live

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"profstation/disk"
	"profstation/loader"
	"profstation/loader/httpclient"
	"profstation/loader/input"
	"profstation/loader/trace"
	"profstation/model/lang"
)

// Progress says how far a capture is.
type Progress struct {
	Elapsed time.Duration
	Length  time.Duration // how long the server records; 0: it answers at once
	Bytes   int64         // received so far
	Held    int           // the process of this machine that stands still until this ends; 0: none
}

// Remaining returns how long the server still records.
func (p Progress) Remaining() time.Duration { return max(0, p.Length-p.Elapsed) }

// Capture is a server's answer, which is in a file.
type Capture struct {
	Request Request
	Start   time.Time
	Size    int64 // bytes as received
	File    *loader.File

	packed bool // with gzip
}

// File is where a capture goes: an [os.File] or a draft from package disk. Name is its path.
type File interface {
	io.Writer
	Name() string
}

// Capture makes one capture: it writes the server's answer to a new file as received, and then
// decodes the file. So an answer takes no memory until it is known to be whole and not too large.
// progress is called from another goroutine while the capture lasts, never after Capture returns.
// Cancelling ctx also ends the recording in the server.
//
// The file has the server's answer even if that cannot be decoded, and the beginning of a trace that breaks
// off, whoever ends it, if there is something to read in it: Capture then returns both a Capture and an error.
// Without a Capture, the file's contents are useless.
func (c *Client) Capture(ctx context.Context, r Request, to File, progress func(Progress)) (*Capture, error) {
	out, received, err := c.receive(ctx, r, to, progress)
	if err != nil {
		e, ok := errors.AsType[*httpclient.Error](err)
		if ok && r.Kind == Trace && received > 0 && c.readable(ctx, to.Name()) {
			e.Found = lang.L("{{.Problem}}; what came before is saved", lang.With{"Problem": e.Found})
			return out, e
		}
		return nil, err
	}
	file, err := c.open(ctx, to.Name())
	if err != nil {
		return out, c.undecoded(ctx, r, err)
	}
	file.Name, file.Path, file.ModTime = c.target.Host()+" "+string(r.Kind), "", out.Start
	out.File = file
	return out, nil
}

// Download writes the server's answer to a new file, as Capture does, and leaves decoding to whoever opens that.
func (c *Client) Download(ctx context.Context, r Request, to File) error {
	_, _, err := c.receive(ctx, r, to, func(Progress) {})
	return err
}

// receive writes the server's answer to a file. It returns how many bytes came, also if that were not all.
func (c *Client) receive(ctx context.Context, r Request, to File, progress func(Progress)) (*Capture, int64, error) {
	if err := r.Validate(); err != nil {
		return nil, 0, c.fault(r, err)
	}
	start, length := time.Now(), r.length()
	patience := length + cmp.Or(c.o.Timeout, length/2+15*time.Second)
	if r.Kind == References {
		patience = longestReading
	}
	limited, cancel := httpclient.WithPatience(ctx, patience)
	defer cancel()
	received := &received{to: to, start: start, length: length}
	defer received.report(progress)()
	out := &Capture{Request: r, Start: start}
	from := c.download
	if r.Kind == References {
		from = c.attach
	}
	if err := from(limited, out, received); err != nil {
		return out, received.n.Load(), c.explain(ctx, limited, r, time.Since(start), err)
	}
	return out, received.n.Load(), nil
}

// quickly is how long it may take to find out whether something can be read in the beginning of a trace.
const quickly = 10 * time.Second

// readable reports whether something can be read in the beginning of a trace, also after the user has stopped it.
func (c *Client) readable(ctx context.Context, path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return false
	}
	if trace.File(f, info.Size()).HasGeneration() {
		return true
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), quickly)
	defer cancel()
	_, err = c.open(ctx, path)
	return err == nil
}

func (c *Client) open(ctx context.Context, path string) (*loader.File, error) {
	return loader.Open(ctx, path, loader.Options{Limits: c.o.Limits, Apart: c.o.Apart, OnlyProfiles: c.o.OnlyProfiles, AllFrames: c.o.AllFrames})
}

// The most bytes taken from an answer unless the options say otherwise. A recording over time may
// be larger than a state, and an answer that looks like nothing that can be opened must be small.
const (
	maxTrace   = 1 << 30
	maxProfile = 512 << 20
	maxUnknown = 16 << 20
)

// limit returns the most bytes to take from an answer with this beginning.
func (c *Client) limit(r Request, head []byte) httpclient.TooLargeError {
	limit := cmp.Or(max(c.o.Limits.File, 0), maxProfile)
	if r.Kind == Trace {
		limit = cmp.Or(max(c.o.Limits.File, 0), maxTrace)
	}
	unknown := loader.Sniff(head).Format == "" && limit > maxUnknown
	if unknown {
		limit = maxUnknown
	}
	return httpclient.TooLargeError{Max: limit, Unknown: unknown}
}

// download writes an answer to n.
func (c *Client) download(ctx context.Context, out *Capture, n *received) error {
	answer, err := c.Do(ctx, httpclient.Ask{Page: out.Request.Kind.page(), Values: out.Request.values()})
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	body := bufio.NewReaderSize(answer.Body, loader.SniffSize)
	head, _ := body.Peek(loader.SniffSize)
	if input.IsHTML(head) { // a page for people, whatever type it claims
		return c.Refusal(answer, body)
	}
	limit := c.limit(out.Request, head)
	if answer.ContentLength > limit.Max {
		return limit
	}
	out.packed = input.IsGzip(head)
	got, err := io.Copy(n, io.LimitReader(body, limit.Max))
	more := false
	if err == nil && got == limit.Max {
		if _, err = body.Peek(1); err == io.EOF {
			err = nil
		} else {
			more = err == nil
		}
	}
	switch out.Size = got; {
	case n.err != nil:
		return notWritten(filepath.Dir(n.to.Name()), &disk.Error{Err: n.err}) // the draft's own name is temporary
	case err != nil:
		return &httpclient.BodyError{Got: got, Err: err}
	case more:
		return limit
	}
	return nil
}
