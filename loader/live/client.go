package live

import (
	"time"

	"profstation/loader"
	"profstation/loader/input"
	"profstation/loader/server"
)

// Options are how to ask. The zero value is ready to use.
type Options struct {
	server.Credentials
	Timeout time.Duration // for an answer beyond the seconds asked for; 0: half of these and 15 s
	Limits  input.Limits  // of an answer; File is the most that is taken from the server (0: 512 MB, of a trace 1 GB)
	Apart   loader.Apart  // where answers are loaded; nil: in this process
}

// Client asks one server. Its methods may be called from any goroutine.
type Client struct {
	target Target
	o      Options
	*server.Client
}

// NewClient makes a client. Nothing is sent yet.
func NewClient(t Target, o Options) *Client {
	c := &Client{target: t, o: o, Client: server.NewClient(t.place, o.Credentials)}
	c.Name = t.String()
	return c
}
