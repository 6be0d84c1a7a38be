package live

import (
	"time"

	"profstation/loader"
	"profstation/loader/httpclient"
	"profstation/loader/input"
)

// Options say how to ask. The zero value is ready to use.
type Options struct {
	httpclient.Credentials
	Timeout time.Duration // how long to wait after the seconds asked for; 0: half of these and 15 s
	Limits  input.Limits  // for an answer; File limits the bytes taken from the server (0: 512 MB, for a trace 1 GB)
	Apart   loader.Apart  // where answers are loaded; nil: in this process

	OnlyProfiles, AllFrames bool // as in [loader.Options]
}

// Client asks one server. Its methods may be called from any goroutine.
type Client struct {
	target Target
	o      Options
	*httpclient.Client
}

// NewClient makes a client. It sends nothing yet.
func NewClient(t Target, o Options) *Client {
	c := &Client{target: t, o: o, Client: httpclient.NewClient(t.place, o.Credentials)}
	c.Name = t.String()
	return c
}
